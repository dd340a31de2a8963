"""The deadlines of a game as a calendar (RFC 5545), for people's own calendar programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from horizons_core.codec import digest_of
from horizons_host.deadlines.decisions import stamped
from horizons_host.deadlines.facts import Facts, told_facts
from horizons_host.deadlines.outlook_words import following
from horizons_host.deadlines.zones import in_words, moment
from horizons_host.store import Deadlines, GameStore

if TYPE_CHECKING:
    from icalendar import Event

#: So many deadlines after the coming one stand in a calendar.
_FOLLOWING = 9


def ics(store: GameStore) -> bytes:
    """The coming deadlines of a game as an iCalendar file: the same game gives the same bytes."""
    return calendar(f"{_name(store)}: deadlines", events(store))


def calendar(title: str, found: Iterable[Event]) -> bytes:
    """Deadlines as an iCalendar file."""
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", "-//Horizons//Deadlines//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", title)
    for one in found:
        made.add_component(one)
    return bytes(made.to_ical())


def events(store: GameStore, name: str = "") -> Iterator[Event]:
    """The coming deadlines of a game, which is called by its own name unless another is given.

    Each turn is one event with an identity of its own, so that a calendar moves a deadline that was
    put off. There are none while the game is paused or after its end. Nobody's orders stand in it.
    """
    facts = told_facts(store)
    deadline = None if facts.over else facts.course.deadline
    if deadline is None:
        return
    plate, name, changed = store.plate(), name or _name(store), _changed(store, facts)
    identity = digest_of([plate.name, plate.variant, plate.created_at])[:32]
    known = [deadline, *following(facts.course, _FOLLOWING)]
    for turn, one in enumerate(known, start=facts.turn):
        title = f"{name}: orders for turn {turn} are due"
        yield _event(facts, f"{identity}-turn-{turn}", title, one, changed)


def _name(store: GameStore) -> str:
    plate = store.plate()
    return plate.name or plate.variant


def _event(facts: Facts, identity: str, title: str, time: datetime, changed: datetime) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", f"{identity}@deadlines.horizons.invalid")
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", facts.change + facts.turn + facts.attempt)
    event.add("summary", title)
    event.add("dtstart", time)
    event.add("dtend", time + timedelta(minutes=1))
    event.add("status", "TENTATIVE" if facts.course.held else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("description", f"By the game's clocks: {_here(facts, time)}")
    return event


def _here(facts: Facts, time: datetime) -> str:
    rule = facts.course.rule
    return in_words(time, rule.schedule.zone) if rule else stamped(time)


def _changed(store: GameStore, facts: Facts) -> datetime:
    """When a deadline may last have become another: by a turn, or by what was decided."""
    decided = [moment(one.decided_at) for one in Deadlines(store).changes()[-1:]]
    return max([facts.course.opened, *decided])
