"""The waiting room of an open game: chat, and which players are ready.

Its entries are never deleted while the game exists, because their number is part of the version
that pages and streams compare.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta

from attrs import frozen
from sqlalchemy import Connection, func, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import PLAYER
from horizons_host.server.people.blocks import shown_blocks
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service

#: Kinds of entries.
MESSAGE, READY, UNREADY, CHANGE = "message", "ready", "unready", "change"
MAX_MESSAGE_LENGTH = 500
#: Entries of a game in total, and of an account within a time.
MAX_ENTRIES = 2_000
ENTRIES_BY_ACCOUNT = Limit(30, timedelta(minutes=10))
#: The number of messages and changes that a page shows.
_SHOWN = 100


class RoomError(HorizonsError):
    """A message or answer that a waiting room doesn't accept."""


@frozen
class RoomEntry:
    """A member's message, or a change of the settings.

    Attributes:
        account: the account of the writer, or of the organizer who changed the settings.
        name: the writer's name in the game.
        text: the message; "" for a change.
        changes: what was changed, in sentences.
        at: when.
    """

    account: int
    name: str
    text: str
    changes: Sequence[LocalizedText]
    at: str


@frozen
class Room:
    """A waiting room: its latest messages and changes, oldest first, and the accounts ready."""

    entries: Sequence[RoomEntry]
    ready: frozenset[int]

    def awaits(self, rights: Access) -> bool:
        """Return whether the reader is a player who is not ready."""
        return rights.has_role(PLAYER) and not is_ready(self, rights)


def is_ready(room: Room, rights: Access) -> bool:
    """Return whether the reader is ready."""
    return rights.account is not None and rights.account.id in room.ready


def is_room(rights: Access) -> bool:
    """Return whether the reader may use the game's waiting room."""
    return rights.game.state == directory.OPEN and bool(rights.own_memberships)


def read_room(service: Service, rights: Access) -> Room:
    """Return the waiting room of a game, with the names that its members have, or had, in the game.

    Messages of people whom the reader has blocked are left out, if the game shows its players.
    """
    blocked = shown_blocks(service, rights.account, rights.game)
    members = directory.members(service, rights.game.key)
    seats = {member.account: member.seat for member in members if member.seat}
    table, accounts = tables.room_entries, tables.accounts
    statement = (
        select(table, accounts.c.name)
        .join(accounts, accounts.c.id == table.c.account)
        .where(table.c.game == rights.game.key)
        .order_by(table.c.id)
    )
    rows = service.database.select_rows(statement)
    entries = [
        RoomEntry(
            row.account,
            seats.get(row.account, row.name),
            row.text if row.kind == MESSAGE else "",
            _changes(row.text) if row.kind == CHANGE else (),
            row.at,
        )
        for row in rows
        if row.text and not (row.kind == MESSAGE and row.account in blocked)
    ]
    marks = [(row.kind, row.account) for row in rows]
    return Room(entries[-_SHOWN:], frozenset(_ready(marks)))


def _changes(text: str) -> list[LocalizedText]:
    return [LocalizedText.from_dict(change) for change in json.loads(text)]


def note_changes_within(
    service: Service,
    connection: Connection,
    key: str,
    account: Account,
    changes: Iterable[LocalizedText],
) -> None:
    """Note a change of the settings, after which no player is ready."""
    text = json.dumps([change.to_dict() for change in changes])
    add_within(service, connection, key, account, CHANGE, text)


def ready_accounts(service: Service, keys: Collection[str]) -> Mapping[str, frozenset[int]]:
    """Return the accounts that are ready in each of these open games."""
    table = tables.room_entries.c
    statement = select(table.game, table.kind, table.account).where(table.game.in_(keys))
    marks: dict[str, list[tuple[str, int]]] = {key: [] for key in keys}
    for row in service.database.select_rows(statement.order_by(table.id)):
        marks[row.game].append((row.kind, row.account))
    return {key: frozenset(_ready(game_marks)) for key, game_marks in marks.items()}


def _ready(marks: Iterable[tuple[str, int]]) -> set[int]:
    """Return the accounts that are ready, given the kinds and accounts of all entries in order.

    A change of the settings makes everyone unready.
    """
    ready: set[int] = set()
    for kind, account in marks:
        if kind == CHANGE:
            ready.clear()
        elif kind == READY:
            ready.add(account)
        elif kind == UNREADY:
            ready.discard(account)
    return ready


def post_message(service: Service, rights: Access, text: str) -> None:
    """Add a member's message; raises RoomError, TooManyError, and NoGameError for strangers."""
    text = " ".join(text.split())
    if not text or len(text) > MAX_MESSAGE_LENGTH:
        raise RoomError(
            LocalizedText("a message has 1 to {most} characters", most=MAX_MESSAGE_LENGTH),
            LocalizedText("change the text"),
        )
    _add(service, rights, MESSAGE, text)


def set_ready(service: Service, rights: Access, *, ready: bool) -> bool:
    """Mark a player as ready or not; return whether all players are present and ready.

    Raises what `post_message` raises.
    """
    if not rights.has_role(PLAYER):
        raise page_not_found()
    room = read_room(service, rights)
    if is_ready(room, rights) != ready:
        _add(service, rights, READY if ready else UNREADY, "")
    return all_ready(service, rights)


def all_ready(service: Service, rights: Access) -> bool:
    """Return whether all players of an open game are present and ready now."""
    game, members = directory.find_with_members(service, rights.game.key)
    players = {m.account for m in members if m.role == PLAYER and m.left_at is None}
    if game.state != directory.OPEN or len(players) < max(game.terms.players, 1):
        return False
    return players <= read_room(service, rights).ready


def _add(service: Service, rights: Access, kind: str, text: str) -> None:
    account = rights.account
    if account is None or not is_room(rights):
        raise page_not_found()
    with service.database.writing() as connection:
        key = rights.game.key
        if directory.find_game_within(connection, key).state != directory.OPEN:
            raise page_not_found()
        members = directory.members_of(connection, key)
        if not any(m.account == account.id and m.left_at is None for m in members):
            raise page_not_found()
        table = tables.room_entries
        number = select(func.count()).where(table.c.game == key)
        if connection.execute(number).scalar_one() >= MAX_ENTRIES:
            raise RoomError(
                LocalizedText("this waiting room is full"), LocalizedText("start the game")
            )
        rate_limits.count_attempts_within(
            service, connection, (f"waiting rooms of {account.id}", ENTRIES_BY_ACCOUNT)
        )
        add_within(service, connection, key, account, kind, text)


def add_within(
    service: Service, connection: Connection, key: str, account: Account, kind: str, text: str = ""
) -> None:
    """Add an entry within a transaction that has checked the account's rights."""
    entry = {"game": key, "account": account.id, "kind": kind, "text": text}
    statement = insert(tables.room_entries).values(**entry, at=stamp(service.clock))
    connection.execute(statement)


def end_readiness_within(
    service: Service, connection: Connection, key: str, account: Account
) -> None:
    """Mark a player who leaves as not ready; one who wasn't ready adds nothing to the room."""
    table = tables.room_entries.c
    marks = select(table.kind, table.account).where(table.game == key).order_by(table.id)
    if account.id in _ready((row.kind, row.account) for row in connection.execute(marks)):
        add_within(service, connection, key, account, UNREADY)


def erase_messages(connection: Connection, account: Account) -> None:
    """Erase the messages of an account that is deleted, and why it has withdrawn games."""
    table, games = tables.room_entries, tables.games.c
    withdrawn = select(games.key).where(games.state == directory.WITHDRAWN)
    personal = (table.c.kind == MESSAGE) | table.c.game.in_(withdrawn)
    statement = update(table).where(table.c.account == account.id, personal)
    connection.execute(statement.values(text=""))
