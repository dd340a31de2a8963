"""Opening of a battle: initiative, the order of sides, distance and the drop.

C2E-17.7-01, C2E-17.8-01, C2E-17.9-01, C2E-17.10-01, C2E-17.6-02.
"""

from __future__ import annotations

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import Arena, die, write

EDGES = 6


@kernel
def roll_for_initiative(a: Arena) -> None:
    """Roll the die of each side, with its bonuses for a lane and for presence."""
    count, sides = a.table[at.SIDES], a.sides
    for side in range(count):
        sides[side, at.ROLL] = die(a) + sides[side, at.BONUS]
        sides[side, at.MORE_ROLLS] = 0
    if count > 2:
        while are_alike(a, count):
            for side in range(count):
                if sides[side, at.IS_TIED] > 0:
                    sides[side, at.MORE_ROLLS] = 6 * sides[side, at.MORE_ROLLS] + die(a)


@kernel
def are_alike(a: Arena, count: int) -> bool:
    """Mark the sides whose rolls equal another's; returns whether there are any."""
    sides = a.sides
    any_tied = False
    for side in range(count):
        sides[side, at.IS_TIED] = 0
        for other in range(count):
            if (
                other != side
                and sides[other, at.ROLL] == sides[side, at.ROLL]
                and sides[other, at.MORE_ROLLS] == sides[side, at.MORE_ROLLS]
            ):
                sides[side, at.IS_TIED] = 1
                any_tied = True
    return any_tied


@kernel
def lowest(a: Arena) -> int:
    """Return the waiting side with the lowest initiative; -1 for none."""
    sides = a.sides
    best = -1
    for side in range(a.table[at.SIDES]):
        if sides[side, at.HAS_MET] == 0 and (
            best < 0
            or sides[side, at.ROLL] < sides[best, at.ROLL]
            or (
                sides[side, at.ROLL] == sides[best, at.ROLL]
                and sides[side, at.MORE_ROLLS] < sides[best, at.MORE_ROLLS]
            )
        ):
            best = side
    return best


@part
def ring(a: int, b: int) -> int:
    """Return the number of steps between two edges of the ring, 0 to 3."""
    return min((a - b) % EDGES, (b - a) % EDGES)


@kernel
def open_battle(a: Arena, side: int, enemy: int) -> None:
    """Put two sides at their distance, and let the one with the drop change it."""
    sides = a.sides
    a.table[at.RANGE] = a.table[at.SAME_EDGE] + a.table[at.EDGE_DISTANCE] * ring(
        sides[side, at.EDGE], sides[enemy, at.EDGE]
    )
    ahead = sides[side, at.ROLL] - sides[enemy, at.ROLL]
    if ahead > 0:
        use_drop(a, side, enemy, ahead // 2)
    else:
        use_drop(a, enemy, side, -ahead // 2)
    rolls = sides[side, at.ROLL], sides[enemy, at.ROLL]
    write(a, at.OPENING, side, enemy, a.table[at.RANGE], rolls[0], rolls[1])


@kernel
def use_drop(a: Arena, side: int, other: int, changes: int) -> None:
    """Make changes by the words of ENTRY in turn, or else towards the preferred range."""
    sides, step = a.sides, a.table[at.EDGE_DISTANCE]
    for change in range(changes):
        word = sides[side, at.ENTRY + change] if change < at.MOST_CHANGES else at.PROGRAM
        distance = a.table[at.RANGE]
        if word == at.SPLIT:
            sides[side, at.IS_SPLIT] = 1
        elif word == at.NEARER:
            distance -= step
        elif word == at.FARTHER:
            distance += step
        elif word >= at.EDGE_WORD:
            before = ring(sides[side, at.EDGE], sides[other, at.EDGE])
            shift_edge(a, side, word - at.EDGE_WORD)
            distance += step * (ring(sides[side, at.EDGE], sides[other, at.EDGE]) - before)
        else:
            gap = distance - sides[side, at.PREFERRED]
            if 2 * gap > step:
                distance -= step
            elif 2 * gap < -step:
                distance += step
        a.table[at.RANGE] = min(max(distance, a.table[at.LEAST_OPENING]), a.table[at.MOST_OPENING])


@kernel
def shift_edge(a: Arena, side: int, target: int) -> None:
    """Shift the entry of a side by one edge towards a target; clockwise on a tie."""
    edge = a.sides[side, at.EDGE]
    clockwise = (target - edge) % EDGES
    if clockwise > 0:
        a.sides[side, at.EDGE] = (edge + (1 if 2 * clockwise <= EDGES else EDGES - 1)) % EDGES
