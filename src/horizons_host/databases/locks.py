"""A lock that one process holds, and that is released when the process ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from horizons_host.databases.errors import GameStoreError


@contextmanager
def hold_lock(file: Path) -> Iterator[bool]:
    """Hold the lock of a file that is made for it; yields False if another process holds it.

    Raises GameStoreError if the file cannot be written.
    """
    with closing(_open_lock(file)) as lock:
        yield _acquire(lock, file)


def _open_lock(file: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as problem:
        raise _unwritable(file) from problem


def _acquire(lock: sqlite3.Connection, file: Path) -> bool:
    # An empty database serves as a lock: it works on all systems, and a crash releases it. One of
    # two simultaneous attempts always succeeds, since IMMEDIATE doesn't wait for readers to leave.
    try:
        lock.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return False
        raise _unwritable(file) from problem
    return True


def _unwritable(file: Path) -> GameStoreError:
    return GameStoreError(
        f"'{file}' cannot be written", f"change the permissions of '{file.parent}'"
    )
