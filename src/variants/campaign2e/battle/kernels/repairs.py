"""Damage control at the end of a turn, and effects of a lost core (C2E-11.3.4-01)."""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.damage import count, destroy
from variants.campaign2e.battle.kernels.protocol import Arena, die, write


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
    """Let the parties of a ship work, three per job, on losses of this battle.

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
    """Let parties repair systems: fire control first, then by price, in the order of JOB."""
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
    """Count turns out of control and of air; a power core that is out explodes on 5 or 6."""
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
