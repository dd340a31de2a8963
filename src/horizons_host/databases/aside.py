"""Tables that nobody is to use: those of a game that was moved away, or has not arrived yet.

Their version is marked as one that no program knows, so that older programs refuse them too.
"""

from __future__ import annotations

from attrs import frozen
from sqlalchemy import Column, Connection, MetaData, String, Table, insert, select

from horizons_host.databases import errors
from horizons_host.databases.engines import Database, Tables

#: Added to the version of tables that are put aside.
ASIDE = 1_000_000
#: Why tables are put aside: another place has them now, or will not have them any more.
MOVED, ARRIVING = "moved to", "arriving from"
_WHEREABOUTS = Table(
    "whereabouts",
    MetaData(),
    Column("why", String, nullable=False),
    Column("place", String, nullable=False),
    Column("at", String, nullable=False),
)


@frozen
class Whereabouts:
    """Why tables are put aside, which other place has to do with it, and since when."""

    why: str
    place: str
    at: str


def put_aside(
    database: Database, connection: Connection, tables: Tables, where: Whereabouts
) -> None:
    """Have nobody use the tables from the end of this transaction on."""
    _WHEREABOUTS.create(connection)
    row = {"why": where.why, "place": where.place, "at": where.at}
    connection.execute(insert(_WHEREABOUTS).values(**row))
    database.mark(connection, ASIDE + tables.version)


def take_back(database: Database, connection: Connection, version: int) -> None:
    """Have the tables, of this version, be used again."""
    _WHEREABOUTS.drop(connection)
    database.mark(connection, version)


def whereabouts(connection: Connection, version: int) -> Whereabouts | None:
    """Why tables that are marked with this version are put aside; None if they are not."""
    if version < ASIDE:
        return None
    return Whereabouts(*connection.execute(select(_WHEREABOUTS)).one())


def demand_usable(name: str, tables: Tables, connection: Connection, version: int) -> None:
    """Raises GameStoreError for tables that are put aside, or newer than this program."""
    where = whereabouts(connection, version)
    if where is None:
        if version > tables.version:
            raise errors.newer(name, version, tables.version)
    elif where.why == MOVED:
        raise errors.GameStoreError(
            f"'{name}' was moved to '{where.place}'",
            "play there; if the game is lost there: horizons move --reopen HERE",
        )
    else:
        raise errors.GameStoreError(
            f"the move of '{name}' from '{where.place}' is not finished",
            f"finish it: horizons move '{where.place}' '{name}'",
        )
