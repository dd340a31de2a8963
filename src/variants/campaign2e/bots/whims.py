"""What chance decides for the random bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeVar

from attrs import define, field

from horizons_core.model import folded
from horizons_core.rng import Stream
from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.household import Household
from variants.campaign2e.constants import LONGEST_NAME

Thing = TypeVar("Thing")

NAMES: Final = ("Kite", "Comet", "Lantern", "Anvil", "Thistle", "Raven", "Ember", "Harrow")


@define(slots=False, eq=False)
class Whims:
    """The board of a week, the dice, and what orders were already about.

    Attributes:
        busy: groups and ships that an order of this week has changed.
        moving: groups that an order of this week moves, or holds.
        named: names that orders of this week have given.
    """

    board: Board
    stream: Stream
    busy: set[str] = field(factory=set)
    moving: set[str] = field(factory=set)
    named: set[str] = field(factory=set)

    @cached_property
    def chart(self) -> Chart:
        """The ways on the map."""
        return Chart.of(self.board.view)

    @cached_property
    def household(self) -> Household:
        """What the week brings in, and costs."""
        return Household.of(self.board, self.chart)

    def plan_for(self, upkeep: float) -> bool:
        """Plan for a ship of this upkeep; False if the week's income does not keep it."""
        return self.household.plan_for(upkeep, self.household.income)

    def save(self) -> None:
        """Give up what cannot be paid for long, before any other order."""
        for ship in self.household.save():
            self.take(ship["name"], ship["group"])

    def some(self, things: Iterable[Thing], chance: float) -> list[Thing]:
        """Each of these things with this chance."""
        return [thing for thing in things if self.stream.chance(chance)]

    def one(self, things: Sequence[Thing]) -> list[Thing]:
        """One of these things, if there is any."""
        return [self.stream.choice(things)] if things else []

    def free_groups(self) -> list[Facts]:
        """Task groups that nothing was ordered about, and whose next move is not fixed."""
        return [
            group
            for name, group in self.board.groups.items()
            if not group["defence"] and not group["bound_for"] and self.is_free(name)
        ]

    def at_home(self) -> list[Facts]:
        """Ships at own bases in groups that nothing was ordered about."""
        board = self.board
        return [
            ship
            for ship in board.ships.values()
            if ship["at"] in board.own
            and board.is_base(ship["at"])
            and not board.groups[ship["group"]]["bound_for"]
            and self.is_free(ship["group"])
        ]

    def is_free(self, group: str) -> bool:
        """Return whether nothing was ordered about a group or its ships, and none is a capture."""
        crew = self.board.crews[group]
        names = {group, *(ship["name"] for ship in crew)}
        return not names & self.busy and not any(ship["captured"] for ship in crew)

    def take(self, *names: str) -> None:
        """Note what an order is about."""
        self.busy.update(names)

    def new_name(self) -> str | None:
        """A name that nothing of the player's has; it holds the player's, so no world has it."""
        board, kind = self.board, self.stream.choice(NAMES)
        name = f"{kind} {board.me}-{board.view['week']}-{self.stream.integer(1, 99)}"
        taken = {folded(one) for one in (*board.groups, *board.ships, *self.named)}
        taken |= {folded(world["name"]) for world in board.worlds.values()}
        taken |= {folded(design["name"]) for design in board.view["designs"]}
        taken |= {folded(keel["name"]) for own in board.own.values() for keel in own["keels"]}
        if folded(name) in taken or len(name) > LONGEST_NAME or not _is_plain(board.me):
            return None
        self.named.add(name)
        return name


def _is_plain(name: str) -> bool:
    """Return whether a player's name can be a part of other names."""
    return name.isprintable() and not any(sign in name for sign in '";#')
