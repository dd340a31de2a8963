"""Decisions about a game's rules versions: pins, their removal, migrations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import between, rows, schema
from horizons_host.store.records import MIGRATED, PINNED, Upgrade

#: Parts of a saved game that name its rules.
_RULES_NAMES = {"variant": "version", "rules": "rules"}


@read_once
def decided(connection: Connection) -> tuple[Upgrade, ...]:
    """List all decisions, in order."""
    if not schema.has(connection, schema.upgrades):
        return ()
    result = connection.execute(select(schema.upgrades).order_by(schema.upgrades.c.id))
    return tuple(
        Upgrade(**{name: getattr(row, name) for name in Upgrade.__annotations__}) for row in result
    )


def decide(connection: Connection, new: Upgrade) -> None:
    """Store a decision; raises TurnTakenError if another turn was run meanwhile."""
    rows.expect(connection, new.turn)
    added = connection.execute(
        insert(schema.upgrades)
        .values(**{name: getattr(new, name) for name in Upgrade.__annotations__})
        .returning(schema.upgrades.c.id)
    )
    if new.kind == MIGRATED:
        between.record_change(connection, new.turn, between.MIGRATED, added.scalar_one())


def pinned(connection: Connection) -> Mapping[str, Any] | None:
    """Return the versions that the game is pinned to, or None."""
    decisions = decided(connection)
    return decisions[-1].versions if decisions and decisions[-1].kind == PINNED else None


def migrated(
    connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
) -> tuple[Upgrade | None, int]:
    """Return the last migration between this turn and the next, or None.

    With it the attempt at the next turn that followed.
    """
    migrations = [u for u in decided(connection) if u.kind == MIGRATED and u.turn == turn]
    attempts = [attempt for (kind, _), (_, attempt) in order.items() if kind == between.MIGRATED]
    return (migrations[-1] if migrations else None), (attempts[-1] if attempts else 1)


def rules_names(connection: Connection, turn: int) -> dict[str, str]:
    """Return the rules' names in the state of a turn since its migration; empty without one."""
    moves = [u for u in decided(connection) if u.kind == MIGRATED and u.turn >= turn]
    return {part: moves[-1].versions[name] for name, part in _RULES_NAMES.items()} if moves else {}
