"""What is done about missing orders in a game, where nothing is said for a seat itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select

from horizons_host.store import schema
from horizons_host.store.records import AS_THE_GAME, Policy

#: The kind of a change of deadlines that sets the game's policy.
MISSING = "missing"


def game_policy(connection: Connection, latest: int) -> Callable[[str], Policy]:
    """By seat, the game's policy as it is after a turn.

    A bot plays so many turns in a row for a seat; then the turn waits.
    """
    facts = _facts(connection)
    if facts is None:
        return lambda _seat: AS_THE_GAME
    kind, text, bot = facts.get("kind", "wait"), facts.get("text", ""), facts.get("bot", "")
    if kind != "bot":
        policy = Policy(kind, text, of_game=True)
        return lambda _seat: policy
    turns = int(facts.get("turns", 1))
    stood_in = _stood_in(connection, latest, turns)

    def for_seat(seat: str) -> Policy:
        in_a_row = next((i for i, seats in enumerate(stood_in) if seat not in seats), len(stood_in))
        return Policy(kind, bot=bot, until=latest - in_a_row + turns, of_game=True)

    return for_seat


def _facts(connection: Connection) -> dict[str, Any] | None:
    if not schema.has(connection, schema.deadline_changes):
        return None
    table = schema.deadline_changes
    last = select(table.c.facts).where(table.c.kind == MISSING).order_by(table.c.id.desc())
    found: dict[str, Any] | None = connection.execute(last.limit(1)).scalar()
    return found


def _stood_in(connection: Connection, latest: int, turns: int) -> list[set[str]]:
    """For whom something stood in, in the last turns, the latest first."""
    table, written = schema.turns, schema.written
    instead = select(written.c.orders).where(written.c.instead != "")
    by_program = set(
        connection.execute(
            instead.join(schema.orders, schema.orders.c.id == written.c.orders).where(
                schema.orders.c.turn > latest - turns
            )
        ).scalars()
    )
    wanted = select(table.c.orders).where(table.c.turn > latest - turns, table.c.turn <= latest)
    return [
        {seat for seat, number in orders.items() if number in by_program}
        for orders in connection.execute(wanted.order_by(table.c.turn.desc())).scalars()
    ]
