"""Measures of moderators: warnings, mutes and bans, with one appeal each.

A muted person cannot write messages to other players. A banned one can only read why, appeal, and
download or delete the account's data. A ban without an end also makes the person leave all games,
which go on as without a player who left.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Row, insert, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import BAN, MUTE, WARNING, Account
from horizons_host.server.accounts.leaving import leave_all_games
from horizons_host.server.jobs import server_mails
from horizons_host.server.people.moderators import (
    ModerationError,
    checked_words,
    demand_moderator_within,
    is_moderator_within,
    log_within,
)
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future

KINDS = (WARNING, MUTE, BAN)
#: Longest time of a measure that ends by itself, in days; 0 days are for good.
MAX_DAYS = 365
#: Longest reasons and answers, and appeals, in characters.
MAX_REASON, MAX_APPEAL = 1_000, 2_000


@frozen
class Measure:
    """A measure; `answered_at` is None until its appeal is answered, `by` names the moderator."""

    id: int
    account: int
    name: str
    kind: str
    reason: str
    by: str
    at: str
    ends_at: str | None
    lifted_at: str | None
    appeal: str
    appealed_at: str | None
    answer: str
    answered_at: str | None

    def is_in_force(self, time: str) -> bool:
        """Return whether it restricts the person at a time."""
        ended = self.ends_at is not None and self.ends_at <= time
        return self.kind != WARNING and self.lifted_at is None and not ended


def take_measure(
    service: Service, moderator: Account | None, name: str, kind: str, reason: str, days: int = 0
) -> None:
    """Warn, mute or ban a person for some days, or (0) for good, and tell them why.

    Raises NoGameError unless the account is a moderator, ModerationError for other measures.
    """
    with service.database.writing() as connection:
        by = demand_moderator_within(connection, moderator)
        person = _person_within(connection, name)
        if kind not in KINDS or not 0 <= days <= MAX_DAYS:
            raise ModerationError(
                LocalizedText("this measure isn't possible"),
                LocalizedText("choose a measure, and at most {days} days", days=MAX_DAYS),
            )
        words = checked_words(reason, MAX_REASON)
        ends_at = (
            in_future(service.clock, timedelta(days=days)) if days and kind != WARNING else None
        )
        values = {"account": person.id, "kind": kind, "reason": words, "by": by.id}
        times = {"at": stamp(service.clock), "ends_at": ends_at}
        connection.execute(insert(tables.measures).values(**values, **times, appeal="", answer=""))
        log_within(service, connection, by, person.id, kind, words)
        _tell(service, connection, person, _SUBJECTS[kind], words)
    if kind == BAN and ends_at is None:
        leave_all_games(service, person)


#: Subjects of the emails about measures.
_SUBJECTS = {
    WARNING: "A warning from the moderators",
    MUTE: "You can't write messages for now",
    BAN: "Your account is banned",
}


def _person_within(connection: Connection, name: str) -> Account:
    statement = select(tables.accounts).where(accounts.account_lookup(name).condition)
    row = connection.execute(statement).first()
    if row is None:
        raise ModerationError(
            LocalizedText("no account '{name}'", name=name), LocalizedText("check the name")
        )
    if is_moderator_within(connection, row.id):
        raise ModerationError(
            LocalizedText("'{name}' is a moderator", name=row.name),
            LocalizedText("ask the server's administrator"),
        )
    return accounts.account_from_row(row)


def _tell(
    service: Service, connection: Connection, person: Account, subject: str, words: str
) -> None:
    if service.settings.mail is not None and person.mail:
        path = f"{service.settings.public_url}/account/measures"
        body = f"{words}\n\nRead more, or appeal once: {path}\n"
        server_mails.queue_mail(service, connection, person.mail, subject, body)


def measures_of(service: Service, account: Account) -> Sequence[Measure]:
    """List the measures about an account, newest first; the reader has seen them from now on."""
    table = tables.measures
    condition = table.c.account == account.id
    with service.database.writing() as connection:
        connection.execute(
            update(table)
            .where(condition, table.c.seen_at.is_(None))
            .values(seen_at=stamp(service.clock))
        )
        return _measures(connection, condition)


def _measures(connection: Connection, *conditions: Any) -> Sequence[Measure]:
    table, people, by = tables.measures.c, tables.accounts, tables.accounts.alias()
    statement = (
        select(tables.measures, people.c.name, by.c.name.label("moderator"))
        .join(people, people.c.id == table.account)
        .join(by, by.c.id == table.by)
        .where(*conditions)
        .order_by(table.id.desc())
        .limit(100)
    )
    return [_measure_from_row(row) for row in connection.execute(statement)]


def _measure_from_row(row: Row[Any]) -> Measure:
    about = (row.id, row.account, row.name, row.kind, row.reason, row.moderator, row.at)
    appeal = (row.appeal, row.appealed_at, row.answer, row.answered_at)
    return Measure(*about, row.ends_at, row.lifted_at, *appeal)


def open_measures(connection: Connection, time: str) -> Sequence[Measure]:
    """List the measures whose appeal waits for an answer, then others in force, newest first."""
    table = tables.measures.c
    is_in_force = (table.kind != WARNING) & (table.ends_at.is_(None) | (table.ends_at > time))
    is_appealed = table.appealed_at.is_not(None) & table.answered_at.is_(None)
    appealed = _measures(connection, table.lifted_at.is_(None), is_appealed)
    others = _measures(connection, table.lifted_at.is_(None), is_in_force, ~is_appealed)
    return [*appealed, *others]


def appeal(service: Service, account: Account, number: int, text: str) -> None:
    """Appeal against a measure, once; raises ModerationError."""
    table = tables.measures
    words = checked_words(text, MAX_APPEAL)
    conditions = (table.c.id == number, table.c.account == account.id)
    unused = (table.c.appealed_at.is_(None), table.c.lifted_at.is_(None))
    values = {"appeal": words, "appealed_at": stamp(service.clock)}
    with service.database.writing() as connection:
        statement = update(table).where(*conditions, *unused).values(**values)
        if connection.execute(statement).rowcount == 0:
            raise ModerationError(
                LocalizedText("you can't appeal against this measure"),
                LocalizedText("one appeal is possible, while the measure is in force"),
            )


def answer_appeal(
    service: Service, moderator: Account | None, number: int, text: str, *, lifts: bool
) -> None:
    """Answer an appeal, and lift the measure if it is upheld.

    If the server has another moderator, the one who took the measure may not answer. Raises
    NoGameError unless the account is a moderator, ModerationError.
    """
    table, time = tables.measures, stamp(service.clock)
    with service.database.writing() as connection:
        by = demand_moderator_within(connection, moderator)
        row = connection.execute(select(table).where(table.c.id == number)).first()
        if row is None or row.appealed_at is None or row.answered_at is not None:
            raise ModerationError(
                LocalizedText("no appeal waits for an answer here"),
                LocalizedText("reload the page"),
            )
        moderators = connection.execute(select(tables.moderators.c.account)).scalars().all()
        if row.by == by.id and len(moderators) > 1:
            raise ModerationError(
                LocalizedText("you took this measure, so another moderator answers the appeal"),
                LocalizedText("leave it to them"),
            )
        words = checked_words(text, MAX_REASON)
        values = {"answer": words, "answered_at": time, "seen_at": None}
        lifted = {"lifted_at": time} if lifts else {}
        connection.execute(update(table).where(table.c.id == number).values(**values, **lifted))
        kind = "appeal upheld" if lifts else "appeal dismissed"
        log_within(service, connection, by, row.account, kind, words)
        person = accounts.account_from_row(
            connection.execute(
                select(tables.accounts).where(tables.accounts.c.id == row.account)
            ).one()
        )
        _tell(service, connection, person, "The answer to your appeal", words)


def lift_measure(service: Service, moderator: Account | None, number: int) -> None:
    """End a measure; an ended one stays as it is. Raises NoGameError for other accounts."""
    table = tables.measures
    with service.database.writing() as connection:
        by = demand_moderator_within(connection, moderator)
        active = (table.c.id == number, table.c.lifted_at.is_(None))
        row = connection.execute(select(table).where(*active)).first()
        if row is not None:
            values = {"lifted_at": stamp(service.clock), "seen_at": None}
            connection.execute(update(table).where(*active).values(**values))
            log_within(service, connection, by, row.account, f"{row.kind} lifted", "")


def demand_may_write(account: Account | None) -> None:
    """Raise ModerationError for a muted account."""
    if account is not None and account.muted:
        raise ModerationError(
            LocalizedText("the moderators have muted you, so you can't write messages"),
            LocalizedText("your account page says why, under 'People'"),
        )


def banned_addresses(service: Service) -> set[str]:
    """Return the addresses of banned people, casefolded."""
    mails = select(tables.accounts.c.folded_mail).where(accounts.IS_BANNED)
    rows = service.database.select_rows(mails, now=stamp(service.clock))
    return {row.folded_mail for row in rows if row.folded_mail}


def muted_seats(service: Service) -> set[tuple[str, str]]:
    """Return the seats of muted players, with the keys of their games."""
    members, measures = tables.members.c, tables.measures.c
    time = stamp(service.clock)
    statement = (
        select(members.game, members.seat)
        .join(tables.measures, measures.account == members.account)
        .where(
            members.left_at.is_(None),
            measures.kind.in_((MUTE, BAN)),
            measures.lifted_at.is_(None),
            measures.ends_at.is_(None) | (measures.ends_at > time),
        )
    )
    return {(row.game, row.seat) for row in service.database.select_rows(statement)}
