"""Shared declarations of a game's tables: their metadata, and their versions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, MetaData, Table

from horizons_host.databases.engines import version_of

metadata = MetaData()

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
