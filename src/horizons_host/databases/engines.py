"""What a store asks of the database it lies in, whichever that is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from attrs import frozen
from sqlalchemy import Connection, MetaData

#: The execution option of a connection that says of which version the tables in it are.
VERSION = "version_of_tables"
#: That of one that reads has what was read in its transaction, which sees one moment.
REMEMBERED = "read_in_this_transaction"

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

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that reads what holds at one moment."""

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


def reads(connection: Connection, version: int) -> Connection:
    """Have a transaction that reads know the version of its tables, and remember what it reads."""
    return connection.execution_options(**{VERSION: version, REMEMBERED: {}})


def once(connection: Connection, name: str, read: Callable[[Connection], _Found]) -> _Found:
    """What `read` finds; a transaction that reads finds the same each time, and so reads it once.

    Nobody may change what is given back.
    """
    remembered: dict[str, Any] | None = connection.get_execution_options().get(REMEMBERED)
    if remembered is None:
        return read(connection)
    if name not in remembered:
        remembered[name] = read(connection)
    found: _Found = remembered[name]
    return found
