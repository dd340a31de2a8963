"""What a bot makes of its view: things by name, ways, and the money that is left."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import define, field

from horizons_core.bots import text_of_lines
from horizons_core.model import View
from horizons_core.orders import order_line
from horizons_core.sums import ordered_sum
from variants.starcluster.economy import Imperium

#: Hull spaces of work that a shipyard module does in a turn (SC-YRD-001).
SY_WORK = 12
#: A row of a view.
Facts = Mapping[str, Any]


@define(kw_only=True, slots=False)
class Board:
    """A view, and the orders given so far.

    Attributes:
        view: what the empire knows.
        economy: the rules' formulas.
        cash: MC that may still be spent; orders that cost something take from it.
        lines: the orders.
        busy: names of fleets, units and classes that have orders.
        short: freighters that the pool still lacks.
        spare: freighters of the pool that have nothing to do.
        enemies: those with whom this turn's orders begin a war.
    """

    view: View
    economy: Imperium
    cash: float
    lines: list[str] = field(factory=list)
    busy: set[str] = field(factory=set)
    short: int = 0
    spare: int = 0
    enemies: set[str] = field(factory=set)

    @classmethod
    def of(cls, view: View, economy: Imperium) -> Board:
        """The board before any order, with a turn's upkeep and projects put aside."""
        money = view["treasury"]
        running = ordered_sum(one["price"] for one in view["projects"])
        upkeep = ordered_sum(one["MC"] for one in money["upkeep"])
        cash, pool = money["treasury"] - running - upkeep, view["pool"]
        spare = int(pool["spare"] / economy.convoy) if pool["convoy"] else pool["spare"]
        return cls(view=view, economy=economy, cash=cash, spare=spare)

    def order(self, *words: object) -> None:
        """Add an order; names with blanks are quoted."""
        self.lines.append(order_line(*words))

    def pay(self, price: float) -> bool:
        """Take a price from what may be spent; false, and nothing is taken, if it is too much."""
        if price > self.cash:
            return False
        self.cash -= price
        return True

    def text(self) -> str:
        """The orders as they are sent."""
        return text_of_lines(self.lines)

    @property
    def home(self) -> str:
        """The id of the homeworld."""
        return str(self.view["home"])

    @cached_property
    def systems(self) -> Mapping[str, Facts]:
        """The known systems by id."""
        return {system["id"]: system for system in self.view["systems"]}

    @cached_property
    def own(self) -> Mapping[str, Facts]:
        """The colonies by id."""
        return {colony["id"]: colony for colony in self.view["colonies"]}

    @cached_property
    def units(self) -> Mapping[str, Facts]:
        """The units by name."""
        return {unit["name"]: unit for unit in self.view["units"]}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """By what orders call others that were met, their names in the view."""
        return {contact["id"]: contact["name"] for contact in self.view["contacts"]}

    @cached_property
    def dock(self) -> str:
        """The class of the station with shipyards that everybody begins with."""
        return next((unit["of_class"] for unit in self.view["units"] if unit["yards"]), "")

    @cached_property
    def slips(self) -> dict[str, int]:
        """By yard with room, the hull spaces of work that it can do besides what it has begun."""
        queue: dict[str, int] = {}
        for one in self.view["yards"]:
            queue[one["yard"]] = queue.get(one["yard"], 0) + one["work"] - one["done"]
        rooms = {
            unit["name"]: SY_WORK * unit["yards"] - queue.get(unit["name"], 0)
            for unit in self.view["units"]
            if unit["yards"] and unit["at"] in self.own
        }
        return {yard: room for yard, room in rooms.items() if room > 0}

    @cached_property
    def carried(self) -> Mapping[str, int]:
        """By system, the level of the best scan of it that is aboard a ship."""
        levels: dict[str, int] = {}
        for row in self.view["carried"]:
            levels[row["system"]] = max(levels.get(row["system"], 0), row["level"])
        return levels

    @cached_property
    def is_calm(self) -> bool:
        """Whether races were met, and none of them fires at strangers (SC-NPR-004)."""
        stances = {one["stance"] for one in self.view["contacts"] if one["npr"] and one["active"]}
        return bool(stances) and not stances & {"WAR", "HOSTILE"}

    @cached_property
    def held(self) -> Collection[str]:
        """The systems with warships."""
        return {fleet["at"] for fleet in self.view["fleets"] if fleet["armed"]}

    @cached_property
    def links(self) -> Mapping[str, list[str]]:
        """By system, those that known ways lead to, in the order in which they were learnt."""
        ways: dict[str, list[str]] = {system: [] for system in self.systems}
        for link in self.view["links"]:
            if link["a_point"] and link["b"] in ways and link["a"] in ways:
                ways[link["a"]].append(link["b"])
                ways[link["b"]].append(link["a"])
        return ways

    def idle_fleets(self) -> Iterator[Facts]:
        """Fleets that can move and have nothing to do."""
        for fleet in self.view["fleets"]:
            resting = not fleet["path"] and not fleet["scan"]
            if fleet["speed"] > 0 and resting and fleet["name"] not in self.busy:
                yield fleet

    def nearest(self, start: str, wanted: Callable[[str], bool]) -> str | None:
        """The nearest system of a kind by known ways, the start itself included."""
        way = self.way(start, wanted)
        return way[-1] if way else None

    def way(self, start: str, wanted: Callable[[str], bool]) -> list[str]:
        """The systems from one to the nearest of a kind, both included; none without a way."""
        queue, came_from = deque([start]), {start: ""}
        while queue:
            here = queue.popleft()
            if wanted(here):
                way = [here]
                while came_from[way[0]]:
                    way.insert(0, came_from[way[0]])
                return way
            for there in self.links.get(here, ()):
                if there not in came_from:
                    came_from[there] = here
                    queue.append(there)
        return []
