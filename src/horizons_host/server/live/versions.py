"""The version of a game that a reader sees, as pages and streams of facts name it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen
from sqlalchemy import Row, case, func, select

from horizons_core.errors import HorizonsError
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access
from horizons_host.server.games.waiting_room import CHANGE
from horizons_host.server.service import Service
from horizons_host.store import GameStore
from horizons_host.store.facts import GameFacts, Reader

_WAITING = (directory.OPEN, directory.STARTING, directory.WITHDRAWN)
#: An open game's version is its joinings, leavings and changes of settings times this, plus shares
#: of its random seed; for members, plus entries of its waiting room. It is at most the largest.
_PER_CHANGE, _LARGEST = 1_000, 999_999


@frozen
class DirectoryEntry:
    """A game's state in the directory, and for an open game numbers of what happened.

    Attributes:
        joined: the number of members who joined, and in `left` of those who left again.
        shares: the number of shares of the random seed.
        changes: the number of changes of its settings.
        entries: the number of entries of its waiting room, which its members alone see.
    """

    state: str
    joined: int = 0
    left: int = 0
    shares: int = 0
    changes: int = 0
    entries: int = 0

    def version(self, *, is_member: bool) -> int:
        """Return a reader's version of an open game, less than that of any started one."""
        changes = self.joined + self.left + self.changes
        version = changes * _PER_CHANGE + self.shares + (self.entries if is_member else 0)
        return min(version, _LARGEST)


_table = tables.members.c
_ENTRIES = (
    select(
        tables.games.c.key,
        tables.games.c.state,
        tables.games.c.chance,
        func.count(_table.id).label("joined"),
        func.count(_table.left_at).label("left"),
        func.count(func.nullif(_table.promise, "")).label("promises"),
    )
    .select_from(
        tables.games.outerjoin(
            tables.members,
            (_table.game == tables.games.c.key) & tables.games.c.state.in_(_WAITING),
        )
    )
    .group_by(tables.games.c.key)
)
_entries = tables.room_entries.c
_ROOMS = (
    select(
        _entries.game,
        func.count().label("entries"),
        func.count(case((_entries.kind == CHANGE, 1))).label("changes"),
    )
    .join(tables.games, tables.games.c.key == _entries.game)
    .where(tables.games.c.state.in_(_WAITING))
    .group_by(_entries.game)
)


def directory_entries(service: Service, key: str | None = None) -> Mapping[str, DirectoryEntry]:
    """Return the entries of all games, or of one."""
    rooms, games = _ROOMS, _ENTRIES
    if key is not None:
        rooms, games = rooms.where(_entries.game == key), games.where(tables.games.c.key == key)
    counts = {row.game: (row.changes, row.entries) for row in service.database.select_rows(rooms)}
    return {
        row.key: _entry(row, *counts.get(row.key, (0, 0)))
        for row in service.database.select_rows(games)
    }


def _entry(row: Row[Any], changes: int, entries: int) -> DirectoryEntry:
    shares = row.promises + len(row.chance.get("shares", ()))
    return DirectoryEntry(row.state, row.joined, row.left, shares, changes, entries)


def reader_of(rights: Access) -> Reader:
    """Return the account's part in a game as a reader."""
    if rights.is_gamemaster:
        return Reader(is_gamemaster=True)
    return Reader(rights.seat)


def has_store(rights: Access) -> bool:
    """Tell whether a game was set up, so that it has a store."""
    return rights.game.state not in _WAITING


@frozen
class ShownGame:
    """The state of a game on a page: its version for the reader, and its latest turn."""

    version: int
    turn: int | None = None


def shown_game(service: Service, rights: Access) -> ShownGame | None:
    """Return what a page that is about to be read shows, or None if the game can't be read.

    Read before the page's content, which is at least as new.
    """
    try:
        if not has_store(rights):
            return ShownGame(version_of(service, rights))
        with service.database.game(rights.game.key) as store, store.read_transaction():
            return shown_in(store, rights)
    except HorizonsError:
        return None  # the page itself reports it


def shown_in(store: GameStore, rights: Access) -> ShownGame:
    """Return what a page shows that is read in the same transaction."""
    return ShownGame(GameFacts(store).version(reader_of(rights)), store.latest())


def version_of(service: Service, rights: Access) -> int:
    """Return a reader's version of a game; raises GameStoreError.

    It only grows, by each fact that the reader may know.
    """
    if not has_store(rights):
        entry = directory_entries(service, rights.game.key).get(rights.game.key)
        is_member = bool(rights.own_memberships)
        return 0 if entry is None else entry.version(is_member=is_member)
    with service.database.game(rights.game.key) as store:
        return GameFacts(store).version(reader_of(rights))
