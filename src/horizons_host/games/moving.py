"""Move of a game to another place, with a comparison of all rows."""

from __future__ import annotations

import shutil
from pathlib import Path

from attrs import frozen
from sqlalchemy import Connection

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now, stamp
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.copies import contents, copy_rows
from horizons_host.store.database import (
    ARRIVING,
    MOVED,
    UNUSABLE,
    Database,
    GameStoreError,
    Relocation,
    mark_unusable,
    mark_usable,
    relocation,
    report_damage,
    version_of,
)
from horizons_host.store.hosting import GameLocation
from horizons_host.store.schema import TABLES


@frozen
class MoveResult:
    """Result of a move: names of the places, number of tables and rows, latest turn."""

    origin: str
    goal: str
    tables: int
    rows: int
    turn: int
    is_copy: bool


def move(
    origin: GameLocation, goal: GameLocation, *, keep: bool = False, clock: Clock = now
) -> MoveResult:
    """Move a game, or copy it with `keep`; the original stays playable then.

    Raises GameStoreError, and changes nothing, if the game is damaged or the goal has another one.
    """
    original, copy = origin.tables, goal.tables
    if original.name == copy.name:
        raise HorizonsError(f"the game is already at '{original.name}'", "choose another place")
    _check_all(origin, copy)
    _make_room(goal, original)
    with (
        report_damage(original.name),
        original.writing(allow_unusable=True) as source,
    ):  # locked until its copy is compared
        mark = relocation(source, version_of(source))
        if mark is None:
            _arrive(source, original.name, copy, stamp(clock))
            _copy_files(origin, goal)
        rows = _compared(source, copy)
        if mark is None and not keep:
            mark_unusable(original, source, TABLES, Relocation(MOVED, copy.name, stamp(clock)))
    reopen(goal)
    with GameStore(goal.folder, goal.database) as arrived:
        turn = arrived.latest()
    return MoveResult(original.name, copy.name, len(TABLES.metadata.tables), rows, turn, keep)


def reopen(place: GameLocation) -> None:
    """Make a game playable here that was moved away, or has arrived."""
    database = place.tables
    if not database.exists():
        database.check()
    with database.writing(allow_unusable=True) as connection:
        if relocation(connection, version_of(connection)) is not None:
            mark_usable(database, connection, version_of(connection) - UNUSABLE)


def _check_all(origin: GameLocation, copy: Database) -> None:
    """Raise GameStoreError if a turn does not match its digest, unless the move already began."""
    source = origin.tables
    if _is_marked(source, MOVED, copy.name) and _is_marked(copy, ARRIVING, source.name):
        return
    with GameStore(origin.folder, origin.database) as store:
        for turn in range(store.first(), store.latest() + 1):
            store.stored(turn)


def _make_room(goal: GameLocation, original: Database) -> None:
    """Delete the remains of an earlier attempt, or of the same game moved away from the goal."""
    copy = goal.tables
    if goal.folder is not None:
        goal.folder.mkdir(parents=True, exist_ok=True)
    if not copy.exists() or _is_marked(original, MOVED, copy.name):
        return
    if not _is_marked(copy, ARRIVING, original.name) and not _is_marked(copy, MOVED, original.name):
        raise GameStoreError(
            f"'{copy.name}' already contains a game",
            "choose another place; nothing was changed",
        )
    copy.drop()


def _is_marked(database: Database, reason: str, place: str) -> bool:
    """Return whether the tables are marked with this reason and this other place."""
    if not database.exists():
        return False
    with database.reading(allow_unusable=True) as connection:
        mark = relocation(connection, version_of(connection))
    return mark is not None and (mark.reason, mark.place) == (reason, place)


def _arrive(source: Connection, name: str, copy: Database, time: str) -> None:
    def fill(target: Connection) -> None:
        copy_rows(source, target, TABLES)
        copy.renumber(target)
        mark_unusable(copy, target, TABLES, Relocation(ARRIVING, name, time))

    if not copy.create(fill):
        raise GameStoreError(f"'{copy.name}' already contains a game", "choose another place")


def _compared(source: Connection, copy: Database) -> int:
    """Return the number of copied rows; raises GameStoreError if they differ from the original."""
    expected = contents(source, TABLES)
    with copy.reading(allow_unusable=True) as target:
        actual = contents(target, TABLES)
    differing = [name for name in expected if actual[name] != expected[name]]
    if differing:
        raise GameStoreError(
            f"the copy of table '{differing[0]}' at '{copy.name}' differs",
            "the original is unchanged; try again",
        )
    return sum(table.rows for table in expected.values())


def _copy_files(origin: GameLocation, goal: GameLocation) -> None:
    """Copy the other files: backups, reports, the journal of mails."""
    if origin.folder is None or goal.folder is None or not origin.folder.is_dir():
        return
    for path in sorted(origin.folder.iterdir()):
        if path.name.startswith((".", DATABASE)):
            continue
        copy: Path = goal.folder / path.name
        if path.is_dir():
            shutil.copytree(path, copy, dirs_exist_ok=True)
        else:
            shutil.copy2(path, copy)
