"""Orders and drafts of seats: equal texts are stored once, newer ones never replaced unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve, frozen
from sqlalchemy import Connection, Row, func, insert, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.store import history, schema
from horizons_host.store.columns import (
    insert_record,
    read_record,
)
from horizons_host.store.database import GameStoreError, has, read_once
from horizons_host.store.history import counting
from horizons_host.store.records import (
    AS_THE_GAME,
    OnBehalf,
    Policy,
    SubmittedOrders,
)


@read_once
def latest_orders(connection: Connection, turn: int) -> Mapping[str, SubmittedOrders]:
    """Return the latest orders for a turn by seat."""
    table = schema.orders
    newest = select(func.max(table.c.id)).where(counting(connection, turn)).group_by(table.c.seat)
    rows = connection.execute(select(table).where(table.c.id.in_(newest)))
    read = orders_reader(connection, turn)
    return {row.seat: read(row) for row in rows}


def versions(connection: Connection, turn: int) -> Mapping[str, int]:
    """Return the number of the latest version of the orders for a turn, by seat."""
    return dict(version_numbers(connection, turn).values())


def orders_reader(connection: Connection, turn: int) -> Callable[[Row[Any]], SubmittedOrders]:
    """Return a function that reads the orders for a turn from their rows."""
    final = finals(connection, turn)
    numbers = version_numbers(connection, turn)

    def read(row: Row[Any]) -> SubmittedOrders:
        return read_record(
            SubmittedOrders,
            schema.orders,
            row,
            diagnostics=tuple(row.diagnostics),
            final=final(row.id),
            version=numbers[row.id][1],
        )

    return read


@read_once
def all_orders(
    connection: Connection, turn: int, seat: str = ""
) -> Mapping[str, list[SubmittedOrders]]:
    submissions: dict[str, list[SubmittedOrders]] = {}
    statement = select(schema.orders).where(history.counting(connection, turn))
    if seat:
        statement = statement.where(schema.orders.c.seat == seat)
    read = orders_reader(connection, turn)
    for row in connection.execute(statement.order_by(schema.orders.c.id)):
        submissions.setdefault(row.seat, []).append(read(row))
    return submissions


def substitutes(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """Return the source of each of these orders that replace a player's own."""
    table = schema.written
    statement = select(table).where(table.c.orders.in_(list(ids)), table.c.instead != "")
    return {row.orders: row.instead for row in connection.execute(statement)}


def insert_orders(connection: Connection, orders: SubmittedOrders) -> SubmittedOrders:
    """Store orders and return them with their id."""
    number = insert_record(connection, schema.orders, orders)
    if orders.behalf is not None:
        insert_record(connection, schema.on_behalf, orders.behalf, orders=number)
    if not orders.final:
        time = orders.submitted_at
        mark(connection, number, orders.turn, time, final=False, is_new=True)
    return evolve(orders, id=number)


def by_seat(connection: Connection, orders: Mapping[str, int]) -> dict[str, OnBehalf]:
    """Return the orders that were submitted on behalf of their seat."""
    on_behalf = _by_number(connection, orders.values())
    return {seat: on_behalf[number] for seat, number in orders.items() if number in on_behalf}


def _by_number(connection: Connection, orders: Iterable[int]) -> dict[int, OnBehalf]:
    table = schema.on_behalf
    statement = select(table).where(table.c.orders.in_(list(orders)))
    rows = connection.execute(statement)
    return {row.orders: read_record(OnBehalf, table, row) for row in rows}


@read_once
def finals(connection: Connection, turn: int) -> Callable[[int], bool]:
    """Return a function that returns whether orders of a turn, by their id, are final.

    Orders that were final when the turn was undone no longer are: it would run again at once.
    """
    undone = history.attempts(connection, turn)
    attempt, last = history.next_attempt(undone), undone[-1].last_order if undone else 0
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
    undone = history.attempts(connection, turn)
    marks = [final]
    if not final and not is_new and number > (undone[-1].last_order if undone else 0):
        marked = connection.execute(select(table.c.id).where(table.c.orders == number).limit(1))
        marks = [final] if marked.first() else [True, final]
    for is_final in marks:
        values = {"final": is_final, "attempt": history.next_attempt(undone), "marked_at": time}
        connection.execute(insert(table).values(orders=number, **values))


def latest_id(connection: Connection, turn: int, seat: str) -> int | None:
    """Return the id of a seat's latest orders for a turn, or None."""
    table = schema.orders.c
    statement = select(func.max(table.id)).where(history.counting(connection, turn))
    number = connection.execute(statement.where(table.seat == seat)).scalar()
    return None if number is None else int(number)


@read_once
def version_numbers(connection: Connection, turn: int) -> Mapping[int, tuple[str, int]]:
    """Return the seat of each order text for a turn, and its number among the seat's versions.

    Versions are counted from 1, with those whose place a saved draft has taken; the keys are ids,
    in order.
    """
    table = schema.orders.c
    statement = select(table.id, table.seat).where(history.counting(connection, turn))
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
    if not has(connection, table):
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


@frozen
class Submission:
    """Result of storing orders.

    Attributes:
        orders: the orders as stored.
        version: their number among the versions of the seat's orders for the turn, from 1.
        replaced: the orders that they replace; None if there were none, or equal ones.
        repeated: whether equal orders were the latest already, so that none were added.
    """

    orders: SubmittedOrders
    version: int
    replaced: SubmittedOrders | None = None
    repeated: bool = False

    @property
    def words(self) -> str:
        """The result, as part of a sentence."""
        if self.repeated:
            return f"unchanged, same as version {self.version}"
        before = "" if self.replaced is None else f" in place of version {self.version - 1}"
        return f"stored as version {self.version}{before}"


class NewerOrdersError(GameStoreError):
    """Orders that would replace a version which their sender has not seen.

    Attributes:
        newest: the current orders.
        version: their version.
    """

    def __init__(self, newest: SubmittedOrders | None, version: int, after: int) -> None:
        message = LocalizedText(
            "these orders are based on version {number}, but there are none now;"
            " nothing was stored",
            number=after,
        )
        if newest:
            message = LocalizedText(
                "these orders are based on version {number}, but version {newer} has"
                " been stored since; nothing was stored",
                number=after,
                newer=version,
            )
        super().__init__(
            message,
            LocalizedText("read the newer orders first; then replace or keep them"),
        )
        self.newest = newest
        self.version = version


class FinalOrdersError(GameStoreError):
    """A draft that would replace final orders, which stay final until they are withdrawn.

    Attributes:
        newest: the final orders.
    """

    def __init__(self, newest: SubmittedOrders) -> None:
        super().__init__(
            LocalizedText("your orders are final; the draft was not saved"),
            LocalizedText("withdraw them first to change them"),
        )
        self.newest = newest


def demand_version(connection: Connection, turn: int, seat: str, after: int | None) -> None:
    """Raise NewerOrdersError unless the seat's latest version is `after`, or `after` is None."""
    newest = latest_orders(connection, turn).get(seat)
    version = newest.version if newest else 0
    if after is not None and after != version:
        raise NewerOrdersError(newest, version, after)


def store_orders(
    connection: Connection, orders: SubmittedOrders, after: int | None = None
) -> Submission:
    """Store an order text, unless the seat's latest is equal to it.

    Equal orders may change from draft to final or back. Raises NewerOrdersError unless the latest
    version is `after`; None stands for any.
    """
    newest = latest_orders(connection, orders.turn).get(orders.seat)
    version = newest.version if newest else 0
    if newest is not None and _equal(connection, newest, orders):
        if newest.final != orders.final:
            time, final = orders.submitted_at, orders.final
            mark(connection, newest.id, orders.turn, time, final=final)
        return Submission(evolve(newest, final=orders.final), version, repeated=True)
    demand_version(connection, orders.turn, orders.seat, after)
    stored = insert_orders(connection, evolve(orders, version=version + 1))
    return Submission(stored, version + 1, newest)


def save_draft(
    connection: Connection, orders: SubmittedOrders, after: int, *, reopen: bool = False
) -> Submission:
    """Store a draft that is being written on the web page, unless the latest orders equal it.

    It takes the place of the latest version if that is such a draft, too; its number moves on.
    Raises NewerOrdersError unless the latest version is `after`, and FinalOrdersError if that is
    final, unless it is to `reopen`.
    """
    newest = latest_orders(connection, orders.turn).get(orders.seat)
    if newest is not None and newest.final and not reopen:
        demand_version(connection, orders.turn, orders.seat, after)
        raise FinalOrdersError(newest)
    if newest is not None and not newest.final and not _equal(connection, newest, orders):
        demand_version(connection, orders.turn, orders.seat, after)
        if replace_draft(connection, newest.id, orders):
            number = newest.version + 1
            return Submission(evolve(orders, id=newest.id, version=number), number, newest)
    stored = store_orders(connection, orders, after)
    if not stored.repeated:
        row = {"orders": stored.orders.id, "replaced": 0}
        connection.execute(insert(schema.saved_drafts).values(**row))
    return stored


def _equal(connection: Connection, orders: SubmittedOrders, other: SubmittedOrders) -> bool:
    """Return whether two texts are equal and have the same submitter."""
    same_submitter = by_seat(connection, {orders.seat: orders.id}).get(orders.seat) == other.behalf
    return same_submitter and same_text(orders.text, other.text)


def same_text(text: str, other: str) -> bool:
    """Return whether two order texts have the same lines, ignoring line endings."""
    return _lines(text) == _lines(other)


def _lines(text: str) -> list[str]:
    return text.rstrip().replace("\r\n", "\n").replace("\r", "\n").split("\n")


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


_FACTS = (
    select(schema.deadline_changes.c.facts)
    .where(schema.deadline_changes.c.kind == MISSING)
    .order_by(schema.deadline_changes.c.id.desc())
    .limit(1)
)


def _facts(connection: Connection) -> dict[str, Any] | None:
    facts: dict[str, Any] | None = connection.execute(_FACTS).scalar()
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
