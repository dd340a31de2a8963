"""Orders that the gamemaster hands in for a player: everybody may read that, and why."""

from __future__ import annotations

from attrs import evolve

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.desk.audit import GAMEMASTER, act, public_words
from horizons_host.order_claims import MOST_STEPS, Examined
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText
from horizons_host.receipts import receipt_of, receipt_text
from horizons_host.seating import SeatError
from horizons_host.store import GameStore, NewMail, OnBehalf, Submission, TurnTakenError

#: How often orders are examined anew because turns are run at the same time.
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
) -> tuple[Examined, Submission]:
    """Hand orders in for a player, whatever their password.

    The player is told at once, with the receipt, and in the report of the turn; equal orders that
    were handed in before for the same reason are no new version. Raises what `OrderIntake.examine`
    raises for a `turn` and `most_steps`, HorizonsError for a reason that cannot be told, and
    NewerOrdersError unless `after` is the player's latest version, or None.
    """
    told = public_words(
        reason, "submitting orders for a player needs a reason, which all players can read"
    )
    attempt = 1
    while True:
        found = OrderIntake(store, clock, most_steps).examine(text, player, turn)
        if found.seat.name == by:
            raise SeatError(
                f"{by} can't submit orders on behalf of {by}", "submit them as your own"
            )
        given = found.given(clock)
        given = evolve(
            given, source=f"{by}, for {found.seat.name}", final=final, behalf=OnBehalf(by, told)
        )
        words = LocalizedText(
            "Orders for turn {turn} were submitted for {seat} ({why}).",
            turn=found.turn,
            seat=found.seat.name,
            why=told,
        )
        facts = {"seat": found.seat.name, "reason": told, "errors": found.errors}
        entry = act("orders", found.turn - 1, words, clock, by, **facts)
        try:
            mails = _mails(found, by, told, stamp(clock))
            return found, store.submit(given, entry, mails, after=after)
        except TurnTakenError:
            if attempt == _ATTEMPTS:
                raise
            attempt += 1


def _mails(found: Examined, by: str, reason: str, time: str) -> list[NewMail]:
    claim = found.claim
    if not claim.address:
        return []
    title = claim.game.name or claim.variant.info.title
    subject = f"[{title}] Orders for turn {found.turn} were submitted for you"
    body = (
        f"{found.seat.name}, {by} submitted orders for you, for turn {found.turn}:\n"
        f"  {reason}\n\nIf you submit orders now, they replace"
        f" these.\n\n{receipt_text(receipt_of(found))}"
    )
    seat = found.seat.name
    return [NewMail("notice", claim.address, subject, time, seat, found.turn, body=body)]
