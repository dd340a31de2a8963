"""Taking orders in: who may hand them in, where they are stored, and who has done so."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_core.turn import Steps
from horizons_host import bounded_calls
from horizons_host.clock import Clock, now
from horizons_host.order_claims import (
    MOST_STEPS,
    Claim,
    Examined,
    RefusedOrdersError,
    examined,
    read_claim,
)
from horizons_host.order_texts import OrderText
from horizons_host.own_words.order_sets import own_orders
from horizons_host.rehearsals import rehearse
from horizons_host.seating import policy_words
from horizons_host.store import GameStore, GivenOrders, Position, Seat, Submission, TurnTakenError

#: How often a submission is examined anew because turns are run at the same time.
_ATTEMPTS = 3


def claim_of(
    position: Position, text: OrderText, player: str | None, most_steps: int | None = MOST_STEPS
) -> Claim:
    """Read a text as `read_claim` does, if it is not too long; of a mail the sender's own orders.

    With a limit, rules whose work is not counted are tried first where they can be ended. Raises
    RefusedOrdersError, SeatError, TooManyStepsError.
    """
    Steps(most_steps).take(text.text.count("\n"))
    variant = hz.variant_of(position.game)
    text = evolve(text, text=own_orders(text.text, variant.language.envelope))
    if most_steps is not None and bounded_calls.is_bounded(variant):
        rehearse(variant, position, text, player)
    return read_claim(position, text, player, most_steps)


class OrderIntake:
    """Where the gamemaster examines order texts of one game and hands them in.

    `most_steps` limits the work of a check or forecast; None for one's own on one's own machine.
    """

    def __init__(
        self, store: GameStore, clock: Clock = now, most_steps: int | None = MOST_STEPS
    ) -> None:
        self._store = store
        self._clock = clock
        self._most_steps = most_steps

    def examine(self, text: OrderText, player: str | None, turn: int | None = None) -> Examined:
        """Read a text as this player's, or as the one's whom its header names.

        `turn` is that for which it was written, where whoever asks knows it. Raises
        RefusedOrdersError, also where that is not the coming one; SeatError, GameOverError,
        TooManyStepsError.
        """
        claim = claim_of(self._store.position(), text, player, self._most_steps)
        if turn is not None and turn != claim.turn:
            raise RefusedOrdersError(
                LocalizedText(
                    "these orders are for turn {turn}, but orders are now accepted for turn {now};"
                    " nothing was stored",
                    turn=turn,
                    now=claim.turn,
                ),
                LocalizedText(
                    "read the report of turn {turn}, then submit them for turn"
                    " {next} if they still fit",
                    turn=claim.turn - 1,
                    next=claim.turn,
                ),
            )
        return examined(claim)

    def submit(
        self,
        text: OrderText,
        player: str | None,
        *,
        strict: bool = False,
        proved: bool = False,
        final: bool = True,
        turn: int | None = None,
        after: int | None = None,
    ) -> tuple[Examined, Submission | None]:
        """Examine a text and store it, without its passwords.

        `strict` stores nothing (None) if there are errors. Whose orders these are may be `proved`
        already, by who is signed in; else the seat's password is asked for. Orders that are not
        `final` are a draft: they count at the deadline, but no turn is run before for them. Those
        that were written for a `turn` are stored for no other, and those that were begun from a
        version (`after`; 0: from none) replace no newer one. A text that equals the latest version
        is no new one. Raises what `examine` raises, PasswordError and NewerOrdersError.
        """
        for attempt in range(_ATTEMPTS):
            found = evolve(self.examine(text, player, turn), final=final)
            if not proved:
                found.claim.demand_password()
            if strict and found.errors:
                break
            try:
                return found, self._store.submit(found.given(self._clock), after=after)
            except TurnTakenError:
                if attempt == _ATTEMPTS - 1:
                    raise
        return found, None


@frozen
class Standing:
    """Where one seat stands: `state` is "none", "errors", "fine" or "by bot".

    `ready` is "none", "draft" or "final", or "" for a bot's own orders. `role` is that of somebody
    without an empire, else "". `without` says what is done if no orders of a person come in.
    """

    seat: str
    bot: str | None
    role: str
    state: str
    since: str | None = None
    versions: int = 0
    errors: int = 0
    source: str = ""
    without: str = ""
    ready: str = ""

    def told(self) -> dict[str, Any]:
        """The standing as plain data."""
        return {
            "seat": self.seat,
            "bot": self.bot,
            "role": self.role,
            "state": self.state,
            "since": self.since,
            "versions": self.versions,
            "errors": self.errors,
            "source": self.source,
            "without": self.without,
            "ready": self.ready,
        }


def standing(store: GameStore, turn: int | None = None) -> tuple[int, list[Standing]]:
    """The turn (None: the coming one) and where every seat stands with its orders for it."""
    with store.moment():
        number = store.latest() + 1 if turn is None else turn
        given = store.last_given(number)
        return number, [_standing(seat, *given.get(seat.name, (None, 0))) for seat in store.seats()]


def _standing(seat: Seat, last: GivenOrders | None, versions: int) -> Standing:
    if last is None:
        state = "by bot" if seat.bot else "none"
        ready = "" if seat.bot else "none"
        without = policy_words(seat)
        return Standing(seat.name, seat.bot, seat.role, state, without=without, ready=ready)
    return Standing(
        seat=seat.name,
        bot=seat.bot,
        role=seat.role,
        state="errors" if last.errors else "fine",
        since=last.submitted_at,
        versions=versions,
        errors=last.errors,
        source=last.source,
        without=policy_words(seat),
        ready="final" if last.final else "draft",
    )
