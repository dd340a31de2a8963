"""The battle kernel agrees with the plain reference, and each of many with the single one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.campaign2e.fleets_at_random import battles, keys, resolvers, run_numbers
from tests.variants.campaign2e.reference import Fight
from variants.campaign2e.battle.fights import fight_once, fight_runs
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.combat import Resolver

# The first example of a property test waits for the compiler.
thorough = settings(deadline=None, max_examples=tries(60))

STATUS = ("in_place", "jumped", "disengaged", "hulk", "destroyed")
DRIVES = ("none", "ok", "halved", "out")
CORE = {"ok": at.WORKING, "lost": at.LOST, "before": at.BEYOND}


def left_by_the_kernel(arena):
    """Describe the kernel's final ships, systems, fighters and sides in plain words."""
    ships = [
        (
            STATUS[row[at.STATUS]], row[at.ARMOUR], row[at.HULL], DRIVES[row[at.DRIVE]],
            DRIVES[row[at.FTL]], row[at.BRIDGE : at.POWER + 1], row[at.CONTROL], row[at.SALVOES],
            row[at.EXIT_SPEED], row[at.EXIT_TURN], bool(row[at.UNDER_FIRE]),
            [bool(mark) for mark in row[at.MENDED : at.MENDED + 5]],
        )
        for row in arena.ships.tolist()
    ]  # fmt: skip
    systems = [
        (row[at.STATE] == at.WORKING, row[at.STATE] == at.FIRED, bool(row[at.JURY_RIGGED]))
        for row in arena.systems.tolist()
    ]
    groups = [
        (row[at.LEFT], row[at.ENDURANCE], row[at.WHERE] == at.GONE) for row in arena.groups.tolist()
    ]
    sides = [(row[at.SPEED], row[at.COMBAT_TURNS]) for row in arena.sides.tolist()]
    return ships, systems, groups, sides


def left_by_the_reference(fight):
    names = ("drive", "ftl", "bridge", "life", "power")
    ships = [
        (
            ship.status, ship.armour, ship.hull, ship.drive,
            ship.ftl, [CORE[state] for state in ship.core.values()], ship.out_of_control,
            ship.salvoes, ship.exit_speed, ship.exit_turn, ship.under_fire,
            [name in ship.mended for name in names],
        )
        for ship in fight.ships
    ]  # fmt: skip
    systems = [
        (system.working, system.fired, system.jury_rigged)
        for ship in fight.ships
        for system in ship.systems
    ]
    groups = [
        (group.left, group.endurance, group.where == "gone")
        for fleet in fight.fleets
        for group in fleet.groups
    ]
    sides = [(fleet.speed, fleet.combat_turns) for fleet in fight.fleets]
    return ships, systems, groups, sides


@pytest.mark.rule(
    "C2E-14.1-02", "C2E-17.7-01", "C2E-17.8-01", "C2E-17.9-01", "C2E-17.10-01", "C2E-18.1-01",
    "C2E-18.1-02", "C2E-18.3-01", "C2E-18.3-02", "C2E-18.3-03", "C2E-16.5-05", "C2E-11.3.3-02",
)  # fmt: skip
@thorough
@given(battles(), resolvers(), keys, run_numbers)
def test_the_kernel_fights_as_the_reference_does(battle, resolver, key, run):
    dice = Stream(key, run)
    fight = Fight(battle, dice, resolver)
    fight.fight()
    fought = fight_once(battle, resolver.numbers, key, run)
    assert fought.record.tolist() == fight.log.rows
    assert left_by_the_kernel(fought.arena) == left_by_the_reference(fight)
    assert fought.totals.tolist() == [fight.holder, fight.log.turn, fight.log.shots, dice.drawn]


@settings(deadline=None, max_examples=tries(15))
@given(battles(), keys, st.integers(1, 3))
def test_each_of_many_battles_is_that_of_its_number(battle, key, threads):
    numbers = Resolver().numbers
    runs = fight_runs(battle, numbers, key, 4, threads)
    for number in range(4):
        fought = fight_once(battle, numbers, key, number)
        assert runs.totals[number].tolist() == fought.totals.tolist()
