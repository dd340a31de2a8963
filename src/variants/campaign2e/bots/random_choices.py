"""Random choices of the random bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeVar

from attrs import define, field

from horizons_core.model import folded
from horizons_core.rng import Stream
from variants.campaign2e.bots.bot_view import BotView, Facts
from variants.campaign2e.bots.finances import Finances
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.constants import LONGEST_NAME

Item = TypeVar("Item")

NAMES: Final = ("Kite", "Comet", "Lantern", "Anvil", "Thistle", "Raven", "Ember", "Harrow")


@define(slots=False, eq=False)
class RandomChoices:
    """The bot's view of the week, its dice, and the objects of its orders so far.

    Attributes:
        busy: groups and ships changed by an order of this week.
        moving: groups that an order of this week moves or holds.
        named: new names in orders of this week.
    """

    bot: BotView
    stream: Stream
    busy: set[str] = field(factory=set)
    moving: set[str] = field(factory=set)
    named: set[str] = field(factory=set)

    @cached_property
    def routes(self) -> RouteMap:
        """Routes on the map."""
        return RouteMap.of(self.bot.view)

    @cached_property
    def finances(self) -> Finances:
        """Income and costs of the week."""
        return Finances.of(self.bot, self.routes)

    def plan_for(self, upkeep: float) -> bool:
        """Plan for a ship of an upkeep; returns False if the week's income cannot pay it."""
        return self.finances.plan_for(upkeep, self.finances.income)

    def cut_costs(self) -> None:
        """Give up ships that cannot be maintained, before any other order."""
        for ship in self.finances.cut_costs():
            self.take(ship["name"], ship["group"])

    def sample(self, items: Iterable[Item], chance: float) -> list[Item]:
        """Return each item with a probability."""
        return [item for item in items if self.stream.chance(chance)]

    def pick(self, items: Sequence[Item]) -> list[Item]:
        """Return a list with one random item, or an empty one."""
        return [self.stream.choice(items)] if items else []

    def free_groups(self) -> list[Facts]:
        """Return task groups without orders whose next move is not fixed."""
        return [
            group
            for name, group in self.bot.groups.items()
            if not group["defence"] and not group["bound_for"] and self.is_free(name)
        ]

    def at_home(self) -> list[Facts]:
        """Return ships at the player's bases in groups without orders."""
        bot = self.bot
        return [
            ship
            for ship in bot.ships.values()
            if ship["at"] in bot.own_worlds
            and bot.is_base(ship["at"])
            and not bot.groups[ship["group"]]["bound_for"]
            and self.is_free(ship["group"])
        ]

    def is_free(self, group: str) -> bool:
        """Return whether a group and its ships have no orders, and none is a capture."""
        members = self.bot.ships_by_group[group]
        names = {group, *(ship["name"] for ship in members)}
        return not names & self.busy and not any(ship["captured"] for ship in members)

    def take(self, *names: str) -> None:
        """Record the objects of an order."""
        self.busy.update(names)

    def new_name(self) -> str | None:
        """Return an unused name; it contains the player's name, so no world has it."""
        bot, kind = self.bot, self.stream.choice(NAMES)
        name = f"{kind} {bot.player}-{bot.view['week']}-{self.stream.integer(1, 99)}"
        used = {folded(name) for name in (*bot.groups, *bot.ships, *self.named)}
        used |= {folded(world["name"]) for world in bot.worlds.values()}
        used |= {folded(design["name"]) for design in bot.view["designs"]}
        used |= {
            folded(keel["name"]) for facts in bot.own_worlds.values() for keel in facts["keels"]
        }
        if folded(name) in used or len(name) > LONGEST_NAME or not _is_plain(bot.player):
            return None
        self.named.add(name)
        return name


def _is_plain(name: str) -> bool:
    """Return whether a player's name can be a part of other names."""
    return name.isprintable() and not any(sign in name for sign in '";#')
