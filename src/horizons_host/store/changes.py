"""Detection of changes to a server's games, whichever process or command makes them."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from sqlalchemy import URL

from horizons_core.errors import HorizonsError

#: Stands for the server's own tables among the keys of games.
SERVER_TABLES = ""
#: Interval at which files are checked.
POLL_SECONDS = 0.25
#: After a notification others are awaited this long: a turn that is run sends several.
GATHER_SECONDS = 0.1
#: A file that was written less than this long ago is reported again: the next change may leave it
#: with the same time stamp.
_SETTLED_SECONDS = 1.0
#: The channel of notifications; their payload is the schema that was written.
CHANNEL = "horizons_changes"


class Changes(Protocol):
    """Reports changes to games until it is closed."""

    def wait(self, keys: Collection[str]) -> set[str]:
        """Wait for a moment, and return which of these games may have changed since the last call.

        A game is reported the first time it is asked for. `SERVER_TABLES` stands for the
        server's own tables. Raises GameStoreError if the database cannot be reached.
        """


class FileChanges:
    """Changes to SQLite files, by their time stamps.

    The files are not opened: closing one would release the locks that SQLite has on it. The
    server's own file has a write-ahead log, and SQLite itself knows whether it was written.
    """

    def __init__(self, own: sqlite3.Connection, file_of: Callable[[str], Path]) -> None:
        self._own = own
        self._file_of = file_of
        self._seen: dict[str, object] = {}

    def wait(self, keys: Collection[str]) -> set[str]:
        """Wait for the next poll, and return what may have changed."""
        time.sleep(POLL_SECONDS)
        now = time.time()
        changed = {key for key in keys if self._has_changed(key, self._state(key, now))}
        for gone in self._seen.keys() - keys - {SERVER_TABLES}:
            del self._seen[gone]
        own = self._own.execute("PRAGMA data_version").fetchone()
        return changed | ({SERVER_TABLES} if self._has_changed(SERVER_TABLES, own) else set())

    def _state(self, key: str, now: float) -> object:
        try:
            status = self._file_of(key).stat()
        except OSError:
            return None
        settles = now if abs(now - status.st_mtime) < _SETTLED_SECONDS else 0
        return status.st_ino, status.st_size, status.st_mtime_ns, settles

    def _has_changed(self, key: str, state: object) -> bool:
        before = self._seen.get(key, ...)
        self._seen[key] = state
        return before != state


@contextmanager
def file_changes(own: Path, file_of: Callable[[str], Path]) -> Iterator[FileChanges]:
    """Watch the server's own file, and the files of games."""
    with closing(sqlite3.connect(f"{own.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        yield FileChanges(connection, file_of)


class NotifiedChanges:
    """Changes reported by PostgreSQL: each transaction that writes tables sends a notification."""

    def __init__(self, connection: psycopg.Connection, key_of: Callable[[str], str | None]) -> None:
        self._connection = connection
        self._key_of = key_of
        self._known: set[str] = set()

    def wait(self, keys: Collection[str]) -> set[str]:
        """Wait briefly for notifications, and return what has changed."""
        new = {*keys, SERVER_TABLES} - self._known
        self._known = {*keys, SERVER_TABLES}
        notices = self._connection.notifies(timeout=0 if new else POLL_SECONDS, stop_after=1)
        payloads = [notice.payload for notice in notices]
        if payloads:
            more = self._connection.notifies(timeout=GATHER_SECONDS)
            payloads += [notice.payload for notice in more]
        changed = {key for payload in payloads if (key := self._key_of(payload)) is not None}
        return new | (changed & self._known)


@contextmanager
def notified_changes(url: URL, key_of: Callable[[str], str | None]) -> Iterator[NotifiedChanges]:
    """Listen for notifications on a separate connection."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True, connect_timeout=10) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        yield NotifiedChanges(connection, key_of)


#: Errors if a database cannot be watched at the moment.
ERRORS = (HorizonsError, psycopg.Error, sqlite3.Error, OSError)
