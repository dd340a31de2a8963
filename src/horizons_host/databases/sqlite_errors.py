"""Errors of SQLite and the system, translated to messages with the file and the remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import exc

from horizons_host.databases.errors import (
    GameStoreError,
    LostGameError,
    UnavailableError,
    damaged,
    foreign,
)

_LOCKED = (
    "'{file}' is locked: another program has been writing to it for {patience} seconds",
    "wait until it has finished, then try again",
    "the database is busy",
)
_READ_ONLY = (
    "'{file}' cannot be written: it or its folder is read-only",
    "change the permissions of both, or work on a copy",
    "the database cannot be written",
)
_COMPLAINTS = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: (
        "'{file}' or its folder cannot be opened for writing",
        "change the permissions of the file and its folder",
        "the database cannot be opened",
    ),
    sqlite3.SQLITE_FULL: (
        "no room for '{file}': the database or disk is full",
        "free some space and try again",
        "the server's disk is full",
    ),
    sqlite3.SQLITE_IOERR: (
        "'{file}' cannot be read or written: {problem}",
        "check whether the disk is full or failing, then try again",
        "the server's disk is full or failing",
    ),
}


@contextmanager
def translate_errors(file: Path, patience: float) -> Iterator[None]:
    """Turn errors of the database and the system into GameStoreErrors."""
    try:
        yield
    except exc.DBAPIError as problem:
        raise _explained(problem.orig, file, patience) from problem
    except UnicodeDecodeError as problem:  # SQLite quotes damaged parts in its message
        raise damaged(file, "its tables cannot be read") from problem
    except sqlite3.Error as problem:
        raise _explained(problem, file, patience) from problem


def _explained(problem: BaseException | None, file: Path, patience: float) -> GameStoreError:
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return foreign(file)
    if code not in _COMPLAINTS:
        return damaged(file, str(problem))
    message, remedy, public = _COMPLAINTS[code]
    words = {"file": file, "patience": f"{patience:g}", "problem": problem}
    return UnavailableError(message.format(**words), f"{remedy}; nothing was changed", public)


def missing(file: Path) -> GameStoreError:
    """Return the error for a folder that is missing or contains no game."""
    folder = file.parent
    state = "contains no game" if folder.is_dir() else "does not exist"
    if folder.is_file():
        state = "is a file"
    return LostGameError(
        f"the game's folder '{folder}' {state}",
        "choose a game's folder with -g, or set up a game: horizons new DIR --variant ...",
    )
