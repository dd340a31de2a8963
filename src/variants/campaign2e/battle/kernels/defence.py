"""Point defence: PDS, beams of class 1 whose targets are out of reach, and ships with ADFC."""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import Arena, depth_of, die


@part
def kills_of_pds(a: Arena, heavy: bool) -> int:
    """Roll the die of a PDS: 4 and 5 kill one, 6 kills two and rolls again.

    Heavy fighters are immune to a 4.
    """
    kills = 0
    while True:
        thrown = die(a)
        if thrown == 6:
            kills += 2
        else:
            return kills + (thrown == 5 or (thrown == 4 and not heavy))


@part
def kills_of_beam(a: Arena) -> int:
    """Roll the die of a class 1 beam as point defence: 5 and 6 kill one, 6 rolls again."""
    kills = 0
    while True:
        thrown = die(a)
        kills += thrown >= 5
        if thrown < 6:
            return kills


@kernel
def defend(a: Arena, ship: int, most: int, heavy: bool) -> int:
    """Return the kills of up to `most` point defences of a ship that have not fired this turn.

    Its own PDS come first, then its beams of class 1 if the enemy's main line is out of their
    reach, then PDS lent by a ship with ADFC. A ship out of control has none.
    """
    ships = a.ships
    if ships[ship, at.CONTROL] > 0:
        return 0
    kills = 0
    while most > 0 and ships[ship, at.SPENT] < ships[ship, at.COUNT + at.PDS]:
        ships[ship, at.SPENT] += 1
        most -= 1
        kills += kills_of_pds(a, heavy)
    if a.table[at.RANGE] + depth_of(a, ship) > a.table[at.BEAM_BAND]:
        while most > 0 and ships[ship, at.ONES_SPENT] < ships[ship, at.ONES]:
            ships[ship, at.ONES_SPENT] += 1
            most -= 1
            kills += kills_of_beam(a)
    side = ships[ship, at.SIDE]
    if most > 0 and a.sides[side, at.LENDERS] > 0 and a.sides[side, at.FORMATION] != at.DISPERSED:
        kills += borrow(a, ship, most, heavy)
    return kills


@kernel
def borrow(a: Arena, ship: int, most: int, heavy: bool) -> int:
    """Return the kills of PDS that ships with ADFC lend to a ship in the same line."""
    ships = a.ships
    side = ships[ship, at.SIDE]
    kills = 0
    for other in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if (
            ships[other, at.COUNT + at.ADFC] > 0
            and other != ship
            and ships[other, at.STATUS] == at.IN_PLACE
            and ships[other, at.WARM] == 0
            and ships[other, at.CONTROL] == 0
            and ships[other, at.REAR] == ships[ship, at.REAR]
            and (ships[other, at.LENT] == 0 or ships[other, at.LENT] == ship + 1)
        ):
            while most > 0 and ships[other, at.SPENT] < ships[other, at.COUNT + at.PDS]:
                ships[other, at.LENT] = ship + 1
                ships[other, at.SPENT] += 1
                most -= 1
                kills += kills_of_pds(a, heavy)
    return kills
