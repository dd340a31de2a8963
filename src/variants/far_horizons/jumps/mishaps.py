"""What chance makes of one jump: it arrives, mis-jumps, or the ship is lost.

(FH-MISHAP-001, FH-MISHAP-002, FH-MISHAP-003, FH-MISHAP-004)

`attempt` asks for dice one by one, from whatever source a game has. `kernels` makes the same
attempts by the million, with the same dice:

1.  D(10000) above the chance of a mishap: the ship arrives.
2.  Else, if a fail-safe unit is left, it is used up and the attempt begins anew (FH-FS-002).
3.  Else a ship that was forced to jump is lost (FH-FM-004); for others D(10000) again: above the
    chance it mis-jumps, else it is lost.
4.  The sector of a mis-jump: for each of x, y, z a coordinate is drawn (`scattered`); all three
    anew if they are those of the destination.
"""

from __future__ import annotations

import enum

from attrs import frozen

from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Sector

#: The chance of what is certain, in hundredths of a percent.
CERTAIN = 10_000
#: A mis-jump is off by less than this in each coordinate, if not by more (FH-MISHAP-004).
LEAST_WIDTH = 3
#: So often a coordinate is drawn before the nearest one of the galaxy is taken.
MOST_DRAWS = 1_000


class Ending(enum.IntEnum):
    """How a jump ends."""

    ARRIVED = 0
    MISJUMPED = 1
    LOST = 2


@frozen(kw_only=True)
class Jump:
    """A jump as chance sees it.

    `chance` is that of a mishap in hundredths of a percent, age included; `radius` is the galaxy's;
    a mishap of a `forced` jump is never a mis-jump.
    """

    origin: Sector
    destination: Sector
    chance: int
    radius: int
    fail_safes: int = 0
    forced: bool = False

    @property
    def widths(self) -> tuple[int, ...]:
        """How far a mis-jump may be off in x, y and z: less than this (FH-MISHAP-004)."""
        return tuple(
            max(LEAST_WIDTH, 2 * self.chance * abs(there - here) // CERTAIN)
            for here, there in zip(self.origin, self.destination, strict=True)
        )


@frozen
class Outcome:
    """How a jump ended: the sector that the ship is in (None if it is lost), fail-safes used."""

    ending: Ending
    sector: Sector | None
    used: int = 0


def attempt(jump: Jump, dice: Dice) -> Outcome:
    """Try a jump, with as many fail-safe units as it takes or as there are."""
    used = 0
    while dice(CERTAIN) <= jump.chance:
        if used >= jump.fail_safes:
            return _mishap(jump, dice, used)
        used += 1
    return Outcome(Ending.ARRIVED, jump.destination, used)


def _mishap(jump: Jump, dice: Dice, used: int) -> Outcome:
    """Whether the ship survives, and where."""
    if jump.forced or dice(CERTAIN) <= jump.chance:  # FH-MISHAP-002
        return Outcome(Ending.LOST, None, used)
    sector = jump.destination
    # FH-MISHAP-004
    while sector == jump.destination:
        x, y, z = (
            scattered(there, width, 2 * jump.radius, dice)
            for there, width in zip(jump.destination, jump.widths, strict=True)
        )
        sector = (x, y, z)
    return Outcome(Ending.MISJUMPED, sector, used)


def scattered(there: int, width: int, size: int, dice: Dice) -> int:
    """A coordinate from 0 up to `size` - 1: there - D(width) + D(width), drawn until it is one.

    The nearest to `there`, if none can be drawn, or if `MOST_DRAWS` were in vain.
    """
    if there + width > 0 and there - width < size - 1:
        for _ in range(MOST_DRAWS):
            near = there - dice(width) + dice(width)
            if 0 <= near < size:
                return near
    return min(max(there, 0), size - 1)
