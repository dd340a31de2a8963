"""The game's default missing-orders policy, for seats without one of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select

from horizons_host.store import schema
from horizons_host.store.records import AS_THE_GAME, Policy

#: The kind of decision that sets the game's policy.
MISSING = "missing"


def game_policy(connection: Connection, latest: int) -> Callable[[str], Policy]:
    """Return a function from seats to the game's policy after a turn.

    A bot plays a limited number of turns in a row for a seat; then the turn waits.
    """
    facts = _facts(connection)
    if facts is None:
        return lambda _seat: AS_THE_GAME
    kind, text, bot = facts.get("kind", "wait"), facts.get("text", ""), facts.get("bot", "")
    if kind != "bot":
        policy = Policy(kind, text, of_game=True)
        return lambda _seat: policy
    turns = int(facts.get("turns", 1))
    substituted = _substituted(connection, latest, turns)

    def for_seat(seat: str) -> Policy:
        in_a_row = next(
            (i for i, seats in enumerate(substituted) if seat not in seats), len(substituted)
        )
        return Policy(kind, bot=bot, until=latest - in_a_row + turns, of_game=True)

    return for_seat


def _facts(connection: Connection) -> dict[str, Any] | None:
    if not schema.has(connection, schema.deadline_changes):
        return None
    table = schema.deadline_changes
    last = select(table.c.facts).where(table.c.kind == MISSING).order_by(table.c.id.desc())
    facts: dict[str, Any] | None = connection.execute(last.limit(1)).scalar()
    return facts


def _substituted(connection: Connection, latest: int, turns: int) -> list[set[str]]:
    """Return the seats with substitute orders in each of the latest turns, latest first."""
    table, substitutes = schema.turns, schema.written
    instead = select(substitutes.c.orders).where(substitutes.c.instead != "")
    by_program = set(
        connection.execute(
            instead.join(schema.orders, schema.orders.c.id == substitutes.c.orders).where(
                schema.orders.c.turn > latest - turns
            )
        ).scalars()
    )
    statement = select(table.c.orders).where(table.c.turn > latest - turns, table.c.turn <= latest)
    return [
        {seat for seat, number in orders.items() if number in by_program}
        for orders in connection.execute(statement.order_by(table.c.turn.desc())).scalars()
    ]
