"""The deadlines of a game as a calendar (RFC 5545), for people's own calendar programs."""

from __future__ import annotations

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
    """The coming deadlines as an iCalendar file: the same game gives the same bytes.

    Each turn is one event with an identity of its own, so that a calendar moves a deadline that was
    put off. There are none while the game is paused or after its end. Nobody's orders stand in it.
    """
    from icalendar import Calendar

    facts = told_facts(store)
    plate = store.plate()
    name = plate.name or plate.variant
    calendar = Calendar()
    calendar.add("prodid", "-//Horizons//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"{name}: deadlines")
    identity = digest_of([plate.name, plate.variant, plate.created_at])[:32]
    changed = _changed(store, facts)
    deadline = None if facts.over else facts.course.deadline
    if deadline is not None:
        known = [deadline, *following(facts.course, _FOLLOWING)]
        for turn, one in enumerate(known, start=facts.turn):
            title = f"{name}: orders for turn {turn} are due"
            calendar.add_component(_event(facts, f"{identity}-turn-{turn}", title, one, changed))
    return bytes(calendar.to_ical())


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
