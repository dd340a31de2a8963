"""The random generator of the 1999 engine, with the seeds of its later builds."""

from __future__ import annotations

import re
from typing import NoReturn

from horizons_core import model
from variants.far_horizons.dice import Dice

_MASK = 2**64 - 1
_DEFAULT_SEED = 1924085713
_FACTOR = 16417


class EngineDice:
    """The engine's single sequence of draws, which all subjects share in the order of calls."""

    def __init__(self, seed: str = "") -> None:
        digits = re.sub(r"[^0-9]", "", seed)
        self.state = (int(digits) & _MASK if digits else 0) or _DEFAULT_SEED

    def dice(self, *_subject: str | int) -> Dice:
        """Return the sequence itself, whatever the subject."""
        return self.roll

    def stream(self, *_subject: str | int) -> NoReturn:
        """Raise TypeError: the engine's dice can only be drawn one after the other."""
        raise TypeError("the engine's dice are no stream: fight battles with ShotByShot")

    def drawn(self, *_subject: str | int) -> tuple[model.Dice, ...]:
        """Return nothing: these dice do not depend on the game's key."""
        return ()

    def roll(self, sides: int) -> int:
        """Draw a whole number from 1 to `sides`; 0 sides give 1, but use a draw."""
        state = self.state
        mixed = state ^ (state >> 15)
        mixed ^= (mixed << 17) & _MASK
        self.state = (_FACTOR * state & _MASK) ^ mixed
        return ((self.state & 0xFFFF) * sides >> 16) + 1
