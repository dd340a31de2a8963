"""The deadline of the next turn, and the facts about a game that decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count

from attrs import evolve, field, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.rules import Rule, days_from, rule_from
from horizons_host.deadlines.schedules import Days, DeadlineError, parse_time
from horizons_host.seats.seats import policy_of, policy_words
from horizons_host.store import (
    DeadlineChange,
    Deadlines,
    GameStore,
    Policy,
    SeatRecord,
    SubmittedOrders,
    next_attempt,
)

#: Time to the deadline after a pause, unless less was left before the pause.
MINIMUM_NOTICE = timedelta(hours=24)
_SECOND = timedelta(seconds=1)
#: States of a seat's orders for the next turn.
NONE, DRAFT, FINAL = "none", "draft", "final"


@frozen
class Vacation:
    """A vacation of a seat's player; its first `counted` days postpone deadlines."""

    number: int
    seat: str
    days: Days
    counted: int

    @property
    def puts_off(self) -> Days | None:
        """The days that postpone deadlines, or None."""
        if not self.counted:
            return None
        return Days(self.days.first, self.days.first + timedelta(days=self.counted - 1))


@frozen
class DeadlineState:
    """State of the next turn's deadline.

    Attributes:
        opened: when the turn was opened for orders.
        rule: None if the game has no deadlines; then the gamemaster runs turns.
        deadline: None also while the game is paused.
        paused: the start of a pause; `former` is the deadline at that time.
        held: whether the turn waits until it is released; `reason` is that of a hold or a pause.
        moved: why the deadline differs from the rule's first, as texts.
        vacations: all vacations that were announced and not cancelled.
        stage: the stage of the game, which may have a schedule of its own.
    """

    opened: datetime
    rule: Rule | None = None
    deadline: datetime | None = None
    paused: datetime | None = None
    former: datetime | None = None
    held: bool = False
    reason: str = ""
    moved: tuple[str, ...] = ()
    vacations: tuple[Vacation, ...] = field(factory=tuple)
    stage: str = ""

    @property
    def grace_end(self) -> datetime | None:
        """The end of the grace period for missing orders, or None."""
        if self.deadline is None or self.rule is None:
            return None
        return self.deadline + self.rule.grace

    @property
    def awaits_all(self) -> bool:
        """True if the turn has no deadline by its schedule, and runs once all orders are final."""
        rule = None if self.paused else self.rule
        return rule is not None and not rule.schedule_in(self.stage).has_deadlines

    @property
    def left_out(self) -> list[Days]:
        """Days on which no deadline falls: holidays and vacations."""
        rule = self.rule
        away = [vacation.puts_off for vacation in self.vacations]
        return [*(rule.holidays if rule else ()), *(days for days in away if days is not None)]

    def away(self, seat: str) -> bool:
        """Return whether a seat's player is away on the day of the deadline."""
        if self.deadline is None or self.rule is None:
            return False
        day = self.deadline.astimezone(self.rule.schedule.zone).date()
        return any(v.seat == seat and day in v.days for v in self.vacations)

    def next_after(self, time: datetime) -> datetime | None:
        """Return the first deadline of a turn that is opened at `time`."""
        if self.rule is None:
            return None
        earliest = max(time, time + self.rule.minimum - _SECOND)
        return self.rule.schedule_in(self.stage).first(earliest, self.left_out)


def deadline_state(
    changes: Iterable[DeadlineChange], turn: int, attempt: int, opened: datetime, stage: str = ""
) -> DeadlineState:
    """Return the deadline's state for the next turn, for an attempt that was opened at `opened`."""
    known = list(changes)
    current = [change for change in known if (change.turn, change.attempt) == (turn, attempt)]
    course = DeadlineState(opened, stage=stage)
    for change in known:
        if (change.turn, change.attempt) != (turn, attempt):
            course = _apply(course, change)
    course = evolve(course, held=False, moved=(), deadline=None, former=None, opened=opened)
    if not course.paused:
        reason = "" if course.rule else course.reason
        course = evolve(course, deadline=course.next_after(opened), reason=reason)
    for change in current:
        course = _apply(course, change)
    return course


def _apply(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    step = _STEPS.get(change.kind)
    return course if step is None else step(course, change)


def _rule(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    try:
        rule = rule_from(change.facts) if change.facts else None
    except DeadlineError as problem:  # such as an obsolete zone: another rule can be set
        text = LocalizedText("the schedule is invalid: {what}", what=problem.message)
        return evolve(course, rule=None, deadline=None, reason=text)
    before, at = course.rule, parse_time(change.decided_at)
    course = _budgeted(evolve(course, rule=rule))
    if rule is None or course.paused:
        return evolve(course, deadline=None)
    if (
        before
        and before.gives_same_deadlines(rule, course.stage)
        and course.deadline
        and at >= course.opened
    ):
        return course
    return evolve(course, deadline=course.next_after(at), moved=())


def _pause(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    at = parse_time(change.decided_at)
    return evolve(course, paused=at, former=course.deadline, deadline=None, reason=change.reason)


def _resume(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    """Resume with the former deadline if enough time is left, else with the next one."""
    at, former, paused = parse_time(change.decided_at), course.former, course.paused
    course = evolve(course, paused=None, former=None, reason="")
    if course.rule is None or paused is None:
        return course
    if "to" in change.facts:
        return evolve(course, deadline=parse_time(change.facts["to"]))
    notice_time = course.rule.minimum or MINIMUM_NOTICE
    left = former - paused if former else notice_time
    earliest = at + (min(left, notice_time) if left > timedelta() else notice_time)
    if former is None or former < earliest:
        former = course.rule.schedule_in(course.stage).first(earliest - _SECOND, course.left_out)
    return evolve(course, deadline=former)


def _extend(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    if course.paused:
        return course
    text = LocalizedText("extended")
    if change.reason:
        text = LocalizedText("extended: {why}", why=change.reason)
    return evolve(course, deadline=parse_time(change.facts["to"]), moved=(*course.moved, text))


def _skip(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    if course.rule is None or course.deadline is None:
        return course
    later = course.rule.schedule_in(course.stage).first(course.deadline, course.left_out)
    text = LocalizedText("a deadline was skipped")
    if change.reason:
        text = LocalizedText("a deadline was skipped: {why}", why=change.reason)
    return evolve(course, deadline=later, moved=(*course.moved, text))


def _hold(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    return evolve(course, held=True, reason=change.reason)


def _release(course: DeadlineState, _change: DeadlineChange) -> DeadlineState:
    return evolve(course, held=False, reason="")


def _vacation(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    if change.seat is None:
        return course  # the seat is no longer in the game
    new = Vacation(change.id, change.seat, days_from(str(change.facts["days"])), 0)
    course = _budgeted(evolve(course, vacations=(*course.vacations, new)))
    puts_off, deadline = course.vacations[-1].puts_off, course.deadline
    if course.rule is None or deadline is None or puts_off is None:
        return course
    if deadline.astimezone(course.rule.schedule.zone).date() not in puts_off:
        return course
    text = LocalizedText("{seat} is away ({days})", seat=change.seat, days=str(new.days))
    later = course.rule.schedule_in(course.stage).first(deadline, course.left_out)
    return evolve(course, deadline=later, moved=(*course.moved, text))


def _return(course: DeadlineState, change: DeadlineChange) -> DeadlineState:
    ended = change.facts["vacations"]
    left = tuple(v for v in course.vacations if v.number not in ended)
    return _budgeted(evolve(course, vacations=left))


def _budgeted(course: DeadlineState) -> DeadlineState:
    """Limit the vacation days that postpone deadlines to each seat's budget in the rule."""
    if course.rule is None:
        return course
    left: dict[str, int] = {}
    vacations = []
    for vacation in course.vacations:
        budget = left.get(vacation.seat, course.rule.vacation_days)
        counted = min(budget, (vacation.days.last - vacation.days.first).days + 1)
        left[vacation.seat] = budget - counted
        vacations.append(evolve(vacation, counted=counted))
    return evolve(course, vacations=tuple(vacations))


_STEPS: Mapping[str, Callable[[DeadlineState, DeadlineChange], DeadlineState]] = {
    "rule": _rule,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "skip": _skip,
    "hold": _hold,
    "release": _release,
    "vacation": _vacation,
    "return": _return,
}


@frozen
class SeatFacts:
    """A seat and the state of its orders for the next turn.

    Attributes:
        state: `NONE`, `DRAFT` or `FINAL`.
        plays: whether it can submit orders: it is not eliminated and has an empire, or is awaited.
        needed: whether the next turn needs its orders (`Variant.awaited`).
        policy: its missing-orders policy; `without` describes it.
        away: whether its player is on vacation on the day of the deadline.
    """

    seat: str
    state: str = NONE
    errors: int = 0
    plays: bool = True
    needed: bool = True
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

        Not if the turn does not need them, if the player is away, or if the seat's own policy is to
        run the turn without them.
        """
        is_awaited = self.policy.of_game or self.policy.waits(turn)
        return self.is_person and self.needed and is_awaited and not self.away

    def blocks(self, turn: int) -> bool:
        """Return whether the turn waits for this seat without limit."""
        is_missing = self.is_person and self.needed and self.state == NONE
        return is_missing and self.policy.waits(turn)


@frozen
class NextTurn:
    """The rules' answers about the orders for the next turn.

    Attributes:
        awaited: the seats whose orders it needs; None for all players, in games without stages.
        stage: the stage of the game; "" for an ordinary turn.
        title: the title of the turn in the game's own words; "" if it has none.
    """

    awaited: frozenset[str] | None = None
    stage: str = ""
    title: str = ""


def next_turn_of(game: hz.Game) -> NextTurn:
    """Return the rules' answers about the next turn of a game; raises PluginError."""
    variant = hz.variant_of(game)
    if not variant.has_stages:
        return NextTurn()
    awaited = frozenset(variant.awaited(game))
    return NextTurn(awaited, variant.stage(game), variant.turn_title(game))


def next_turn(store: GameStore) -> NextTurn:
    """Return the rules' answers about the next turn; loads the game only if there can be any."""
    return next_turn_of(store.position().game) if has_stages(store) else NextTurn()


@frozen
class DeadlineFacts:
    """Everything that decides when the next turn runs.

    `reminded` are the reminders that were sent (see `Deadlines.sent_reminders`);
    `change` is the number of the last change of deadlines; `coming` has the rules' answers about
    the turn, and `unawaited` the number of latest turns that were run because no orders were
    awaited.
    """

    game: str
    turn: int
    attempt: int
    course: DeadlineState
    places: tuple[SeatFacts, ...] = ()
    over: str = ""
    reminded: frozenset[tuple[str, str, str]] = frozenset()
    change: int = 0
    coming: NextTurn = NextTurn()
    unawaited: int = 0

    @property
    def needs_no_orders(self) -> bool:
        """True if the turn needs no person's orders, by the rules of a game with stages."""
        people = [place for place in self.places if place.is_person]
        has_stages = self.coming.awaited is not None
        return has_stages and bool(people) and not any(place.needed for place in people)


def facts_of(store: GameStore) -> DeadlineFacts:
    """Read the facts of a game; raises GameStoreError, SaveError for an unreadable game."""
    with store.read_transaction():
        position = store.position()
        seats, game = position.seats, position.game
        playing = {seat.name for seat in seats if not seat.role and game.empire(seat.name).active}
        orders = [last for last, _ in store.last_submissions(position.turn + 1).values()]
        coming = next_turn_of(game)
        able = frozenset(playing) | (coming.awaited or frozenset())
        return _facts(store, seats, position.turn, orders, able, _end_reason_text(game), coming)


def quick_facts(store: GameStore) -> DeadlineFacts:
    """Read the facts without loading the game, as if no seat were eliminated.

    The game is loaded if its rules decide who is awaited.
    """
    if has_stages(store):
        return facts_of(store)
    seats, latest = store.seats(), store.latest()
    orders = [last for last, _ in store.last_submissions(latest + 1).values()]
    playing = frozenset(seat.name for seat in seats if not seat.role)
    over = LocalizedText("the gamemaster has ended the game") if store.ending() else ""
    return _facts(store, seats, latest, orders, playing, over, NextTurn())


def has_stages(store: GameStore) -> bool:
    """Return whether the game's rules decide whose orders a turn needs."""
    info = store.info()
    try:
        return hz.load_variant(info.variant, info.mods, info.data_mods).has_stages
    except HorizonsError:
        return False  # rules that are not installed say nothing about the turn


def facts_with_reminders(store: GameStore) -> DeadlineFacts:
    """Read the quick facts plus the game's end by its rules, for showing deadlines to people."""
    facts = quick_facts(store)
    return evolve(facts, over=facts.over or _end_reason_text(store.position().game))


def _end_reason_text(game: hz.Game) -> str:
    outcome = game.outcome
    return (
        LocalizedText("the game ended in turn {turn}: {why}", turn=outcome.turn, why=outcome.reason)
        if outcome
        else ""
    )


def _facts(
    store: GameStore,
    seats: Sequence[SeatRecord],
    latest: int,
    orders: Iterable[SubmittedOrders],
    playing: frozenset[str],
    over: str,
    coming: NextTurn,
) -> DeadlineFacts:
    turn, log = latest + 1, Deadlines(store)
    undone = store.undone(turn)
    attempt = next_attempt(undone)
    opened = parse_time(undone[-1].undone_at if undone else store.run_at(latest))
    reopened = store.reopened_at(latest)
    if reopened is not None:
        opened = max(opened, parse_time(reopened))
    changes = changes_of(store, latest)
    course = deadline_state(changes, turn, attempt, opened, coming.stage)
    by_seat = {order_set.seat: order_set for order_set in orders}
    needed = playing if coming.awaited is None else coming.awaited
    places = tuple(
        _seat_facts(seat, turn, by_seat.get(seat.name), course, playing, needed) for seat in seats
    )
    reminded = log.sent_reminders(turn, attempt)
    change = changes[-1].id if changes else 0
    unawaited = {c.turn for c in changes if c.kind == "run" and c.facts.get("unawaited")}
    return DeadlineFacts(
        game=store.info().name,
        turn=turn,
        attempt=attempt,
        course=course,
        places=places,
        over=over,
        reminded=reminded,
        change=change,
        coming=coming,
        unawaited=next(n for n in count() if latest - n not in unawaited),
    )


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
    seat: SeatRecord,
    turn: int,
    orders: SubmittedOrders | None,
    course: DeadlineState,
    playing: frozenset[str],
    needed: frozenset[str],
) -> SeatFacts:
    state = NONE if orders is None else FINAL if orders.final else DRAFT
    return SeatFacts(
        seat=seat.name,
        state=state,
        errors=orders.errors if orders else 0,
        plays=seat.name in playing,
        needed=seat.name in needed,
        bot=seat.bot or "",
        policy=policy_of(seat),
        away=course.away(seat.name),
        without=_words(seat, turn) if seat.name in needed else policy_words(seat, turn),
    )


def _words(seat: SeatRecord, turn: int) -> str:
    """Describe the missing-orders policy of an awaited seat, an umpire's included."""
    return policy_words(evolve(seat, role="", policy=policy_of(seat)), turn)
