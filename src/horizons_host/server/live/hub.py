"""The open streams of a process, and the thread that sends them what has changed.

Processes share facts through the database: whoever changes a game writes its tables, and each
process that has streams notices that and reads what is new. A stream holds no connection.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from attrs import evolve
from sqlalchemy import select

from horizons_core.errors import HorizonsError
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, access
from horizons_host.server.games.directory import ListedGame, Membership, NoGameError
from horizons_host.server.jobs import queue
from horizons_host.server.live.streams import Subscriber, demand_room, message
from horizons_host.server.live.versions import (
    DirectoryEntry,
    directory_entries,
    has_store,
    reader_of,
    version_of,
)
from horizons_host.server.service import Service
from horizons_host.store.changes import ERRORS, SERVER_TABLES, Changes
from horizons_host.store.facts import GameFacts, Progress, Reader

_log = logging.getLogger(__name__)
#: Games that a stream reports on: those asked for, and the account's newest that are not over.
MAX_ASKED, _MAX_OWN = 50, 50
#: Delay after an error of the database.
_PAUSE_SECONDS = 2.0
#: The kind of a message, or of a player who became ready, in a waiting room.
_ROOM_CHANGED = "room-changed"


class LiveFacts:
    """The streams of a process. Their thread runs while there are any."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._streams: dict[Subscriber, str] = {}
        self._counts: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._lock = threading.Lock()
        self._progress: dict[str, Progress] = {}
        self._entries: Mapping[str, DirectoryEntry] | None = None
        self._running: frozenset[str] = frozenset()
        self._late: set[str] = set()
        self._members: dict[str, tuple[ListedGame, tuple[Membership, ...]] | None] = {}
        self._valid: dict[Subscriber, bool] = {}

    # In the event loop:

    def admit(self, reader: Subscriber) -> None:
        """Raise TooManyError if there is no room for another stream."""
        demand_room(self._counts, reader)

    def add(self, reader: Subscriber) -> None:
        """Begin to send facts to a reader."""
        name = demand_room(self._counts, reader)
        self._counts[name] += 1
        self._streams[reader] = name
        if self._is_closed:
            reader.close()
        self._ensure_thread()

    def _ensure_thread(self) -> None:
        if self._streams and self._thread is None:
            self._loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._watch, name="live facts", daemon=True)
            self._thread.start()

    def remove(self, reader: Subscriber) -> None:
        """Stop sending to a reader."""
        name = self._streams.pop(reader, None)
        if name is not None:
            self._counts[name] -= 1
            self._counts += Counter()  # forgets those without a stream

    def close(self) -> None:
        """End all streams, when the server stops."""
        self._is_closed = True
        for reader in list(self._streams):
            reader.close()

    @property
    def count(self) -> int:
        """Number of open streams."""
        return len(self._streams)

    # In threads:

    def greeting(self, reader: Subscriber) -> bytes:
        """Return the current versions of a reader's games, which the stream reports on from now."""
        own = self._own_games(reader)
        asked = [key for key in dict.fromkeys(reader.asked[:MAX_ASKED]) if key not in own]
        others = (self._access(reader, key) for key in asked)
        seen = [*own.values(), *(rights for rights in others if rights is not None)]
        reader.games = frozenset(rights.game.key for rights in seen)
        lines = []
        for rights in seen:
            key = rights.game.key
            with suppress(HorizonsError):
                self._note_progress(rights)
                lines.append(message("version", key, version := version_of(self.service, rights)))
                if key in self._running:
                    lines.append(message("turn-started", key, version))
        return b"".join(lines)

    def _own_games(self, reader: Subscriber) -> dict[str, Access]:
        """Return the account's rights in its newest games, each with its own memberships alone."""
        own: dict[str, Access] = {}
        if reader.account is not None:
            for game, member in directory.games_of(self.service, reader.account):
                if game.key in own:
                    own[game.key] = evolve(own[game.key], members=(*own[game.key].members, member))
                elif game.state != directory.ENDED and len(own) < _MAX_OWN:
                    own[game.key] = Access(game, reader.account, (member,))
        return own

    def _access(self, reader: Subscriber, key: str) -> Access | None:
        try:
            return access(self.service, reader.account, key)
        except NoGameError:
            return None

    def _note_progress(self, rights: Access) -> None:
        key = rights.game.key
        if has_store(rights) and key not in self._progress:
            with self.service.database.game(key) as store:
                progress = GameFacts(store).progress()
            with self._lock:
                self._progress.setdefault(key, progress)

    # In the thread that watches:

    def _watch(self) -> None:
        self._entries = None
        while self._streams:
            try:
                with self.service.database.games.changes() as changes:
                    while self._streams:
                        self.report_changes(changes)
            except ERRORS as problem:
                _log.warning("changes of games cannot be noticed: %s", problem)
                threading.Event().wait(_PAUSE_SECONDS)
        self._thread = None
        self._in_loop(self._ensure_thread)  # for a stream that was added at this moment

    def report_changes(self, changes: Changes) -> None:
        """Wait for changes, and send the readers of each what is new."""
        watched = {key for reader in list(self._streams) for key in reader.games}
        with self._lock:
            for key in self._progress.keys() - watched:
                del self._progress[key]
        changed = changes.wait(watched) | self._late
        self._late = set()
        self._members, self._valid = {}, {}  # read once for all that has changed
        if SERVER_TABLES in changed:
            self._notify_directory()
        for key in sorted(changed & watched):
            try:
                self._notify_game(key)
            except HorizonsError as problem:
                _log.info("the facts of %s are read again: %s", key, problem)
                self._late.add(key)

    def _notify_game(self, key: str) -> None:
        """Send the readers of a game its new facts: to each, those that they may know now."""
        before = self._progress.get(key)
        if before is None:
            return
        readers = self._present_readers(key)
        with self.service.database.game(key) as store:
            parts = {reader_of(rights) for _, rights in readers}
            update = GameFacts(store).since(before, parts)
        self._progress[key] = update.after
        for reader, rights in readers:
            part = reader_of(rights)
            for kind in update.kinds(part):
                self._send(reader, message(kind, key, update.versions[part]))

    def _present_readers(self, key: str) -> list[tuple[Subscriber, Access]]:
        """List the readers of a game who may see it now, with their rights."""
        return self._with_rights(key, [r for r in list(self._streams) if key in r.games])

    def _with_rights(
        self, key: str, readers: Iterable[Subscriber]
    ) -> list[tuple[Subscriber, Access]]:
        """Return those of the readers who may see a game now, with their rights."""
        if key not in self._members:
            self._members[key] = self._present_members(key)
        known = self._members[key]
        if known is None:
            return []
        game, members = known
        pairs = [(reader, Access(game, reader.account, members)) for reader in readers]
        self._check([reader for reader, rights in pairs if rights.own_memberships])
        return [
            (reader, rights)
            for reader, rights in pairs
            if (self._valid[reader] if rights.own_memberships else game.terms.listed)
        ]

    def _present_members(self, key: str) -> tuple[ListedGame, tuple[Membership, ...]] | None:
        try:
            game, members = directory.find_with_members(self.service, key)
        except NoGameError:
            return None
        return game, tuple(member for member in members if member.left_at is None)

    def _check(self, readers: Iterable[Subscriber]) -> None:
        """Note whose session or token is still their account's, and end the other streams."""
        by_kind: dict[Any, list[Subscriber]] = {}
        for reader in readers:
            if reader not in self._valid:
                by_kind.setdefault(reader.owners, []).append(reader)
        for owners, unchecked in by_kind.items():
            valid = owners(self.service, {reader.key for reader in unchecked})
            for reader in unchecked:
                account = reader.account
                is_valid = account is not None and valid.get(reader.key) == account.id
                self._valid[reader] = is_valid
                if not is_valid:
                    self._in_loop(reader.close)

    def _notify_directory(self) -> None:
        """Tell of games that were announced, joined, started or cancelled, or run a turn."""
        before, self._entries = self._entries, directory_entries(self.service)
        running, self._running = self._running, self._games_running()
        after, before = self._entries, self._entries if before is None else before
        for key in sorted(after.keys() | before.keys()):
            kind = _change(before.get(key), after.get(key))
            with suppress(HorizonsError):
                if kind == _ROOM_CHANGED:
                    self._notify_members(key, kind)
                elif kind:
                    self._notify_lobby(key, kind, is_gone=key not in after)
        for key in running ^ self._running:
            with suppress(HorizonsError):
                if key in self._running:
                    self._notify_all(key, "turn-started")
                else:
                    self._notify_game(key)  # its result, before
                    self._notify_all(key, "turn-stopped")

    def _games_running(self) -> frozenset[str]:
        jobs = tables.jobs.c
        statement = select(jobs.game).where(
            jobs.state == queue.TAKEN,
            jobs.says == queue.TURN_RUNNING,
            jobs.held_until >= stamp(self.service.clock),
        )
        return frozenset(row.game for row in self.service.database.select_rows(statement))

    def _notify_lobby(self, key: str, kind: str, *, is_gone: bool) -> None:
        """Tell of a game in the lobby, also those who do not watch it."""
        if is_gone:  # those who watch it have seen it
            for reader in list(self._streams):
                if key in reader.games:
                    self._send(reader, message(kind, key, 0))
            return
        readers = self._with_rights(key, list(self._streams))
        if kind == "game-ended":  # those who watch the game hear it from the game itself
            readers = [pair for pair in readers if key not in pair[0].games]
        self._notify(key, kind, readers)

    def _notify_members(self, key: str, kind: str) -> None:
        """Tell the members of a game, and nobody else."""
        readers = self._present_readers(key)
        self._notify(key, kind, [pair for pair in readers if pair[1].own_memberships])

    def _notify_all(self, key: str, kind: str) -> None:
        """Send the readers of a game a fact that changes no version."""
        self._notify(key, kind, self._present_readers(key))

    def _notify(self, key: str, kind: str, readers: Iterable[tuple[Subscriber, Access]]) -> None:
        versions: dict[tuple[Reader, bool], int] = {}
        for reader, rights in readers:
            part = reader_of(rights), bool(rights.own_memberships)
            if part not in versions:
                self._note_progress(rights)
                versions[part] = version_of(self.service, rights)
            self._send(reader, message(kind, key, versions[part]))

    def _send(self, reader: Subscriber, data: bytes) -> None:
        self._in_loop(lambda: reader.put(data))

    def _in_loop(self, function: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(function)


def _change(before: DirectoryEntry | None, after: DirectoryEntry | None) -> str:
    """Return the kind of a change in the directory, or ""."""
    if after is None:
        return "game-cancelled"
    if before is None:
        return "game-announced"
    if before.state != after.state:  # an end that was undone is told by the game itself
        kinds = {
            directory.RUNNING: "game-started",
            directory.ENDED: "game-ended",
            directory.WITHDRAWN: "game-cancelled",
        }
        return "" if before.state == directory.ENDED else kinds.get(after.state, "")
    kinds_by_number = (
        ("joined", "player-joined"),
        ("left", "player-left"),
        ("changes", "game-changed"),
        ("shares", "game-changed"),
        ("entries", _ROOM_CHANGED),
    )
    changed = (k for name, k in kinds_by_number if getattr(before, name) != getattr(after, name))
    return next(changed, "")
