"""The interface between a store and its database, of either kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from attrs import frozen
from sqlalchemy import Connection, Executable, MetaData, Row

#: Execution option of a connection: the version of the tables.
VERSION = "version_of_tables"
#: Execution option of a reading connection: cached results for this state of the tables.
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
    """

    application: int
    version: int
    metadata: MetaData
    history: str


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

        Tables that are marked as unusable, or newer than this program, are read only with
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
        """Tell whether all references are satisfied, at the end of such a transaction."""

    def exclusive(self, work: str) -> AbstractContextManager[bool]:
        """Lock some work, until the process ends; yields False if another process holds it."""

    def exists(self) -> bool:
        """Tell whether the database exists."""

    def drop(self) -> None:
        """Delete the tables permanently."""

    def close(self) -> None:
        """Close the connections."""


def version_of(connection: Connection) -> int:
    """Return the version of the tables that a transaction reads."""
    return int(connection.get_execution_options()[VERSION])


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


def read_once(
    read: Callable[Concatenate[Connection, _Arguments], _Result],
) -> Callable[Concatenate[Connection, _Arguments], _Result]:
    """Cache the results of a reading function for each state of the tables.

    The function must depend on its arguments only, and its results must not be modified. A write
    transaction calls it each time.
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
