"""The battle of Event Horizon on arrays: one kernel for the recorded battle and for the million.

The rules are EH-OPP-003, EH-SHD-001 and EH-CBT-002 to EH-CBT-013.  A fleet is an `int32` array of
one row a ship (see `muster`); "ship" below is the number of such a row.

The protocol of drawing, which `tests/variants/event_horizon/reference.py` follows word for word;
`below` and `word` are those of `horizons_core.rng.Stream(key, run)`:

1.  A turn is fought while a ship that fires, alive and armed, has a living target of another side.
    At its start ships put their names down to fire, in the order of their numbers, each in the urn
    of its ticket count: urn u holds the ships with 2**(u-1) up to 2**u - 1 tickets.  Whoever puts
    the name down stands last in the urn; when a name is taken out, the last one takes its place.
2.  The next shooter: mark = below(tickets of all urns); the urns are passed in order of u, each
    taking its tickets off the mark, up to the one in which the mark falls.  There, place =
    below(names in the urn) and ticket = below(2**u - 1) are drawn until the ship at that place has
    more tickets than `ticket`.  So each ship has the chance of its tickets, and the cost does not
    grow with the count of ships.
3.  A target: place = below(living targets of other sides), counted through the sides in order, the
    shooter's left out.  The targets of a side stand in the order of their numbers; when one is
    destroyed, the last one takes its place.
4.  A later shot of a volley on a target that lives: a new target if word() < floor(0.85**w *
    2**32), w being the weapons of the shooter.
5.  A component: below(components left), counted through hull, thrusters, weapons, shield
    generators.
6.  When a hit has done all its damage, a ship that waits to fire is taken out of its urn if it lost
    its last weapon, and changes to the urn of its new ticket count if that is another one.
7.  The turn ends when no ship waits, or when none of any side, waiting or not, could hurt an enemy.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from horizons_core.kernels.jit import inlined, kernel, kernel_of
from horizons_core.kernels.parallel import run_in_batches
from horizons_core.kernels.sampling import DRAWN, Source, below, new_source, open_run, word

Fleet: TypeAlias = NDArray[np.int32]
Integers: TypeAlias = NDArray[np.int64]

MOST_SIDES = 16
LARGEST = 2**30 - 1

# The columns of a fleet; those of the ships at work differ in the last two only.
HULL, THRUSTERS, WEAPONS, SHIELDS, POINTS, SIDE, FIRES, TARGET = range(8)
BERTH, SEAT = FIRES, TARGET  # where the ship stands among its side's targets, and in its urn
NOWHERE = -1

# The columns of a record: one row for each unit of damage.
TURN, SHOOTER, VICTIM, SHOT, EFFECT, CRITICAL, DESTROYED = range(7)
SHIELD_POINT_LOST, HULL_LOST, THRUSTER_LOST, WEAPON_LOST, SHIELD_LOST = range(5)
RECORD_COLUMNS = 7

# Rows of the small tables of a battle at work.
FIRST, TARGETS, ARMED, ALIVE = range(4)  # of a side
NAMES, TICKETS = range(2)  # of an urn
ALL_TARGETS, ALL_TICKETS, AFLOAT, TURNS, SHOTS, ROWS = range(6)  # of the battle
URNS = 33  # tickets of a ship have at most 32 binary digits

WINNER, TURNS_FOUGHT, SHOTS_FIRED, WORDS_DRAWN = range(4)  # columns of the totals of a run

# Chance of a new target, as a number of 32-bit words, by weapons; 0.85**137 is below 2**-32.
# Exact whole numbers, because powers of fractions differ between machines in the last place.
NEW_TARGET = np.array([17**w * 2**32 // 20**w for w in range(138)], np.uint64)
MOST_DOUBTFUL = len(NEW_TARGET) - 1


class Field(NamedTuple):
    """A battle at work; made once for a batch of runs.

    ships: int32[ships, 8], as the fleet but BERTH and SEAT; afloat: int32[ships], the living in
    order; targets: int32[ships], the targets of each side from its FIRST on; names: int32[URNS,
    ships]; sides: int64[MOST_SIDES, 4]; urns: int64[URNS, 2]; tally: int64[6].
    """

    ships: NDArray[np.int32]
    afloat: NDArray[np.int32]
    targets: NDArray[np.int32]
    names: NDArray[np.int32]
    sides: Integers
    urns: Integers
    tally: Integers


@kernel
def new_field(ships: int) -> Field:
    """Make room for battles of so many ships."""
    return Field(
        np.empty((ships, 8), np.int32),
        np.empty(ships, np.int32),
        np.empty(ships, np.int32),
        np.empty((URNS, ships), np.int32),
        np.zeros((MOST_SIDES, 4), np.int64),
        np.zeros((URNS, 2), np.int64),
        np.zeros(6, np.int64),
    )


@inlined
def draw(source: Source, n: int) -> int:
    """Draw evenly from 0 up to n - 1."""
    return np.int64(below(source, np.uint64(n)))


@inlined
def tickets_of(field: Field, ship: int) -> int:
    """Answer the lottery tickets of a ship (EH-CBT-002)."""
    return 1 + 2 * np.int64(field.ships[ship, THRUSTERS])


@kernel
def urn_of(tickets: int) -> int:
    """Answer the urn of a ticket count: the number of its binary digits."""
    urn = 0
    while tickets > 0:
        tickets >>= 1
        urn += 1
    return urn


@kernel
def line_up(field: Field, fleet: Fleet) -> None:
    """Set the field for a battle of the fleet; ships that are lost from the start stay out."""
    ships, sides, tally = field.ships, field.sides, field.tally
    sides[:] = 0
    field.urns[:] = 0
    tally[:] = 0
    for ship in range(len(fleet)):
        sides[fleet[ship, SIDE], FIRST] += 1
    first = 0
    for side in range(MOST_SIDES):
        count = sides[side, FIRST]
        sides[side, FIRST] = first
        first += count
    for ship in range(len(fleet)):
        ships[ship] = fleet[ship]
        ships[ship, BERTH] = NOWHERE
        ships[ship, SEAT] = NOWHERE
        if fleet[ship, WEAPONS] == 0 and fleet[ship, THRUSTERS] == 0:
            continue
        side = fleet[ship, SIDE]
        field.afloat[tally[AFLOAT]] = ship
        tally[AFLOAT] += 1
        sides[side, ALIVE] += 1
        if fleet[ship, FIRES] != 0 and fleet[ship, WEAPONS] > 0:
            sides[side, ARMED] += 1
        if fleet[ship, TARGET] != 0:
            berth = sides[side, TARGETS]
            field.targets[sides[side, FIRST] + berth] = ship
            ships[ship, BERTH] = berth
            sides[side, TARGETS] = berth + 1
            tally[ALL_TARGETS] += 1


@kernel
def can_hurt(field: Field) -> bool:
    """Answer whether any ship that fires, alive and armed, has a living target of another side."""
    for side in range(MOST_SIDES):
        if field.sides[side, ARMED] > 0 and field.tally[ALL_TARGETS] > field.sides[side, TARGETS]:
            return True
    return False


@kernel
def open_turn(field: Field, fleet: Fleet, charge: bool) -> None:
    """Charge the shields of the living (EH-SHD-001) and let those that may fire put names down.

    The living are listed anew, so that a long battle of few survivors looks at few ships.
    """
    field.urns[:] = 0
    field.tally[ALL_TICKETS] = 0
    living = 0
    for place in range(field.tally[AFLOAT]):
        ship = field.afloat[place]
        row = field.ships[ship]
        row[SEAT] = NOWHERE
        if row[WEAPONS] == 0 and row[THRUSTERS] == 0:
            continue
        field.afloat[living] = ship
        living += 1
        if charge:
            row[POINTS] = row[POINTS] // 2 + row[SHIELDS]
        if row[WEAPONS] > 0 and fleet[ship, FIRES] != 0:
            put_down(field, ship)
    field.tally[AFLOAT] = living


@kernel
def put_down(field: Field, ship: int) -> None:
    """Put the ship's name into the urn of its tickets, behind the others."""
    tickets = tickets_of(field, ship)
    urn = urn_of(tickets)
    seat = field.urns[urn, NAMES]
    field.names[urn, seat] = ship
    field.ships[ship, SEAT] = seat
    field.urns[urn, NAMES] = seat + 1
    field.urns[urn, TICKETS] += tickets
    field.tally[ALL_TICKETS] += tickets


@kernel
def take_out(field: Field, ship: int, tickets: int) -> None:
    """Take the ship's name out of the urn that it was put into with so many tickets."""
    urn = urn_of(tickets)
    last = field.urns[urn, NAMES] - 1
    moved = field.names[urn, last]
    seat = field.ships[ship, SEAT]
    field.names[urn, seat] = moved
    field.ships[moved, SEAT] = seat
    field.ships[ship, SEAT] = NOWHERE
    field.urns[urn, NAMES] = last
    field.urns[urn, TICKETS] -= tickets
    field.tally[ALL_TICKETS] -= tickets


@kernel
def change_tickets(field: Field, ship: int, before: int) -> None:
    """Keep the urns right for a waiting ship that was hit and had `before` tickets (EH-CBT-003)."""
    now = tickets_of(field, ship)
    if field.ships[ship, WEAPONS] == 0:
        take_out(field, ship, before)
    elif urn_of(now) != urn_of(before):
        take_out(field, ship, before)
        put_down(field, ship)
    else:
        field.urns[urn_of(now), TICKETS] -= before - now
        field.tally[ALL_TICKETS] -= before - now


@kernel
def draw_shooter(field: Field, source: Source) -> int:
    """Draw the next ship to fire by its tickets, and take its name out (EH-CBT-003)."""
    mark = draw(source, field.tally[ALL_TICKETS])
    urn = 1
    while mark >= field.urns[urn, TICKETS]:
        mark -= field.urns[urn, TICKETS]
        urn += 1
    names = field.urns[urn, NAMES]
    most_tickets = (1 << urn) - 1
    while True:
        ship = np.int64(field.names[urn, draw(source, names)])
        tickets = tickets_of(field, ship)
        if draw(source, most_tickets) < tickets:
            take_out(field, ship, tickets)
            return ship


@inlined
def draw_target(field: Field, source: Source, side: int, enemies: int) -> int:
    """Draw one of so many living targets of all sides but one (EH-CBT-006)."""
    place = draw(source, enemies)
    enemy = 0
    while enemy == side or place >= field.sides[enemy, TARGETS]:
        if enemy != side:
            place -= field.sides[enemy, TARGETS]
        enemy += 1
    return np.int64(field.targets[field.sides[enemy, FIRST] + place])


@inlined
def lose_component(field: Field, source: Source, ship: int) -> int:
    """Destroy one component, drawn evenly from all that remain (EH-CBT-012); answer its kind."""
    row = field.ships[ship]
    place = draw(source, row[HULL] + row[THRUSTERS] + row[WEAPONS] + row[SHIELDS])
    kind = HULL
    while place >= row[kind]:
        place -= row[kind]
        kind += 1
    row[kind] -= 1
    return kind


@inlined
def is_held_together(field: Field, ship: int) -> bool:
    """Answer whether hull >= (others**2 - 1) / 4, others being all other components (EH-CON-002)."""
    row = field.ships[ship]
    others = np.int64(row[THRUSTERS] + row[WEAPONS] + row[SHIELDS])
    return 4 * np.int64(row[HULL]) >= others * others - 1


@inlined
def is_dead(field: Field, ship: int) -> bool:
    """Answer whether neither weapon nor thruster is left (EH-CON-003, EH-CBT-013)."""
    return field.ships[ship, WEAPONS] == 0 and field.ships[ship, THRUSTERS] == 0


@kernel
def sink(field: Field, ship: int) -> None:
    """Take a destroyed ship out of the targets of its side."""
    side = field.ships[ship, SIDE]
    first = field.sides[side, FIRST]
    last = field.sides[side, TARGETS] - 1
    moved = field.targets[first + last]
    berth = field.ships[ship, BERTH]
    field.targets[first + berth] = moved
    field.ships[moved, BERTH] = berth
    field.ships[ship, BERTH] = NOWHERE
    field.sides[side, TARGETS] = last
    field.sides[side, ALIVE] -= 1
    field.tally[ALL_TARGETS] -= 1


@kernel
def write_row(
    field: Field, record: Integers, shooter: int, ship: int, effect: int, critical: bool
) -> None:
    """Count a unit of damage, and write its row if a record is kept."""
    row = field.tally[ROWS]
    field.tally[ROWS] = row + 1
    if row < len(record):
        record[row, TURN] = field.tally[TURNS]
        record[row, SHOOTER] = shooter
        record[row, VICTIM] = ship
        record[row, SHOT] = field.tally[SHOTS]
        record[row, EFFECT] = effect
        record[row, CRITICAL] = critical
        record[row, DESTROYED] = effect != SHIELD_POINT_LOST and is_dead(field, ship)


@inlined
def hit(
    field: Field, fleet: Fleet, source: Source, record: Integers, shooter: int, ship: int
) -> bool:
    """Do the damage of one shot (EH-CBT-010 to EH-CBT-013); answer whether the ship is destroyed."""
    row = field.ships[ship]
    if row[POINTS] > 0:
        row[POINTS] -= 1
        write_row(field, record, shooter, ship, SHIELD_POINT_LOST, False)
        return False
    tickets = tickets_of(field, ship)
    armed = row[WEAPONS] > 0
    kind = lose_component(field, source, ship)
    write_row(field, record, shooter, ship, HULL_LOST + kind, False)
    while not is_dead(field, ship) and not is_held_together(field, ship):
        kind = lose_component(field, source, ship)
        write_row(field, record, shooter, ship, HULL_LOST + kind, True)
    disarmed = armed and row[WEAPONS] == 0
    if disarmed and fleet[ship, FIRES] != 0:
        field.sides[row[SIDE], ARMED] -= 1
    if row[SEAT] != NOWHERE and (disarmed or tickets_of(field, ship) != tickets):
        change_tickets(field, ship, tickets)
    if is_dead(field, ship):
        sink(field, ship)
        return True
    return False


@kernel
def volley(field: Field, fleet: Fleet, source: Source, record: Integers, shooter: int) -> None:
    """Fire one shot for each weapon of the shooter (EH-CBT-004, EH-CBT-006 to EH-CBT-008)."""
    side = np.int64(field.ships[shooter, SIDE])
    weapons = np.int64(field.ships[shooter, WEAPONS])
    odds = NEW_TARGET[min(weapons, MOST_DOUBTFUL)]
    target = NOWHERE
    for _ in range(weapons):
        if target == NOWHERE or word(source) < odds:
            enemies = field.tally[ALL_TARGETS] - field.sides[side, TARGETS]
            if enemies == 0:
                break
            target = draw_target(field, source, side, enemies)
        if hit(field, fleet, source, record, shooter, target):
            target = NOWHERE
        field.tally[SHOTS] += 1


@kernel
def battle(
    field: Field, fleet: Fleet, source: Source, record: Integers, turns: int, charge: bool
) -> None:
    """Fight up to so many turns; before each but the first, shields are charged if `charge`."""
    line_up(field, fleet)
    while field.tally[TURNS] < turns and can_hurt(field):
        open_turn(field, fleet, charge and field.tally[TURNS] > 0)
        while field.tally[ALL_TICKETS] > 0 and can_hurt(field):
            volley(field, fleet, source, record, draw_shooter(field, source))
        field.tally[TURNS] += 1


@kernel
def winner(field: Field) -> int:
    """Answer the only side with ships alive, or -1 if there are several or none."""
    found = NOWHERE
    for side in range(MOST_SIDES):
        if field.sides[side, ALIVE] > 0:
            if found != NOWHERE:
                return NOWHERE
            found = side
    return found


@kernel
def write_totals(field: Field, source: Source, totals: Integers) -> None:
    """Write winner, turns fought, shots fired and words drawn: int64[4]."""
    totals[WINNER] = winner(field)
    totals[TURNS_FOUGHT] = field.tally[TURNS]
    totals[SHOTS_FIRED] = field.tally[SHOTS]
    totals[WORDS_DRAWN] = np.int64(source[DRAWN])


@kernel_of(
    "int64(int32[:, ::1], int64, boolean, uint64, uint64,"
    " int64[::1], int32[:, ::1], int64[:, ::1])"
)
def fight(
    fleet: Fleet,
    turns: int,
    charge: bool,
    key: np.uint64,
    run: np.uint64,
    totals: Integers,
    after: Fleet,
    record: Integers,
) -> int:
    """Fight one run; write its totals, the ships after it, and the record as far as it has room.

    Answers how many rows a whole record has.
    """
    field = new_field(len(fleet))
    source = new_source()
    open_run(source, key, run)
    battle(field, fleet, source, record, turns, charge)
    write_totals(field, source, totals)
    after[:] = field.ships
    return field.tally[ROWS]


@kernel_of(
    "void(int32[:, ::1], int64, boolean, uint64, uint64,"
    " int64[:, ::1], int64[:, ::1], int64[:, ::1])"
)
def fight_many(
    fleet: Fleet,
    turns: int,
    charge: bool,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    ships_left: Integers,
    components_left: Integers,
) -> None:
    """Fight len(totals) runs from `first_run` on; write a row of totals and by side for each."""
    field = new_field(len(fleet))
    source = new_source()
    no_record = np.empty((0, RECORD_COLUMNS), np.int64)
    for i in range(len(totals)):
        open_run(source, key, first_run + np.uint64(i))
        battle(field, fleet, source, no_record, turns, charge)
        write_totals(field, source, totals[i])
        components_left[i] = 0
        for side in range(ships_left.shape[1]):
            ships_left[i, side] = field.sides[side, ALIVE]
        for ship in range(len(fleet)):
            if not is_dead(field, ship):
                row = field.ships[ship]
                components = row[HULL] + row[THRUSTERS] + row[WEAPONS] + row[SHIELDS]
                components_left[i, row[SIDE]] += components


class Fight(NamedTuple):
    """One battle fought out.

    winner: the only side with ships left, or -1; turns: fought; shots: fired; words: 32-bit words
    drawn; hull, thrusters, weapons, shields, points: int32[ships], after the battle (a wreck keeps
    what was not destroyed); record: int64[units of damage, 7] with the columns TURN (from 0),
    SHOOTER, VICTIM, SHOT (from 0 through the battle), EFFECT, CRITICAL and DESTROYED.
    """

    winner: int
    turns: int
    shots: int
    words: int
    hull: NDArray[np.int32]
    thrusters: NDArray[np.int32]
    weapons: NDArray[np.int32]
    shields: NDArray[np.int32]
    points: NDArray[np.int32]
    record: Integers


class Runs(NamedTuple):
    """Many runs of one battle, one element or row a run, all int64.

    winner: the only side with ships left, or -1; turns: fought; shots: fired; words: 32-bit words
    drawn; ships_left, components_left: [runs, sides], of the living.
    """

    winner: Integers
    turns: Integers
    shots: Integers
    words: Integers
    ships_left: Integers
    components_left: Integers


def muster(
    side: ArrayLike,
    hull: ArrayLike,
    thrusters: ArrayLike,
    weapons: ArrayLike,
    shields: ArrayLike,
    points: ArrayLike,
    fires: ArrayLike = True,
    target: ArrayLike = True,
) -> Fleet:
    """Answer the ships of all sides as a fleet for the kernels: int32[ships, 8].

    One element a ship: the number of its side (0 up to 15), its components, its shield points, and
    whether it fires and may be fired upon (all do and may, unless said otherwise: EH-OPP-003).
    Raises ValueError for arrays of different lengths and for numbers out of bounds.
    """
    columns = [hull, thrusters, weapons, shields, points, side, fires, target]
    length = len(np.atleast_1d(np.asarray(side)))
    wide = np.zeros((length, 8), np.int64)
    for number, column in enumerate(columns):
        values = np.asarray(column)
        if number < FIRES and values.shape != (length,):
            raise ValueError(f"every ship needs one number of each kind, not {values.shape}")
        wide[:, number] = values
    if length and (wide.min() < 0 or wide[:, SIDE].max() >= MOST_SIDES):
        raise ValueError(f"numbers are not negative, and sides are 0 up to {MOST_SIDES - 1}")
    components = wide[:, HULL : SHIELDS + 1].sum(axis=1)
    if length and max(components.max(), wide[:, POINTS].max()) > LARGEST:
        raise ValueError(f"a ship has at most {LARGEST} components and shield points")
    return np.ascontiguousarray(wide, np.int32)


def fight_once(fleet: Fleet, turns: int, charge: bool, key: int, run: int = 0) -> Fight:
    """Fight one run of a battle and keep its record; `turns` is the most turns to fight."""
    totals = np.zeros(4, np.int64)
    after = np.empty_like(fleet)
    record = np.empty((0, RECORD_COLUMNS), np.int64)
    # Fought twice: the first time tells how long the record is, which no bound could tell well.
    for _ in range(2):
        rows = fight(
            fleet, turns, charge, np.uint64(key), np.uint64(run), totals, after, record
        )
        if rows == len(record):
            break
        record = np.empty((rows, RECORD_COLUMNS), np.int64)
    columns = [np.ascontiguousarray(after[:, column]) for column in range(SIDE)]
    return Fight(*totals.tolist(), *columns, record)


def fight_runs(
    fleet: Fleet,
    turns: int,
    charge: bool,
    key: int,
    runs: int,
    threads: int = 1,
    first_run: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Runs:
    """Fight `runs` runs of a battle; run i is bit for bit `fight_once(..., run=first_run + i)`.

    The outcome does not depend on `threads`.  `progress` is told how many runs have ended.
    """
    sides = int(fleet[:, SIDE].max()) + 1 if len(fleet) else 0
    totals = np.zeros((runs, 4), np.int64)
    ships_left = np.zeros((runs, sides), np.int64)
    components_left = np.zeros((runs, sides), np.int64)

    def batch(first: int, count: int) -> None:
        rows = slice(first, first + count)
        fight_many(
            fleet,
            turns,
            charge,
            np.uint64(key),
            np.uint64(first_run + first),
            totals[rows],
            ships_left[rows],
            components_left[rows],
        )

    run_in_batches(batch, runs, threads, progress)
    return Runs(*(totals[:, column] for column in range(4)), ships_left, components_left)
