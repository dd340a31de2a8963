"""Moving a game from one place to another: whole, compared on arrival, and never playable in two.

The copy arrives put aside, which nobody can play. Then the original is put aside, and at last the
copy is taken back. Wherever that breaks off, all is there in one place at least, and moving it once
more goes on.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from attrs import frozen
from sqlalchemy import Connection

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now, stamp
from horizons_host.databases.aside import (
    ARRIVING,
    ASIDE,
    MOVED,
    Whereabouts,
    put_aside,
    take_back,
    whereabouts,
)
from horizons_host.databases.copying import contents, copy_rows
from horizons_host.databases.engines import Database, version_of
from horizons_host.databases.errors import GameStoreError
from horizons_host.hosting.games import Place
from horizons_host.store import DATABASE, GameStore
from horizons_host.store.errors import damage_told
from horizons_host.store.schema import TABLES


@frozen
class Moved:
    """What came of it: the places by name, how many tables and rows, and the turn it stands at."""

    origin: str
    goal: str
    tables: int
    rows: int
    turn: int
    kept: bool


def move(origin: Place, goal: Place, *, keep: bool = False, clock: Clock = now) -> Moved:
    """Move a game; with `keep` the original can be played on, and what arrives is a copy.

    Raises GameStoreError for a game that is damaged, and if there is another one at the goal;
    nothing is changed then.
    """
    ours, theirs = origin.tables, goal.tables
    if ours.name == theirs.name:
        raise HorizonsError(f"the game is already at '{ours.name}'", "choose another place")
    _check_all(origin, theirs)
    _make_room(goal, ours)
    with (
        damage_told(ours.name),
        ours.writing(aside=True) as source,
    ):  # nobody writes it until its copy is compared
        where = whereabouts(source, version_of(source))
        if where is None:
            _arrive(source, ours.name, theirs, stamp(clock))
            _copy_files(origin, goal)
        rows = _compared(source, theirs)
        if where is None and not keep:
            put_aside(ours, source, TABLES, Whereabouts(MOVED, theirs.name, stamp(clock)))
    reopen(goal)
    with GameStore(goal.folder, goal.database) as arrived:
        turn = arrived.latest()
    return Moved(ours.name, theirs.name, len(TABLES.metadata.tables), rows, turn, keep)


def reopen(place: Place) -> None:
    """Have a game that was moved away, or has arrived, be played here."""
    database = place.tables
    if not database.there():
        database.check()
    with database.writing(aside=True) as connection:
        if whereabouts(connection, version_of(connection)) is not None:
            take_back(database, connection, version_of(connection) - ASIDE)


def _check_all(origin: Place, theirs: Database) -> None:
    """Raises GameStoreError unless every turn is as its digest says, or the game is on its way."""
    if _aside(origin.tables, MOVED, theirs.name) and _aside(theirs, ARRIVING, origin.tables.name):
        return
    with GameStore(origin.folder, origin.database) as store:
        for turn in range(store.first(), store.latest() + 1):
            store.stored(turn)


def _make_room(goal: Place, ours: Database) -> None:
    """Delete what an earlier attempt, or the same game when it was moved from here, has left."""
    theirs = goal.tables
    if goal.folder is not None:
        goal.folder.mkdir(parents=True, exist_ok=True)
    if not theirs.there() or _aside(ours, MOVED, theirs.name):
        return
    if not _aside(theirs, ARRIVING, ours.name) and not _aside(theirs, MOVED, ours.name):
        raise GameStoreError(
            f"'{theirs.name}' already contains a game",
            "choose another place; nothing was changed",
        )
    theirs.drop()


def _aside(database: Database, why: str, place: str) -> bool:
    """Whether the tables are put aside for this reason, with regard to this place."""
    if not database.there():
        return False
    with database.reading(aside=True) as connection:
        where = whereabouts(connection, version_of(connection))
    return where is not None and (where.why, where.place) == (why, place)


def _arrive(source: Connection, name: str, theirs: Database, time: str) -> None:
    def fill(target: Connection) -> None:
        copy_rows(source, target, TABLES)
        theirs.renumber(target)
        put_aside(theirs, target, TABLES, Whereabouts(ARRIVING, name, time))

    if not theirs.create(fill):
        raise GameStoreError(f"'{theirs.name}' already contains a game", "choose another place")


def _compared(source: Connection, theirs: Database) -> int:
    """How many rows have arrived; raises GameStoreError unless they are those of the original."""
    expected = contents(source, TABLES)
    with theirs.reading(aside=True) as target:
        found = contents(target, TABLES)
    other = [name for name in expected if found[name] != expected[name]]
    if other:
        raise GameStoreError(
            f"the copy of table '{other[0]}' at '{theirs.name}' differs",
            "the original is unchanged; try again",
        )
    return sum(table.rows for table in expected.values())


def _copy_files(origin: Place, goal: Place) -> None:
    """Copy what lies beside the database: backups, reports, the journal of mails."""
    if origin.folder is None or goal.folder is None or not origin.folder.is_dir():
        return
    for one in sorted(origin.folder.iterdir()):
        if one.name.startswith((".", DATABASE)):
            continue
        copy: Path = goal.folder / one.name
        if one.is_dir():
            shutil.copytree(one, copy, dirs_exist_ok=True)
        else:
            shutil.copy2(one, copy)
