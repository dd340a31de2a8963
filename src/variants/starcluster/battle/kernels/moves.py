"""Waves, ranges and escapes in battle (SC-WPA, SC-CBT-006, SC-CBT-010, SC-CBT-013)."""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.protocol import BattleArrays, hundred, write
from variants.starcluster.battle.kernels.state import form_line

#: The side that comes through the warp point in an assault.
ATTACKER = 0


@kernel
def emerge(a: BattleArrays) -> bool:
    """Let the next wave emerge; return False if there are no more, and the assault is over.

    Each ship of a wave of n emerges inside another one on n - 1 or less (SC-WPA-002).
    """
    units, sides = a.units, a.sides
    if sides[ATTACKER, at.RETREATS] != 0:
        return True
    first, ships = next_in_wave(a, sides[ATTACKER, at.NEXT]), 0
    unit = first
    while unit < sides[ATTACKER, at.END_UNIT] and ships < sides[ATTACKER, at.WAVE]:
        ships += 1
        unit = next_in_wave(a, unit + 1)
    if ships == 0:
        return False
    unit = first
    for _ in range(ships):
        throw = hundred(a)
        crushed = throw <= ships - 1
        units[unit, at.STATUS] = at.DESTROYED if crushed else at.PRESENT
        units[unit, at.AGE] = 0
        if crushed:
            a.amounts[ATTACKER, at.LOST] += a.figures[unit, at.POINTS]
        write(a, at.EMERGED, unit, throw, crushed)
        unit = next_in_wave(a, unit + 1)
    sides[ATTACKER, at.NEXT] = unit
    return True


@part
def next_in_wave(a: BattleArrays, unit: int) -> int:
    """The next unit, from this one on, that waits to emerge in a wave."""
    end = a.sides[ATTACKER, at.END_UNIT]
    while unit < end and (
        a.units[unit, at.COMES] != at.IN_A_WAVE or a.units[unit, at.STATUS] != at.WAITING
    ):
        unit += 1
    return unit


@kernel
def end_assault(a: BattleArrays) -> None:
    """End the assault: units waiting in the system and those behind the waves join."""
    a.table[at.ASSAULT] = 0
    turned_back = a.sides[ATTACKER, at.RETREATS] != 0
    for unit in range(len(a.units)):
        comes = a.units[unit, at.COMES]
        if a.units[unit, at.STATUS] == at.WAITING and (comes == at.LATER or not turned_back):
            a.units[unit, at.STATUS] = at.PRESENT
    write(a, at.OPENED, 0)


@kernel
def has_units_to_come(a: BattleArrays, side: int) -> bool:
    """True if a unit of a side's line is still to come in an assault."""
    if side == ATTACKER:
        end = a.sides[ATTACKER, at.END_UNIT]
        more = next_in_wave(a, a.sides[ATTACKER, at.NEXT]) < end
        return more and a.sides[ATTACKER, at.RETREATS] == 0
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        if a.units[unit, at.STATUS] == at.WAITING and a.units[unit, at.REAR] == 0:
            return True
    return False


@kernel
def admit_late_units(a: BattleArrays) -> None:
    """Let late units through after an assault if the guards are gone, or else keep them away."""
    if a.table[at.ASSAULT] == 0:
        return
    if a.sides[1, at.STANDING] == 0:
        end_assault(a)
        form_line(a, 0)
    for unit in range(len(a.units)):
        if a.units[unit, at.STATUS] == at.WAITING:
            beyond = a.units[unit, at.COMES] != at.LATER
            a.units[unit, at.STATUS] = at.AWAY if beyond else at.PRESENT


@kernel
def shift_gap(a: BattleArrays) -> None:
    """Move the gap as the sides wish and the faster line can (SC-CBT-006), in half points."""
    sides, table = a.sides, a.table
    mine, yours = sides[0, at.BAND], sides[1, at.BAND]
    ahead = sides[0, at.SLOWEST] - sides[1, at.SLOWEST]
    if mine == yours:
        change = table[at.CLOSING] if mine == at.LONG else -table[at.CLOSING]
    elif ahead == 0:
        change = -table[at.DRIFTING]
    else:
        change = ahead if mine == at.LONG else -ahead
    table[at.GAP] = min(max(table[at.GAP] + change, 0), table[at.FIRST_GAP])


@part
def band_of(a: BattleArrays) -> int:
    """The band: Short at gap 0, in an assault and in a gas nebula."""
    closed = a.table[at.GAP] == 0 or a.table[at.ASSAULT] != 0 or a.table[at.GAS] != 0
    return at.SHORT if closed else at.LONG


@part
def is_movable(a: BattleArrays, unit: int) -> bool:
    """True if a unit could leave: it can move and knows an exit (SC-CBT-010)."""
    return a.units[unit, at.SPEED] > 0 and a.units[unit, at.EXIT] != 0


@kernel
def any_could_leave(a: BattleArrays, side: int) -> bool:
    """True if any unit of a side could leave."""
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        if a.units[unit, at.STATUS] == at.PRESENT and is_movable(a, unit):
            return True
    return False


@part
def has_reached_losses(a: BattleArrays, side: int) -> bool:
    """True if a side has reached the losses set by its doctrine (SC-CBT-010)."""
    percent = a.sides[side, at.BREAK]
    if percent >= 100:
        return False
    return 100.0 * a.amounts[side, at.LOST] >= percent * a.amounts[side, at.START]


@kernel
def escapes(a: BattleArrays, side: int) -> bool:
    """Throw for a side that tries to leave (SC-CBT-010)."""
    sides, table = a.sides, a.table
    ahead = sides[side, at.SLOWEST] - sides[1 - side, at.SLOWEST]
    chance = table[at.EQUAL]
    if ahead > 0:
        chance = table[at.FASTER]
    elif ahead < 0:
        chance = table[at.SLOWER]
    traction = sides[1 - side, at.TRACTION] * table[at.PER_TRACTOR] // 10
    chance -= min(traction, table[at.MOST_TRACTION])
    chance = min(max(chance, table[at.LEAST_CHANCE]), 100)
    throw = hundred(a)
    write(a, at.TRIED, side, chance, throw)
    return throw <= chance


@kernel
def leave(a: BattleArrays, side: int) -> None:
    """Let all units of a side leave that can; starbases and units of speed 0 stay."""
    units = a.units
    for unit in range(a.sides[side, at.FIRST_UNIT], a.sides[side, at.END_UNIT]):
        joins = units[unit, at.STATUS] == at.WAITING and units[unit, at.COMES] == at.LATER
        if (units[unit, at.STATUS] == at.PRESENT or joins) and is_movable(a, unit):
            units[unit, at.STATUS] = at.AWAY
            write(a, at.GOT_AWAY, unit)
    form_line(a, side)


@kernel
def break_off(a: BattleArrays) -> None:
    """End a round: attackers of an assault go back, other sides may break off."""
    sides, out = a.sides, a.table[at.ASSAULT] != 0
    if out and sides[ATTACKER, at.RETREATS] != 0:
        leave(a, ATTACKER)
        end_assault(a)
        form_line(a, 0)
        form_line(a, 1)
    elif out and has_reached_losses(a, ATTACKER):
        sides[ATTACKER, at.RETREATS] = 1
        write(a, at.TURNED_BACK, ATTACKER)
    first_leaves = not out and tries_to_leave(a, 0) and escapes(a, 0)
    two = tries_to_leave(a, 1) and escapes(a, 1)
    if first_leaves:
        leave(a, 0)
    if two:
        leave(a, 1)


@part
def tries_to_leave(a: BattleArrays, side: int) -> bool:
    """True if a side tries to break off, and could."""
    if a.sides[side, at.STANDING] == 0 or a.sides[1 - side, at.STANDING] == 0:
        return False
    if a.sides[side, at.AVOIDS] == 0 and not has_reached_losses(a, side):
        return False
    return any_could_leave(a, side)


@kernel
def leave_before_first_round(a: BattleArrays) -> None:
    """Let a side without a line, or one that avoids battle, try to leave before the first round."""
    if a.table[at.ASSAULT] != 0:
        return
    first_leaves, second_leaves = escapes_before_battle(a, 0), escapes_before_battle(a, 1)
    if first_leaves:
        leave(a, 0)
    if second_leaves:
        leave(a, 1)


@part
def escapes_before_battle(a: BattleArrays, side: int) -> bool:
    """Throw for a side that tries to leave before the first round, if it does so."""
    wants = a.sides[side, at.STANDING] == 0 or a.sides[side, at.AVOIDS] != 0
    return wants and any_could_leave(a, side) and escapes(a, side)


@kernel
def pursue(a: BattleArrays, side: int) -> None:
    """Catch units whose line is gone, or let them escape (SC-CBT-013)."""
    units, sides = a.units, a.sides
    if sides[side, at.STANDING] > 0 or sides[1 - side, at.STANDING] == 0:
        return
    for unit in range(sides[side, at.FIRST_UNIT], sides[side, at.END_UNIT]):
        if units[unit, at.STATUS] != at.PRESENT:
            continue
        throw = hundred(a)
        if throw <= a.table[at.PURSUIT]:
            units[unit, at.STATUS] = at.DESTROYED
            write(a, at.CAUGHT, unit, throw)
        elif is_movable(a, unit):
            units[unit, at.STATUS] = at.AWAY
            write(a, at.GOT_AWAY, unit, throw)
