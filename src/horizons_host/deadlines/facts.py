"""What is known of a game when it is asked whether its turn is due: plain facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.course import Course, course_of
from horizons_host.deadlines.zones import moment
from horizons_host.seating import policy_words
from horizons_host.store import (
    DeadlineChange,
    Deadlines,
    GameStore,
    GivenOrders,
    Policy,
    Seat,
    next_attempt,
)

#: How far a seat is with its orders for the coming turn.
NONE, DRAFT, FINAL = "none", "draft", "final"


@frozen
class Place:
    """A seat as its orders for the coming turn stand.

    Attributes:
        state: `NONE`, `DRAFT` or `FINAL`.
        plays: whether it has orders to give: neither out of the game nor without an empire.
        policy: what is done without orders, `without` in words.
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
        """Whether a person has orders to give here."""
        return self.plays and not self.bot

    def expected(self, turn: int) -> bool:
        """Whether a person's orders are waited for while there is time.

        Not of somebody who is away, nor where the gamemaster arranged for the seat itself that the
        turn is run without.
        """
        asked = self.policy.of_game or self.policy.waits(turn)
        return self.is_person and asked and not self.away

    def blocks(self, turn: int) -> bool:
        """Whether the turn waits for this seat, however late it is."""
        return self.is_person and self.state == NONE and self.policy.waits(turn)


@frozen
class Facts:
    """All that decides on the coming turn.

    `told` are the reminders that were given (see `Deadlines.told`); `change` is the number of the
    last change of deadlines. `created` tells the game apart from others.
    """

    game: str
    turn: int
    attempt: int
    course: Course
    places: tuple[Place, ...] = ()
    over: str = ""
    told: frozenset[tuple[str, str, str]] = frozenset()
    change: int = 0


def facts_of(store: GameStore) -> Facts:
    """The facts of a game; raises GameStoreError, and SaveError for a game that cannot be read."""
    with store.moment():
        here = store.position()
        playing = {
            seat.name for seat in here.seats if not seat.role and here.game.empire(seat.name).active
        }
        given = [one for one, _ in store.last_given(here.turn + 1).values()]
        return _facts(store, here.seats, here.turn, given, playing, _over(here.game))


def quick_facts(store: GameStore) -> Facts:
    """The facts as they are if nobody is out of the game: the game itself is not loaded."""
    seats, latest = store.seats(), store.latest()
    given = [one for one, _ in store.last_given(latest + 1).values()]
    playing = {seat.name for seat in seats if not seat.role}
    over = LocalizedText("the gamemaster has ended the game") if store.ending() else ""
    return _facts(store, seats, latest, given, playing, over)


def told_facts(store: GameStore) -> Facts:
    """The quick facts with the game's own end: what people may be told of a deadline."""
    found = quick_facts(store)
    return evolve(found, over=found.over or _over(store.position().game))


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
    orders: Iterable[GivenOrders],
    playing: set[str],
    over: str,
) -> Facts:
    turn, log = latest + 1, Deadlines(store)
    undone = store.undone(turn)
    attempt = next_attempt(undone)
    opened = moment(undone[-1].undone_at if undone else store.run_at(latest))
    reopened = store.reopened_at(latest)
    if reopened is not None:
        opened = max(opened, moment(reopened))
    changes = changes_of(store, latest)
    course = course_of(changes, turn, attempt, opened)
    given = {one.seat: one for one in orders}
    places = tuple(_place(seat, given.get(seat.name), course, playing) for seat in seats)
    told = log.told(turn, attempt)
    change = changes[-1].id if changes else 0
    return Facts(store.plate().name, turn, attempt, course, places, over, told, change)


def changes_of(store: GameStore, latest: int) -> Sequence[DeadlineChange]:
    """All that was decided on deadlines.

    If the game's end was undone, a deadline that was moved before that is no longer moved: it may
    have passed while the game was over.
    """
    changes, reopened = Deadlines(store).changes(), store.reopened_at(latest)
    if reopened is None:
        return changes
    return [
        evolve(one, attempt=0) if one.turn == latest + 1 and one.decided_at <= reopened else one
        for one in changes
    ]


def _place(seat: Seat, given: GivenOrders | None, course: Course, playing: set[str]) -> Place:
    state = NONE if given is None else FINAL if given.final else DRAFT
    return Place(
        seat=seat.name,
        state=state,
        errors=given.errors if given else 0,
        plays=seat.name in playing,
        bot=seat.bot or "",
        policy=seat.policy,
        away=course.away(seat.name),
        without=policy_words(seat),
    )
