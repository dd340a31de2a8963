"""Edge cases of battles in space: tables without gaps, fire at drives, hunts past lost targets."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.battles import DESTROYER, DIRECTED, FREIGHTER, FRIGATE, duel, of
from tests.variants.starcluster.test_battle_rules import ready, rows
from variants.starcluster.battle.fleets import Combatant, rows_of
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fights import has_units_to_come, pursue, shift_gap
from variants.starcluster.battle.kernels.fire import strike
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems

UNITS = """SIDE INDEX FIRST END REAR EXIT COMES SPEEDS ORDNANCE SUPPLIED FIRST_GUN END_GUN STATUS
    AGE CURSOR TOUCHED DIRTY SPEED DIRECTS PULLS SHOTS USED ORDNANCE_USED LONG_SHOTS SHORT_SHOTS
    MISSILES"""
FIGURES = "POINTS STARVING LONG_FIRE SHORT_FIRE LONG_MISSILES SHORT_MISSILES SIGHT FAR EXPOSED"
SIDES = """FIRST_UNIT END_UNIT BAND BREAK TARGET ANTI_DRIVE AVOIDS FORTRESS SILOS WAVE STANDING NEXT
    RETREATS LAUNCHED SLOWEST CENTERED DIRECTOR TRACTION PICKED"""
TABLE = """ROUND GAP STRIKES ROWS ASSAULT CAPACITY GAS MAX_ROUNDS FIRST_GAP CLOSING DRIFTING FASTER
    EQUAL SLOWER PER_TRACTOR MAX_TRACTION MIN_CHANCE PURSUIT STEADY SHAKY PER_MAGAZINE
    PER_SMALL_MAGAZINE"""


@pytest.mark.parametrize(
    ("names", "number"),
    [
        (UNITS, at.UNIT_COLUMNS),
        (FIGURES, at.FIGURE_COLUMNS),
        ("KIND GENERATION LONG_RANGE COUNT", at.SYSTEM_COLUMNS),
        ("EACH AT_LONG AT_SHORT LEFT", at.WORTH_COLUMNS),
        (SIDES, at.SIDE_COLUMNS),
        ("SILO_LONG SILO_SHORT START LOST POOL DRIVE_POOL", at.AMOUNT_COLUMNS),
        ("SHOOTER AIM AT_DRIVES", at.PICK_COLUMNS),
        (TABLE, at.TABLE_SIZE),
    ],
)
def test_every_column_of_a_table_has_one_name(names, number):
    assert [getattr(at, name) for name in names.split()] == list(range(number))


@pytest.mark.rule("SC-ENI-006", "SC-CBT-008")
def test_fire_at_drives_that_a_center_directs_spares_weapons():
    """A shield takes 30 tenths first; the frigate's drives come after all other systems."""
    lost = {}
    for pool in (at.DRIVE_POOL, at.POOL):
        arena = ready(duel([of(DIRECTED)], [of(FRIGATE)]))
        arena.figures[:, at.EXPOSED] = 1.0
        arena.amounts[0, pool] = 50.0
        theirs = slice(*arena.units[1, [at.FIRST, at.END]])
        rooms = arena.systems[theirs, at.KIND] == at.ROOM
        before = arena.worth[theirs, at.LEFT][rooms].sum()
        strike(arena, 0)
        lost[pool] = before - arena.worth[theirs, at.LEFT][rooms].sum()
    assert lost[at.DRIVE_POOL] == 20.0
    assert lost[at.POOL] == 0.0


@pytest.mark.rule("SC-CBT-013")
def test_units_behind_a_line_are_hunted_past_those_that_are_gone():
    for key in range(20):
        arena = ready(duel([of(DESTROYER), of(FREIGHTER, 3)], [of(DESTROYER)]), key)
        arena.units[0, at.STATUS] = at.DESTROYED
        arena.sides[0, at.STANDING] = 0
        arena.units[2, at.STATUS] = at.AWAY
        pursue(arena, 0)
        caught = {row[2] for row in rows(arena, at.CAUGHT)}
        assert caught <= {1, 3}
        assert {arena.units[unit, at.STATUS] for unit in (1, 3)} <= {at.DESTROYED, at.AWAY}


@pytest.mark.rule("SC-CBT-006")
@pytest.mark.parametrize(
    ("bands", "gap"), [(("LONG", "LONG"), 6), (("SHORT", "SHORT"), 2), (("LONG", "SHORT"), 4)]
)
def test_the_gap_changes_by_two_if_both_want_the_same_and_by_one_at_equal_speeds(bands, gap):
    """It is counted in half points, and from 3 it cannot grow."""
    doctrines = dict(zip(("one", "two"), ({"band": band} for band in bands), strict=True))
    arena = ready(duel([of(FRIGATE)], [of(FRIGATE)], doctrines))
    assert arena.table[at.GAP] == 6
    shift_gap(arena)
    assert arena.table[at.GAP] == gap


@pytest.mark.rule("SC-WPA-001", "SC-WPA-003")
def test_a_side_is_awaited_while_ships_of_a_wave_are_to_come_and_have_not_turned_back():
    battle = duel([of(FRIGATE, 2)], [of(FRIGATE)], assault={"by": "one", "wave": 1})
    arena = ready(battle)
    assert has_units_to_come(arena, 0)
    assert not has_units_to_come(arena, 1)

    arena.sides[0, at.RETREATS] = 1
    assert not has_units_to_come(arena, 0)

    arena.sides[0, at.RETREATS] = 0
    arena.units[:, at.STATUS] = at.PRESENT
    arena.sides[0, at.NEXT] = arena.sides[0, at.END_UNIT]
    assert not has_units_to_come(arena, 0)


@pytest.mark.rule("SC-CBT-002", "SC-CBT-003", "SC-NEB-004")
@pytest.mark.parametrize(
    ("lost", "ion", "rows"),
    [
        ({}, False, [[0, 1], [2, 3, 4], [5]]),
        ({}, True, [[2, 3, 4], [5]]),
        ({0: 30}, False, [[1], [2, 3, 4], [5]]),
        ({3: 20}, False, [[0, 1], [2], [4], [5]]),
        ({2: 5}, False, [[0, 1], [2], [3, 4], [5]]),
        ({2: 5, 3: 5}, False, [[0, 1], [2], [3], [4], [5]]),
        ({3: 5, 4: 5}, False, [[0, 1], [2], [3], [4], [5]]),
        (dict.fromkeys(range(6), 90), False, []),
    ],
)
def test_systems_are_one_row_that_stand_together_whole_and_alike(lost, ion, rows):
    """Two halves of a weapon are no weapon: a damaged system has a row of its own."""
    design = Design(hull_named("DD"), read_systems("[S1][S1][A1][A1][A1][Q1]"))
    left = [max(0.0, float(part.points - lost.get(n, 0))) for n, part in enumerate(design.systems)]
    unit = Combatant(name="", design=design, left=tuple(left))
    assert [list(row) for row in rows_of(unit, ion=ion)] == rows
