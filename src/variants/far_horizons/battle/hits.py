"""Effects of hits, ships that leave a battle, and the value of captured ships (FH-SUMMARY-005).

Clauses: FH-FM-003.
"""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.fight import EventReporter
from variants.far_horizons.battle.model import (
    MAX_AGE,
    Action,
    BattleFighter,
    FighterState,
    HostileAct,
    Scene,
    SectorBattle,
)
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Sector

UNIT_NAMES = {"FJ": "Forced Jump Units", "FM": "Forced Misjump Units"}


def withdraw(ship: BattleFighter, notify: EventReporter) -> None:
    """Remove a ship from the battle at once; it jumps after the battle (FH-WITHDRAW-011)."""
    ship.state = FighterState.WITHDREW
    ship.orbit = 0
    notify(messages.WITHDREW, ship=ship.log_name())


def try_to_force(
    sector: Sector,
    shooter: BattleFighter,
    target: BattleFighter,
    item: str,
    dice: Dice,
    notify: EventReporter,
    *,
    success: bool,
) -> None:
    """Report an attempt to lock on to the target, and force it out of the battle on success."""
    kind = messages.FORCED if success else messages.FORCED_IN_VAIN
    if success:
        target.state = FighterState.FORCED
        target.orbit = 0
    notify(kind, shooter=shooter.name, units=UNIT_NAMES[item], target=target.name)
    if success:
        target.destination = destination(sector, item, dice)


def destination(sector: Sector, item: str, dice: Dice) -> Sector:
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


def report_shot(
    shooter: BattleFighter, target: BattleFighter, notify: EventReporter, *, hit: bool
) -> None:
    """Report whether a shot hit its target."""
    name = target.name if target.is_ship else f"{target.name} defenses"
    notify(messages.SHOT, shooter=shooter.name, target=name, outcome="hits" if hit else "misses")


def damage_ship(
    scene: Scene,
    action: Action,
    shooter: BattleFighter,
    target: BattleFighter,
    share: int,
    notify: EventReporter,
) -> int:
    """Damage a ship by `share` percent, which ages it and destroys cargo; return the years."""
    years = min(share // 2, MAX_AGE + 1 - target.age)
    target.age += share // 2
    captured = _captures(scene.battle, action, shooter, target)
    if target.age > MAX_AGE:
        end_ship(scene, shooter, target, notify, captured=captured)
    elif share > 0 and not captured:
        _lose_cargo(scene.battle, target, share, notify)
    return years


def lose_defenses(
    shooter: BattleFighter, target: BattleFighter, lost: int, notify: EventReporter
) -> None:
    """Destroy a colony's defence units and nothing else, even for hijackers.

    (FH-ENGAGE-018, FH-HIJACK-005)
    """
    target.defenses -= lost
    _take(target.cargo, "PD", lost)
    notify(
        messages.DEFENSES_LOST,
        count=lost,
        units="PD" if lost == 1 else "PDs",
        were="was" if lost == 1 else "were",
        planet=target.name,
        shooter=shooter.name,
    )
    if target.defenses == 0:
        notify(messages.DEFENSES_GONE, planet=target.name)


def _captures(
    battle: SectorBattle, action: Action, shooter: BattleFighter, target: BattleFighter
) -> bool:
    """Return whether the shooter hijacks its target (FH-HIJACK-003)."""
    enmity = battle.side_of(shooter).enemies.get(target.side)
    return enmity is HostileAct.HIJACK and not action.act.imagined


def end_ship(
    scene: Scene,
    shooter: BattleFighter,
    target: BattleFighter,
    notify: EventReporter,
    *,
    captured: bool,
) -> None:
    """Destroy or capture a ship; a distorted ship is revealed."""
    target.state = FighterState.HIJACKED if captured else FighterState.DESTROYED
    if captured:
        value = recycling_value(target, scene.battle.side_of(target).biology, scene.economy)
        gain = scene.rules.capture_percent * value // 100
        scene.battle.side_of(shooter).gained += gain
        notify(messages.HIJACKED, ship=target.name, amount=gain)
    else:
        notify(messages.DESTROYED, ship=target.name)
    notify(messages.KILLER, shooter=shooter.name)
    # FH-FD-008
    reveal(scene.battle, target, notify)


def recycling_value(target: BattleFighter, biology: int, economy: Economy) -> int:
    """Return a ship's value by its age at the start of the action, with cargo (FH-HIJACK-004)."""
    cost = economy.ship_cost(target.tonnage, sub_light=target.sub_light)
    return economy.hull_value(cost, target.age_at_start) + int_sum(
        economy.recycled_items(item, count, biology) for item, count in target.cargo.items()
    )


def _lose_cargo(
    battle: SectorBattle, target: BattleFighter, share: int, notify: EventReporter
) -> None:
    """Remove a percentage of each item aboard, without a report (FH-SUMMARY-004, FH-DR-009)."""
    lost_distortion = 0
    for item, count in list(target.cargo.items()):
        lost = share * count // 100
        _take(target.cargo, item, lost)
        if item == "FD":
            lost_distortion = lost
    if lost_distortion:
        reveal(battle, target, notify)


def _take(items: dict[str, int], item: str, count: int) -> None:
    remaining = items.get(item, 0) - count
    if remaining > 0:
        items[item] = remaining
    else:
        items.pop(item, None)


def reveal(battle: SectorBattle, target: BattleFighter, notify: EventReporter) -> None:
    """Reveal a disguised ship and its owner to all, once (FH-FD-008, FH-AMBUSH-010)."""
    side = battle.side_of(target)
    if not side.disguised or target.revealed or target.ship is None or side.species is None:
        return
    target.revealed = True
    notify(
        messages.REVEALED,
        disguise=target.name,
        ship=target.true_name,
        owner=side.species.name,
    )
