"""As what a unit takes part in an action, by what its species ordered.

Roles are sums of bits: the rules and the kernels read the same ones.
"""

from __future__ import annotations

from variants.far_horizons.battle.intents import (
    AGAINST_PLANETS,
    DEEP_SPACE_DEFENSE,
    Option,
    Party,
)
from variants.far_horizons.battle.model import Act, Fighter, Kind, Stage

TAKES_PART, ATTACKS, DEFENDS = 1, 2, 4
#: By which options: those against planets, those for deep space, and ENGAGE 1.
AT_PLANETS, IN_DEEP_SPACE, WANTS_DEEP_SPACE = 8, 16, 32


def role_of_ship(ship: Fighter, party: Party, stage: Stage, *, at_home: bool) -> int:
    """What a ship would be in a stage; 0 for nothing.

    `at_home` says that its species has a colony at the place of the battle. All options count
    together, as a fight in deep space with the defense of planets does (FH-ENGAGE-015).
    """
    if not _may_move(ship, stage):
        return 0
    found = 0
    for option in party.intent.options:
        role = _role_by(option, ship, stage, at_home=at_home)
        if role:
            found |= TAKES_PART | role
            found |= IN_DEEP_SPACE * (option.number in (1, 3))
            found |= AT_PLANETS * (option.number >= Act.ATTACK)
            found |= WANTS_DEEP_SPACE * (option == DEEP_SPACE_DEFENSE)
    return found


def role_of_colony(colony: Fighter, party: Party, stage: Stage) -> int:
    """What a colony would be in a stage; it attacks with its defenses only (FH-PD-001)."""
    if colony.orbit != stage.planet or not stage.planet:
        return 0
    attacks = any(
        party.intent.has(number, stage.planet)
        for number in AGAINST_PLANETS
        if stage.act in (Act.ATTACK, number)
    )
    return TAKES_PART | ATTACKS * attacks


def _may_move(ship: Fighter, stage: Stage) -> bool:
    """Transports fight where they are, but bring germs from anywhere.

    (FH-ENGAGE-006, FH-GERM-003)
    """
    if ship.kind is not Kind.TRANSPORT or stage.act is Act.GERM_WARFARE:
        return True
    return ship.orbit == stage.planet


def _role_by(option: Option, ship: Fighter, stage: Stage, *, at_home: bool) -> int:
    """What a ship is in a stage by one option: attacker, defender, both or neither.

    By option 0 it fights where it is (FH-ENGAGE-003), by options 0 to 2 it starts no fight
    (FH-ENGAGE-005, FH-BATTLE-008), by option 3 it attacks in deep space only (FH-ENGAGE-007,
    FH-STRIKE-007). Starbases take part only where they are (FH-BAS-006).
    """
    here = ship.orbit == stage.planet
    if not here and ship.kind is Kind.STARBASE:
        return 0
    if not here and ship.kind is Kind.TRANSPORT and option.number < Act.ATTACK:
        return 0
    if option.number >= Act.ATTACK:
        return _role_of_attacker(option, ship, stage, at_home=at_home)
    deep = stage.act is Act.DEEP_SPACE
    qualifies = (here, deep, option.planet == stage.planet, deep)
    roles = (DEFENDS, DEFENDS, DEFENDS, ATTACKS | DEFENDS)
    return roles[option.number] if qualifies[option.number] else 0


def _role_of_attacker(option: Option, ship: Fighter, stage: Stage, *, at_home: bool) -> int:
    """Attackers of a planet meet deep space defenders only if they have come from afar."""
    if ship.kind is Kind.TRANSPORT and stage.act is Act.SIEGE:
        return 0
    if stage.act is Act.DEEP_SPACE:
        return 0 if at_home else ATTACKS
    named = option.planet == stage.planet
    return ATTACKS if named and stage.act in (Act.ATTACK, option.number) else 0
