"""Strengths at the start of an action (FH-GUN-003, FH-SG-003, FH-HIJACK-002, facts 6)."""

from __future__ import annotations

from variants.far_horizons.battle.model import MOST_SHOTS, Action, Battle, Fighter, Kind, Side
from variants.far_horizons.compatibility import Habits
from variants.far_horizons.formulas import power, truncated

_PER_SHOT = 1500
_PER_TONNAGE = 200  #: planetary defence units for 10,000 tons
_MARKS = tuple((f"GU{mark}", f"SG{mark}", 5 * mark) for mark in range(1, 10))


def prepare(battle: Battle, action: Action, habits: Habits) -> None:
    """Set what the fighters of an action begin it with."""
    for fighter in action.fighters:
        side = battle.side_of(fighter)
        quartered = side.hijacks and not action.act.imagined
        _set_strengths(fighter, side, quartered=quartered, habits=habits)


def _set_strengths(fighter: Fighter, side: Side, *, quartered: bool, habits: Habits) -> None:
    fighter.offense, fighter.defense = strengths(fighter, side, quartered=quartered)
    fighter.shots, fighter.damage = shots_of(fighter.offense, side.military)
    fighter.age_at_start = fighter.age
    fighter.defenses_at_start = fighter.defenses
    shielded = side.life_support > 0 or habits.shields_without_life_support
    percent = fighter.shield_percent if fighter.a_ship else 100
    fighter.shields = percent * fighter.defense // 100 if shielded else 0
    if not shielded:
        fighter.shield_percent = 0


def strengths(fighter: Fighter, side: Side, *, quartered: bool = False) -> tuple[int, int]:
    """Offensive and defensive strength O and D."""
    tonnage = fighter.tonnage if fighter.a_ship else tonnage_of_defenses(fighter.defenses)
    offense = defense = power(tonnage)
    if fighter.kind is Kind.TRANSPORT:
        offense, defense = offense // 10, defense // 10
    elif fighter.kind is Kind.WARSHIP:
        offense += sum(fighter.cargo.get(gun, 0) * power(size) for gun, _, size in _MARKS)
        defense += sum(fighter.cargo.get(shield, 0) * power(size) for _, shield, size in _MARKS)
    if fighter.a_ship:
        offense -= truncated(fighter.age * offense, 50)
        defense -= truncated(fighter.age * defense, 50)
    offense += side.military * offense // 50
    defense += side.life_support * defense // 50
    return (offense // 4, defense // 4) if quartered else (offense, defense)


def tonnage_of_defenses(count: int) -> int:
    """The tonnage in units of 10,000 tons that so many planetary defence units equal."""
    return max(count // _PER_TONNAGE, 1) if count > 0 else 0


def shots_of(offense: int, military: int) -> tuple[int, int]:
    """Shots a round, and the normal damage of one."""
    if military <= 0 or offense <= 0:
        return 0, 0
    shots = min(MOST_SHOTS, offense // _PER_SHOT + 1)
    return shots, 2 * offense // shots
