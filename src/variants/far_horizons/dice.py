"""Chance as the rules of Far Horizons ask for it: dice of any number of sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from horizons_core.phases import TurnContext
from horizons_core.rng import Stream

#: One draw: a whole number from 1 to n.
Dice = Callable[[int], int]


class Chance(Protocol):
    """Where a phase gets its dice from."""

    def dice(self, *subject: str | int) -> Dice:
        """The dice for this subject; ask once for each subject and phase."""


class StreamChance:
    """Dice of the game's own generator: no subject's dice depend on another's."""

    def __init__(self, context: TurnContext) -> None:
        self._context = context

    def dice(self, *subject: str | int) -> Dice:
        return dice_of(self._context.stream(*subject))


def dice_of(stream: Stream) -> Dice:
    """A stream as dice."""
    return lambda sides: stream.below(sides) + 1
