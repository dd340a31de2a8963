"""Marking submitted orders as final or as a draft."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.order_intake import OrderStatus, order_status
from horizons_host.seating import SeatError, seat_of
from horizons_host.store import Deadlines, GameStore


def mark_orders(
    store: GameStore, player: str, *, final: bool, clock: Clock = now, after: int | None = None
) -> OrderStatus:
    """Mark a seat's orders for the next turn as final or as a draft, and return their state.

    A draft counts at the deadline like final orders, but the turn does not run early for it. New
    orders have their own mark. Raises DeadlineError if there are no orders, NewerOrdersError unless
    `after` is the latest version or None, SeatError, TurnTakenError.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            LocalizedText("it is always ready"),
        )
    turn = store.latest() + 1
    if not Deadlines(store).mark(seat.name, turn, stamp(clock), final=final, after=after):
        raise DeadlineError(
            LocalizedText(
                "{seat} has not submitted orders for turn {turn}", seat=seat.name, turn=turn
            ),
            LocalizedText("submit orders first; an empty order set is allowed"),
        )
    _, rows = order_status(store)
    return next(row for row in rows if row.seat == seat.name)
