"""Storing order texts: equal ones once, and never replacing newer ones unseen."""

from __future__ import annotations

from attrs import evolve, frozen
from sqlalchemy import Connection, insert

from horizons_core.localized_text import LocalizedText
from horizons_host.store import order_rows, rows, schema
from horizons_host.store.database import GameStoreError
from horizons_host.store.records import SubmittedOrders


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
    newest = rows.latest_orders(connection, turn).get(seat)
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
    newest = rows.latest_orders(connection, orders.turn).get(orders.seat)
    version = newest.version if newest else 0
    if newest is not None and _equal(connection, newest, orders):
        if newest.final != orders.final:
            time, final = orders.submitted_at, orders.final
            order_rows.mark(connection, newest.id, orders.turn, time, final=final)
        return Submission(evolve(newest, final=orders.final), version, repeated=True)
    demand_version(connection, orders.turn, orders.seat, after)
    stored = rows.insert_orders(connection, evolve(orders, version=version + 1))
    return Submission(stored, version + 1, newest)


def save_draft(
    connection: Connection, orders: SubmittedOrders, after: int, *, reopen: bool = False
) -> Submission:
    """Store a draft that is being written on the web page, unless the latest orders equal it.

    It takes the place of the latest version if that is such a draft, too; its number moves on.
    Raises NewerOrdersError unless the latest version is `after`, and FinalOrdersError if that is
    final, unless it is to `reopen`.
    """
    newest = rows.latest_orders(connection, orders.turn).get(orders.seat)
    if newest is not None and newest.final and not reopen:
        demand_version(connection, orders.turn, orders.seat, after)
        raise FinalOrdersError(newest)
    if newest is not None and not newest.final and not _equal(connection, newest, orders):
        demand_version(connection, orders.turn, orders.seat, after)
        if order_rows.replace_draft(connection, newest.id, orders):
            number = newest.version + 1
            return Submission(evolve(orders, id=newest.id, version=number), number, newest)
    stored = store_orders(connection, orders, after)
    if not stored.repeated:
        row = {"orders": stored.orders.id, "replaced": 0}
        connection.execute(insert(schema.saved_drafts).values(**row))
    return stored


def _equal(connection: Connection, orders: SubmittedOrders, other: SubmittedOrders) -> bool:
    """Tell whether two texts are equal and have the same submitter."""
    same_submitter = (
        order_rows.by_seat(connection, {orders.seat: orders.id}).get(orders.seat) == other.behalf
    )
    return same_submitter and same_text(orders.text, other.text)


def same_text(text: str, other: str) -> bool:
    """Tell whether two order texts have the same lines, ignoring line endings."""
    return _lines(text) == _lines(other)


def _lines(text: str) -> list[str]:
    return text.rstrip().replace("\r\n", "\n").replace("\r", "\n").split("\n")
