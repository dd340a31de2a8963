"""What a bot makes of its view: worlds, groups and ships by name, and the orders given so far."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from attrs import define, field

from horizons_core.bots import text_of_lines
from horizons_core.model import View
from horizons_core.orders import order_line
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.reading import design_from
from variants.campaign2e.economy import Logistics

#: A part of a view: a world, a group, a ship as the view tells it.
Facts: TypeAlias = Mapping[str, Any]


@define(eq=False)
class Board:
    """A player's situation, and the orders of this week.

    Attributes:
        worlds: all that are known, by their hex; `own` has what only the owner knows.
        groups, ships: the player's own, by name.
        crews: the ships of each group, by its name.
        credits: hundredths that the orders so far leave in the treasury.
        tasked: names of groups that have a task of their own.
        mended: ships whose repair was ordered.
    """

    view: View
    economy: Logistics
    worlds: Mapping[str, Facts]
    own: Mapping[str, Facts]
    groups: Mapping[str, Facts]
    ships: Mapping[str, Facts]
    crews: dict[str, list[Facts]]
    credits: int
    lines: list[str] = field(factory=list)
    tasked: set[str] = field(factory=set)
    mended: set[str] = field(factory=set)

    @classmethod
    def of(cls, view: View, economy: Logistics) -> Board:
        """The board of a view, before any order."""
        groups = {group["name"]: group for group in view["groups"]}
        crews: dict[str, list[Facts]] = {name: [] for name in groups}
        for ship in view["ships"]:
            crews[ship["group"]].append(ship)
        return cls(
            view=view,
            economy=economy,
            worlds={world["id"]: world for world in view["worlds"]},
            own={world["id"]: world for world in view["own_worlds"]},
            groups=groups,
            ships={ship["name"]: ship for ship in view["ships"]},
            crews=crews,
            credits=hundredths(view["treasury"]),
        )

    # what there is

    @property
    def me(self) -> str:
        return str(self.view.empire)

    def is_base(self, at: str) -> bool:
        """Return whether own ships are supplied and mended there."""
        world = self.worlds.get(at)
        return world is not None and bool(world["base"])

    def is_open(self, world: str) -> bool:
        """Return whether ships can be bought and laid down at an own world (C2E-13.1-02)."""
        return self.is_base(world) and world in self.own and not self.worlds[world]["interdicted"]

    def is_pacified(self, world: str) -> bool:
        """Return whether an own world can trade (C2E-3.6-08)."""
        return bool(self.worlds[world]["base"] or self.worlds[world]["controlled"])

    def design_of_ship(self, ship: Facts) -> Design | None:
        """What a ship is now, refits and all; None if that cannot be read."""
        if ship["fitted"]:
            return _read(ship["design"], ship["fitted"], "")
        return next(
            (design_of(one) for one in self.view["designs"] if one["name"] == ship["design"]), None
        )

    # orders

    def say(self, *words: object) -> None:
        """Give an order; names with blanks are quoted."""
        self.lines.append(order_line(*words))

    def go(self, group: Facts, at: str) -> None:
        """Order a group to a hex that it can reach this week."""
        if at in group["jumps"]:
            self.say("MOVE", group["name"], "TO", at)
        else:
            self.say("LANE", group["name"], "TO", at, *self._way_round_blocks(group["at"], at))

    def _way_round_blocks(self, start: str, end: str) -> list[str]:
        """The words behind LANE that name its way, where the shortest one may be blocked."""
        lanes = self.view["lanes"]
        if all(lane["open"] for lane in lanes):
            return []
        before: dict[str, str] = {start: ""}
        for name in (queue := [start]):
            for lane in lanes:
                ends = (lane["a"], lane["b"])
                other = ends[ends[0] == name]
                if lane["open"] and name in ends and other not in before:
                    before[other] = name
                    queue.append(other)
        way, name = [], before.get(end, "")
        while name not in (start, ""):
            way.append(name)
            name = before[name]
        return ["VIA", *reversed(way)] if way else []

    def lose(self, ship: Facts) -> None:
        """Follow an order that takes a ship out of the game."""
        self.crews[ship["group"]].remove(ship)

    def join(self, group: Facts, other: Facts) -> None:
        """Follow an order that joins a group to another."""
        self.crews[other["name"]].extend(self.crews[group["name"]])
        self.crews[group["name"]].clear()

    def spend(self, amount: float) -> bool:
        """Take so many credits off the treasury; False where it has not got them."""
        price = hundredths(amount)
        if price > self.credits:
            return False
        self.credits -= price
        return True

    def set_aside(self, amount: float) -> None:
        """Keep so many credits for what is paid later."""
        self.credits -= hundredths(amount)

    def text(self) -> str:
        return text_of_lines(self.lines)


def hundredths(amount: float) -> int:
    """An amount of credits in hundredths, as the economy reckons."""
    return round(amount * HUNDRED)


def is_supply_ship(design: Facts) -> bool:
    """Return whether a quarter of a design at least is cargo space (C2E-3.8-01)."""
    return bool(4 * design["cargo"] >= design["mass"])


def design_of(facts: Facts) -> Design | None:
    """A design as the view tells it; None for one whose parts are not all standard."""
    return _read(facts["name"], facts["words"], facts["navy"])


@cache
def _read(name: str, words: str, navy: str) -> Design | None:
    try:
        return design_from(name, words, navy)
    except ValueError:
        return None
