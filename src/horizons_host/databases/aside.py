"""Tables that must not be used: those of a game that was moved away, or is still arriving.

They are marked with a version that no program knows, so that older programs refuse them too.
"""

from __future__ import annotations

from attrs import frozen
from sqlalchemy import Column, Connection, MetaData, String, Table, insert, select

from horizons_host.databases import errors
from horizons_host.databases.engines import Database, Tables

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
    """Raise GameStoreError for unusable tables, and for tables newer than this program."""
    location = relocation(connection, version)
    if location is None:
        if version > tables.version:
            raise errors.newer(name, version, tables.version)
    elif location.reason == MOVED:
        raise errors.GameStoreError(
            f"'{name}' was moved to '{location.place}'",
            "play there; if the game is lost there: horizons move --reopen HERE",
        )
    else:
        raise errors.GameStoreError(
            f"the move of '{name}' from '{location.place}' is not finished",
            f"finish it: horizons move '{location.place}' '{name}'",
        )
