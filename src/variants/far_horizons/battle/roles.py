"""Roles of units in an action, by the orders of their species.

Roles are bit masks, which the rules and the kernels share.
"""

from __future__ import annotations

from variants.far_horizons.battle.intents import (
    AGAINST_PLANETS,
    DEEP_SPACE_DEFENSE,
    BattleOption,
    Belligerent,
)
from variants.far_horizons.battle.model import ActionKind, BattleFighter, BattleStage, FighterKind

TAKES_PART, ATTACKS, DEFENDS = 1, 2, 4
#: Origin of a role: options against planets, options for deep space, and ENGAGE 1.
AT_PLANETS, IN_DEEP_SPACE, WANTS_DEEP_SPACE = 8, 16, 32


def role_of_ship(
    ship: BattleFighter, party: Belligerent, stage: BattleStage, *, at_home: bool
) -> int:
    """Return the role of a ship in a stage; 0 for none.

    `at_home` means that its species has a colony at the place of the battle. All options count
    together, so that a fight in deep space combines with the defense of planets (FH-ENGAGE-015).
    """
    if not _may_move(ship, stage):
        return 0
    combined = 0
    for option in party.intent.options:
        role = _role_by(option, ship, stage, at_home=at_home)
        if role:
            combined |= TAKES_PART | role
            combined |= IN_DEEP_SPACE * (option.number in (1, 3))
            combined |= AT_PLANETS * (option.number >= ActionKind.ATTACK)
            combined |= WANTS_DEEP_SPACE * (option == DEEP_SPACE_DEFENSE)
    return combined


def role_of_colony(colony: BattleFighter, party: Belligerent, stage: BattleStage) -> int:
    """Return the role of a colony in a stage; it attacks with its defenses only (FH-PD-001)."""
    if colony.orbit != stage.planet or not stage.planet:
        return 0
    attacks = any(
        party.intent.has(number, stage.planet)
        for number in AGAINST_PLANETS
        if stage.act in (ActionKind.ATTACK, number)
    )
    return TAKES_PART | ATTACKS * attacks


def _may_move(ship: BattleFighter, stage: BattleStage) -> bool:
    """Tell whether a ship may come to a stage; transports do so only for germ warfare.

    (FH-ENGAGE-006, FH-GERM-003)
    """
    if ship.kind is not FighterKind.TRANSPORT or stage.act is ActionKind.GERM_WARFARE:
        return True
    return ship.orbit == stage.planet


def _role_by(
    option: BattleOption, ship: BattleFighter, stage: BattleStage, *, at_home: bool
) -> int:
    """Return a ship's role in a stage by one option: attacker, defender, both or neither.

    With option 0 it fights where it is (FH-ENGAGE-003), with options 0 to 2 it starts no fight
    (FH-ENGAGE-005, FH-BATTLE-008), with option 3 it attacks in deep space only (FH-ENGAGE-007,
    FH-STRIKE-007). Starbases take part only where they are (FH-BAS-006).
    """
    at_stage = ship.orbit == stage.planet
    if not at_stage and ship.kind is FighterKind.STARBASE:
        return 0
    if not at_stage and ship.kind is FighterKind.TRANSPORT and option.number < ActionKind.ATTACK:
        return 0
    if option.number >= ActionKind.ATTACK:
        return _role_of_attacker(option, ship, stage, at_home=at_home)
    deep = stage.act is ActionKind.DEEP_SPACE
    qualifies = (at_stage, deep, option.planet == stage.planet, deep)
    roles = (DEFENDS, DEFENDS, DEFENDS, ATTACKS | DEFENDS)
    return roles[option.number] if qualifies[option.number] else 0


def _role_of_attacker(
    option: BattleOption, ship: BattleFighter, stage: BattleStage, *, at_home: bool
) -> int:
    """Return an attacker's role; in deep space it meets defenders only if it came from afar."""
    if ship.kind is FighterKind.TRANSPORT and stage.act is ActionKind.SIEGE:
        return 0
    if stage.act is ActionKind.DEEP_SPACE:
        return 0 if at_home else ATTACKS
    named = option.planet == stage.planet
    return ATTACKS if named and stage.act in (ActionKind.ATTACK, option.number) else 0
