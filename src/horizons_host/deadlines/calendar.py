"""The deadlines of a game as an iCalendar file (RFC 5545) for calendar programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from horizons_core.codec import digest_of
from horizons_host.deadlines.decisions import format_stored
from horizons_host.deadlines.outlook import following
from horizons_host.deadlines.schedules import format_time, parse_time
from horizons_host.deadlines.state import DeadlineFacts, facts_with_reminders
from horizons_host.store import Deadlines, GameStore

if TYPE_CHECKING:
    from icalendar import Event


#: Number of deadlines in a calendar after the next one.
_FOLLOWING = 9


def ics(store: GameStore) -> bytes:
    """Return the upcoming deadlines of a game as an iCalendar file with reproducible bytes."""
    return calendar(f"{_name(store)}: deadlines", events(store))


def calendar(title: str, deadlines: Iterable[Event]) -> bytes:
    """Build an iCalendar file with these events."""
    from icalendar import Calendar

    document = Calendar()
    document.add("prodid", "-//Horizons//Deadlines//EN")
    document.add("version", "2.0")
    document.add("method", "PUBLISH")
    document.add("x-wr-calname", title)
    for event in deadlines:
        document.add_component(event)
    return bytes(document.to_ical())


def events(store: GameStore, name: str = "") -> Iterator[Event]:
    """Yield the upcoming deadlines of a game as events; `name` overrides the game's name.

    Each turn has its own event id, so that calendars move a deadline that was extended. There are
    no events while the game is paused or after its end, and none reveals anything about orders.
    """
    facts = facts_with_reminders(store)
    deadline = None if facts.over else facts.course.deadline
    if deadline is None:
        return
    info, name, changed = store.info(), name or _name(store), _last_change(store, facts)
    game_id = digest_of([info.name, info.variant, info.created_at])[:32]
    deadlines = [deadline, *following(facts.course, _FOLLOWING)]
    for turn, time in enumerate(deadlines, start=facts.turn):
        own = f" ({facts.coming.title})" if turn == facts.turn and facts.coming.title else ""
        title = f"{name}: orders for turn {turn}{own} are due"
        yield _event(facts, f"{game_id}-turn-{turn}", title, time, changed)


def _name(store: GameStore) -> str:
    info = store.info()
    return info.name or info.variant


def _event(
    facts: DeadlineFacts, event_id: str, title: str, time: datetime, changed: datetime
) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", f"{event_id}@deadlines.horizons.invalid")
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", facts.change + facts.turn + facts.attempt)
    event.add("summary", title)
    event.add("dtstart", time)
    event.add("dtend", time + timedelta(minutes=1))
    event.add("status", "TENTATIVE" if facts.course.held else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("description", f"By the game's clocks: {_local_time(facts, time)}")
    return event


def _local_time(facts: DeadlineFacts, time: datetime) -> str:
    rule = facts.course.rule
    return format_time(time, rule.schedule.zone) if rule else format_stored(time)


def _last_change(store: GameStore, facts: DeadlineFacts) -> datetime:
    """Return the time of the last turn or decision, which may have changed a deadline."""
    decided = [parse_time(change.decided_at) for change in Deadlines(store).changes()[-1:]]
    return max([facts.course.opened, *decided])
