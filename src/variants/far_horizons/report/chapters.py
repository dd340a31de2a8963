"""The events of a turn under the titles of the classic log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from variants.far_horizons.battle import messages
from variants.far_horizons.rules.dispatch import SECTION_BEGUN

Event = Mapping[str, Any]

#: The titles of phases, each above the first event of its phase.
_TITLES = {
    "pre-departure": "Pre-departure orders",
    "jumps": "Jump orders",
    "production": "Production orders",
    "post-arrival": "Post-arrival orders",
    "housekeeping": "Other events",
}
#: The titles in phases with battles: above the orders, if there are any, and each battle.
_OF_BATTLES = {
    "combat": {SECTION_BEGUN.code: "Combat orders", messages.PLACE.code: "Combat log"},
    "strikes": {SECTION_BEGUN.code: "Strike orders", messages.PLACE.code: "Strike log"},
}


@frozen
class TitledEvents:
    """The events under a title of a phase; the title may be empty."""

    phase: str
    title: str
    events: list[Event] = field(factory=list)


def chapters(events: Iterable[Event]) -> Iterator[TitledEvents]:
    """Group events under titles, in their order; a section without results is empty."""
    chapter: TitledEvents | None = None
    for event in events:
        begins_phase = chapter is None or chapter.phase != event["phase"]
        title = _title_above(event, begins_phase=begins_phase)
        if chapter is None or begins_phase or title:
            if chapter is not None:
                yield chapter
            chapter = TitledEvents(event["phase"], title)
        if event["code"] != SECTION_BEGUN.code:
            chapter.events.append(event)
    if chapter is not None:
        yield chapter


def _title_above(event: Event, *, begins_phase: bool) -> str:
    """Return the title above an event, or ""."""
    phase: str = event["phase"]
    if phase in _OF_BATTLES:
        return _OF_BATTLES[phase].get(event["code"], "")
    return _TITLES.get(phase, "") if begins_phase else ""
