"""The directory of a server's games, with their states, settings and members."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from attrs import field, frozen
from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games.terms import Terms, TermsError, checked_terms, terms_from_dict
from horizons_host.server.service import Service

OPEN, STARTING, RUNNING, ENDED = "open", "starting", "running", "ended"
#: The state of a game that was withdrawn before its start; its members alone see that.
WITHDRAWN = "withdrawn"
GAMEMASTER, ORGANIZER, PLAYER, UMPIRE, SPECTATOR = (
    "gamemaster",
    "organizer",
    "player",
    "umpire",
    "spectator",
)
_MAX_KEY_LENGTH = 40

_MEMBERS = [
    tables.accounts.c.name.label("person"),
    tables.accounts.c.settings,
    *(tables.members.c[name] for name in ("account", "role", "seat", "joined_at", "left_at")),
]
_JOINED = tables.members.join(tables.accounts, tables.accounts.c.id == tables.members.c.account)
_WITH_MEMBERS = (
    select(tables.games, *_MEMBERS)
    .select_from(tables.games.outerjoin(_JOINED, tables.members.c.game == tables.games.c.key))
    .where(tables.games.c.key == bindparam("key"))
    .order_by(tables.members.c.id)
)


class NoGameError(HorizonsError):
    """A game that does not exist, or is hidden from the account."""


@frozen
class ListedGame:
    """A game in the directory."""

    key: str
    terms: Terms
    state: str
    made_at: str
    started_at: str | None
    ended_at: str | None


@frozen
class Membership:
    """An account's membership in a game: its role, seat and times, and the account's settings."""

    account: int
    name: str
    role: str
    seat: str
    joined_at: str
    left_at: str | None
    settings: Mapping[str, Any] = field(factory=dict, eq=False)


def announce(service: Service, maker: Account, terms: Terms, *, plays: bool = False) -> ListedGame:
    """Add an open game to the directory; raises what `checked_terms` raises.

    Its maker is the gamemaster, or with `plays` the organizer: a player must not have access to
    hidden information.
    """
    terms = checked_terms(terms)
    demand_schedule(terms, plays=plays)
    time = stamp(service.clock)
    with service.database.writing() as connection:
        key = _free_key(connection, terms.title)
        connection.execute(
            insert(tables.games).values(
                key=key,
                name=terms.title,
                variant=terms.variant,
                mods=list(terms.mods),
                terms=terms.to_dict(),
                state=OPEN,
                made_at=time,
                chance={},
            )
        )
        role = ORGANIZER if plays else GAMEMASTER
        insert_member(connection, key, maker.id, role, "", time)
    return ListedGame(key, terms, OPEN, time, None, None)


def demand_schedule(terms: Terms, *, plays: bool) -> None:
    """Raise TermsError for a game without deadlines whose organizer plays in it."""
    if plays and not terms.deadlines:
        raise TermsError(
            LocalizedText("a game that you play in yourself needs deadlines"),
            LocalizedText("enter a schedule"),
        )


def _free_key(connection: Connection, title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().casefold()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_MAX_KEY_LENGTH].strip("-") or "game"
    keys = set(connection.execute(select(tables.games.c.key)).scalars())
    number, key = 1, stem
    while key in keys:
        number += 1
        key = f"{stem}-{number}"
    return key


def insert_member(
    connection: Connection, game: str, account: int, role: str, seat: str, time: str
) -> None:
    """Add an account to a game's members."""
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


def mark_left_within(connection: Connection, game: str, member: Membership, time: str) -> bool:
    """Mark a member as having left; return False if they had left before."""
    table = tables.members
    membership = (
        table.c.game == game,
        table.c.account == member.account,
        table.c.role == member.role,
        table.c.left_at.is_(None),
    )
    return connection.execute(update(table).where(*membership).values(left_at=time)).rowcount > 0


def mark_left(service: Service, game: str, member: Membership) -> None:
    """Mark a member as having left, in a transaction of its own."""
    with service.database.writing() as connection:
        mark_left_within(connection, game, member, stamp(service.clock))


def find_game(service: Service, key: str) -> ListedGame:
    """Return the game of a key; raises NoGameError."""
    with service.database.reading() as connection:
        return find_game_within(connection, key)


def find_game_within(connection: Connection, key: str) -> ListedGame:
    """Return the game of a key within a transaction; raises NoGameError."""
    row = connection.execute(select(tables.games).where(tables.games.c.key == key)).first()
    if row is None:
        raise _no_game()
    return game_from_row(row)


def _no_game() -> NoGameError:
    return NoGameError(LocalizedText("game not found"), LocalizedText("it may have been cancelled"))


def find_with_members(service: Service, key: str) -> tuple[ListedGame, list[Membership]]:
    """Return the game of a key and all its present and past members; raises NoGameError."""
    rows = service.database.select_rows(_WITH_MEMBERS, key=key)
    if not rows:
        raise _no_game()
    return game_from_row(rows[0]), [
        _membership_from_row(row) for row in rows if row.account is not None
    ]


def game_from_row(row: Row[Any]) -> ListedGame:
    """Read a game from a row of the table."""
    terms = terms_from_dict(row.terms)
    return ListedGame(row.key, terms, row.state, row.made_at, row.started_at, row.ended_at)


def games_in_state(service: Service, state: str) -> list[ListedGame]:
    """List all games in a state, newest first."""
    table = tables.games
    statement = (
        select(table).where(table.c.state == state).order_by(table.c.made_at.desc(), table.c.key)
    )
    with service.database.reading() as connection:
        return [game_from_row(row) for row in connection.execute(statement)]


def members(service: Service, key: str) -> list[Membership]:
    """List all present and past members of a game, in the order of joining."""
    with service.database.reading() as connection:
        return members_of(connection, key)


def members_of(connection: Connection, key: str) -> list[Membership]:
    """List all present and past members of a game within a transaction."""
    table = tables.members
    query = select(*_MEMBERS).select_from(_JOINED).where(table.c.game == key).order_by(table.c.id)
    return [_membership_from_row(row) for row in connection.execute(query)]


def account_of_seat(service: Service, key: str, seat: str) -> int | None:
    """Return the account that has a seat now, or None."""
    table = tables.members.c
    statement = select(table.account).where(
        table.game == key, table.seat == seat, table.seat != "", table.left_at.is_(None)
    )
    rows = service.database.select_rows(statement.order_by(table.id.desc()).limit(1))
    return int(rows[0].account) if rows else None


def _membership_from_row(row: Row[Any]) -> Membership:
    return Membership(
        row.account, row.person, row.role, row.seat, row.joined_at, row.left_at, row.settings
    )


def turns_with_orders(service: Service, account: Account) -> list[tuple[ListedGame, int]]:
    """List the games in which an account has given orders, with the number of such turns."""
    table, games = tables.members, tables.games
    statement = (
        select(games, table.c.given)
        .join(table, table.c.game == games.c.key)
        .where(table.c.account == account.id, table.c.given > 0)
    )
    with service.database.reading() as connection:
        return [(game_from_row(row), row.given) for row in connection.execute(statement)]


def games_of(service: Service, account: Account) -> list[tuple[ListedGame, Membership]]:
    """List the games of an account, newest first, with its memberships."""
    table, games = tables.members, tables.games
    statement = (
        select(games, table.c.role, table.c.seat, table.c.joined_at)
        .join(table, table.c.game == games.c.key)
        .where(table.c.account == account.id, table.c.left_at.is_(None))
        .order_by(games.c.made_at.desc(), games.c.key)
    )
    with service.database.reading() as connection:
        return [
            (
                game_from_row(row),
                Membership(account.id, account.name, row.role, row.seat, row.joined_at, None),
            )
            for row in connection.execute(statement)
        ]


def player_counts(service: Service, keys: Collection[str]) -> Mapping[str, int]:
    """Return the number of present players of each of these games that has any."""
    table = tables.members.c
    players = (table.game.in_(keys), table.role == PLAYER, table.left_at.is_(None))
    statement = select(table.game, func.count().label("number")).where(*players)
    rows = service.database.select_rows(statement.group_by(table.game))
    return {row.game: row.number for row in rows}


def set_state(service: Service, key: str, before: str, state: str) -> bool:
    """Move a game from one state to another; return False if it was not in the first."""
    with service.database.writing() as connection:
        return set_state_within(service, connection, key, before, state)


def set_state_within(
    service: Service, connection: Connection, key: str, before: str, state: str
) -> bool:
    """Move a game from one state to another within a transaction, as `set_state` does."""
    time = stamp(service.clock)
    ended = {"ended_at": time}
    times = {RUNNING: {"started_at": time}, ENDED: ended, WITHDRAWN: ended}.get(state, {})
    statement = (
        update(tables.games)
        .where(tables.games.c.key == key, tables.games.c.state == before)
        .values(state=state, **times)
    )
    return connection.execute(statement).rowcount == 1
