"""A bot's view with lookups by name, routes, the money left, and orders for new ships (SC-YRD)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import define, field

from horizons_core.bots import text_of_lines
from horizons_core.model import View
from horizons_core.orders import order_line
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.economy import StarclusterEconomy

#: Hull spaces of work that a shipyard module does in a turn (SC-YRD-001).
SY_WORK = 12
#: A row of a view.
Facts = Mapping[str, Any]
#: Hull and design string by class name.
Classes = Mapping[str, tuple[str, str]]


@define(kw_only=True, slots=False)
class BotView:
    """A view and the orders given so far.

    Attributes:
        view: the empire's view.
        economy: the rules' formulas.
        cash: MC that may still be spent, after the costs of the orders so far.
        lines: the orders.
        busy: names of fleets, units and classes that have orders.
        short: freighters that the pool still lacks.
        spare: freighters of the pool without a task.
        enemies: empires on which this turn's orders declare war.
    """

    view: View
    economy: StarclusterEconomy
    cash: float
    lines: list[str] = field(factory=list)
    busy: set[str] = field(factory=set)
    short: int = 0
    spare: int = 0
    enemies: set[str] = field(factory=set)

    @classmethod
    def from_view(cls, view: View, economy: StarclusterEconomy) -> BotView:
        """The bot's view before any order, with a turn's upkeep and projects reserved."""
        money = view["treasury"]
        running = ordered_sum(project["price"] for project in view["projects"])
        upkeep = ordered_sum(cost["MC"] for cost in money["upkeep"])
        cash, pool = money["treasury"] - running - upkeep, view["pool"]
        spare = int(pool["spare"] / economy.convoy) if pool["convoy"] else pool["spare"]
        return cls(view=view, economy=economy, cash=cash, spare=spare)

    def order(self, *words: object) -> None:
        """Add an order; names with spaces are quoted."""
        self.lines.append(order_line(*words))

    def pay(self, price: float) -> bool:
        """Spend a price and return True, or spend nothing and return False if it is too high."""
        if price > self.cash:
            return False
        self.cash -= price
        return True

    def text(self) -> str:
        """The orders as one text."""
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
    def colonies(self) -> Mapping[str, Facts]:
        """The colonies by id."""
        return {colony["id"]: colony for colony in self.view["colonies"]}

    @cached_property
    def units(self) -> Mapping[str, Facts]:
        """The units by name."""
        return {unit["name"]: unit for unit in self.view["units"]}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Names in the view of the empires met, by id."""
        return {contact["id"]: contact["name"] for contact in self.view["contacts"]}

    @cached_property
    def station_class(self) -> str:
        """The class of the station with shipyards that every empire starts with."""
        return next((unit["of_class"] for unit in self.view["units"] if unit["yards"]), "")

    @cached_property
    def free_yard_work(self) -> dict[str, int]:
        """The free hull spaces of work of each yard that has any."""
        queue: dict[str, int] = {}
        for row in self.view["yards"]:
            queue[row["yard"]] = queue.get(row["yard"], 0) + row["work"] - row["done"]
        rooms = {
            unit["name"]: SY_WORK * unit["yards"] - queue.get(unit["name"], 0)
            for unit in self.view["units"]
            if unit["yards"] and unit["at"] in self.colonies
        }
        return {yard: room for yard, room in rooms.items() if room > 0}

    @cached_property
    def carried(self) -> Mapping[str, int]:
        """The level of the best scan aboard a ship, for each system."""
        levels: dict[str, int] = {}
        for row in self.view["carried"]:
            levels[row["system"]] = max(levels.get(row["system"], 0), row["level"])
        return levels

    @cached_property
    def is_calm(self) -> bool:
        """True if races were met and none of them fires at strangers (SC-NPR-004)."""
        stances = {c["stance"] for c in self.view["contacts"] if c["npr"] and c["active"]}
        return bool(stances) and not stances & {"WAR", "HOSTILE"}

    @cached_property
    def guarded_systems(self) -> Collection[str]:
        """The systems with warships."""
        return {fleet["at"] for fleet in self.view["fleets"] if fleet["armed"]}

    @cached_property
    def links(self) -> Mapping[str, list[str]]:
        """Neighbors by system along known links, in the order of discovery."""
        neighbors: dict[str, list[str]] = {system: [] for system in self.systems}
        for link in self.view["links"]:
            if link["a_point"] and link["b"] in neighbors and link["a"] in neighbors:
                neighbors[link["a"]].append(link["b"])
                neighbors[link["b"]].append(link["a"])
        return neighbors

    def idle_fleets(self) -> Iterator[Facts]:
        """Fleets that can move and have nothing to do."""
        for fleet in self.view["fleets"]:
            resting = not fleet["path"] and not fleet["scan"]
            if fleet["speed"] > 0 and resting and fleet["name"] not in self.busy:
                yield fleet

    def nearest(self, start: str, fits: Callable[[str], bool]) -> str | None:
        """The nearest system that fits, along known links, including the start."""
        path = self.path(start, fits)
        return path[-1] if path else None

    def path(self, start: str, fits: Callable[[str], bool]) -> list[str]:
        """The systems on the path to the nearest that fits, both ends included.

        [] if there is none.
        """
        queue, came_from = deque([start]), {start: ""}
        while queue:
            system = queue.popleft()
            if fits(system):
                path = [system]
                while came_from[path[0]]:
                    path.insert(0, came_from[path[0]])
                return path
            for neighbor in self.links.get(system, ()):
                if neighbor not in came_from:
                    came_from[neighbor] = system
                    queue.append(neighbor)
        return []


def register_classes(bot: BotView, classes: Classes) -> None:
    """Order the classes that are not registered yet."""
    known = {row["name"] for row in bot.view["classes"]}
    for name, (hull, design) in classes.items():
        if name not in known:
            bot.order("DESIGN", name, hull, design)


def count_units(bot: BotView, name: str) -> int:
    """The number of units of a class, including those under construction."""
    rows = (*bot.view["units"], *bot.view["yards"])
    return int_sum(row["of_class"] == name for row in rows)


def build_units(
    bot: BotView, name: str, number: int, maximum: float | None = None, fleet: str = ""
) -> int:
    """Order up to `number` units at yards with room, for up to `maximum` MC; return how many.

    They join a `fleet` of this name, if given.
    """
    class_ = next((row for row in bot.view["classes"] if row["name"] == name), None)
    if class_ is None or class_["faults"] or bot.short or number <= 0:
        return 0
    price = class_["price"]
    if class_["prototype"]:  # SC-HULL-009: one at a time, twice the price
        in_yard = any(building["of_class"] == name for building in bot.view["yards"])
        price, number = 2 * price, 0 if in_yard or name in bot.busy else 1
    money = bot.cash if maximum is None else min(maximum, bot.cash)
    ordered = 0
    for yard, room in bot.free_yard_work.items():
        share = min(number - ordered, int((money - ordered * price) / price))
        share = min(share, -(-int(room) // class_["spaces"]))
        if share > 0 and bot.pay(share * price):
            bot.order("BUILD", yard, share, name, *(("FLEET", fleet) if fleet else ()))
            bot.free_yard_work[yard] -= share * class_["spaces"]
            ordered += share
            bot.busy.add(name)
    return ordered
