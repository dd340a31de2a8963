"""What a store asks of the database it lies in, whichever that is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from attrs import frozen
from sqlalchemy import Connection, Executable, MetaData, Row

#: The execution option of a connection that says of which version the tables in it are.
VERSION = "version_of_tables"
#: That of one that reads holds what was read of this state of the tables.
REMEMBERED = "read_of_this_state"

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")


@frozen
class Tables:
    """Tables that lie together and have one history: those of a game, or the server's own.

    Attributes:
        application: marks a SQLite file as ours, in `PRAGMA application_id`.
        version: counts the shapes that the tables have had.
        metadata: the tables as they are now.
        history: the folder in `migrations` with how they came to it.
    """

    application: int
    version: int
    metadata: MetaData
    history: str


class Database(Protocol):
    """One set of tables in a database. Every method may raise GameStoreError.

    Attributes:
        name: what messages call it.
    """

    name: str

    def check(self, *, wholly: bool = True) -> None:
        """Raises GameStoreError unless these are our tables, of a version we know, and sound.

        That nothing of it is damaged is looked through only if it is asked for `wholly`.
        """

    def reading(self, *, aside: bool = False) -> AbstractContextManager[Connection]:
        """A transaction that reads what holds at one moment.

        Tables that are put aside, or newer than this program, may be read only where that is said.
        """

    def look(self, statement: Executable, given: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """The rows that one statement finds: that is all of a transaction that reads.

        `given` are the values of its parameters. The tables have to be of today.
        """

    def writing(self, *, aside: bool = False) -> AbstractContextManager[Connection]:
        """A transaction that writes; what it has read cannot change before it ends.

        Older tables are brought up to date in it. Those that are put aside may be written only
        where that is said; then they are as they are.
        """

    def create(self, fill: Callable[[Connection], None]) -> bool:
        """Make the tables and have them filled: all of it, or nothing. False if they are there."""

    def mark(self, connection: Connection, version: int) -> None:
        """Write down, in a transaction that writes, of which version the tables are."""

    def renumber(self, connection: Connection) -> None:
        """Have numbers go on after those of rows that were put in with theirs."""

    def defer_references(self, connection: Connection) -> None:
        """Have rows in a transaction that writes refer to what is put in after them."""

    def references_fit(self, connection: Connection) -> bool:
        """Whether all that rows refer to is there, at the end of such a transaction."""

    def sole(self, work: str) -> AbstractContextManager[bool]:
        """A lock for some work, which ends with the process; False if another process has it."""

    def there(self) -> bool:
        """Whether there is something in its place."""

    def drop(self) -> None:
        """Delete the tables, for good."""

    def close(self) -> None:
        """Give up the connections."""


def version_of(connection: Connection) -> int:
    """The version of the tables that a transaction reads."""
    return int(connection.get_execution_options()[VERSION])


class Remembered:
    """What was read of the last state of tables that was looked at; threads may share it."""

    def __init__(self) -> None:
        self._last: tuple[Hashable, dict[Any, Any]] = None, {}

    def of(self, state: Hashable) -> dict[Any, Any]:
        """What was read of this state so far, to be added to."""
        last = self._last
        if last[0] != state:
            last = self._last = state, {}
        return last[1]


def reads(connection: Connection, version: int, remembered: dict[Any, Any]) -> Connection:
    """Have a transaction that reads know the version of its tables, and what was read of them.

    `remembered` is what transactions have read that saw the tables as this one sees them.
    """
    return connection.execution_options(**{VERSION: version, REMEMBERED: remembered})


def read_once(
    read: Callable[Concatenate[Connection, _Asked], _Found],
) -> Callable[Concatenate[Connection, _Asked], _Found]:
    """Have what a function reads be read once of each state of the tables.

    It finds the same each time then, for the same arguments. Nobody may change what is given back.
    A transaction that writes reads each time.
    """

    @wraps(read)
    def reading(connection: Connection, /, *asked: _Asked.args, **more: _Asked.kwargs) -> _Found:
        remembered = connection.get_execution_options().get(REMEMBERED)
        if remembered is None:
            return read(connection, *asked, **more)
        name = read, asked, tuple(more.items())
        if name not in remembered:
            remembered[name] = read(connection, *asked, **more)
        found: _Found = remembered[name]
        return found

    return reading
