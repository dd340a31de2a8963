"""A bot's view of the game by names, and the orders that it has given so far."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from horizons_core.bots import text_of_lines
from horizons_core.model import View
from horizons_core.orders import order_line
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.economy import Logistics
from variants.campaign2e.view.rows import Row, ship_design


@define(eq=False)
class BotView:
    """A player's situation and this week's orders.

    Attributes:
        worlds: all known worlds by hex; `own_worlds` has the owner's facts about the player's
        worlds.
        groups, ships: the player's own, by name.
        ships_by_group: ships of each group, by group name.
        credits: treasury after the orders so far, in hundredths.
        busy_groups: names of groups that have a task already.
        repairing: names of ships whose repair was ordered.
    """

    view: View
    economy: Logistics
    worlds: Mapping[str, Row]
    own_worlds: Mapping[str, Row]
    groups: Mapping[str, Row]
    ships: Mapping[str, Row]
    ships_by_group: dict[str, list[Row]]
    credits: int
    lines: list[str] = field(factory=list)
    busy_groups: set[str] = field(factory=set)
    repairing: set[str] = field(factory=set)

    @classmethod
    def of(cls, view: View, economy: Logistics) -> BotView:
        """Return a bot's view without any orders."""
        groups = {group["name"]: group for group in view["groups"]}
        ships_by_group: dict[str, list[Row]] = {name: [] for name in groups}
        for ship in view["ships"]:
            ships_by_group[ship["group"]].append(ship)
        return cls(
            view=view,
            economy=economy,
            worlds={world["id"]: world for world in view["worlds"]},
            own_worlds={world["id"]: world for world in view["own_worlds"]},
            groups=groups,
            ships={ship["name"]: ship for ship in view["ships"]},
            ships_by_group=ships_by_group,
            credits=hundredths(view["treasury"]),
        )

    # queries

    @property
    def player(self) -> str:
        return str(self.view.empire)

    def is_base(self, at: str) -> bool:
        """Return whether the player's ships are supplied and repaired at a hex."""
        world = self.worlds.get(at)
        return world is not None and bool(world["base"])

    def is_open(self, world: str) -> bool:
        """Return whether a world of the player can deliver and build ships (C2E-13.1-02)."""
        return (
            self.is_base(world)
            and world in self.own_worlds
            and not self.worlds[world]["interdicted"]
        )

    def is_pacified(self, world: str) -> bool:
        """Return whether one of the player's worlds can trade (C2E-3.6-08)."""
        return bool(self.worlds[world]["base"] or self.worlds[world]["controlled"])

    def ship_design(self, ship: Row) -> Design | None:
        """Return a ship's design, including refits; None if it cannot be parsed."""
        return ship_design(self.view, ship)

    # orders

    def order(self, *words: object) -> None:
        """Add an order; names with spaces are quoted."""
        self.lines.append(order_line(*words))

    def move(self, group: Row, at: str) -> None:
        """Order a group to a hex within its reach this week."""
        if at in group["jumps"]:
            self.order("MOVE", group["name"], "TO", at)
        else:
            self.order("LANE", group["name"], "TO", at, *self._route_around_blocks(group["at"], at))

    def _route_around_blocks(self, start: str, end: str) -> list[str]:
        """Return the words after LANE for the route, if the shortest one may be blocked."""
        lanes = self.view["lanes"]
        if all(lane["open"] for lane in lanes):
            return []
        previous: dict[str, str] = {start: ""}
        for name in (queue := [start]):
            for lane in lanes:
                ends = (lane["a"], lane["b"])
                other = ends[ends[0] == name]
                if lane["open"] and name in ends and other not in previous:
                    previous[other] = name
                    queue.append(other)
        route, name = [], previous.get(end, "")
        while name not in (start, ""):
            route.append(name)
            name = previous[name]
        return ["VIA", *reversed(route)] if route else []

    def remove_ship(self, ship: Row) -> None:
        """Update the groups for an order that removes a ship from the game."""
        self.ships_by_group[ship["group"]].remove(ship)

    def merge(self, group: Row, other: Row) -> None:
        """Update the groups for an order that merges a group into another."""
        self.ships_by_group[other["name"]].extend(self.ships_by_group[group["name"]])
        self.ships_by_group[group["name"]].clear()

    def spend(self, amount: float) -> bool:
        """Subtract credits from the treasury; returns False if it has too few."""
        price = hundredths(amount)
        if price > self.credits:
            return False
        self.credits -= price
        return True

    def reserve(self, amount: float) -> None:
        """Reserve credits for later payments."""
        self.credits -= hundredths(amount)

    def text(self) -> str:
        return text_of_lines(self.lines)


def hundredths(amount: float) -> int:
    """Convert credits to hundredths, as the economy counts."""
    return round(amount * HUNDRED)
