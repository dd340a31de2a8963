"""What the modules that declare a game's tables share: the list of them all, and their ages."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, MetaData, Table

from horizons_host.databases.engines import version_of

metadata = MetaData()

_SINCE = "since"


def since(version: int) -> dict[Any, Any]:
    """The `info` of a table that games have since a version of their tables; else since the first.

    Games that were stored before are read without it, and get it when they are written.
    """
    return {_SINCE: version}


def has(connection: Connection, table: Table) -> bool:
    """Whether the game has this table that a transaction reads."""
    first: int = table.info.get(_SINCE, 1)
    return version_of(connection) >= first
