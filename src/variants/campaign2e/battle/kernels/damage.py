"""Damage, threshold checks, losses, and damage control (C2E-11.3.4-01, C2E-14.1-02)."""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import Arena, die, write


@part
def rows_done(a: Arena, ship: int) -> int:
    """Return the number of hull rows gone of a ship that is not destroyed."""
    ships = a.ships
    lost = ships[ship, at.BOXES] - ships[ship, at.HULL]
    rows = 0
    for end in range(at.END1, at.END3 + 1):
        rows += lost >= ships[ship, end]
    return rows


@kernel
def hurt(
    a: Arena,
    by: int,
    cause: int,
    ship: int,
    normal: int,
    semi_on_armour: int,
    semi: int,
    piercing: int,
) -> None:
    """Apply an attack: normal damage, semi-piercing and penetrating.

    Of the semi-piercing damage, armour stops at most `semi_on_armour`.
    One threshold check follows if a row of hull boxes ended, harder by one for each further row.
    """
    ships = a.ships
    on_armour = min(normal, ships[ship, at.ARMOUR])
    on_armour += min(semi_on_armour, ships[ship, at.ARMOUR] - on_armour)
    on_hull = min(normal + semi + piercing - on_armour, ships[ship, at.HULL])
    before = rows_done(a, ship)
    ships[ship, at.ARMOUR] -= on_armour
    ships[ship, at.HULL] -= on_hull
    a.table[at.SHOTS] += 1
    a.table[at.HIT] = 1
    write(a, at.WAS_ATTACKED, by, ship, cause, on_armour, on_hull)
    if ships[ship, at.HULL] == 0:
        destroy(a, ship, cause)
        return
    after = rows_done(a, ship)
    if after > before:
        check(a, ship, a.table[at.FIRST_THRESHOLD] - (after - 1) - (after - before - 1))


@kernel
def destroy(a: Arena, ship: int, cause: int) -> None:
    """Mark a ship as destroyed."""
    a.ships[ship, at.STATUS] = at.DESTROYED
    write(a, at.WAS_DESTROYED, ship, cause)


@kernel
def check(a: Arena, ship: int, number: int) -> None:
    """Roll a die for each undamaged system: it is lost on `number` or more.

    Second-hand parts, ships out of supply, and weapons with unmet requirements are lost more
    easily, core systems less; never below 2.
    """
    ships, systems = a.ships, a.systems
    first = ships[ship, at.FIRST]
    # C2E-3.7-03, C2E-11.3.3-02
    for row in range(first, first + ships[ship, at.SYSTEMS]):
        if systems[row, at.STATE] == at.WORKING and die(a) >= max(
            2, number - systems[row, at.FRAGILE]
        ):
            lose(a, ship, row, at.LOST)
    number -= ships[ship, at.WORSE]  # C2E-3.6-07
    check_drive(a, ship, max(2, number))
    if ships[ship, at.FTL] == at.OK and die(a) >= max(2, number):
        ships[ship, at.FTL] = at.OUT
        ships[ship, at.FTL_LOST] = 1
        write(a, at.SYSTEM_LOST, ship, at.THE_FTL)
    check_core(a, ship, max(2, number + 1))


@kernel
def check_drive(a: Arena, ship: int, number: int) -> None:
    """Check the main drive: failures halve it, then end it; a thrust of 1 ends at once."""
    ships = a.ships
    if ships[ship, at.DRIVE] == at.OK or ships[ship, at.DRIVE] == at.HALVED:
        if die(a) < number:
            return
        halved = ships[ship, at.DRIVE] == at.OK and ships[ship, at.THRUST] > 1
        ships[ship, at.DRIVE_LOST] += 1
        ships[ship, at.DRIVE] = at.HALVED if halved else at.OUT
        write(a, at.SYSTEM_LOST, ship, at.THE_DRIVE)


@kernel
def check_core(a: Arena, ship: int, number: int) -> None:
    """Check bridge, life support and power core."""
    ships = a.ships
    for core in range(3):
        if ships[ship, at.BRIDGE + core] == at.WORKING and die(a) >= number:
            ships[ship, at.BRIDGE + core] = at.LOST
            write(a, at.SYSTEM_LOST, ship, at.THE_BRIDGE - core)
            if core == 0:
                turns = die(a)
                ships[ship, at.CONTROL] = turns if turns < 6 else a.table[at.MAX_TURNS] + 1
            elif core == 1:
                ships[ship, at.AIR] = die(a)


@kernel
def lose(a: Arena, ship: int, row: int, state: int) -> None:
    """Knock out a working system; magazines and hangars cannot be repaired in battle."""
    ships, systems = a.ships, a.systems
    kind = systems[row, at.KIND]
    works = ships[ship, at.COUNT + kind]
    if kind == at.MAGAZINE:
        # salvoes are spread equally over the magazines
        ships[ship, at.SALVOES] = ships[ship, at.SALVOES] * (works - 1) // works
        state = at.BEYOND
    elif kind == at.HANGAR:
        state = at.BEYOND
        group = systems[row, at.LOADED] - 1
        if group >= 0 and a.groups[group, at.WHERE] == at.ABOARD:
            a.groups[group, at.WHERE] = at.GONE
            a.groups[group, at.LEFT] = 0
    systems[row, at.STATE] = state
    if state == at.LOST:
        ships[ship, at.BROKEN] += 1
    count(a, ship, row, at.LESS)
    write(a, at.SYSTEM_LOST, ship, row)


@part
def count(a: Arena, ship: int, row: int, change: int) -> None:
    """Update the counts for a system that fails or works again."""
    ships, systems = a.ships, a.systems
    kind = systems[row, at.KIND]
    ships[ship, at.COUNT + kind] += change
    if kind <= at.RACK_ER:
        ships[ship, at.ARMS] += change
        if kind == at.BEAM and systems[row, at.CLASS] == 1:
            ships[ship, at.ONES] += change


@kernel
def needle(a: Arena, ship: int) -> None:
    """Knock out a ship's most expensive working system, in a tie the first, beyond repair."""
    target, highest_price = at.LESS, -1
    first = a.ships[ship, at.FIRST]
    for row in range(first, first + a.ships[ship, at.SYSTEMS]):
        if a.systems[row, at.STATE] == at.WORKING and a.systems[row, at.PRICE] > highest_price:
            target, highest_price = row, a.systems[row, at.PRICE]
    if target >= 0:
        lose(a, ship, target, at.BEYOND)


@part
def parties_of(a: Arena, ship: int) -> int:
    """Return the crew factors left: each is lost with its marked hull box."""
    ships = a.ships
    step = ships[ship, at.STEP]
    lost = ships[ship, at.BOXES] - ships[ship, at.HULL]
    return (ships[ship, at.BOXES] + step - 1) // step - lost // step


@part
def is_repaired(a: Arena, parties: int) -> bool:
    """Roll the die of a job: three parties succeed on 4 and more, two on 5, one on 6."""
    return die(a) >= 7 - min(parties, a.table[at.PARTIES_TOGETHER])


@kernel
def control_damage(a: Arena, ship: int) -> None:
    """Put the parties of a ship to work on losses of this battle, three per job.

    First power core, life support, bridge, main drive (a level), FTL drive; then the systems.
    """
    ships = a.ships
    together = a.table[at.PARTIES_TOGETHER]
    parties = parties_of(a, ship)
    for core in range(2, -1, -1):
        if parties > 0 and ships[ship, at.BRIDGE + core] == at.LOST:
            if is_repaired(a, parties):
                ships[ship, at.BRIDGE + core] = at.WORKING
                ships[ship, at.MENDED + 2 + core] = 1
                if core < 2:
                    ships[ship, at.CONTROL + core] = 0
                write(a, at.REPAIRED, ship, at.THE_BRIDGE - core)
            parties -= together
    if parties > 0 and ships[ship, at.DRIVE_LOST] > 0:
        if is_repaired(a, parties):
            ships[ship, at.DRIVE_LOST] -= 1
            halved = ships[ship, at.DRIVE] == at.OUT and ships[ship, at.THRUST] > 1
            ships[ship, at.DRIVE] = at.HALVED if halved else at.OK
            ships[ship, at.MENDED] = 1
            write(a, at.REPAIRED, ship, at.THE_DRIVE)
        parties -= together
    if parties > 0 and ships[ship, at.FTL_LOST] > 0:
        if is_repaired(a, parties):
            ships[ship, at.FTL_LOST] = 0
            ships[ship, at.FTL] = at.OK
            ships[ship, at.MENDED + 1] = 1
            write(a, at.REPAIRED, ship, at.THE_FTL)
        parties -= together
    if parties > 0 and ships[ship, at.BROKEN] > 0:
        repair_systems(a, ship, parties)


@kernel
def repair_systems(a: Arena, ship: int, parties: int) -> None:
    """Repair systems with parties: fire control first, then by price, in the order of JOB."""
    ships, systems = a.ships, a.systems
    first = ships[ship, at.FIRST]
    left = ships[ship, at.BROKEN]
    for job in range(first, first + ships[ship, at.SYSTEMS]):
        row = first + systems[job, at.JOB]
        if systems[row, at.STATE] == at.LOST:
            if is_repaired(a, parties):
                systems[row, at.STATE] = at.WORKING
                systems[row, at.JURY_RIGGED] = 1
                ships[ship, at.BROKEN] -= 1
                count(a, ship, row, at.MORE)
                write(a, at.REPAIRED, ship, row)
            parties -= a.table[at.PARTIES_TOGETHER]
            left -= 1
            if parties <= 0 or left == 0:
                return


@part
def needs_care(a: Arena, ship: int) -> bool:
    """Return whether anything is out that could be repaired, or that continues to do harm."""
    ships = a.ships
    return (
        ships[ship, at.BROKEN] > 0
        or ships[ship, at.DRIVE_LOST] > 0
        or ships[ship, at.FTL_LOST] > 0
        or ships[ship, at.BRIDGE] == at.LOST  # and so possibly out of control
        or ships[ship, at.LIFE] == at.LOST
        or ships[ship, at.POWER] == at.LOST
    )


@kernel
def end_turn(a: Arena, side: int) -> None:
    """Repair the ships of a side in place; then apply the effects of cores that are out."""
    ships = a.ships
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] == at.IN_PLACE and needs_care(a, ship):
            control_damage(a, ship)
            suffer(a, ship)


@kernel
def suffer(a: Arena, ship: int) -> None:
    """Count turns out of control or without air; a power core that is out explodes on 5 or 6."""
    ships = a.ships
    if ships[ship, at.CONTROL] > 0:
        ships[ship, at.CONTROL] -= 1
    if ships[ship, at.LIFE] == at.LOST:
        ships[ship, at.AIR] -= 1
        if ships[ship, at.AIR] == 0:
            ships[ship, at.STATUS] = at.HULK
            write(a, at.ABANDONED, ship, 0)
            return
    if ships[ship, at.POWER] == at.LOST and die(a) >= a.table[at.EXPLOSION]:
        destroy(a, ship, at.BY_CORE)
