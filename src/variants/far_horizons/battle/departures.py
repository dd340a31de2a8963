"""Ships that leave a battle: by withdrawal, or forced away by a starbase.

The fight decides whether a forced jump succeeds (FH-FM-003); this module decides where it leads.
"""

from __future__ import annotations

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.fight import EventReporter
from variants.far_horizons.battle.model import BattleFighter, FighterState
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Sector

UNIT_NAMES = {"FJ": "Forced Jump Units", "FM": "Forced Misjump Units"}


def withdraw(ship: BattleFighter, tell: EventReporter) -> None:
    """Take a ship out at once; it jumps later with the other jumps (FH-WITHDRAW-011)."""
    ship.state = FighterState.WITHDREW
    ship.orbit = 0
    tell(messages.WITHDREW, ship=ship.log_name())


def try_to_force(
    sector: Sector,
    shooter: BattleFighter,
    target: BattleFighter,
    item: str,
    dice: Dice,
    tell: EventReporter,
    *,
    success: bool,
) -> None:
    """Report an attempted lock, and throw the target out if it held."""
    kind = messages.FORCED if success else messages.FORCED_IN_VAIN
    if success:
        target.state = FighterState.FORCED
        target.orbit = 0
    tell(kind, shooter=shooter.name, units=UNIT_NAMES[item], target=target.name)
    if success:
        target.destination = _destination(sector, item, dice)


def _destination(sector: Sector, item: str, dice: Dice) -> Sector:
    """Draw any sector for a misjump (FH-FM-004), a close one for a jump (FH-FJ-002)."""
    if item == "FM":
        return (dice(100) - 1, dice(100) - 1, dice(100) - 1)
    x, y, z = (max(0, at + _offset(dice)) for at in sector)
    return (x, y, z)


def _offset(dice: Dice) -> int:
    """Draw the offset of a forced jump in one coordinate: 1 or 2, either way."""
    while True:
        offset = dice(5) - 3
        if offset:
            return offset
