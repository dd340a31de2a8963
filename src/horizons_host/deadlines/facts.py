"""The facts about a game that decide its deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.course import DeadlineState, deadline_state
from horizons_host.deadlines.zones import parse_time
from horizons_host.seating import policy_words
from horizons_host.store import (
    DeadlineChange,
    Deadlines,
    GameStore,
    Policy,
    Seat,
    SubmittedOrders,
    next_attempt,
)

#: States of a seat's orders for the next turn.
NONE, DRAFT, FINAL = "none", "draft", "final"


@frozen
class SeatFacts:
    """A seat and the state of its orders for the next turn.

    Attributes:
        state: `NONE`, `DRAFT` or `FINAL`.
        plays: whether it can submit orders: it is not eliminated and has an empire.
        policy: its missing-orders policy; `without` describes it.
        away: whether its player is on vacation on the day of the deadline.
    """

    seat: str
    state: str = NONE
    errors: int = 0
    plays: bool = True
    bot: str = ""
    policy: Policy = Policy(of_game=True)
    away: bool = False
    without: str = LocalizedText("the turn waits")

    @property
    def is_person(self) -> bool:
        """True if a person submits orders for this seat."""
        return self.plays and not self.bot

    def expected(self, turn: int) -> bool:
        """Return whether a person's orders are waited for until the grace period ends.

        Not if the player is away, nor if the seat's own policy is to run the turn without them.
        """
        is_awaited = self.policy.of_game or self.policy.waits(turn)
        return self.is_person and is_awaited and not self.away

    def blocks(self, turn: int) -> bool:
        """Return whether the turn waits for this seat without limit."""
        return self.is_person and self.state == NONE and self.policy.waits(turn)


@frozen
class DeadlineFacts:
    """Everything that decides when the next turn runs.

    `reminded` are the reminders that were sent (see `Deadlines.sent_reminders`);
    `change` is the number of the last change of deadlines.
    """

    game: str
    turn: int
    attempt: int
    course: DeadlineState
    places: tuple[SeatFacts, ...] = ()
    over: str = ""
    reminded: frozenset[tuple[str, str, str]] = frozenset()
    change: int = 0


def facts_of(store: GameStore) -> DeadlineFacts:
    """Read the facts of a game; raises GameStoreError, SaveError for an unreadable game."""
    with store.read_transaction():
        position = store.position()
        seats, game = position.seats, position.game
        playing = {seat.name for seat in seats if not seat.role and game.empire(seat.name).active}
        orders = [last for last, _ in store.last_submissions(position.turn + 1).values()]
        return _facts(store, seats, position.turn, orders, playing, _over(game))


def quick_facts(store: GameStore) -> DeadlineFacts:
    """Read the facts without loading the game, as if no seat were eliminated."""
    seats, latest = store.seats(), store.latest()
    orders = [last for last, _ in store.last_submissions(latest + 1).values()]
    playing = {seat.name for seat in seats if not seat.role}
    over = LocalizedText("the gamemaster has ended the game") if store.ending() else ""
    return _facts(store, seats, latest, orders, playing, over)


def facts_with_reminders(store: GameStore) -> DeadlineFacts:
    """Read the quick facts plus the game's end by its rules, for showing deadlines to people."""
    facts = quick_facts(store)
    return evolve(facts, over=facts.over or _over(store.position().game))


def _over(game: hz.Game) -> str:
    outcome = game.outcome
    return (
        LocalizedText("the game ended in turn {turn}: {why}", turn=outcome.turn, why=outcome.reason)
        if outcome
        else ""
    )


def _facts(
    store: GameStore,
    seats: Sequence[Seat],
    latest: int,
    orders: Iterable[SubmittedOrders],
    playing: set[str],
    over: str,
) -> DeadlineFacts:
    turn, log = latest + 1, Deadlines(store)
    undone = store.undone(turn)
    attempt = next_attempt(undone)
    opened = parse_time(undone[-1].undone_at if undone else store.run_at(latest))
    reopened = store.reopened_at(latest)
    if reopened is not None:
        opened = max(opened, parse_time(reopened))
    changes = changes_of(store, latest)
    course = deadline_state(changes, turn, attempt, opened)
    by_seat = {order_set.seat: order_set for order_set in orders}
    places = tuple(_seat_facts(seat, by_seat.get(seat.name), course, playing) for seat in seats)
    reminded = log.sent_reminders(turn, attempt)
    change = changes[-1].id if changes else 0
    return DeadlineFacts(store.info().name, turn, attempt, course, places, over, reminded, change)


def changes_of(store: GameStore, latest: int) -> Sequence[DeadlineChange]:
    """Return all changes of deadlines.

    If the game's end was undone, earlier changes of the next deadline no longer count: it may have
    passed while the game was over.
    """
    changes, reopened = Deadlines(store).changes(), store.reopened_at(latest)
    if reopened is None:
        return changes
    return [
        evolve(c, attempt=0) if c.turn == latest + 1 and c.decided_at <= reopened else c
        for c in changes
    ]


def _seat_facts(
    seat: Seat, orders: SubmittedOrders | None, course: DeadlineState, playing: set[str]
) -> SeatFacts:
    state = NONE if orders is None else FINAL if orders.final else DRAFT
    return SeatFacts(
        seat=seat.name,
        state=state,
        errors=orders.errors if orders else 0,
        plays=seat.name in playing,
        bot=seat.bot or "",
        policy=seat.policy,
        away=course.away(seat.name),
        without=policy_words(seat),
    )
