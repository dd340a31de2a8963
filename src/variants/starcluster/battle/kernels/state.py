"""State of units and lines: working systems, their ratings, and units in the line."""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.protocol import BattleArrays


@part
def is_weapon(kind: int) -> bool:
    """True if systems of a kind are weapons."""
    return at.WEAPON <= kind <= at.MISSILE


@part
def working(a: BattleArrays, row: int, left: float) -> int:
    """The number of working systems in a row with these points left (SC-CBT-003).

    A weapon works with all its points, another system with any.
    """
    kind = a.systems[row, at.KIND]
    share = left / a.worth[row, at.EACH]
    if is_weapon(kind):
        return np.int64(np.floor(share))
    return np.int64(np.ceil(share))


@kernel
def update_ratings(a: BattleArrays, unit: int) -> None:
    """Compute the ratings of a unit's working systems (SC-CBT-004, SC-CBT-005, SC-CBT-011).

    Supply damage counts as points lost from the front (SC-LOG-016).
    """
    units, figures, systems = a.units, a.figures, a.systems
    units[unit, at.DIRTY] = 0
    starving = figures[unit, at.STARVING]
    sensors = targeting = center = 0
    pull = rooms = shots = missiles = long_shots = short_shots = 0
    for row in range(units[unit, at.CURSOR], units[unit, at.END]):
        left = a.worth[row, at.LEFT]
        covered = min(left, starving)
        starving -= covered
        count = working(a, row, left - covered)
        systems[row, at.COUNT] = count
        if count == 0:
            continue
        kind, generation = systems[row, at.KIND], np.int64(systems[row, at.GENERATION])
        if kind == at.SENSOR:
            sensors = max(sensors, generation)
        elif kind == at.TARGETING:
            targeting = max(targeting, generation)
        elif kind == at.CENTER:
            center = max(center, generation)
        elif kind == at.TRACTOR:
            pull += count * (9 + generation)
        elif kind == at.ROOM:
            rooms += count
        elif kind == at.MAGAZINE:
            shots += count * a.table[at.PER_MAGAZINE]
        elif kind == at.SMALL_MAGAZINE:
            shots += count * a.table[at.PER_SMALL_MAGAZINE]
        elif kind == at.MISSILE:
            missiles += count
        elif kind == at.AMMO_WEAPON:
            long_shots += count if a.worth[row, at.AT_LONG] > 0.0 else 0
            short_shots += count if a.worth[row, at.AT_SHORT] > 0.0 else 0
    units[unit, at.DIRECTS] = center
    units[unit, at.PULLS] = pull
    units[unit, at.SHOTS] = shots
    units[unit, at.MISSILES] = missiles
    units[unit, at.LONG_SHOTS] = long_shots
    units[unit, at.SHORT_SHOTS] = short_shots
    units[unit, at.SPEED] = a.speeds[units[unit, at.SPEEDS] + rooms]
    figures[unit, at.EXPOSED] = a.hits[units[unit, at.SPEEDS] + rooms]
    figures[unit, at.SIGHT] = 1.0 + 0.05 * (sensors - 1) if sensors > 0 else 0.5
    figures[unit, at.FAR] = 1.0 + 0.01 * (9 + targeting) if targeting > 0 else 1.0
    sum_ratings(a, unit)


@part
def first_gun(a: BattleArrays, unit: int) -> int:
    """The first row of a unit's weapons that may still work."""
    return max(np.int64(a.units[unit, at.FIRST_GUN]), np.int64(a.units[unit, at.CURSOR]))


@kernel
def sum_ratings(a: BattleArrays, unit: int) -> None:
    """Add up the ratings of a unit's working weapons, as if it had shots for all of them."""
    figures = a.figures
    long = short = long_missiles = short_missiles = 0.0
    for row in range(first_gun(a, unit), a.units[unit, at.END_GUN]):
        kind, count = a.systems[row, at.KIND], np.int64(a.systems[row, at.COUNT])
        if kind == at.MISSILE:
            long_missiles += count * weapon_damage(a, unit, row, at.LONG)
            short_missiles += count * weapon_damage(a, unit, row, at.SHORT)
        elif is_weapon(kind):
            long += count * weapon_damage(a, unit, row, at.LONG)
            short += count * weapon_damage(a, unit, row, at.SHORT)
    figures[unit, at.LONG_FIRE] = long
    figures[unit, at.SHORT_FIRE] = short
    figures[unit, at.LONG_MISSILES] = long_missiles
    figures[unit, at.SHORT_MISSILES] = short_missiles


@part
def weapon_damage(a: BattleArrays, unit: int, row: int, band: int) -> float:
    """The damage of one weapon of a row at a band, aboard this unit (SC-CBT-004)."""
    damage = a.worth[row, at.AT_LONG] if band == at.LONG else a.worth[row, at.AT_SHORT]
    damage *= a.figures[unit, at.SIGHT]
    if a.systems[row, at.LONG_RANGE] != 0:
        damage *= a.figures[unit, at.FAR]
    return damage


@kernel
def form_line(a: BattleArrays, side: int) -> None:
    """Form a side's line, in order, and compute its abilities.

    Its speed is that of its slowest unit (SC-CBT-006); its center is the best one working, or a
    Standard PDC outside assaults (SC-CBT-008, SC-PDC-002).
    """
    units, sides, count = a.units, a.sides, 0
    first, end = sides[side, at.FIRST_UNIT], sides[side, at.END_UNIT]
    count_steps(end - first)
    slowest, center, director, pull = 1_000_000, 0, at.NO_UNIT, 0
    for unit in range(first, end):
        if units[unit, at.STATUS] != at.PRESENT or units[unit, at.REAR] != 0:
            continue
        if units[unit, at.DIRTY] != 0:
            update_ratings(a, unit)
        a.line[side, count] = unit
        count += 1
        slowest = min(slowest, units[unit, at.SPEED])
        pull += units[unit, at.PULLS]
        if units[unit, at.DIRECTS] > center:
            center, director = np.int64(units[unit, at.DIRECTS]), unit
    if center == 0 and sides[side, at.FORTRESS] != 0 and a.table[at.ASSAULT] == 0:
        center = 1
    sides[side, at.STANDING] = count
    sides[side, at.SLOWEST] = slowest if count > 0 else slowest_of_all(a, side)
    sides[side, at.CENTERED] = center
    sides[side, at.DIRECTOR] = director
    sides[side, at.TRACTION] = pull


@kernel
def slowest_of_all(a: BattleArrays, side: int) -> int:
    """The speed of a side without a line: that of its slowest unit (SC-CBT-013)."""
    slowest = 1_000_000
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        if a.units[unit, at.STATUS] == at.PRESENT:
            slowest = min(slowest, np.int64(a.units[unit, at.SPEED]))
    return slowest
