"""The events of a turn, by the section of the report that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

EventData = Mapping[str, Any]
LedgerEntry = Mapping[str, Any]

#: Beginnings of the codes of bombs and landings.
_BOMBINGS = ("planet.bombed", "landing.", "planet.colonized", "planet.joined")
#: Beginnings of the codes of losses, which lists of events show first.
LOSSES = ("ship.unfinished_lost", "planet.wasted_points", "race.extinct", "race.removed")
#: Headlines of the summary, with the beginnings of their codes.
_HEADLINES = {
    "Bombs and landings": _BOMBINGS,
    "Built": ("planet.built_ships",),
    "Research": ("race.researched",),
    "Arrived": ("groups.arrived",),
    "Given": ("ships.given",),
}


@frozen
class ReportEvents:
    """The events of a report, each in one list, and the ledger's lines by planet."""

    messages: list[EventData] = field(factory=list)
    battles: list[EventData] = field(factory=list)
    bombings: list[EventData] = field(factory=list)
    other_events: list[EventData] = field(factory=list)
    points: dict[str, list[LedgerEntry]] = field(factory=dict)

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> ReportEvents:
        """Sort the events and the ledger of a document."""
        report_events = cls()
        for event in report["events"]:
            report_events._list_for(event).append(event)
        names = planet_names(report["view"])
        for entry in report["ledger"]:
            place = names.get(entry["place"] or "", entry["place"] or "")
            report_events.points.setdefault(place, []).append(entry)
        return report_events

    def _list_for(self, event: EventData) -> list[EventData]:
        code = event["code"]
        if is_battle(event):
            return self.battles
        if code == "message":
            return self.messages
        return self.bombings if code.startswith(_BOMBINGS) else self.other_events

    @property
    def headlines(self) -> list[tuple[str, list[EventData]]]:
        """The most important events, by headline."""
        events = [*self.bombings, *self.other_events]
        pairs = (
            (headline, [event for event in events if event["code"].startswith(codes)])
            for headline, codes in _HEADLINES.items()
        )
        return [(headline, chosen) for headline, chosen in pairs if chosen]


def is_battle(event: EventData) -> bool:
    """True if an event's data are the record of a battle."""
    return "units" in event["data"]


def planet_names(view: Mapping[str, Any]) -> dict[str, str]:
    """The names of all planets in a view by their ids."""
    parts: Iterable[str] = ("located", "uninhabited", "alien_planets", "planets")
    return {planet["id"]: planet["name"] for part in parts for planet in view[part]}
