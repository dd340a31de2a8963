"""Copies of a game as a file: consistent, complete, and written while the game is in use."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from pathlib import Path

from horizons_host.databases.copying import copy_rows
from horizons_host.databases.engines import Database
from horizons_host.databases.errors import GameStoreError
from horizons_host.databases.sqlite import SqliteDatabase
from horizons_host.databases.sqlite_errors import translate_errors
from horizons_host.files import PRIVATE
from horizons_host.store.schema import TABLES

_PATIENCE_SECONDS = 5.0


def copy_database(source: Path, target: Path) -> None:
    """Write a copy of a game's file; it appears completely or not at all, and replaces nothing.

    Raises GameStoreError, OSError, FileExistsError if the target exists.
    """
    partial = _partial_file(target)
    try:
        with translate_errors(target, _PATIENCE_SECONDS):
            _copy(source, partial)
        partial.chmod(PRIVATE)
        os.link(partial, target)  # fails if the target exists, and never overwrites
    finally:
        partial.unlink(missing_ok=True)


def copy_to_file(source: Database, target: Path) -> None:
    """Write a game from any database as a file; it appears completely or not at all.

    Raises GameStoreError, OSError, FileExistsError if the target exists.
    """
    if isinstance(source, SqliteDatabase):
        copy_database(source.file, target)
        return
    file = SqliteDatabase(target, TABLES)
    with source.writing():
        pass  # this upgrades its tables
    with source.reading() as rows:
        created = file.create(lambda connection: copy_rows(rows, connection, TABLES))
    if not created:
        raise FileExistsError(target)
    target.chmod(PRIVATE)


def _partial_file(target: Path) -> Path:
    """Create an empty file next to the target; raises OSError that names the target."""
    try:
        handle, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".partial", dir=target.parent
        )
    except OSError as problem:
        problem.filename = str(target)
        raise
    os.close(handle)
    return Path(name)


def _copy(source: Path, partial: Path) -> None:
    mode = f"{source.absolute().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(mode, uri=True, timeout=_PATIENCE_SECONDS)) as original,
        contextlib.closing(sqlite3.connect(partial)) as copy,
    ):
        copy.execute("PRAGMA journal_mode = OFF")  # no reader before it is complete
        original.backup(copy)
    with partial.open("rb") as stream:
        os.fsync(stream.fileno())


def missing_backup(file: Path) -> GameStoreError:
    """Return the error for a backup that does not exist."""
    return GameStoreError(f"there is no backup '{file}'", "see 'horizons backup --list'")
