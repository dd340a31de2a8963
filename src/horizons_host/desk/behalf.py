"""Orders that the gamemaster submits for a player, for a public reason."""

from __future__ import annotations

from attrs import evolve

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.desk.audit import GAMEMASTER, act, public_words
from horizons_host.order_claims import MOST_STEPS, ExaminedOrders
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText
from horizons_host.receipts import receipt_of, receipt_text
from horizons_host.seating import SeatError
from horizons_host.store import GameStore, NewMail, OnBehalf, Submission, TurnTakenError

#: Attempts to examine orders while turns are run at the same time.
_ATTEMPTS = 3


def orders_on_behalf(
    store: GameStore,
    text: OrderText,
    player: str | None,
    reason: str,
    clock: Clock = now,
    by: str = GAMEMASTER,
    *,
    final: bool = True,
    turn: int | None = None,
    after: int | None = None,
    most_steps: int | None = MOST_STEPS,
) -> tuple[ExaminedOrders, Submission]:
    """Submit orders for a player, without their password.

    The player gets the receipt at once, and a line in the report of the turn. Submitting the same
    orders again for the same reason makes no new version. Raises the errors of
    `OrderIntake.examine` for `turn` and `most_steps`, HorizonsError for a reason that can't be
    shown, and NewerOrdersError unless `after` is the player's latest version, or None.
    """
    reason = public_words(
        reason, "submitting orders for a player needs a reason, which all players can read"
    )
    attempt = 1
    while True:
        examined = OrderIntake(store, clock, most_steps).examine(text, player, turn)
        if examined.seat.name == by:
            raise SeatError(
                f"{by} can't submit orders on behalf of {by}", "submit them as your own"
            )
        orders = examined.to_orders(clock)
        orders = evolve(
            orders,
            source=f"{by}, for {examined.seat.name}",
            final=final,
            behalf=OnBehalf(by, reason),
        )
        words = LocalizedText(
            "Orders for turn {turn} were submitted for {seat} ({why}).",
            turn=examined.turn,
            seat=examined.seat.name,
            why=reason,
        )
        facts = {"seat": examined.seat.name, "reason": reason, "errors": examined.errors}
        entry = act("orders", examined.turn - 1, words, clock, by, **facts)
        try:
            mails = _mails(examined, by, reason, stamp(clock))
            return examined, store.submit(orders, entry, mails, after=after)
        except TurnTakenError:
            if attempt == _ATTEMPTS:
                raise
            attempt += 1


def _mails(examined: ExaminedOrders, by: str, reason: str, time: str) -> list[NewMail]:
    claim = examined.claim
    if not claim.address:
        return []
    title = claim.game.name or claim.variant.info.title
    subject = f"[{title}] Orders for turn {examined.turn} were submitted for you"
    body = (
        f"{examined.seat.name}, {by} submitted orders for you, for turn {examined.turn}:\n"
        f"  {reason}\n\nIf you submit orders now, they replace"
        f" these.\n\n{receipt_text(receipt_of(examined))}"
    )
    seat = examined.seat.name
    return [NewMail("notice", claim.address, subject, time, seat, examined.turn, body=body)]
