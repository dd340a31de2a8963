"""Rows that mark orders as final or as submitted on a player's behalf."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from horizons_host.store import schema, undo
from horizons_host.store.columns import read_record
from horizons_host.store.database import read_once
from horizons_host.store.records import AS_THE_GAME, OnBehalf, Policy, SubmittedOrders, next_attempt


def by_seat(connection: Connection, orders: Mapping[str, int]) -> dict[str, OnBehalf]:
    """Return the orders that were submitted on behalf of their seat."""
    behalves = _by_number(connection, orders.values())
    return {seat: behalves[number] for seat, number in orders.items() if number in behalves}


def _by_number(connection: Connection, orders: Iterable[int]) -> dict[int, OnBehalf]:
    table = schema.on_behalf
    statement = select(table).where(table.c.orders.in_(list(orders)))
    rows = connection.execute(statement)
    return {row.orders: read_record(OnBehalf, table, row) for row in rows}


@read_once
def finals(connection: Connection, turn: int) -> Callable[[int], bool]:
    """Return a function that tells whether orders of a turn, by their id, are final.

    Orders that were final when the turn was undone no longer are: it would run again at once.
    """
    undone = undo.attempts(connection, turn)
    attempt, last = next_attempt(undone), undone[-1].last_order if undone else 0
    table, orders = schema.order_marks.c, schema.orders.c
    statement = select(table.orders, table.final, table.attempt).join(
        schema.orders, orders.id == table.orders
    )
    rows = connection.execute(statement.where(orders.turn == turn).order_by(table.id))
    marks = {row.orders: row.final and row.attempt == attempt for row in rows}
    return lambda number: marks.get(number, number > last)


def mark(
    connection: Connection, number: int, turn: int, time: str, *, final: bool, is_new: bool = False
) -> None:
    """Mark orders of a turn as final, or as a draft.

    Orders that were final without a mark get that mark first, so that their withdrawal differs
    from orders that were stored as a draft (`is_new`).
    """
    table = schema.order_marks
    undone = undo.attempts(connection, turn)
    marks = [final]
    if not final and not is_new and number > (undone[-1].last_order if undone else 0):
        marked = connection.execute(select(table.c.id).where(table.c.orders == number).limit(1))
        marks = [final] if marked.first() else [True, final]
    for is_final in marks:
        values = {"final": is_final, "attempt": next_attempt(undone), "marked_at": time}
        connection.execute(insert(table).values(orders=number, **values))


def latest(connection: Connection, turn: int, seat: str) -> int | None:
    """Return the id of a seat's latest orders for a turn, or None."""
    table = schema.orders.c
    statement = select(func.max(table.id)).where(undo.counting(connection, turn))
    number = connection.execute(statement.where(table.seat == seat)).scalar()
    return None if number is None else int(number)


@read_once
def version_numbers(connection: Connection, turn: int) -> Mapping[int, tuple[str, int]]:
    """Return the seat of each order text for a turn, and its number among the seat's versions.

    Versions are counted from 1, with those whose place a saved draft has taken; the keys are ids,
    in order.
    """
    table = schema.orders.c
    statement = select(table.id, table.seat).where(undo.counting(connection, turn))
    replaced = replaced_drafts(connection, turn)
    latest: dict[str, int] = {}
    numbers = {}
    for number, seat in connection.execute(statement.order_by(table.id)):
        latest[seat] = latest.get(seat, 0) + 1 + replaced.get(number, 0)
        numbers[number] = seat, latest[seat]
    return numbers


def replaced_drafts(connection: Connection, turn: int) -> dict[int, int]:
    """Return how many drafts each saved draft for a turn has replaced, by its id."""
    table, orders = schema.saved_drafts, schema.orders
    if not schema.has(connection, table):
        return {}
    statement = select(table).join(orders, orders.c.id == table.c.orders)
    rows = connection.execute(statement.where(orders.c.turn == turn))
    return {row.orders: row.replaced for row in rows}


def replace_draft(connection: Connection, number: int, orders: SubmittedOrders) -> bool:
    """Store a draft in the place of an earlier one; False if that must be kept.

    It is kept unless the web page saved it, as a draft only, and no undone turn was run with it.
    """
    table, marks, text = schema.saved_drafts, schema.order_marks.c, schema.orders
    undone = select(schema.undone.c.id).where(
        schema.undone.c.turn == orders.turn, schema.undone.c.last_order >= number
    )
    was_final = select(marks.id).where(marks.orders == number, marks.final)
    if any(connection.execute(kept.limit(1)).first() for kept in (undone, was_final)):
        return False
    moves_on = update(table).where(table.c.orders == number).values(replaced=table.c.replaced + 1)
    if not connection.execute(moves_on).rowcount:
        return False
    connection.execute(
        update(text)
        .where(text.c.id == number)
        .values(
            text=orders.text,
            submitted_at=orders.submitted_at,
            diagnostics=list(orders.diagnostics),
        )
    )
    return True


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
