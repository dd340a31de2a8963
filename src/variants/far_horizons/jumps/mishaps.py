"""The outcome of a jump: the ship arrives, mis-jumps, or is lost.

(FH-MISHAP-001, FH-MISHAP-002, FH-MISHAP-003, FH-MISHAP-004)

`attempt` asks for dice one by one, from any source. `kernels` makes the same attempts by the
million, with the same dice:

1.  D(10000) above the chance of a mishap: the ship arrives.
2.  Otherwise, if a fail-safe unit is left, it is used up and the attempt starts over (FH-FS-002).
3.  Otherwise a ship that was forced to jump is lost (FH-FM-004); others roll D(10000) again: above
    the chance it mis-jumps, otherwise it is lost.
4.  The sector of a mis-jump: for each of x, y, z a coordinate is drawn (`scatter`); all three
    are redrawn if they are those of the destination.
"""

from __future__ import annotations

import enum

from attrs import frozen

from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Sector

#: Certainty as a chance in hundredths of a percent.
CERTAIN = 10_000
#: Minimum range of a mis-jump's offset in each coordinate (FH-MISHAP-004).
MIN_WIDTH = 3
#: Number of draws of a coordinate before the nearest one of the galaxy is used.
MAX_DRAWS = 1_000


class JumpEnding(enum.IntEnum):
    """Endings of a jump."""

    ARRIVED = 0
    MISJUMPED = 1
    LOST = 2


@frozen(kw_only=True)
class Jump:
    """A jump with all that its dice depend on.

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
        """Exclusive bounds of a mis-jump's offset in x, y and z (FH-MISHAP-004)."""
        return tuple(
            max(MIN_WIDTH, 2 * self.chance * abs(target - start) // CERTAIN)
            for start, target in zip(self.origin, self.destination, strict=True)
        )


@frozen
class JumpOutcome:
    """The outcome of a jump: the ship's sector (None if it is lost), fail-safes used."""

    ending: JumpEnding
    sector: Sector | None
    used: int = 0


def attempt(jump: Jump, dice: Dice) -> JumpOutcome:
    """Try a jump, using up fail-safe units as needed."""
    used = 0
    while dice(CERTAIN) <= jump.chance:
        if used >= jump.fail_safes:
            return _mishap(jump, dice, used)
        used += 1
    return JumpOutcome(JumpEnding.ARRIVED, jump.destination, used)


def _mishap(jump: Jump, dice: Dice, used: int) -> JumpOutcome:
    """Decide whether the ship survives, and where."""
    if jump.forced or dice(CERTAIN) <= jump.chance:  # FH-MISHAP-002
        return JumpOutcome(JumpEnding.LOST, None, used)
    sector = jump.destination
    # FH-MISHAP-004
    while sector == jump.destination:
        x, y, z = (
            scatter(target, width, 2 * jump.radius, dice)
            for target, width in zip(jump.destination, jump.widths, strict=True)
        )
        sector = (x, y, z)
    return JumpOutcome(JumpEnding.MISJUMPED, sector, used)


def scatter(centre: int, width: int, size: int, dice: Dice) -> int:
    """Draw a coordinate from 0 to `size` - 1: centre - D(width) + D(width), until it is in range.

    Return the nearest to `centre`, if no draw can be in range, or none of `MAX_DRAWS` is.
    """
    if centre + width > 0 and centre - width < size - 1:
        for _ in range(MAX_DRAWS):
            near = centre - dice(width) + dice(width)
            if 0 <= near < size:
                return near
    return min(max(centre, 0), size - 1)
