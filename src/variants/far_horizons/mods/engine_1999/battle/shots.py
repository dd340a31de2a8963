"""One shot of the engine: the chance to hit, the damage, an attempt to force a ship away."""

from __future__ import annotations

from variants.far_horizons.battle import hits
from variants.far_horizons.battle.fight import CombatLog, EventReporter
from variants.far_horizons.battle.model import Action, BattleFighter, FighterKind, Scene
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import truncated


def chance_to_hit(scene: Scene, shooter: BattleFighter, target: BattleFighter) -> int:
    """Return the chance in percent (FH-TARGET-001, FH-FD-007, FH-AGE-005)."""
    battle, rules = scene.battle, scene.rules
    attacker, defender = battle.side_of(shooter), battle.side_of(target)
    total = max(1, attacker.military + defender.military)
    chance = 2 * rules.even_hit_percent * attacker.military // total
    if target.surprised:
        chance *= rules.surprise_hit_factor
    if defender.disguised and target.a_ship:
        chance = rules.distorted_hit_percent * chance // 100
    chance = min(max(chance, rules.least_hit_percent), rules.most_hit_percent)
    age = shooter.age if shooter.a_ship else 0
    return chance - truncated(2 * age * chance, 100)


def hit(
    scene: Scene,
    action: Action,
    shooter: BattleFighter,
    target: BattleFighter,
    damage: int,
    dice: Dice,
    log: CombatLog,
) -> None:
    """Apply a shot with this damage that hits (FH-SUMMARY-005)."""
    passed = damage if target.surprised else _absorb(target, damage)
    share = _share(passed, target.defense, dice) if passed > 0 else 0
    lost = 0
    if passed > 0 and target.a_ship:
        lost = hits.damage_ship(scene, action, shooter, target, share, log)
    elif passed > 0:
        lost = min(max(share * target.defenses_at_start // 100, 1), target.defenses)
        hits.lose_defenses(shooter, target, lost, log)
    log.shot(shooter, target, hit=True, absorbed=damage - passed, damage=lost)


def _absorb(target: BattleFighter, damage: int) -> int:
    """Let shields absorb damage and return the rest; a ship's shield percentage falls too."""
    if target.a_ship:
        absorbed = target.shield_percent * damage // 100
        passed = damage - absorbed
        target.shields -= absorbed
        remaining = max(target.shields, 0)
        target.shield_percent = 100 * remaining // max(1, target.defense)
    else:
        passed = 0
        target.shields -= damage
    if target.shields < 0:
        passed -= target.shields
        target.shields = 0
    return passed


def _share(passed: int, defense: int, dice: Dice) -> int:
    """Return the percentage r that a ship or colony loses, with its own random spread."""
    share = 50 * passed // max(1, defense)
    share += truncated((dice(51) - 26) * share, 100)
    return min(share, 100)


def force(
    scene: Scene, shooter: BattleFighter, target: BattleFighter, dice: Dice, tell: EventReporter
) -> bool:
    """Try to lock on the target; tell whether it was possible at all (FH-FM-002, FH-FM-007)."""
    if shooter.kind is not FighterKind.STARBASE:
        return False
    item = _draw_unit(shooter, dice)
    count = shooter.cargo.get(item, 0)
    if not item or count < target.tonnage or target.kind is FighterKind.STARBASE:
        return False
    success = dice(100) <= _chance_to_force(scene, shooter, target, count)
    sector = scene.battle.sector
    hits.try_to_force(sector, shooter, target, item, dice, tell, success=success)
    return True


def _draw_unit(shooter: BattleFighter, dice: Dice) -> str:
    """Return the kind of unit that is used, drawn if both are aboard."""
    aboard = [item for item in ("FJ", "FM") if shooter.cargo.get(item, 0) > 0]
    if len(aboard) == 2:
        return aboard[dice(2) - 1]
    return aboard[0] if aboard else ""


def _chance_to_force(
    scene: Scene, shooter: BattleFighter, target: BattleFighter, count: int
) -> int:
    """Return the chance in percent (FH-FM-003); a starbase's age lowers it."""
    battle = scene.battle
    gravitics = battle.side_of(shooter).gravitics - battle.side_of(target).gravitics
    chance = 2 * (count - target.tonnage + gravitics)
    if not scene.rules.forced_jumps_suffer_from_age:
        return chance
    chance = min(max(chance, 0), 100)
    return chance - 2 * max(shooter.age, 0) * chance // 100
