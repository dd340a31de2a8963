"""Fire: targets and strikes (SC-CBT-002, SC-CBT-007, SC-CBT-008, SC-CBT-011)."""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.protocol import BattleArrays, draw_below, six, write
from variants.starcluster.battle.kernels.state import first_gun, is_weapon, weapon_damage


@kernel
def aim(a: BattleArrays, side: int, band: int) -> None:
    """Roll for a side's fire and add it to the side's pool, or let each weapon pick a target."""
    sides, units, figures = a.sides, a.units, a.figures
    enemies = sides[1 - side, at.STANDING]
    roll = six(a) + six(a)
    factor = (roll + a.table[at.STEADY]) / (7.0 + a.table[at.STEADY])
    directed = sides[side, at.CENTERED] > 0
    if directed:
        factor *= 1.0 + 0.02 * (sides[side, at.CENTERED] - 1)
    a.amounts[side, at.POOL] = 0.0
    a.amounts[side, at.DRIVE_POOL] = 0.0
    sides[side, at.PICKED] = 0
    count_steps(sides[side, at.STANDING])
    if enemies > 0:
        for place in range(sides[side, at.STANDING]):
            unit = a.line[side, place]
            if units[unit, at.AGE] == 0:
                continue
            shaky = units[unit, at.AGE] == 1 and a.table[at.ASSAULT] != 0
            share = factor * (0.01 * a.table[at.SHAKY] if shaky else 1.0)
            if directed and use_shots(a, unit, band):
                long = band == at.LONG
                guns = figures[unit, at.LONG_FIRE if long else at.SHORT_FIRE]
                missiles = figures[unit, at.LONG_MISSILES if long else at.SHORT_MISSILES]
                a.amounts[side, at.POOL] += guns * share
                add_missiles(a, side, missiles * share)
            else:
                fire_one_by_one(a, side, unit, band, share, directed, enemies)
    write(a, at.FIRED, side, roll, a.amounts[side, at.POOL] + a.amounts[side, at.DRIVE_POOL])


@part
def add_missiles(a: BattleArrays, side: int, damage: float) -> None:
    """Add missile damage to a pool, or by doctrine half to the pool of drives (SC-ENI-006)."""
    if a.sides[side, at.ANTI_DRIVE] != 0:
        a.amounts[side, at.DRIVE_POOL] += 0.5 * damage
    else:
        a.amounts[side, at.POOL] += damage


@part
def shots_left(a: BattleArrays, unit: int) -> int:
    """The shots in a unit's magazines; none out of supply (SC-LOG-018)."""
    if a.units[unit, at.SUPPLIED] == 0:
        return 0
    return max(0, int(a.units[unit, at.SHOTS]) - int(a.units[unit, at.USED]))


@part
def ordnance_left(a: BattleArrays, unit: int) -> int:
    """The unit's external ordnance, usable only before it takes damage (SC-CBT-011)."""
    if a.units[unit, at.SUPPLIED] == 0 or a.units[unit, at.TOUCHED] != 0:
        return 0
    return int(a.units[unit, at.ORDNANCE]) - int(a.units[unit, at.ORDNANCE_USED])


@part
def use_shots(a: BattleArrays, unit: int, band: int) -> bool:
    """If there are shots for all of a unit's weapons, use them up and return True."""
    units = a.units
    missiles = int(units[unit, at.MISSILES])
    rest = int(units[unit, at.LONG_SHOTS if band == at.LONG else at.SHORT_SHOTS])
    if missiles + rest == 0:
        return True
    external = min(missiles, ordnance_left(a, unit))
    if missiles - external + rest > shots_left(a, unit):
        return False
    units[unit, at.ORDNANCE_USED] += external
    units[unit, at.USED] += missiles - external + rest
    return True


@kernel
def fire_one_by_one(
    a: BattleArrays, side: int, unit: int, band: int, share: float, directed: bool, enemies: int
) -> None:
    """Fire each weapon that has a shot, in the order of the design.

    With a combat information center, the weapons add to the pool; otherwise each picks a target.
    """
    units = a.units
    shots, external = shots_left(a, unit), ordnance_left(a, unit)
    for row in range(first_gun(a, unit), units[unit, at.END_GUN]):
        kind = a.systems[row, at.KIND]
        if not is_weapon(kind):
            continue
        damage = weapon_damage(a, unit, row, band) * share
        if damage <= 0.0:
            continue
        for _ in range(a.systems[row, at.COUNT]):
            if kind == at.MISSILE and external > 0:
                external -= 1
                units[unit, at.ORDNANCE_USED] += 1
            elif kind != at.WEAPON:
                if shots == 0:
                    break
                shots -= 1
                units[unit, at.USED] += 1
            if not directed:
                pick_target(a, side, unit, damage, kind == at.MISSILE, enemies)
            elif kind == at.MISSILE:
                add_missiles(a, side, damage)
            else:
                a.amounts[side, at.POOL] += damage


@part
def pick_target(
    a: BattleArrays, side: int, unit: int, damage: float, is_missile: bool, enemies: int
) -> None:
    """Pick a random enemy unit in line as the target of a weapon."""
    row = side * a.table[at.CAPACITY] + a.sides[side, at.PICKED]
    a.sides[side, at.PICKED] += 1
    at_drives = is_missile and a.sides[side, at.ANTI_DRIVE] != 0
    a.picks[row, at.SHOOTER] = unit
    a.picks[row, at.AIM] = a.line[1 - side, draw_below(a, enemies)]
    a.picks[row, at.AT_DRIVES] = at_drives
    a.powers[row] = 0.5 * damage if at_drives else damage


@part
def share_that_hits(a: BattleArrays, unit: int) -> float:
    """The share of fire that hits a unit; one just emerged cannot evade (SC-WPA-003)."""
    return 1.0 if a.units[unit, at.AGE] == 0 else a.figures[unit, at.EXPOSED]


@kernel
def damage_unit(a: BattleArrays, unit: int, damage: float, at_drives: bool) -> float:
    """Apply damage to the systems from the bow on; return the rest.

    Damage at drives takes shields first, then drive rooms, then the rest (SC-ENI-006).
    """
    units, initial = a.units, damage
    if at_drives:
        damage = damage_kind(a, unit, damage, at.SHIELD)
        damage = damage_kind(a, unit, damage, at.ROOM)
    row, end = np.int64(units[unit, at.CURSOR]), units[unit, at.END]
    while row < end:
        absorbed = min(damage, a.worth[row, at.LEFT])
        a.worth[row, at.LEFT] -= absorbed
        damage -= absorbed
        if a.worth[row, at.LEFT] > 0.0:
            break
        row += 1
    units[unit, at.CURSOR] = row
    if damage < initial:
        units[unit, at.DIRTY] = 1
        units[unit, at.TOUCHED] = 1
        a.amounts[units[unit, at.SIDE], at.LOST] += initial - damage
    if row == end:
        units[unit, at.STATUS] = at.DESTROYED
    return damage


@kernel
def damage_kind(a: BattleArrays, unit: int, damage: float, kind: int) -> float:
    """Apply damage to a unit's systems of one kind; return the rest."""
    for row in range(a.units[unit, at.CURSOR], a.units[unit, at.END]):
        if a.systems[row, at.KIND] == kind:
            absorbed = min(damage, a.worth[row, at.LEFT])
            a.worth[row, at.LEFT] -= absorbed
            damage -= absorbed
    return damage


@kernel
def hit_unit(
    a: BattleArrays, event: int, by: int, unit: int, damage: float, at_drives: bool
) -> float:
    """Strike a unit; if it is destroyed, return the damage left, without the effect of evasion."""
    share = share_that_hits(a, unit)
    reached = damage * share
    left = damage_unit(a, unit, reached, at_drives)
    a.table[at.STRIKES] += 1
    destroyed = a.units[unit, at.STATUS] == at.DESTROYED
    write(a, event, by, unit, reached - left, destroyed, at_drives)
    return left / share


@kernel
def strike(a: BattleArrays, side: int) -> None:
    """Apply a side's fire."""
    capacity = a.table[at.CAPACITY]
    for number in range(a.sides[side, at.PICKED]):
        row = side * capacity + number
        unit = np.int64(a.picks[row, at.AIM])
        if a.units[unit, at.STATUS] == at.PRESENT:
            by = np.int64(a.picks[row, at.SHOOTER])
            hit_unit(a, at.WAS_HIT, by, unit, a.powers[row], a.picks[row, at.AT_DRIVES] != 0)
    spend_pool(a, side, a.amounts[side, at.DRIVE_POOL], True)
    spend_pool(a, side, a.amounts[side, at.POOL], False)


@kernel
def spend_pool(a: BattleArrays, side: int, pool: float, at_drives: bool) -> None:
    """Spend a pool on one enemy after the other, in the order of the doctrine (SC-CBT-008)."""
    enemy = 1 - side
    by = a.sides[side, at.DIRECTOR]
    if by == at.NO_UNIT:
        by = np.int64(a.line[side, 0])
    if a.sides[side, at.TARGET] == at.LARGE:
        for place in range(a.sides[enemy, at.STANDING]):
            if pool <= 0.0:
                return
            pool = spend_pool_on(a, by, np.int64(a.line[enemy, place]), pool, at_drives)
    else:
        for place in range(a.sides[enemy, at.FIRST_UNIT], a.sides[enemy, at.END_UNIT]):
            if pool <= 0.0:
                return
            pool = spend_pool_on(a, by, np.int64(a.smallest[place]), pool, at_drives)


@part
def spend_pool_on(a: BattleArrays, by: int, unit: int, pool: float, at_drives: bool) -> float:
    """Spend a pool on a unit, if it is in the line; return the rest of the pool."""
    if a.units[unit, at.STATUS] != at.PRESENT or a.units[unit, at.REAR] != 0:
        return pool
    return hit_unit(a, at.WAS_HIT, by, unit, pool, at_drives)


@kernel
def launch(a: BattleArrays, side: int) -> None:
    """Pick a target for each silo, stored after the picks of weapons (SC-CMS-001)."""
    enemies = a.sides[1 - side, at.STANDING]
    if enemies == 0:
        return
    for silo in range(a.sides[side, at.SILOS]):
        a.picks[silo_row(a, side, silo), at.AIM] = draw_below(a, enemies)
    a.sides[side, at.LAUNCHED] = a.sides[side, at.SILOS]


@part
def silo_row(a: BattleArrays, side: int, silo: int) -> int:
    """The row of a silo's pick."""
    row = 2 * a.table[at.CAPACITY] + silo
    return row + a.sides[0, at.SILOS] if side == 1 else row


@kernel
def land_missiles(a: BattleArrays, side: int, band: int) -> None:
    """Apply the salvos of silos; excess damage passes to the next unit in line."""
    damage = a.amounts[side, at.SILO_LONG if band == at.LONG else at.SILO_SHORT]
    enemies = a.sides[1 - side, at.STANDING]
    for silo in range(a.sides[side, at.LAUNCHED]):
        first = np.int64(a.picks[silo_row(a, side, silo), at.AIM])
        salvo = damage
        for step in range(enemies):
            unit = np.int64(a.line[1 - side, (first + step) % enemies])
            if salvo > 0.0 and a.units[unit, at.STATUS] == at.PRESENT:
                salvo = hit_unit(a, at.SILO_HIT, side, unit, salvo, False)
