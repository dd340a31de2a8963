"""The start of a stage in the battle kernels: units, conditions and strengths.

Agrees with `actions.action_for` and `strengths.prepare`, using the roles that `arrays` has computed
for every stage and unit; only later changes of the units are checked here.
"""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.far_horizons.battle import actions
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import (
    ORDINARY,
    hundredth,
    inverse_of,
    percent_of,
    power_of,
)
from variants.far_horizons.battle.kernels.protocol import BattleArrays, Workspace, cell, entry

OLD = 50
UNLIKE, NOBODY = -2, -1


@kernel
def set_up_stage(field: BattleArrays, work: Workspace, stage: int) -> int:
    """Set up a stage; return its maximum number of rounds, 0 if it does not happen."""
    act = field.stages[stage, at.ACT]
    list_units(field, work, stage)
    if act > at.ATTACK and field.rules[at.FOLLOW_UPS_NEED_VICTORY]:
        keep_victors(field, work)
    if not happens(field, work, act):
        return 0
    prepare(field, work, act)
    line_up(field, work, act)
    return most_rounds(field, work, stage)


@kernel
def list_units(field: BattleArrays, work: Workspace, stage: int) -> None:
    """Write the units of the stage into the line, and their roles into the tally of their sides."""
    count_steps(len(field.units))
    act = field.stages[stage, at.ACT]
    tally = work.tally
    for side in range(len(field.sides)):
        tally[entry(side, at.PRESENT)] = tally[entry(side, at.ATTACKING)] = tally[
            entry(side, at.ARMED_PLANETS)
        ] = 0
        tally[entry(side, at.FIRES)] = 1
    count = 0
    for unit in range(len(field.units)):
        role = field.roles[stage, unit]
        if role == 0 or is_out(field, work, unit, act):
            continue
        work.line[count] = unit
        count += 1
        side = field.units[unit, at.SIDE]
        tally[entry(side, at.PRESENT)] = 1
        if field.units[unit, at.KIND] != at.COLONY:
            tally[entry(side, at.ATTACKING)] |= role
        elif role & actions.ATTACKS and work.cold[unit, at.DEFENSES] > 0:
            tally[entry(side, at.ARMED_PLANETS)] = 1
    work.state[at.LINE] = count


@part
def is_out(field: BattleArrays, work: Workspace, unit: int, act: int) -> bool:
    """Return whether a unit is gone, or a reserve that is not used (FH-HIDESHIP-005)."""
    state = work.cold[unit, at.STATE]
    idle = state == at.RESERVE and act in (at.BOMBARDMENT, at.SIEGE)
    return field.units[unit, at.KIND] != at.COLONY and (state >= at.WITHDREW or idle)


@kernel
def keep_victors(field: BattleArrays, work: Workspace) -> None:
    """Keep only attackers whose enemies there are beaten (FH-ENGAGE-012)."""
    tally, sides = work.tally, len(field.sides)
    for side in range(sides):
        tally[entry(side, at.FIRES)] = (
            tally[entry(side, at.ATTACKING)] & actions.ATTACKS
        ) != 0 or tally[entry(side, at.ARMED_PLANETS)]
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        if field.units[unit, at.KIND] == at.COLONY and work.cold[unit, at.DEFENSES] == 0:
            continue
        foe = field.units[unit, at.SIDE]
        for side in range(sides):
            if side != foe and field.hostile[side, foe]:
                tally[entry(side, at.FIRES)] = 0
    count = 0
    for side in range(sides):
        if not tally[entry(side, at.FIRES)]:
            tally[entry(side, at.ATTACKING)] = tally[entry(side, at.ARMED_PLANETS)] = 0
        tally[entry(side, at.PRESENT)] = 0
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        side = field.units[unit, at.SIDE]
        if (
            tally[entry(side, at.ATTACKING)] & actions.ATTACKS
            or field.units[unit, at.KIND] == at.COLONY
        ):
            work.line[count] = unit
            count += 1
            tally[entry(side, at.PRESENT)] = 1
    work.state[at.LINE] = count


@kernel
def happens(field: BattleArrays, work: Workspace, act: int) -> bool:
    """Return whether there are attackers with enemies to fight (FH-BATTLE-010, FH-BATTLE-007)."""
    attacking, planets, sides = 0, 0, len(field.sides)
    for side in range(sides):
        attacking |= work.tally[entry(side, at.ATTACKING)]
        planets |= work.tally[entry(side, at.ARMED_PLANETS)]
    attacked = (attacking & actions.ATTACKS) != 0
    if act == at.DEEP_SPACE:
        attacked = attacked and (attacking & actions.DEFENDS) != 0
    elif act <= at.BOMBARDMENT:
        attacked = attacked or planets != 0
    if not attacked or (field.rules[at.TRANSPORTS_NEED_WARSHIPS] and are_harmless(field, work)):
        return False
    for side in range(sides):
        for other in range(sides):
            both = work.tally[entry(side, at.PRESENT)] and work.tally[entry(other, at.PRESENT)]
            if both and field.hostile[side, other]:
                return True
    return False


@kernel
def are_harmless(field: BattleArrays, work: Workspace) -> bool:
    """Return whether there are only transports, and colonies without defences."""
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        kind = field.units[unit, at.KIND]
        if kind == at.COLONY:
            if work.cold[unit, at.DEFENSES] > 0:
                return False
        elif kind != at.TRANSPORT:
            return False
    return True


@kernel
def most_rounds(field: BattleArrays, work: Workspace, stage: int) -> int:
    """Return the maximum number of rounds of a stage (FH-ENGAGE-016, FH-BATTLE-010)."""
    act, most = field.stages[stage, at.ACT], field.rules[at.MAX_ROUNDS]
    if act != at.DEEP_SPACE:
        if act == at.ATTACK:
            return most
        return field.rules[at.BOMBARDMENT_ROUNDS] if act == at.BOMBARDMENT else 1
    attackers, defenders, deep_space, opposed = 0, 0, 0, False
    for side in range(len(field.sides)):
        role = work.tally[entry(side, at.ATTACKING)]
        deep_space |= role & actions.WANTS_DEEP_SPACE
        if role & actions.AT_PLANETS:
            attackers = max(attackers, field.sides[side, at.MILITARY])
        if role & actions.IN_DEEP_SPACE:
            defenders = max(defenders, field.sides[side, at.MILITARY])
            for other in range(len(field.sides)):
                planets = work.tally[entry(other, at.ATTACKING)] & actions.AT_PLANETS
                opposed = opposed or (planets != 0 and field.hostile[side, other] != 0)
    limited = opposed
    if not field.rules[at.DEEP_SPACE_FOR_DEFENDERS]:
        limited = attackers > 0 and defenders > 0 and deep_space != 0
    return max(defenders - attackers, 1) if limited else most


@kernel
def prepare(field: BattleArrays, work: Workspace, act: int) -> None:
    """Set the strengths, shots and shields of the units of a stage (FH-GUN-003, FH-SG-003)."""
    hot, cold, units = work.hot, work.cold, field.units
    work.state[at.PLAIN] = act <= at.ATTACK
    for side in range(len(field.sides)):
        work.tally[entry(side, at.MIGHT_OF)] = NOBODY
        work.state[at.PLAIN] &= field.sides[side, at.FAVOURITE] == 0
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        side, kind = units[unit, at.SIDE], units[unit, at.KIND]
        work.state[at.PLAIN] &= kind == at.WARSHIP
        offense, defense = strength(field, work, unit, act)
        shots = 0
        if field.sides[side, at.MILITARY] > 0 and offense > 0:
            shots = min(field.rules[at.MAX_SHOTS], offense // field.rules[at.STRENGTH_PER_SHOT] + 1)
        damage = 2 * offense // shots if shots > 0 else 0
        shielded = (
            field.sides[side, at.LIFE_SUPPORT] > 0 or not field.rules[at.SHIELDS_NEED_LIFE_SUPPORT]
        )
        if not shielded:
            hot[cell(unit, at.PERCENT)] = 0
        percent = 100 if kind == at.COLONY and shielded else hot[cell(unit, at.PERCENT)]
        hot[cell(unit, at.LEVEL)] = percent * defense // 100
        hot[cell(unit, at.DEFENSE)], hot[cell(unit, at.DAMAGE)] = defense, damage
        hot[cell(unit, at.INVERSE)] = inverse_of(max(defense, 1))
        hot[cell(unit, at.SHOTS_LEFT)], work.seat[unit] = 0, -1
        laden = units[unit, at.CARGO_TO] > units[unit, at.CARGO_FROM]
        hot[cell(unit, at.TAG)] = (side << at.TAG_BITS) + at.LADEN * laden + kind
        cold[unit, at.SHOTS] = shots
        cold[unit, at.VOLLEY] = shots if cold[unit, at.STATE] == at.FIGHTING else 0
        cold[unit, at.STANDS] = -1
        cold[unit, at.AGE_AT_START] = hot[cell(unit, at.AGE)]
        cold[unit, at.DEFENSES_AT_START] = cold[unit, at.DEFENSES]
        cold[unit, at.BOMBED] = cold[unit, at.AIMED_AT] = 0
        work.state[at.PLAIN] &= max(defense, damage) <= ORDINARY
        work.might[unit] = shots * damage


@kernel
def strength(field: BattleArrays, work: Workspace, unit: int, act: int) -> tuple[int, int]:
    """Return offensive and defensive strength O and D (FH-PD-003, FH-SG-002, FH-TR-001)."""
    units, rules, hold = field.units, field.rules, work.hold
    side, kind = units[unit, at.SIDE], units[unit, at.KIND]
    offense = units[unit, at.HULL]
    if kind == at.COLONY:
        count = work.cold[unit, at.DEFENSES]
        offense = power_of(max(count // rules[at.DEFENSES_PER_TONNAGE], 1)) if count > 0 else 0
    defense = offense
    if kind == at.TRANSPORT:
        offense = defense = hundredth(rules[at.TRANSPORT_STRENGTH] * offense)
    elif kind == at.WARSHIP:
        for row in range(units[unit, at.CARGO_FROM], units[unit, at.CARGO_TO]):
            offense += hold[row] * field.cargo[row, at.GUN]
            defense += hold[row] * field.cargo[row, at.SHIELD]
    if kind != at.COLONY:
        offense -= worn(work.hot[cell(unit, at.AGE)], offense)
        defense -= worn(work.hot[cell(unit, at.AGE)], defense)
    offense += field.sides[side, at.MILITARY] * offense // OLD
    defense += field.sides[side, at.LIFE_SUPPORT] * defense // OLD
    if field.sides[side, at.HIJACKS] and act <= at.ATTACK:
        share = rules[at.HIJACKER_STRENGTH]
        offense, defense = hundredth(share * offense), hundredth(share * defense)
    return offense, defense


@part
def worn(age: int, strength: int) -> int:
    """Return the loss to age: a fiftieth per year, rounded towards 0 (FH-AGE-007)."""
    return percent_of(2 * age, strength)


@part
def is_aimed_at(field: BattleArrays, work: Workspace, unit: int, act: int) -> bool:
    """Return whether a unit of the stage can be a target; reserves can't (FH-HIDESHIP-004)."""
    if work.cold[unit, at.STATE] != at.FIGHTING:
        return False
    if field.units[unit, at.KIND] == at.COLONY:
        return act != at.ATTACK or work.cold[unit, at.DEFENSES] > 0
    return act != at.GERM_WARFARE


@part
def stand(field: BattleArrays, work: Workspace, unit: int) -> None:
    """Append a unit to the list of its side, which must have room."""
    side = field.units[unit, at.SIDE]
    place = work.tally[entry(side, at.STANDING)]
    work.alive[work.tally[entry(side, at.FIRST)] + place] = unit
    work.cold[unit, at.STANDS] = place
    work.tally[entry(side, at.STANDING)] = place + 1


@kernel
def line_up(field: BattleArrays, work: Workspace, act: int) -> None:
    """Make the lists of the sides; count their targets, and check if one draw is enough."""
    tally, sides = work.tally, len(field.sides)
    for side in range(sides):
        tally[entry(side, at.STANDING)] = 0
        tally[entry(side, at.MIGHT_OF)] = NOBODY
    before = -1
    for place in range(work.state[at.LINE]):
        unit = work.line[place]
        side = field.units[unit, at.SIDE]
        if side != before:
            tally[entry(side, at.FIRST)] = place
            before = side
        if work.cold[unit, at.STATE] == at.RESERVE or is_aimed_at(field, work, unit, act):
            might = work.might[unit]
            known = tally[entry(side, at.MIGHT_OF)]
            tally[entry(side, at.MIGHT_OF)] = might if known in (NOBODY, might) else UNLIKE
        if is_aimed_at(field, work, unit, act):
            stand(field, work, unit)
    for side in range(sides):
        look_around(field, work, side)


@kernel
def look_around(field: BattleArrays, work: Workspace, side: int) -> None:
    """Count the targets of a side; find whether they are all alike, and of one side."""
    tally = work.tally
    enemies, might, sole, several = 0, NOBODY, -1, False
    for other in range(len(field.sides)):
        if not field.hostile[side, other]:
            continue
        enemies += tally[entry(other, at.STANDING)]
        theirs = tally[entry(other, at.MIGHT_OF)]
        if theirs != NOBODY:
            might = theirs if might in (NOBODY, theirs) else UNLIKE
            several = several or sole >= 0
            sole = other
    tally[entry(side, at.ENEMIES)] = enemies
    tally[entry(side, at.SAME)] = might != UNLIKE
    tally[entry(side, at.SOLE)] = -1 if several else sole


@kernel
def clear_surprise(field: BattleArrays, work: Workspace) -> None:
    """End the surprise of all sides."""
    for side in range(len(field.sides)):
        work.tally[entry(side, at.SURPRISED_NOW)] = 0
