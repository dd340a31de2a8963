"""Preferred distance of a side (C2E-14.1-02)."""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.gunnery import OUT_OF_REACH, band_of, bearing, to_hit
from variants.campaign2e.battle.kernels.protocol import Arena, boxes_of, can_act

# A side's tally, from column TALLY on: by line, the weights of its guns by class of beam, then of
# other guns; then the highest class of the line; at the end boxes, whether it has missiles, and
# the expected damage at each of the ranges.
CLASSES = 10
TORPEDOES, NEEDLES, PACKS, HIGHEST = 10, 11, 12, 13
LINE = 14
BOXES, MISSILES, EXPECTED = 2 * LINE, 2 * LINE + 1, 2 * LINE + 2
STEP, STEPS = 6, 8
WITHOUT_GUNS = 36


@kernel
def tally(a: Arena, side: int) -> None:
    """Add up the guns of a side that can fire, weighted by bearing, and its boxes."""
    ships, systems, sides = a.ships, a.systems, a.sides
    for column in range(at.TALLY, at.SIDE_COLUMNS):
        sides[side, column] = 0
    running = sides[side, at.RUNNING]
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] != at.IN_PLACE:
            continue
        sides[side, at.TALLY + BOXES] += boxes_of(a, ship)
        if not can_act(a, ship):
            continue
        line = at.TALLY
        if ships[ship, at.REAR] != 0 and sides[side, at.DEPTH] > 0:
            line += LINE
        first = ships[ship, at.FIRST]
        for row in range(first, first + ships[ship, at.GUNS]):
            if systems[row, at.STATE] == at.WORKING:
                kind, beam = systems[row, at.KIND], np.int64(systems[row, at.CLASS])
                column = line + beam if kind == at.BEAM else line + TORPEDOES - at.TORPEDO + kind
                sides[side, column] += bearing(systems[row, at.ARCS], running)
                sides[side, line + HIGHEST] = max(sides[side, line + HIGHEST], 1, beam)
        loaded = ships[ship, at.COUNT + at.LAUNCHER] > 0 and ships[ship, at.SALVOES] > 0
        loaded = loaded or ships[ship, at.COUNT + at.RACK] + ships[ship, at.COUNT + at.RACK_ER] > 0
        sides[side, at.TALLY + MISSILES] += loaded
    for step in range(STEPS):
        distance = STEP * (step + 1)
        expected = expected_by(a, side, at.TALLY, distance)
        if sides[side, at.TALLY + LINE + HIGHEST] > 0:
            expected += expected_by(a, side, at.TALLY + LINE, distance + a.table[at.LINE_DEPTH])
        sides[side, at.TALLY + EXPECTED + step] = expected


@part
def expected_by(a: Arena, side: int, line: int, distance: int) -> int:
    """Return the expected damage of a line by its tally, at a distance of the enemy's main line."""
    total = 0
    sides, band = a.sides, band_of(a, distance)
    for beam in range(band + 1, sides[side, line + HIGHEST] + 1):
        total += 42 * (beam - band) * sides[side, line + beam]
    total += 35 * (OUT_OF_REACH - to_hit(distance)) * sides[side, line + TORPEDOES]
    if distance <= a.table[at.NEEDLE_RANGE]:
        total += 20 * sides[side, line + NEEDLES]
    if distance <= a.table[at.SUBMUNITION_RANGE]:
        dice = 3 if 2 * distance <= a.table[at.SUBMUNITION_RANGE] else 2
        total += 42 * dice * sides[side, line + PACKS]
    return total


@kernel
def optimal(a: Arena, side: int, enemy: int) -> int:
    """Return the range with the best surplus of damage dealt over taken, weighted by boxes left.

    Without guns this is the range of missiles, or 36 without missiles.
    """
    best, most, sides = 0, 0, a.sides
    for step in range(STEPS):
        damage = sides[side, at.TALLY + EXPECTED + step]
        if damage > 0:
            value = (
                damage * sides[side, at.TALLY + BOXES]
                - sides[enemy, at.TALLY + EXPECTED + step] * sides[enemy, at.TALLY + BOXES]
            )
            if best == 0 or value > most:
                best, most = STEP * (step + 1), value
    if best == 0:
        return a.table[at.MISSILE_RANGE] if sides[side, at.TALLY + MISSILES] > 0 else WITHOUT_GUNS
    return best


@kernel
def highest_class(a: Arena, side: int) -> int:
    """Return the highest class of working beams on a side's ships in place; 0 for none."""
    ships, systems = a.ships, a.systems
    highest = 0
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] == at.IN_PLACE and ships[ship, at.COUNT + at.BEAM] > 0:
            first = ships[ship, at.FIRST]
            for row in range(first, first + ships[ship, at.GUNS]):
                if systems[row, at.KIND] == at.BEAM and systems[row, at.STATE] == at.WORKING:
                    highest = max(highest, systems[row, at.CLASS])
    return highest


@kernel
def prefer(a: Arena, side: int, enemy: int) -> None:
    """Write the preferred range for the intent of a side; both sides must have been tallied."""
    intent = a.sides[side, at.INTENT]
    if intent == at.CLOSE:
        preferred = STEP
    elif intent == at.STANDOFF:
        preferred = max(24, a.table[at.BEAM_BAND] * highest_class(a, side))
    elif intent == at.RUN:
        preferred = a.table[at.MOST_OPENING]
    else:
        preferred = optimal(a, side, enemy)
    a.sides[side, at.PREFERRED] = preferred
