"""Copies of a game as a file: whole, of one moment, and written while others go on."""

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
from horizons_host.databases.sqlite_errors import told_plainly
from horizons_host.files import PRIVATE
from horizons_host.store.schema import TABLES

_PATIENCE_SECONDS = 5.0


def copy_database(source: Path, target: Path) -> None:
    """Write a copy of a game's file; it appears whole or not at all, and replaces nothing.

    Raises GameStoreError, FileExistsError if there is something at the target, OSError.
    """
    partial = _beside(target)
    try:
        with told_plainly(target, _PATIENCE_SECONDS):
            _copy(source, partial)
        partial.chmod(PRIVATE)
        os.link(partial, target)  # fails, and does not overwrite, if there is one
    finally:
        partial.unlink(missing_ok=True)


def copy_to_file(source: Database, target: Path) -> None:
    """Write a game, wherever it lies, as a file; it appears whole or not at all.

    Raises GameStoreError, FileExistsError if there is something at the target, OSError.
    """
    if isinstance(source, SqliteDatabase):
        copy_database(source.file, target)
        return
    file = SqliteDatabase(target, TABLES)
    with source.writing():
        pass  # its tables are those of today now
    with source.reading() as rows:
        made = file.create(lambda connection: copy_rows(rows, connection, TABLES))
    if not made:
        raise FileExistsError(target)
    target.chmod(PRIVATE)


def _beside(target: Path) -> Path:
    """A new empty file for the copy; raises OSError that names the target, which the user knows."""
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
        copy.execute("PRAGMA journal_mode = OFF")  # nobody sees it before it is whole
        original.backup(copy)
    with partial.open("rb") as stream:
        os.fsync(stream.fileno())


def not_there(file: Path) -> GameStoreError:
    """The refusal to restore what is not there."""
    return GameStoreError(f"there is no backup '{file}'", "see 'horizons backup --list'")
