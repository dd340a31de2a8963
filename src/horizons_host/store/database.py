"""The interface between a store and its database, and the errors that a store raises."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Executable,
    MetaData,
    Row,
    String,
    Table,
    exc,
    insert,
    select,
)

from horizons_core.errors import HorizonsError
from horizons_host.store.columns import DamagedValueError

if TYPE_CHECKING:
    from alembic.script import Script


class GameStoreError(HorizonsError):
    """A game's folder, file or database that cannot be read or written."""


class UnavailableError(GameStoreError):
    """A database that cannot be read or written at the moment, and is not damaged.

    Attributes:
        public: the message for players, without its location.
    """

    def __init__(self, message: str, hint: str, public: str) -> None:
        super().__init__(message, hint)
        self.public = public


class LostGameError(GameStoreError):
    """A game whose data are damaged or missing; a backup can replace them."""

    public = "the data of this game is damaged or lost"


def foreign(place: object) -> GameStoreError:
    """Return the error for a database that is no game of ours."""
    return LostGameError(
        f"'{place}' is not a Horizons game",
        "choose a game's folder with -g, or set up a game: horizons new DIR --variant ...",
    )


def damaged(place: object, damage: str) -> GameStoreError:
    """Return the error for a damaged database."""
    return LostGameError(
        f"'{place}' is damaged: {damage}",
        "restore a backup: horizons restore; the file was not changed",
    )


def older(place: object, actual: int, oldest: int) -> GameStoreError:
    """Return the error for tables that were last written before Horizons 0.2.0."""
    return GameStoreError(
        f"'{place}' was last written before Horizons 0.2.0"
        f" (store {actual}, oldest known: {oldest})",
        "open it once with Horizons 0.2.0, which upgrades it: pip install horizons==0.2.0, then"
        " for a game: horizons move --reopen HERE, for a backup: horizons restore",
    )


def newer(place: object, actual: int, known: int) -> GameStoreError:
    """Return the error for a game that a newer version of the program wrote."""
    return GameStoreError(
        f"'{place}' was written by a newer version of Horizons (store {actual}, known: {known})",
        "update this installation: pip install --upgrade horizons",
    )


__all__ = ["GameStoreError", "LostGameError", "TurnTakenError", "report_damage", "turn_taken"]


class DeadlineMovedError(GameStoreError):
    """The deadline of a turn was changed while the turn was being run for it."""


class TurnTakenError(GameStoreError):
    """The turn that was being run was run by another process meanwhile."""


@contextmanager
def report_damage(place: object) -> Iterator[None]:
    """Report impossible values and missing rows as a damaged game."""
    try:
        yield
    except (DamagedValueError, exc.NoResultFound) as problem:
        raise damaged(place, str(problem)) from problem


def deadline_moved(turn: int) -> DeadlineMovedError:
    """Return the error for a turn whose deadline was changed."""
    return DeadlineMovedError(
        f"the deadline of turn {turn} has just been changed, so it was not run",
        "see 'horizons deadline show'; nothing was changed",
    )


def turn_taken(turn: int, latest: int) -> TurnTakenError:
    """Return the error for a turn that another process has run."""
    return TurnTakenError(
        f"another process has just run turn {turn}",
        f"the latest turn is {latest}; check the game before you continue",
    )


#: Execution option of a connection: the version of the tables.
VERSION = "version_of_tables"
#: Execution option of a connection: cached results for this state of the tables.
READ_CACHE = "read_of_this_state"

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


@frozen
class Tables:
    """Tables with one schema version: those of a game, or the server's own.

    Attributes:
        application: marks a SQLite file as ours, in `PRAGMA application_id`.
        version: the schema version.
        metadata: the current tables.
        history: the folder in `migrations` with the steps to them.
        oldest: the oldest version that can be read and migrated, that of Horizons 0.2.0.
    """

    application: int
    version: int
    metadata: MetaData
    history: str
    oldest: int


class Database(Protocol):
    """One set of tables in a database. Every method may raise GameStoreError.

    Attributes:
        name: its name in messages.
    """

    name: str

    def check(self, *, wholly: bool = True) -> None:
        """Raise GameStoreError unless these are sound tables of ours, of a known version.

        All of it is checked for damage only if it is asked for `wholly`.
        """

    def reading(self, *, allow_unusable: bool = False) -> AbstractContextManager[Connection]:
        """Begin a transaction that reads a consistent snapshot.

        Tables that are marked as unusable, or have an unknown version, are read only with
        `allow_unusable`.
        """

    def look(self, statement: Executable, parameters: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """Return the rows of one statement, in a read transaction of its own.

        The tables must be up to date.
        """

    def writing(self, *, allow_unusable: bool = False) -> AbstractContextManager[Connection]:
        """Begin a write transaction; what it has read cannot change before it ends.

        It upgrades older tables. Tables that are marked as unusable are written only with
        `allow_unusable`, and are not upgraded.
        """

    def create(self, fill: Callable[[Connection], None]) -> bool:
        """Create and fill the tables, completely or not at all. False if they exist."""

    def mark(self, connection: Connection, version: int) -> None:
        """Store the version of the tables, in a write transaction."""

    def renumber(self, connection: Connection) -> None:
        """Continue automatic numbers after those of inserted rows."""

    def defer_references(self, connection: Connection) -> None:
        """Allow rows in a write transaction to refer to rows inserted later."""

    def references_fit(self, connection: Connection) -> bool:
        """Return whether all references are satisfied, at the end of such a transaction."""

    def exclusive(self, work: str) -> AbstractContextManager[bool]:
        """Lock some work, until the process ends; yields False if another process holds it."""

    def exists(self) -> bool:
        """Return whether the database exists."""

    def drop(self) -> None:
        """Delete the tables permanently."""

    def close(self) -> None:
        """Close the connections."""


def version_of(connection: Connection) -> int:
    """Return the version of the tables that a transaction reads."""
    return int(connection.get_execution_options()[VERSION])


_SINCE = "since"


def since(version: int) -> dict[Any, Any]:
    """Return the `info` of a table that was added in a version of the schema after the first.

    Older games are read without it, and get it when they are written.
    """
    return {_SINCE: version}


def has(connection: Connection, table: Table) -> bool:
    """Tell whether the game that a transaction reads has this table."""
    first: int = table.info.get(_SINCE, 1)
    return version_of(connection) >= first


class ReadCache:
    """A cache of results for the latest state of the tables, shared by threads."""

    def __init__(self) -> None:
        self._last: tuple[Hashable, dict[Any, Any]] = None, {}

    def of(self, state: Hashable) -> dict[Any, Any]:
        """Return the cached results for this state, as a mapping to add to."""
        last = self._last
        if last[0] != state:
            last = self._last = state, {}
        return last[1]


def reads(connection: Connection, version: int, remembered: dict[Any, Any]) -> Connection:
    """Set the table version of a read transaction, and its cached results.

    `remembered` is shared by the transactions that see the same state of the tables.
    """
    return connection.execution_options(**{VERSION: version, READ_CACHE: remembered})


def forget_reads(connection: Connection, statement: Executable, *_: object) -> None:
    """Before a statement that may write: forget the cached results of its transaction."""
    if not statement.is_select:
        connection.get_execution_options().get(READ_CACHE, {}).clear()


def read_once(
    read: Callable[Concatenate[Connection, _Arguments], _Result],
) -> Callable[Concatenate[Connection, _Arguments], _Result]:
    """Cache the results of a reading function for each state of the tables.

    The function must depend on its arguments only, and its results must not be modified. In a write
    transaction, each statement that writes makes another state.
    """

    @wraps(read)
    def reading(
        connection: Connection, /, *arguments: _Arguments.args, **keywords: _Arguments.kwargs
    ) -> _Result:
        remembered = connection.get_execution_options().get(READ_CACHE)
        if remembered is None:
            return read(connection, *arguments, **keywords)
        name = read, arguments, tuple(keywords.items())
        if name not in remembered:
            remembered[name] = read(connection, *arguments, **keywords)
        result: _Result = remembered[name]
        return result

    return reading


#: Offset added to the version of tables that must not be used.
UNUSABLE = 1_000_000
#: Reasons: the game was moved to another place, or its copy is not complete.
MOVED, ARRIVING = "moved to", "arriving from"
_RELOCATION = Table(
    "whereabouts",
    MetaData(),
    Column("why", String, nullable=False),
    Column("place", String, nullable=False),
    Column("at", String, nullable=False),
)


@frozen
class Relocation:
    """The reason why tables must not be used, the other place of the game, and since when."""

    reason: str
    place: str
    at: str


def mark_unusable(
    database: Database, connection: Connection, tables: Tables, destination: Relocation
) -> None:
    """Make the tables unusable from the end of this transaction on."""
    _RELOCATION.create(connection)
    row = {"why": destination.reason, "place": destination.place, "at": destination.at}
    connection.execute(insert(_RELOCATION).values(**row))
    database.mark(connection, UNUSABLE + tables.version)


def mark_usable(database: Database, connection: Connection, version: int) -> None:
    """Make the tables usable again, with this version."""
    _RELOCATION.drop(connection)
    database.mark(connection, version)


def relocation(connection: Connection, version: int) -> Relocation | None:
    """Return why tables with this version mark must not be used, or None."""
    if version < UNUSABLE:
        return None
    return Relocation(*connection.execute(select(_RELOCATION)).one())


def demand_usable(name: str, tables: Tables, connection: Connection, version: int) -> None:
    """Raise GameStoreError for unusable tables, and for tables of an unknown version."""
    location = relocation(connection, version)
    if location is None:
        if version > tables.version:
            raise newer(name, version, tables.version)
        if version < tables.oldest:
            raise older(name, version, tables.oldest)
    elif location.reason == MOVED:
        raise GameStoreError(
            f"'{name}' was moved to '{location.place}'",
            "play there; if the game is lost there: horizons move --reopen HERE",
        )
    else:
        raise GameStoreError(
            f"the move of '{name}' from '{location.place}' is not finished",
            f"finish it: horizons move '{location.place}' '{name}'",
        )


_HISTORIES = Path(__file__).parent / "migrations"


def upgrade_to_current(
    database: Database, connection: Connection, tables: Tables, version: int
) -> Connection:
    """Migrate tables with this version mark in a write transaction, if they are older."""
    if version < tables.version:
        if version < tables.oldest:
            raise older(database.name, version, tables.oldest)
        upgrade_tables(connection, tables.history, version)
        database.mark(connection, tables.version)
    return reads(connection, max(version, tables.version), {})


def upgrade_tables(connection: Connection, history: str, since: int) -> None:
    """Run the steps of a history (a folder in `migrations`) after a version.

    The first step follows the tables of Horizons 0.2.0. The caller stores the version reached.
    """
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    with Operations.context(MigrationContext.configure(connection)):
        for step in steps_of(history):
            if int(step.revision) > since:
                step.module.upgrade()


def steps_of(history: str) -> list[Script]:
    """Return the steps of a history, in order; each names the version that it leads to."""
    from alembic.script import ScriptDirectory

    folder = str(_HISTORIES / history)
    script = ScriptDirectory(folder, version_locations=[folder])
    return [*script.walk_revisions()][::-1]
