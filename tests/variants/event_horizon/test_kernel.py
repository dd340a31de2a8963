"""The battle kernel agrees with the plain reference, and its records follow the rulebook."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.kernels.battles import USUAL_ROWS
from horizons_core.kernels.jit import ExecutionMode, only
from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.event_horizon.reference import Battle, Ship
from variants.event_horizon.battle import fights, kernels
from variants.event_horizon.battle.fights import fight_once, fight_runs, fleet_array
from variants.event_horizon.battle.kernels import Rules
from variants.event_horizon.combat import Resolver

KINDS = ("hull", "thrusters", "weapons", "shields")
VALUES = (*KINDS, "points")

# The first example of a property test waits for the compiler.
without_clock = settings(deadline=None)
thorough = settings(deadline=None, max_examples=tries(300))

keys = st.integers(0, 2**64 - 1)
run_numbers = st.integers(0, 2**63)
counts = st.integers(0, 6)


@st.composite
def ships(draw, sides):
    """A ship of one of the sides, most often with just the hull that it needs."""
    side = draw(st.integers(0, sides - 1))
    thrusters, weapons, shields = draw(counts | st.just(40)), draw(counts), draw(counts)
    enough = ((thrusters + weapons + shields) ** 2 + 2) // 4
    hull = draw(st.just(enough) | st.integers(0, 40))
    points = draw(st.integers(0, 4) | st.integers(0, 30))
    if draw(st.integers(0, 9)) == 0:
        # Tickets beyond 32 bits, on a ship that no hit takes apart.
        thrusters, points = 2**29 - draw(st.integers(0, 2**29 - 100)), 10**6
    return Ship(
        0, side, hull, thrusters, weapons, shields, points, draw(st.booleans()), draw(st.booleans())
    )


@st.composite
def fleets(draw):
    sides = draw(st.sampled_from([1, 2, 2, 2, 3, 5, 16]))
    crew = draw(st.lists(ships(sides), max_size=14))
    masked = draw(st.booleans())
    for number, ship in enumerate(crew):
        ship.number = number
        ship.fires = ship.fires or not masked
        ship.target = ship.target or not masked
    return crew


def fleet_of(crew):
    names = ("side", *VALUES, "fires", "target")
    return fleet_array(*([getattr(ship, name) for ship in crew] for name in names))


def even_fleet(ships, weapons=3, thrusters=2, shields=1):
    """Two sides of equal ships with just the hull they need."""
    rest = weapons + thrusters + shields
    columns = ((rest**2 + 2) // 4, thrusters, weapons, shields, shields)
    side = np.repeat([0, 1], ships)
    return fleet_array(side, *(np.full(2 * ships, value) for value in columns))


def small(turns):
    return st.integers(0, turns)


def fought_by_the_rules(test):
    """Mark a test that compares the kernel with the reference, which follows all these clauses."""
    clauses = [f"EH-CBT-{number:03}" for number in range(2, 14)]
    return pytest.mark.rule(*clauses, "EH-CON-002", "EH-CON-003", "EH-SHD-001")(test)


# --- agreement with the reference ---------------------------------------------------------------


@fought_by_the_rules
@thorough
@given(fleets(), small(6), st.booleans(), keys, run_numbers)
def test_the_kernel_fights_as_the_reference_does(crew, turns, charge, key, run):
    fought = fight_once(fleet_of(crew), turns, charge, key, run)
    dice = Stream(key, run)
    battle = Battle(crew, dice)
    battle.fight(turns, charge)
    assert fought.record.tolist() == [list(row) for row in battle.rows]
    assert (fought.winner, fought.turns, fought.shots) == (
        battle.winner,
        battle.turns,
        battle.shots,
    )
    assert fought.words == dice.drawn
    for name in VALUES:
        assert getattr(fought, name).tolist() == [getattr(ship, name) for ship in crew], name


def numbers():
    """Battle rules that a house rule may set."""
    return st.builds(
        Resolver,
        tickets=st.integers(1, 9),
        tickets_per_thruster=st.integers(0, 5),
        shots_per_weapon=st.integers(1, 3),
        new_target_percent=st.integers(0, 100),
        damage=st.integers(1, 3),
        hull_divisor=st.integers(1, 9),
        charge_divisor=st.integers(2, 4),
        points_per_generator=st.integers(0, 3),
    )


def rules_of(resolver):
    return Rules(*(getattr(resolver, name) for name in Rules._fields))


@fought_by_the_rules
@thorough
@given(fleets(), numbers(), st.booleans(), keys)
def test_the_kernel_fights_by_other_numbers_as_the_reference_does(crew, resolver, charge, key):
    fleet, rules = fleet_of(crew), rules_of(resolver)
    dice = Stream(key, 3)
    battle = Battle(crew, dice, resolver)
    battle.fight(4, charge)
    fought = fight_once(fleet, 4, charge, key, 3, rules)
    assert fought.record.tolist() == [list(row) for row in battle.rows]
    assert (fought.shots, fought.words) == (battle.shots, dice.drawn)
    for name in VALUES:
        assert getattr(fought, name).tolist() == [getattr(ship, name) for ship in crew], name
    many = fight_runs(fleet, 4, charge, key, 2, first_run=2, rules=rules)
    assert many.words[1] == fought.words


def test_the_resolver_s_numbers_are_the_kernel_s_unless_changed():
    assert rules_of(Resolver()) == Rules()


def test_numbers_that_would_outgrow_the_kernel_are_refused():
    fleet = fleet_array([0, 1], [1, 1], [2**29, 1], [1, 1], [1, 2**29], [0, 0])
    with pytest.raises(ValueError, match="at most 4294967295 tickets"):
        fight_once(fleet, 1, False, 1, rules=Rules(tickets_per_thruster=8))
    with pytest.raises(ValueError, match="at most 2147483647 shield points"):
        fight_runs(fleet, 1, True, 1, 1, rules=Rules(points_per_generator=4))
    with pytest.raises(ValueError, match="tickets"):
        Resolver(tickets=0)


@thorough
@given(fleets(), small(6), st.booleans(), keys, run_numbers)
def test_interpreted_and_compiled_a_battle_is_the_same(crew, turns, charge, key, run):
    def results():
        fought = fight_once(fleet, turns, charge, key, run)
        runs = fight_runs(fleet, turns, charge, key, 2, first_run=run)
        return [np.asarray(each).tolist() for each in (*fought, *runs)]

    fleet = fleet_of(crew)
    with only(ExecutionMode.INTERPRETED):
        outcome = results()
    with only(ExecutionMode.COMPILED):
        assert results() == outcome


def test_the_record_of_a_long_battle_is_whole():
    fleet = even_fleet(400)
    fought = fight_once(fleet, 100, True, 5)
    assert len(fought.record) > USUAL_ROWS
    assert fought.record[-1, kernels.SHOT] == fought.shots - 1
    assert (np.diff(fought.record[:, kernels.SHOT]) <= 1).all()


@fought_by_the_rules
@pytest.mark.parametrize("run", range(5))
def test_the_kernel_fights_by_heavy_numbers_as_the_reference_does(run):
    """Two shots of three damages for each weapon; two ships of each side are wrecks already."""
    resolver = Resolver(damage=3, shots_per_weapon=2, tickets=3, tickets_per_thruster=1)
    side = np.repeat([0, 1, 2], 6)
    thrusters, weapons = np.tile([2, 1, 0, 5, 3, 0], 3), np.tile([2, 3, 0, 4, 0, 0], 3)
    hull, shields, points = (
        np.tile([9, 9, 3, 30, 3, 0], 3),
        np.tile([1, 0, 1, 1, 0, 0], 3),
        18 * [2],
    )
    fleet = fleet_array(side, hull, thrusters, weapons, shields, points)
    crew = [Ship(number, side, *row) for number, (*row, side, _, _) in enumerate(fleet.tolist())]
    battle = Battle(crew, Stream(7, run), resolver)
    battle.fight(20, charge=True)
    fought = fight_once(fleet, 20, True, 7, run, rules_of(resolver))
    assert fought.record.tolist() == [list(row) for row in battle.rows]
    assert (fought.shots, fought.turns) == (battle.shots, battle.turns)
    assert len(battle.rows) > 50


@fought_by_the_rules
@pytest.mark.parametrize("run", range(5))
def test_the_kernel_fights_a_long_battle_as_the_reference_does(run):
    fleet = even_fleet(20)
    crew = [Ship(number, side, *row) for number, (*row, side, _, _) in enumerate(fleet.tolist())]
    battle = Battle(crew, Stream(99, run))
    battle.fight(100, charge=True)
    fought = fight_once(fleet, 100, True, 99, run)
    assert fought.winner == battle.winner >= 0
    assert fought.record.tolist() == [list(row) for row in battle.rows]


@fought_by_the_rules
def test_the_kernel_fights_a_battle_of_sixteen_sides_as_the_reference_does():
    two = [2] * 32
    fleet = fleet_array([*range(16), *range(16)], [4] * 32, two, [1] * 32, [1] * 32, two)
    crew = [Ship(number, side, *row) for number, (*row, side, _, _) in enumerate(fleet.tolist())]
    battle = Battle(crew, Stream(16))
    battle.fight(100, charge=True)
    fought = fight_once(fleet, 100, True, 16)
    assert fought.record.tolist() == [list(row) for row in battle.rows]
    assert fight_runs(fleet, 100, True, 16, 1).ships_left.sum() == sum(ship.alive for ship in crew)


@without_clock
@given(fleets(), small(4), st.booleans(), keys, run_numbers)
def test_a_run_of_many_is_the_battle_fought_alone(crew, turns, charge, key, first_run):
    fleet = fleet_of(crew)
    many = fight_runs(fleet, turns, charge, key, 5, first_run=first_run)
    for index in range(5):
        alone = fight_once(fleet, turns, charge, key, first_run + index)
        assert [column[index] for column in many[:4]] == list(alone[:4])
        living = (alone.weapons > 0) | (alone.thrusters > 0)
        components = alone.hull + alone.thrusters + alone.weapons + alone.shields
        for side in range(many.ships_left.shape[1]):
            living_own = living & (fleet[:, kernels.SIDE] == side)
            assert many.ships_left[index, side] == living_own.sum()
            assert many.components_left[index, side] == components[living_own].sum()


def test_runs_do_not_depend_on_threads():
    single, double = (fight_runs(even_fleet(3), 20, True, 5, 700, threads) for threads in (1, 2))
    assert all((a == b).all() for a, b in zip(single, double, strict=True))


def test_a_later_first_run_goes_on_where_an_earlier_ended():
    fleet = even_fleet(2)
    statistics = fight_runs(fleet, 20, False, 6, 10)
    rest = fight_runs(fleet, 20, False, 6, 4, first_run=6)
    assert all((a[6:] == b).all() for a, b in zip(statistics, rest, strict=True))


def test_progress_is_told_up_to_the_last_run():
    progress = []
    fight_runs(even_fleet(1), 1, False, 1, 100, progress=progress.append)
    assert progress[-1] == 100


def test_runs_differ_and_keys_differ():
    fleet = even_fleet(4)
    fought = [fight_once(fleet, 9, True, key, run) for key in (1, 2) for run in (0, 1)]
    assert len({fight.record.tobytes() for fight in fought}) == 4


# --- properties of records ----------------------------------------------------------------------


@pytest.mark.rule("EH-CBT-005", "EH-CBT-009", "EH-CBT-010", "EH-CBT-011", "EH-CBT-013")
@without_clock
@given(fleets(), keys)
def test_a_record_replayed_keeps_the_rules_and_ends_where_the_battle_ended(crew, key):
    fought = fight_once(fleet_of(crew), 1, False, key)
    volleys, shots = {}, Counter()
    for _, shooter, target, shot, effect, critical, destroyed in fought.record.tolist():
        attacker, victim = crew[shooter], crew[target]
        assert attacker.fires
        assert victim.target
        assert attacker.side != victim.side
        assert victim.alive
        assert critical == (not victim.held_together(Resolver()) and shot in shots)
        if shot not in shots:
            # Weapons lost before firing do not fire, and no ship fires twice.
            assert volleys.setdefault(shooter, attacker.weapons) == attacker.weapons
        shots[shot] += not critical
        if effect == kernels.SHIELD_POINT_LOST:
            victim.points -= 1
        else:
            assert victim.points == 0
            kind = KINDS[effect - kernels.HULL_LOST]
            setattr(victim, kind, getattr(victim, kind) - 1)
        assert all(getattr(victim, name) >= 0 for name in VALUES)
        assert destroyed == (not victim.alive)
    assert shots == Counter(range(fought.shots))
    fired = Counter({shot: shooter for _, shooter, _, shot, *_ in fought.record.tolist()}.values())
    assert all(fired[shooter] <= volleys[shooter] for shooter in fired)
    for name in VALUES:
        assert getattr(fought, name).tolist() == [getattr(ship, name) for ship in crew], name


@pytest.mark.rule("EH-CBT-008")
def test_a_lock_is_rolled_for_every_shot_but_the_first():
    # 200 weapons never lose the lock; the lot and the only target take a word each.
    fleet = fleet_array([0, 1], [0, 0], [0, 1], [200, 0], [0, 0], [0, 1000])
    fought = fight_once(fleet, 1, False, 3)
    assert fought.shots == 200
    assert fought.words == 1 + 1 + 199


@pytest.mark.rule("EH-CBT-007")
@pytest.mark.parametrize("weapons", [2, 3, 4, 5, 10])
def test_the_lock_is_lost_as_often_as_the_rulebook_says(weapons):
    # Targets too tough to lose a component: a lost lock finds the old target once in ten.
    fleet = fleet_array(
        [0, *[1] * 10], [0] * 11, [0, *[1] * 10], [weapons, *[0] * 10], [0] * 11, [1000] * 11
    )
    repeats, shots = 0, 0
    for run in range(600):
        victims = fight_once(fleet, 1, False, 8, run).record[:, kernels.VICTIM]
        repeats += int((victims[1:] == victims[:-1]).sum())
        shots += weapons - 1
    expected = 1 - 0.85**weapons * 0.9
    assert abs(repeats / shots - expected) < 4 * math.sqrt(expected * (1 - expected) / shots)


@pytest.mark.rule("EH-CBT-007")
def test_chances_of_a_new_target_are_rounded_down_from_the_exact_ones():
    thresholds = fights.new_target_chances(85).tolist()
    assert thresholds[2] == int(0.7225 * 2**32)
    assert thresholds[-1] == 0 < thresholds[-2]
    for weapons in range(1, 30):
        assert thresholds[weapons] == pytest.approx(0.85**weapons * 2**32, abs=1)
    assert fights.new_target_chances(0).tolist() == [2**32, 0]
    assert fights.new_target_chances(100).tolist() == [2**32]


# --- edges --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "weapons", "turns"),
    [([], [], 5), ([0, 0], [1, 1], 5), ([0, 1], [0, 0], 5), ([0, 1], [1, 1], 0)],
)
def test_where_nobody_can_hurt_an_enemy_nothing_is_fought(side, weapons, turns):
    unit_column = [1] * len(side)
    fought = fight_once(
        fleet_array(side, unit_column, unit_column, weapons, unit_column, unit_column),
        turns,
        True,
        1,
    )
    assert (fought.turns, fought.shots, fought.words, len(fought.record)) == (0, 0, 0, 0)
    assert fought.winner == (0 if side == [0, 0] else -1)
    assert fought.points.tolist() == unit_column


def test_a_side_that_was_never_armed_loses_to_whoever_is():
    fleet = fleet_array([3, 7], [0, 0], [1, 1], [0, 1], [0, 0], [0, 0])
    assert fight_once(fleet, 100, True, 1).winner == 7
    assert fight_runs(fleet, 100, True, 1, 9).winner.tolist() == [7] * 9


def test_a_battle_that_no_side_can_win_lasts_all_its_turns():
    # One shot a turn and a generator a ship: shields hold for ever.
    fleet = fleet_array([0, 1], [2, 2], [1, 1], [1, 1], [1, 1], [1, 1])
    fought = fight_once(fleet, 30, True, 1)
    assert (fought.turns, fought.winner) == (30, -1)
    assert set(fought.record[:, kernels.TURN]) == set(range(30))
    assert set(fought.record[:, kernels.EFFECT]) == {kernels.SHIELD_POINT_LOST}


def test_a_fleet_of_one_side_without_ships_left_over_has_no_sides():
    empty = fleet_array([], [], [], [], [], [])
    runs = fight_runs(empty, 3, True, 1, 4)
    assert runs.ships_left.shape == runs.components_left.shape == (4, 0)
    assert runs.winner.tolist() == [-1] * 4


def test_a_fleet_array_takes_everything_a_ship_has():
    fleet = fleet_array(
        [0, 15], [1, 2], [3, 4], [5, 6], [7, 8], [9, 2**30 - 1], [True, False], [0, 1]
    )
    assert fleet.tolist() == [[1, 3, 5, 7, 9, 0, 1, 0], [2, 4, 6, 8, 2**30 - 1, 15, 0, 1]]
    assert fleet.dtype == np.int32


@pytest.mark.parametrize(
    ("column", "number", "reason"),
    [
        (0, 16, "sides are 0 up to 15"),
        (0, -1, "not negative"),
        (1, -1, "not negative"),
        (2, 2**30, "at most 1073741823"),
        (5, 2**30, "at most 1073741823"),
    ],
)
def test_a_fleet_array_refuses_numbers_out_of_bounds(column, number, reason):
    columns = [[0, 1] for _ in range(6)]
    columns[column][1] = number
    with pytest.raises(ValueError, match=reason):
        fleet_array(*columns)


def test_a_fleet_array_bounds_the_components_of_a_ship_together():
    half = 2**29
    with pytest.raises(ValueError, match="components"):
        fleet_array([0], [half], [0], [0], [half], [0])
    assert fleet_array([0], [half - 1], [0], [0], [half], [0]).shape == (1, 8)


def test_a_fleet_array_refuses_columns_of_different_lengths():
    with pytest.raises(ValueError, match="one number of each kind"):
        fleet_array([0, 1], [1, 1], [1, 1, 1], [1, 1], [1, 1], [1, 1])
    with pytest.raises(ValueError, match="one number of each kind"):
        fleet_array([0, 1], 1, [1, 1], [1, 1], [1, 1], [1, 1])
