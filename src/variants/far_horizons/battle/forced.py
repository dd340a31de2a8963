"""Forced jumps and misjumps: a starbase throws a ship out of the battle (FH-FM-002 to -007)."""

from __future__ import annotations

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import Battle, Fighter, Kind, State
from variants.far_horizons.compatibility import Habits
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Sector

NAMES = {"FJ": "Forced Jump Units", "FM": "Forced Misjump Units"}


def attempt(
    battle: Battle, shooter: Fighter, target: Fighter, dice: Dice, tell: Tell, habits: Habits
) -> bool:
    """Whether a lock on the target was tried, successful or not."""
    if shooter.kind is not Kind.STARBASE:
        return False
    item = _unit(shooter, dice)
    count = shooter.cargo.get(item, 0)
    if not item or count < target.tonnage or target.kind is Kind.STARBASE:
        return False
    chance = _chance(battle, shooter, target, count, habits)
    tried(battle, shooter, target, item, dice, tell, success=dice(100) <= chance)
    return True


def tried(
    battle: Battle,
    shooter: Fighter,
    target: Fighter,
    item: str,
    dice: Dice,
    tell: Tell,
    *,
    success: bool,
) -> None:
    """A lock was tried: what is told of it, and where the target is thrown if it held."""
    kind = messages.FORCED if success else messages.FORCED_IN_VAIN
    if success:
        target.state = State.FORCED
        target.orbit = 0
    tell(kind, shooter=shooter.name, units=NAMES[item], target=target.name)
    if success:
        target.destination = _destination(battle.sector, item, dice)


def _unit(shooter: Fighter, dice: Dice) -> str:
    """The kind of unit that is used; one of both at random."""
    aboard = [item for item in ("FJ", "FM") if shooter.cargo.get(item, 0) > 0]
    if len(aboard) == 2:
        return aboard[dice(2) - 1]
    return aboard[0] if aboard else ""


def _chance(battle: Battle, shooter: Fighter, target: Fighter, count: int, habits: Habits) -> int:
    """The chance in percent (FH-FM-003); a starbase's age lowers it."""
    gravitics = battle.side_of(shooter).gravitics - battle.side_of(target).gravitics
    chance = 2 * (count - target.tonnage + gravitics)
    if habits.ageless_forced_jumps:
        return chance
    chance = min(max(chance, 0), 100)
    return chance - 2 * max(shooter.age, 0) * chance // 100


def _destination(sector: Sector, item: str, dice: Dice) -> Sector:
    if item == "FM":
        return (dice(100) - 1, dice(100) - 1, dice(100) - 1)
    x, y, z = (max(0, at + _offset(dice)) for at in sector)
    return (x, y, z)


def _offset(dice: Dice) -> int:
    """How far a forced jump throws in one coordinate: 1 or 2, either way."""
    while True:
        offset = dice(5) - 3
        if offset:
            return offset
