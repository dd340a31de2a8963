"""Summaries of a turn's battles for the page, from its events: units and losses by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field
from markupsafe import Markup

from horizons_core.report import cells, html_table, number_column, player_name, text_column
from variants.far_horizons.battle import messages
from variants.far_horizons.model import Place

Event = Mapping[str, Any]

_ENDS = {
    messages.DESTROYED.code: "destroyed",
    messages.AMBUSH_LOSS.code: "destroyed",
    messages.HIJACKED.code: "captured",
    messages.WITHDREW.code: "withdrew",
}
_STAGES = {
    messages.DEEP_SPACE.code: "in deep space",
    messages.PLANET_ATTACK.code: "at planet {planet}",
    messages.BOMBARDMENT.code: "bombardment of planet {planet}",
    messages.GERM_WARFARE.code: "germ warfare on planet {planet}",
    messages.SIEGE.code: "siege of planet {planet}",
}
_WAS = {messages.READY.code: "ready", messages.NOT_READY.code: "not ready"}


@define
class ReportedSide:
    """A side of a battle, as reported in the log."""

    name: str
    was: str = ""
    units: Counter[str] = field(factory=Counter)
    ends: dict[str, list[str]] = field(factory=dict)

    def number(self, fate: str) -> str:
        """Return how many of its units met a fate, or "" for none."""
        return str(len(self.ends.get(fate, ())) or "")

    @property
    def losses(self) -> str:
        captured = (f"{ship} (captured)" for ship in self.ends.get("captured", ()))
        return ", ".join([*self.ends.get("destroyed", ()), *captured])


_SIDE = (
    text_column("Side", lambda side: player_name(side.name)),
    text_column(
        "Was", lambda side: side.was, wide=True, hint="whether it had given orders for the battle"
    ),
    number_column(
        "Units",
        lambda side: str(side.units.total()),
        hint="ships and planets that were seen in the fight",
    ),
    number_column("Destroyed", lambda side: side.number("destroyed")),
    number_column("Captured", lambda side: side.number("captured"), wide=True),
    number_column(
        "Withdrew",
        lambda side: side.number("withdrew"),
        hint="ships that jumped away, or were forced to",
    ),
    text_column("Losses", lambda side: player_name(side.losses)),
)


@define
class BattleSummary:
    """A battle: its place, its stages, and its sides."""

    place: str
    phase: str
    stages: list[str] = field(factory=list)
    parties: dict[str, ReportedSide] = field(factory=dict)
    quiet: str = ""

    def party(self, name: str) -> ReportedSide:
        return self.parties.setdefault(name, ReportedSide(name))

    @property
    def course(self) -> str:
        """The stages one after the other, or the reason why there was no fight."""
        return ", ".join(self.stages) or self.quiet

    @property
    def table(self) -> Markup:
        return html_table(_SIDE, cells(_SIDE, self.parties.values()))

    def note(self, event: Event) -> None:
        """Add an event of the log."""
        code, data = event["code"], event["data"]
        if code in _WAS:
            self.party(data["side"]).was = _WAS[code]
        elif code == messages.SURPRISED.code:
            self.party(data["side"]).was = "taken by surprise"
        elif code in _STAGES:
            self._add_stage(_STAGES[code].format_map(data))
        elif code == messages.UNITS_OF_SIDE.code:
            party = self.party(data["side"])
            party.units |= Counter(_plain(unit) for unit in _split(data["units"]))
        elif code in _ENDS:
            self._add_end(_plain(data["ship"]), _ENDS[code])
        elif code == messages.FORCED.code:
            self._add_end(_plain(data["target"]), "withdrew")
        elif code in (messages.ALONE.code, messages.NO_FIGHT.code):
            self.quiet = event["text"]

    def _add_stage(self, stage: str) -> None:
        if stage not in self.stages:
            self.stages.append(stage)

    def _add_end(self, ship: str, fate: str) -> None:
        """Add a ship's loss to the only side that has a unit of this name, if there is one."""
        owners = [party for party in self.parties.values() if ship in party.units]
        if len(owners) == 1:
            owners[0].ends.setdefault(fate, []).append(ship)


def battles(events: Iterable[Event]) -> list[BattleSummary]:
    """Return the battles in the events of a report, in their order."""
    return list(_battles(events))


def _battles(events: Iterable[Event]) -> Iterator[BattleSummary]:
    current: BattleSummary | None = None
    for event in events:
        if event["code"] == messages.PLACE.code:
            x, y, z = (event["data"][axis] for axis in "xyz")
            current = BattleSummary(str(Place((x, y, z))), event["phase"])
        elif event["code"] == messages.END.code and current is not None:
            yield current
            current = None
        elif current is not None:
            current.note(event)


def _plain(unit: str) -> str:
    """Return a unit without its details in brackets, which are age, place and tons."""
    return unit.rpartition(" (")[0] if unit.endswith(")") else unit


def _split(units: str) -> Iterator[str]:
    """Split a list of units at commas outside brackets."""
    depth, start = 0, 0
    for at, character in enumerate(units):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            yield units[start:at].strip()
            start = at + 1
    yield units[start:].strip()
