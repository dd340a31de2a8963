"""Submission of order texts, which are checked and stored, or only tried."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.turn import Steps
from horizons_host import processes
from horizons_host.clock import Clock, now
from horizons_host.games.order_claims import (
    MAX_STEPS,
    ExaminedOrders,
    OrderClaim,
    OtherTurnError,
    examine_claim,
    read_claim,
)
from horizons_host.games.order_texts import OrderText
from horizons_host.games.receipts import receipt_of
from horizons_host.mail.order_sets import orders_without_quotes
from horizons_host.seats.seats import policy_words
from horizons_host.store import (
    GameInfo,
    GameStore,
    Position,
    SeatRecord,
    Submission,
    SubmittedOrders,
    TurnTakenError,
)
from horizons_host.store.caches import SizedCache

#: Limit in bytes of cached games: pickled here, and loaded in the worker process.
_MAX_BYTES = 20_000_000
_packed: SizedCache[bytes] = SizedCache(_MAX_BYTES, size=len)
_loaded: SizedCache[tuple[hz.Game, int]] = SizedCache(_MAX_BYTES, size=lambda entry: entry[1])
#: Attempts to store a submission while turns are run at the same time.
_ATTEMPTS = 3


def check_time(
    variant: hz.Variant, position: Position, text: OrderText, player: str | None
) -> None:
    """Raise TooLongError unless checking and forecasting the orders ends in time.

    Errors in the orders are ignored; they are found when the orders are examined in this process.
    """
    name = position.name

    def pack() -> bytes:
        return pickle.dumps(hz.dump(position.game))

    packed = pack() if name is None else _packed.of(name, pack)
    context = (position.info, position.seats, position.turn)
    processes.call(variant, "check these orders", _try, packed, context, text, player)


def _try(
    variant: hz.Variant,
    packed: bytes,
    context: tuple[GameInfo, tuple[SeatRecord, ...], int],
    text: OrderText,
    player: str | None,
) -> None:
    def load() -> tuple[hz.Game, int]:
        return hz.load(pickle.loads(packed), variant), len(packed)  # noqa: S301

    try:
        game, _ = _loaded.of(packed, load)
        orders = examine_claim(read_claim(Position(*context, game), text, player))
        receipt_of(orders)
        view = orders.foresight.view
        variant.map(view)
        variant.things(view)
    except Exception:  # noqa: BLE001 - it ended in time; the error will occur again here
        return


def claim_of(
    position: Position, text: OrderText, player: str | None, max_steps: int | None = MAX_STEPS
) -> OrderClaim:
    """Read a text as `read_claim` does, after a check of its length and without quoted email.

    With a limit, rules whose work is not counted are first run in a process with a time limit.
    Raises RefusedOrdersError, SeatError, TooManyStepsError.
    """
    Steps(max_steps).take(text.text.count("\n"))
    variant = hz.variant_of(position.game)
    text = evolve(text, text=orders_without_quotes(text.text, variant.language.envelope))
    if max_steps is not None and processes.is_bounded(variant):
        check_time(variant, position, text, player)
    return read_claim(position, text, player, max_steps)


class OrderIntake:
    """Examines and submits order texts of a game.

    `max_steps` limits the work of a check or forecast; None for a user's own machine.
    """

    def __init__(
        self, store: GameStore, clock: Clock = now, max_steps: int | None = MAX_STEPS
    ) -> None:
        self._store = store
        self._clock = clock
        self._max_steps = max_steps

    def examine(
        self, text: OrderText, player: str | None, turn: int | None = None
    ) -> ExaminedOrders:
        """Check a text as orders of this player, or of the player that its header names.

        `turn` is the turn it was written for, if known. Raises RefusedOrdersError, also if that is
        not the next turn; SeatError, GameOverError, TooManyStepsError.
        """
        claim = claim_of(self._store.position(), text, player, self._max_steps)
        if turn is not None and turn != claim.turn:
            raise OtherTurnError(turn, claim.turn)
        return examine_claim(claim)

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
    ) -> tuple[ExaminedOrders, Submission | None]:
        """Examine a text and store it, without its passwords.

        `strict` stores nothing (None) if there are errors. If the player is signed in, the seat is
        already `proved`; else the seat's password is required. Orders that are not `final` are a
        draft: they count at the deadline, but no turn runs early for them. Orders written for a
        `turn` are stored for no other turn, and those based on a version (`after`; 0: on none)
        replace no newer one. A text equal to the latest version does not create a new one. Raises
        the errors of `examine`, PasswordError and NewerOrdersError.
        """
        for attempt in range(_ATTEMPTS):
            orders = evolve(self.examine(text, player, turn), final=final)
            if not proved:
                orders.claim.demand_password()
            if strict and orders.errors:
                break
            try:
                return orders, self._store.submit(orders.to_orders(self._clock), after=after)
            except TurnTakenError:
                if attempt == _ATTEMPTS - 1:
                    raise
        return orders, None

    def save_draft(
        self,
        text: OrderText,
        seat: str,
        turn: int,
        after: int,
        *,
        reopen: bool = False,
        authorize: Callable[[], object] = bool,
    ) -> Submission:
        """Examine a draft that is being written on the web page, and store it.

        It takes the place of an earlier one. `reopen` withdraws final orders, and `authorize`
        raises an error if the writer no longer has the seat when the draft is stored. Raises the
        errors of `examine`, NewerOrdersError and FinalOrdersError.
        """
        draft = evolve(self.examine(text, seat, turn), final=False).to_orders(self._clock)
        try:
            return self._store.save_draft(draft, after, reopen=reopen, authorize=authorize)
        except TurnTakenError as problem:
            raise OtherTurnError(turn, self._store.latest() + 1) from problem


@frozen
class OrderStatus:
    """State of a seat's orders: `state` is "none", "errors", "fine" or "by bot".

    `ready` is "none", "draft" or "final", or "" for a bot's own orders. `role` is the role of a
    seat without an empire, else "". `without` describes the missing-orders policy. `awaited` says
    that the next turn needs the seat's orders and there are none yet; without `needed`, a player's
    orders are not needed.
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
    awaited: bool = False
    needed: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
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
            "awaited": self.awaited,
        }


def order_status(store: GameStore, turn: int | None = None) -> tuple[int, list[OrderStatus]]:
    """Return the number of a turn (None: the next one) and the state of every seat's orders."""
    with store.read_transaction():
        coming = store.latest() + 1
        number = coming if turn is None else turn
        last = store.last_submissions(number)
        needed = _needed(store) if number == coming else ()
        rows = [
            _seat_status(seat, number, *last.get(seat.name, (None, 0))) for seat in store.seats()
        ]
        if number != coming:
            return number, rows
        return number, [
            evolve(
                row,
                awaited=row.ready == "none" and row.seat in needed,
                needed=bool(row.bot or row.role) or row.seat in needed,
            )
            for row in rows
        ]


def _needed(store: GameStore) -> Collection[str]:
    """Return the seats whose orders the next turn needs; by default, every player's."""
    try:
        game = store.position().game
        return hz.variant_of(game).awaited(game)
    except HorizonsError:  # a damaged game, or rules that are not installed
        return [seat.name for seat in store.seats() if not seat.role]


def _seat_status(
    seat: SeatRecord, turn: int, last: SubmittedOrders | None, versions: int
) -> OrderStatus:
    if last is None:
        state = "by bot" if seat.bot else "none"
        ready = "" if seat.bot else "none"
        without = policy_words(seat, turn)
        return OrderStatus(seat.name, seat.bot, seat.role, state, without=without, ready=ready)
    return OrderStatus(
        seat=seat.name,
        bot=seat.bot,
        role=seat.role,
        state="errors" if last.errors else "fine",
        since=last.submitted_at,
        versions=versions,
        errors=last.errors,
        source=last.source,
        without=policy_words(seat, turn),
        ready="final" if last.final else "draft",
    )
