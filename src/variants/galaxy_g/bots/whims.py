"""What chance decides for the random bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define

from horizons_core.model import folded
from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import Board

NAMES: Final = ("Kite", "Heron", "Comet", "Lantern", "Anvil", "Thistle", "Raven", "Ember")


@define
class Whims:
    """The board of a turn, and the dice."""

    board: Board
    stream: Stream

    def some(self, chance: float) -> bool:
        """Whether something happens that has this chance."""
        return self.stream.chance(chance)

    def new_name(self) -> str:
        """A name that no type or fleet has."""
        while True:
            name = f"{self.stream.choice(NAMES)} {self.stream.integer(1, 99)}"
            if folded(name) not in self.board.taken:
                return name

    def nearest(self, start: str, ends: Sequence[str], count: int) -> list[str]:
        """So many places nearest to another one."""
        return sorted(ends, key=lambda end: self.board.distance(start, end))[:count]
