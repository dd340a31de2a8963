"""Strengths at the start of an action (FH-GUN-003, FH-SG-003)."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES, BattleRules
from variants.far_horizons.battle.model import (
    Action,
    BattleFighter,
    FighterKind,
    SectorBattle,
    Side,
)
from variants.far_horizons.formulas import power, truncated

_MARKS = tuple((f"GU{mark}", f"SG{mark}", 5 * mark) for mark in range(1, 10))


def prepare(battle: SectorBattle, action: Action, rules: BattleRules) -> None:
    """Set the strengths, shots and shields of all fighters for an action.

    Hijackers fight with less (FH-HIJACK-002), but bombard, infect and besiege with full strength
    (FH-HIJACK-006).
    """
    for fighter in action.fighters:
        side = battle.side_of(fighter)
        hijacking = side.hijacks and not action.act.imagined
        _set_strengths(fighter, side, rules, hijacking=hijacking)


def _set_strengths(
    fighter: BattleFighter, side: Side, rules: BattleRules, *, hijacking: bool
) -> None:
    """Set strengths, shots, and shields, which need Life Support (FH-SETUP-004)."""
    fighter.offense, fighter.defense = strengths(fighter, side, rules, hijacking=hijacking)
    fighter.shots, fighter.damage = shots_of(fighter.offense, side.military, rules)
    fighter.age_at_start = fighter.age
    fighter.defenses_at_start = fighter.defenses
    shielded = side.life_support > 0 or not rules.shields_need_life_support
    percent = fighter.shield_percent if fighter.is_ship else 100
    fighter.shields = percent * fighter.defense // 100 if shielded else 0
    if not shielded:
        fighter.shield_percent = 0


def strengths(
    fighter: BattleFighter,
    side: Side,
    rules: BattleRules = RULEBOOK_BATTLES,
    *,
    hijacking: bool = False,
) -> tuple[int, int]:
    """Return offensive and defensive strength O and D; only warships use guns and shields."""
    tonnage = fighter.tonnage if fighter.is_ship else defense_tonnage(fighter.defenses, rules)
    offense = defense = power(tonnage)  # starbases count as warships (FH-BAS-006)
    if fighter.kind is FighterKind.TRANSPORT:  # FH-TR-001, FH-GUN-002, FH-SG-002
        offense = defense = rules.transport_strength_percent * offense // 100
    elif fighter.kind is FighterKind.WARSHIP:
        offense += int_sum(fighter.cargo.get(gun, 0) * power(size) for gun, _, size in _MARKS)
        defense += int_sum(fighter.cargo.get(shield, 0) * power(size) for _, shield, size in _MARKS)
    if fighter.is_ship:  # age reduces both equally (FH-AGE-007)
        offense -= truncated(fighter.age * offense, 50)
        defense -= truncated(fighter.age * defense, 50)
    # by current levels, whenever the ship was built (FH-AGE-001)
    offense += side.military * offense // 50
    defense += side.life_support * defense // 50  # FH-AGE-001
    share = rules.hijacker_strength_percent if hijacking else 100
    return share * offense // 100, share * defense // 100


def defense_tonnage(count: int, rules: BattleRules = RULEBOOK_BATTLES) -> int:
    """Return the tonnage, in units of 10,000 tons, equal to `count` planetary defence units.

    (FH-PD-003, FH-PD-004)
    """
    return max(count // rules.defenses_per_tonnage, 1) if count > 0 else 0


def shots_of(offense: int, military: int, rules: BattleRules = RULEBOOK_BATTLES) -> tuple[int, int]:
    """Return the shots per round and the normal damage of each; guns raise it (FH-GUN-004)."""
    if military <= 0 or offense <= 0:
        return 0, 0
    shots = min(rules.most_shots, offense // rules.strength_per_shot + 1)
    return shots, 2 * offense // shots
