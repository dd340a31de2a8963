"""What was decided on the versions by which a game is played: pinned, no longer so, migrated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import between, rows, schema
from horizons_host.store.records import MIGRATED, PINNED, Upgrade

#: What of a saved game names the rules by which it goes on.
_PLATES = {"variant": "version", "rules": "rules"}


@read_once
def decided(connection: Connection) -> tuple[Upgrade, ...]:
    """All that was decided, in order."""
    if not schema.has(connection, schema.upgrades):
        return ()
    found = connection.execute(select(schema.upgrades).order_by(schema.upgrades.c.id))
    return tuple(
        Upgrade(**{name: getattr(row, name) for name in Upgrade.__annotations__}) for row in found
    )


def decide(connection: Connection, new: Upgrade) -> None:
    """Note down what is decided; raises TurnTakenError if another turn has been run meanwhile."""
    rows.expect(connection, new.turn)
    added = connection.execute(
        insert(schema.upgrades)
        .values(**{name: getattr(new, name) for name in Upgrade.__annotations__})
        .returning(schema.upgrades.c.id)
    )
    if new.kind == MIGRATED:
        between.done(connection, new.turn, between.MIGRATED, added.scalar_one())


def pinned(connection: Connection) -> Mapping[str, Any] | None:
    """The versions that the game is pinned to; None if it is not."""
    known = decided(connection)
    return known[-1].versions if known and known[-1].kind == PINNED else None


def migrated(
    connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
) -> tuple[Upgrade | None, int]:
    """The last migration that was decided after this turn and before the next, if so.

    With it goes the attempt at the next turn that was to come by then.
    """
    known = [one for one in decided(connection) if one.kind == MIGRATED and one.turn == turn]
    attempts = [attempt for (kind, _), (_, attempt) in order.items() if kind == between.MIGRATED]
    return (known[-1] if known else None), (attempts[-1] if attempts else 1)


def plates(connection: Connection, turn: int) -> dict[str, str]:
    """What names the rules in the game of a turn since it was migrated; empty if it was not."""
    known = [one for one in decided(connection) if one.kind == MIGRATED and one.turn >= turn]
    return {part: known[-1].versions[name] for name, part in _PLATES.items()} if known else {}
