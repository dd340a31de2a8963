"""Complaints to the moderators about people and messages.

The person who complains stays unknown to the person complained of. A moderator sees no complaint
about themselves, and none from a game in which they take part: the person behind a seat may be
hidden from them there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from attrs import frozen
from sqlalchemy import Connection, func, insert, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access
from horizons_host.server.people.moderators import (
    ModerationError,
    checked_words,
    demand_moderator_within,
    has_moderators,
    log_within,
)
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service
from horizons_host.store import GameStore
from horizons_host.store.messages import row_of

#: Complaints of one account, and its open ones about messages of one game, or about one person.
COMPLAINTS = Limit(10, timedelta(days=1))
MAX_OPEN = 3
MAX_REASON = 1_000
#: What a moderator decides about a complaint.
DECISIONS = ("measure", "no measure")


@frozen
class Complaint:
    """A complaint about a person: where, about which message ("" for none), why, from whom."""

    id: int
    about: str
    game: str
    seat: str
    text: str
    reason: str
    at: str
    by: str


def complain_about_person(service: Service, account: Account, about: Account, reason: str) -> None:
    """Complain about a person; raises ModerationError, TooManyError."""
    _store(service, account, about.id, "", "", "", reason)


def complain_about_message(
    service: Service, rights: Access, store: GameStore, number: int, reason: str
) -> None:
    """Complain about a message of another player, by its number in the own list.

    The moderators learn its text, and the writer even of an anonymous message. Raises
    ModerationError, TooManyError, NoSeatError.
    """
    seat = rights.demand_seat()
    with store.reading() as connection:
        row = row_of(connection, seat, number)
    sender = "" if row is None else row.sender or ""
    writer = next((m for m in rights.members if m.seat and m.seat == sender), None)
    if row is None or writer is None or sender == seat or rights.account is None:
        raise ModerationError(
            LocalizedText("this message can't be reported to the moderators"),
            LocalizedText("write to the gamemaster"),
        )
    begins = row.text.startswith(row.subject.removesuffix(" ..."))  # it is no subject of its own
    text = row.text if begins else f"{row.subject}\n\n{row.text}"
    _store(service, rights.account, writer.account, rights.game.key, sender, text, reason)


def _store(
    service: Service, account: Account, about: int, game: str, seat: str, text: str, reason: str
) -> None:
    words = checked_words(reason, MAX_REASON)
    if about == account.id or not has_moderators(service):
        raise ModerationError(
            LocalizedText("this can't be reported to the moderators"),
            LocalizedText("write to the server's administrator"),
        )
    table = tables.complaints
    waiting = [table.c.account == account.id, table.c.game == game, table.c.closed_at.is_(None)]
    if not game:  # in one, this would tell who plays which seat, or wrote an anonymous message
        waiting.append(table.c.about == about)
    with service.database.writing() as connection:
        subject = (f"complaints of {account.id}", COMPLAINTS)
        rate_limits.count_attempts_within(service, connection, subject)
        count = select(func.count()).select_from(table).where(*waiting)
        if connection.execute(count).scalar_one() >= MAX_OPEN:
            raise ModerationError(
                LocalizedText("the moderators still have your earlier reports"),
                LocalizedText("wait for their decision"),
            )
        values = {"account": account.id, "about": about, "game": game, "seat": seat, "text": text}
        times = {"reason": words, "at": stamp(service.clock), "decision": ""}
        connection.execute(insert(table).values(**values, **times))


def open_complaints(connection: Connection, moderator: Account) -> Sequence[Complaint]:
    """List the open complaints that a moderator may see, oldest first."""
    table, by, about = tables.complaints.c, tables.accounts.alias(), tables.accounts.alias()
    members = tables.members.c
    own_games = select(members.game).where(
        members.account == moderator.id,
        members.left_at.is_(None),
        members.role != directory.GAMEMASTER,
    )
    statement = (
        select(
            *(table.id, about.c.name, table.game, table.seat),
            *(table.text, table.reason, table.at, by.c.name),
        )
        .select_from(
            tables.complaints.join(by, by.c.id == table.account).join(
                about, about.c.id == table.about
            )
        )
        .where(
            table.closed_at.is_(None),
            table.about != moderator.id,
            table.game.not_in(own_games),
        )
        .order_by(table.id)
        .limit(100)
    )
    return [Complaint(*row) for row in connection.execute(statement)]


def close_complaint(
    service: Service, moderator: Account | None, number: int, decision: str
) -> None:
    """Close a complaint with a decision; raises NoGameError for those that one may not see."""
    table = tables.complaints
    with service.database.writing() as connection:
        by = demand_moderator_within(connection, moderator)
        if decision not in DECISIONS or number not in {
            complaint.id for complaint in open_complaints(connection, by)
        }:
            raise ModerationError(
                LocalizedText("this report is closed"), LocalizedText("reload the page")
            )
        condition = table.c.id == number
        about = connection.execute(select(table.c.about).where(condition)).scalar_one()
        values = {"closed_at": stamp(service.clock), "decision": decision}
        connection.execute(update(table).where(condition).values(**values))
        log_within(service, connection, by, about, f"report closed: {decision}", "")
