"""The directory of a server's games: which there are, in which state, on which terms."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Row, bindparam, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games.terms import Terms, TermsError, checked_terms, terms_of
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service

OPEN, STARTING, RUNNING, ENDED = "open", "starting", "running", "ended"
GAMEMASTER, ORGANIZER, PLAYER, UMPIRE, SPECTATOR = (
    "gamemaster",
    "organizer",
    "player",
    "umpire",
    "spectator",
)
_LONGEST_KEY = 40


class NoGameError(HorizonsError):
    """A game that there is not, or that somebody may not know of."""


@frozen
class Listed:
    """A game as it stands in the directory."""

    key: str
    terms: Terms
    state: str
    made_at: str
    started_at: str | None
    ended_at: str | None


@frozen
class Member:
    """Who is what in a game."""

    account: int
    name: str
    role: str
    seat: str
    joined_at: str
    left_at: str | None


def announce(service: Service, maker: Account, terms: Terms, *, plays: bool = False) -> Listed:
    """Put an open game into the directory; raises what `checked_terms` raises.

    Its maker is the gamemaster, or, who `plays`, the organizer: somebody who plays must not be able
    to look behind the scenes.
    """
    terms = checked_terms(terms)
    if plays and not terms.deadlines:
        raise TermsError(
            LocalizedText("a game that you play in yourself needs deadlines"),
            LocalizedText("enter a schedule"),
        )
    time = stamp(service.clock)
    with service.database.writing() as connection:
        key = _free_key(connection, terms.title)
        connection.execute(
            insert(tables.games).values(
                key=key,
                name=terms.title,
                variant=terms.variant,
                mods=list(terms.mods),
                terms=terms.told(),
                state=OPEN,
                made_at=time,
                chance={},
            )
        )
        role = ORGANIZER if plays else GAMEMASTER
        insert_member(connection, key, maker.id, role, "", time)
    return Listed(key, terms, OPEN, time, None, None)


def _free_key(connection: Connection, title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().casefold()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_KEY].strip("-") or "game"
    taken = set(connection.execute(select(tables.games.c.key)).scalars())
    number, key = 1, stem
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key


def insert_member(
    connection: Connection, game: str, account: int, role: str, seat: str, time: str
) -> None:
    """Put somebody into a game's list."""
    connection.execute(
        insert(tables.members).values(
            game=game,
            account=account,
            role=role,
            seat=seat,
            joined_at=time,
            given=0,
            due=0,
            promise="",
        )
    )


def departed(connection: Connection, game: str, member: Member, time: str) -> bool:
    """Note that somebody has left their place in a game; False if they had before."""
    table = tables.members
    present = (
        table.c.game == game,
        table.c.account == member.account,
        table.c.role == member.role,
        table.c.left_at.is_(None),
    )
    return connection.execute(update(table).where(*present).values(left_at=time)).rowcount > 0


def depart(service: Service, game: str, member: Member) -> None:
    """The same in a transaction of its own."""
    with service.database.writing() as connection:
        departed(connection, game, member, stamp(service.clock))


def find(service: Service, key: str) -> Listed:
    """The game of a key; raises NoGameError."""
    with service.database.reading() as connection:
        return find_within(connection, key)


def find_within(connection: Connection, key: str) -> Listed:
    """The same within a transaction."""
    row = connection.execute(select(tables.games).where(tables.games.c.key == key)).first()
    if row is None:
        raise _no_game()
    return _listed(row)


def _no_game() -> NoGameError:
    return NoGameError(LocalizedText("game not found"), LocalizedText("it may have been cancelled"))


_MEMBERS = [
    tables.accounts.c.name.label("person"),
    *(tables.members.c[one] for one in ("account", "role", "seat", "joined_at", "left_at")),
]
_JOINED = tables.members.join(tables.accounts, tables.accounts.c.id == tables.members.c.account)
_WITH_MEMBERS = (
    select(tables.games, *_MEMBERS)
    .select_from(tables.games.outerjoin(_JOINED, tables.members.c.game == tables.games.c.key))
    .where(tables.games.c.key == bindparam("key"))
    .order_by(tables.members.c.id)
)


def find_with_members(service: Service, key: str) -> tuple[Listed, list[Member]]:
    """The game of a key and all who are or were in it; raises NoGameError."""
    rows = service.database.look(_WITH_MEMBERS, key=key)
    if not rows:
        raise _no_game()
    return _listed(rows[0]), [_member(row) for row in rows if row.account is not None]


def _listed(row: Row[Any]) -> Listed:
    terms = terms_of(row.terms)
    return Listed(row.key, terms, row.state, row.made_at, row.started_at, row.ended_at)


def in_state(service: Service, state: str) -> list[Listed]:
    """All games in a state, the newest first."""
    table = tables.games
    wanted = (
        select(table).where(table.c.state == state).order_by(table.c.made_at.desc(), table.c.key)
    )
    with service.database.reading() as connection:
        return [_listed(row) for row in connection.execute(wanted)]


def members(service: Service, key: str) -> list[Member]:
    """All who are or were in a game, in the order of their coming."""
    with service.database.reading() as connection:
        return members_of(connection, key)


def members_of(connection: Connection, key: str) -> list[Member]:
    """The same within a transaction."""
    table = tables.members
    wanted = select(*_MEMBERS).select_from(_JOINED).where(table.c.game == key).order_by(table.c.id)
    return [_member(row) for row in connection.execute(wanted)]


def _member(row: Row[Any]) -> Member:
    return Member(row.account, row.person, row.role, row.seat, row.joined_at, row.left_at)


def of_account(service: Service, account: Account) -> list[tuple[Listed, Member]]:
    """The games that somebody is in, the newest first, with what they are there."""
    table, games = tables.members, tables.games
    wanted = (
        select(games, table.c.role, table.c.seat, table.c.joined_at)
        .join(table, table.c.game == games.c.key)
        .where(table.c.account == account.id, table.c.left_at.is_(None))
        .order_by(games.c.made_at.desc(), games.c.key)
    )
    with service.database.reading() as connection:
        return [
            (
                _listed(row),
                Member(account.id, account.name, row.role, row.seat, row.joined_at, None),
            )
            for row in connection.execute(wanted)
        ]


def set_state(service: Service, key: str, before: str, state: str) -> bool:
    """Put a game from one state into another; False if it was not in the first."""
    time = stamp(service.clock)
    times = {RUNNING: {"started_at": time}, ENDED: {"ended_at": time}}.get(state, {})
    with service.database.writing() as connection:
        found = connection.execute(
            update(tables.games)
            .where(tables.games.c.key == key, tables.games.c.state == before)
            .values(state=state, **times)
        )
    return found.rowcount == 1
