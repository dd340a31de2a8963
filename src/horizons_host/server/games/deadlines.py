"""Changes of a game's deadlines, which are checked at once, and deadlines as a calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock
from horizons_host.deadlines import changes
from horizons_host.deadlines.calendar import calendar, events
from horizons_host.deadlines.decisions import format_stored
from horizons_host.deadlines.due import remind_seat
from horizons_host.deadlines.missing_orders import set_game_policy
from horizons_host.deadlines.outlook import Outlook, deadline_sentences, state_of
from horizons_host.deadlines.rules import change_rule
from horizons_host.deadlines.state import Vacation, facts_of, quick_facts
from horizons_host.games.order_texts import OrderText
from horizons_host.seats.changes import set_policy
from horizons_host.server.accounts import tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.tokens import FeedKind
from horizons_host.server.games import directory
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import delivery
from horizons_host.server.service import Service
from horizons_host.store import SERVER, Deadlines, GameStore
from horizons_host.store.submissions import MISSING

if TYPE_CHECKING:
    from icalendar import Event


#: Actions that take only a reason.
_ACTIONS_WITH_REASON: Mapping[str, Callable[..., Outlook]] = {
    "clear": changes.clear_rule,
    "pause": changes.pause,
    "skip": changes.skip,
    "hold": changes.hold,
    "release": changes.release,
}
#: All actions on the deadline of the coming turn.
ACTIONS = (*_ACTIONS_WITH_REASON, "resume", "extend")


def decide(
    service: Service, key: str, act: str, *, reason: str = "", to: str = "", hours: int = 0
) -> None:
    """Apply one of `ACTIONS` as the gamemaster; raises DeadlineError."""

    def change(store: GameStore) -> None:
        if act == "extend":
            changes.extend(store, to=to, hours=hours, reason=reason, clock=service.clock)
        elif act == "resume":
            changes.resume(store, to=to, reason=reason, clock=service.clock)
        else:
            _ACTIONS_WITH_REASON[act](store, reason=reason, clock=service.clock)

    apply_change(service, key, change)


def apply_change(service: Service, key: str, act: Callable[[GameStore], object]) -> None:
    """Change a game in a way that may move its deadline, and deliver the notifications at once."""
    with service.database.game(key) as store:
        act(store)
    jobs.wake_deadline_job(service, key)
    delivery.wake_delivery(service, key)


def remind(service: Service, key: str, seat: str) -> None:
    """Remind the player of a seat of the coming deadline now; raises DeadlineError."""
    apply_change(service, key, lambda store: remind_seat(store, seat, service.clock))


def set_missing(
    service: Service,
    key: str,
    kind: str,
    *,
    seat: str = "",
    text: OrderText | None = None,
    bot: str = "",
    turns: int = 1,
    reason: str = "",
) -> None:
    """Set the missing-orders policy of a seat, or without a seat the game's default.

    Raises what `set_policy` and `set_game_policy` raise.
    """

    def change(store: GameStore) -> None:
        clock = service.clock
        if seat:
            set_policy(store, seat, kind, text=text, bot=bot, turns=turns, clock=clock)
        else:
            set_game_policy(
                store, kind, text=text, bot=bot, turns=turns, reason=reason, clock=clock
            )

    apply_change(service, key, change)


def set_rule(
    service: Service, key: str, parts: Mapping[str, Any], reason: str = "", stage: str = ""
) -> None:
    """Set the schedule, or parts of it, or that of a stage; raises DeadlineError."""

    def change(store: GameStore) -> None:
        if stage:
            changes.set_stage_schedule(store, stage, parts, reason=reason, clock=service.clock)
        else:
            changes.set_rule(store, parts, reason=reason, clock=service.clock)

    apply_change(service, key, change)


def describe_deadline(store: GameStore, clock: Clock) -> list[str]:
    """Describe the deadline for everyone who may see the game, without its seats.

    The game is only loaded if the answer depends on missing orders.
    """
    facts, time = quick_facts(store), clock()
    deadline = facts.course.deadline
    if deadline is not None and time >= deadline:
        facts = facts_of(store)
    return list(deadline_sentences(facts, state_of(facts, time), time))


def coming_deadline(store: GameStore) -> str | None:
    """Return the deadline of the coming turn as stored, or None."""
    deadline = quick_facts(store).course.deadline
    return None if deadline is None else format_stored(deadline)


def vacations(store: GameStore, clock: Clock) -> list[Vacation]:
    """List the vacations that have not ended."""
    course = quick_facts(store).course
    zone = course.rule.schedule.zone if course.rule else UTC
    today = clock().astimezone(zone).date()
    return [vacation for vacation in course.vacations if vacation.days.last >= today]


def announced_schedule(service: Service, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schedule of a new game as plain data; raises DeadlineError.

    Its days are counted from the day on which the game starts.
    """
    parts = {name: value for name, value in settings.items() if name != "start"}
    return change_rule(None, service.clock().date(), parts).to_dict()


def apply_announced(
    service: Service, store: GameStore, rule: Mapping[str, Any], policy: Mapping[str, Any]
) -> None:
    """Apply the schedule that a game was announced with, unless it is set already."""
    kinds = {change.kind for change in Deadlines(store).changes()}
    if policy and MISSING not in kinds:
        set_game_policy(store, **policy, clock=service.clock, by=SERVER)
    if rule and "rule" not in kinds:
        parts = {name: value for name, value in rule.items() if name != "start"}
        changes.set_rule(store, parts, clock=service.clock, by=SERVER)


def create_calendar(service: Service, account: Account, game: str = "") -> str:
    """Create the address of a calendar, replacing the earlier one; it is shown only once."""
    key = tokens.create_feed(service, account, FeedKind.CALENDAR, game)
    return f"{service.settings.public_url}/calendars/{key}.ics"


def find_calendar(service: Service, key: str) -> bytes | None:
    """Return the calendar at the address with a key, or None.

    Games that its owner has left are not in it.
    """
    feed = tokens.find_feed(service, FeedKind.CALENDAR, key)
    if feed is None:
        return None
    games = [game for game in _games_of(service, feed.account) if feed.game in {"", game.key}]
    if feed.game and not games:
        return None
    title = f"{games[0].terms.title}: deadlines" if feed.game else "Horizons: deadlines"
    return calendar(title, (event for game in games for event in _deadline_events(service, game)))


def _games_of(service: Service, account: Account) -> list[ListedGame]:
    """List the games of an account, each once."""
    games = {game.key: game for game, _ in directory.games_of(service, account)}
    return [games[key] for key in sorted(games)]


def _deadline_events(service: Service, game: ListedGame) -> Iterator[Event]:
    if game.state != directory.RUNNING:
        return
    try:
        with service.database.game(game.key) as store:
            yield from list(events(store, game.terms.title))
    except HorizonsError:
        return  # a game that cannot be read must not hide the deadlines of the others
