"""Base of the random bot's decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define

from horizons_core.model import folded
from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import BotView

NAMES: Final = ("Kite", "Heron", "Comet", "Lantern", "Anvil", "Thistle", "Raven", "Ember")


@define
class RandomChoices:
    """The board of a turn, and the dice."""

    board: BotView
    stream: Stream

    def happens(self, chance: float) -> bool:
        """True if an event with this probability happens."""
        return self.stream.chance(chance)

    def new_name(self) -> str:
        """A name that is not used by a type or fleet."""
        while True:
            name = f"{self.stream.choice(NAMES)} {self.stream.integer(1, 99)}"
            if folded(name) not in self.board.used_names:
                return name

    def nearest(self, start: str, ends: Sequence[str], count: int) -> list[str]:
        """The given number of places nearest to a start."""
        return sorted(ends, key=lambda end: self.board.distance(start, end))[:count]
