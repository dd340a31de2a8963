"""The battle kernels agree with the plain reference, for few groups and for hundreds of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.kernels.jit import ExecutionMode, only
from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.galaxy_g.reference import Battle, Group
from variants.galaxy_g.battle.kernels import FEW, battle_arrays, fight_once, fight_runs
from variants.galaxy_g.battle.protocol import DESTROYED, ROUND, STRUCK

# The first example of a property test waits for the compiler.
without_clock = settings(deadline=None)
thorough = settings(deadline=None, max_examples=tries(400))

keys = st.integers(0, 2**64 - 1)
run_numbers = st.integers(0, 2**63)

CERTAIN = 2**32
HALF = 2**31


def columns(groups, name):
    return [getattr(group, name) for group in groups]


def field(groups, thresholds, hostile, sides):
    names = ("side", "ships", "attacks", "attack", "defence")
    return battle_arrays(
        sides, **{name: columns(groups, name) for name in names},
        thresholds=thresholds, hostile=hostile,
    )  # fmt: skip


def both_ways(pairs):
    return {(a, b) for a, b in pairs if a != b} | {(b, a) for a, b in pairs if a != b}


@st.composite
def tables(draw, rows, width):
    """Thresholds that rise with the attack and fall with the defence, some never, some certain."""
    numbers = st.sampled_from([0, 1, 2**30, HALF, 3 * 2**30, CERTAIN - 1, CERTAIN])
    table = [[draw(numbers) for _ in range(width)] for _ in range(rows)]
    table = np.maximum.accumulate(np.array(table), axis=0)
    return np.maximum.accumulate(table[:, ::-1], axis=1)[:, ::-1].tolist()


@st.composite
def situations(draw, most_groups=7, most_ships=6):
    """Groups in line, their thresholds, and any matrix of hostility."""
    sides = draw(st.sampled_from([1, 2, 2, 2, 3, 5]))
    rows, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    thresholds = draw(tables(rows, width))
    order = sorted(draw(st.lists(st.integers(0, sides - 1), max_size=most_groups)))
    groups = [
        Group(
            number=number,
            side=side,
            ships=draw(st.integers(0, most_ships)),
            attacks=draw(st.sampled_from([0, 1, 1, 2, 7])),
            attack=draw(st.integers(0, rows - 1)),
            defence=draw(st.integers(0, width - 1)),
        )
        for number, side in enumerate(order)
    ]
    pairs = [(a, b) for a in range(sides) for b in range(a)]
    all_pairs = st.just(pairs)
    chosen = st.lists(st.sampled_from(pairs), max_size=6) if pairs else all_pairs
    return groups, thresholds, draw(all_pairs | chosen), sides


def assert_agrees(groups, thresholds, hostile, sides, key, run, most_rounds):
    """Fight it twice; the groups given are used up."""
    record = []
    ready = field(groups, thresholds, hostile, sides)
    fought = fight_once(
        ready, key, run, most_rounds, write_rows=lambda rows: record.extend(rows.tolist())
    )
    dice = Stream(key, run)
    battle = Battle(groups, thresholds, both_ways(hostile), dice)
    battle.fight(most_rounds)
    assert record == [list(row) for row in battle.rows]
    assert fought.left.tolist() == [len(group.living) for group in groups]
    assert fought.winner == battle.winner
    assert (fought.rounds, fought.shots) == (battle.rounds, battle.shots)
    assert fought.words == dice.drawn
    unrecorded = fight_once(ready, key, run, most_rounds)
    assert unrecorded[:4] == fought[:4]
    assert unrecorded.left.tolist() == fought.left.tolist()


def everything_of(ready, key, run, most_rounds):
    """A run with its record, compared with its own and the next run without one."""
    record = []
    fought = fight_once(
        ready, key, run, most_rounds, write_rows=lambda rows: record.extend(rows.tolist())
    )
    runs = fight_runs(ready, key, 2, first_run=run, most_rounds=most_rounds)
    return [record, *(np.asarray(each).tolist() for each in (*fought, *runs))]


# --- agreement with the reference ---------------------------------------------------------------


def fought_by_the_rules(test):
    """Mark a test that compares the kernel with the reference, which follows all these clauses."""
    clauses = ["GG-CBT-003", "GG-CBT-004", "GG-CBT-005", "GG-CBT-006", "GG-CBT-013", "GG-CBT-014"]
    return pytest.mark.rule(*clauses)(test)


@fought_by_the_rules
@thorough
@given(situations(), st.integers(0, 30), keys, run_numbers)
def test_the_kernel_fights_as_the_reference_does(situation, most_rounds, key, run):
    assert_agrees(*situation, key, run, most_rounds)


@settings(deadline=None, max_examples=tries(200))
@given(situations(), st.integers(0, 30), keys, run_numbers, st.just(0) | st.integers(FEW, 60))
def test_interpreted_and_compiled_a_battle_is_the_same(situation, most_rounds, key, run, more):
    groups, thresholds, hostile, sides = situation
    empty = [Group(0, sides - 1, 0, 1, 0, 0) for _ in range(more)]
    ready = field([*groups, *empty], thresholds, hostile, sides)
    with only(ExecutionMode.INTERPRETED):
        outcome = everything_of(ready, key, run, most_rounds)
    with only(ExecutionMode.COMPILED):
        assert everything_of(ready, key, run, most_rounds) == outcome


@settings(deadline=None, max_examples=tries(100))
@given(situations(), st.integers(0, 30), keys, run_numbers, st.integers(FEW, 60))
def test_many_groups_fight_as_the_reference_does(situation, most_rounds, key, run, more):
    """Groups without ships change only the number of groups."""
    groups, thresholds, hostile, sides = situation
    empty = [Group(0, sides - 1, 0, 1, 0, 0) for _ in range(more)]
    groups = [*groups, *empty]
    for number, group in enumerate(groups):
        group.number = number
    assert_agrees(groups, thresholds, hostile, sides, key, run, most_rounds)


@fought_by_the_rules
@pytest.mark.parametrize("count", [2, FEW, FEW + 1, 255, 257, 600])
def test_groups_of_many_sizes_fight_as_the_reference_does(count):
    """Up to 600 groups of two and three sides, across the bounds of blocks and superblocks."""
    for sides in (2, 3):
        groups = [
            Group(
                number=number,
                side=number * sides // count,
                ships=number % 3,
                attacks=(number * 7) % 4,
                attack=number % 3,
                defence=number % 2,
            )
            for number in range(count)
        ]
        thresholds = [[2**30, 0], [HALF, 2**30], [CERTAIN, 3 * 2**30]]
        hostile = [(0, 1), (1, 2)][: sides - 1]
        assert_agrees(groups, thresholds, hostile, sides, key=count, run=7, most_rounds=6)


@fought_by_the_rules
@pytest.mark.parametrize("run", range(5))
def test_a_long_battle_is_fought_as_the_reference_does(run):
    groups = [Group(side, side, 40, 1, 0, 0) for side in (0, 1)]
    assert_agrees(groups, [[2**29]], [(0, 1)], 2, key=99, run=run, most_rounds=100_000)


@fought_by_the_rules
@pytest.mark.parametrize("groups", [1, FEW])
def test_words_that_are_refused_are_drawn_again(groups):
    """Of 1.6 thousand million ships, a quarter of all words count no ship evenly."""
    ships = 1_600_000_000 // (2 * groups)
    side = np.repeat([0, 1], groups)
    ready = battle_arrays(2, side, [ships] * len(side), [1] * len(side), 0 * side, 0 * side,
                     [[CERTAIN]], [(0, 1)])  # fmt: skip
    dice, rows = Stream(5), []

    class EnoughError(Exception):
        pass

    def tell(portion):
        rows.extend(portion.tolist())
        raise EnoughError

    with pytest.raises(EnoughError):
        fight_once(ready, 5, write_rows=tell)
    counts = [[ships] * groups, [ships] * groups]
    waiting = [[ships] * groups, [ships] * groups]
    for round_number, shooter, target, destroyed in rows[:2000]:
        place = dice.below(sum(map(sum, waiting)))
        assert (round_number, destroyed) == (1, 1)
        assert locate([*waiting[0], *waiting[1]], place)[0] == shooter
        waiting[shooter // groups][shooter % groups] -= 1
        enemy = 1 - shooter // groups
        group, place = locate(counts[enemy], dice.below(sum(counts[enemy])))
        assert target == enemy * groups + group
        dice.word()
        counts[enemy][group] -= 1
        waiting[enemy][group] -= place < waiting[enemy][group]


def locate(counts, place):
    for group, count in enumerate(counts):
        if place < count:
            return group, place
        place -= count
    raise AssertionError


# --- duels: two groups, without a record -------------------------------------------------------


@st.composite
def pairs_of_groups(draw):
    """A group a side, their thresholds, and their hostility; sides come in between."""
    sides = draw(st.integers(2, 4))
    numbers = sorted(draw(st.lists(st.integers(0, sides - 1), min_size=2, max_size=2, unique=True)))
    groups = [
        Group(
            number=number,
            side=side,
            ships=draw(st.sampled_from([0, 1, 1, 2, 5, 9])),
            attacks=draw(st.sampled_from([0, 1, 1, 1, 2, 7, 100])),
            attack=number,
            defence=number,
        )
        for number, side in enumerate(numbers)
    ]
    hostile = draw(st.sampled_from([[tuple(numbers)]] * 7 + [[]]))
    return groups, draw(tables(2, 2)), hostile, sides


def assert_duel_agrees(groups, thresholds, hostile, sides, key, run, most_rounds=50):
    """Fight a run without a record, and by the reference; the groups given are used up."""
    ready = field(groups, thresholds, hostile, sides)
    runs = fight_runs(ready, key, 1, first_run=run, most_rounds=most_rounds)
    dice = Stream(key, run)
    battle = Battle(groups, thresholds, both_ways(hostile), dice)
    battle.fight(most_rounds)
    figures = [int(column[0]) for column in runs[:4]]
    assert figures == [battle.winner, battle.rounds, battle.shots, dice.drawn]
    assert runs.left.tolist() == [[len(group.living) for group in groups]]
    return runs


def two_groups(ships=(5, 5), attacks=(1, 1)):
    return [Group(side, side, ships[side], attacks[side], side, side) for side in (0, 1)]


@thorough
@given(pairs_of_groups(), st.integers(0, 30), keys, run_numbers)
def test_a_duel_is_fought_as_the_reference_does(situation, most_rounds, key, run):
    assert_duel_agrees(*situation, key, run, most_rounds)


@pytest.mark.parametrize(
    ("ships", "attacks", "thresholds"),
    [
        ((1, 1), (1, 1), [[HALF, HALF], [HALF, HALF]]),
        ((1, 1), (1, 1), [[0, CERTAIN], [CERTAIN, 0]]),
        ((30, 30), (1, 1), [[HALF, HALF], [HALF, HALF]]),
        ((8, 8), (1, 0), [[HALF, HALF], [HALF, HALF]]),
        ((8, 8), (0, 1), [[HALF, HALF], [HALF, HALF]]),
        ((8, 8), (2, 3), [[0, 0], [HALF, 0]]),
        ((8, 8), (2, 3), [[0, HALF], [0, 0]]),
        ((3, 50), (100, 1), [[HALF, 2**30], [HALF, HALF]]),
        ((50, 3), (1, 100), [[HALF, HALF], [CERTAIN, HALF]]),
    ],
)
def test_duels_of_all_kinds_are_fought_as_the_reference_does(ships, attacks, thresholds):
    """One ship each; one side unarmed, or harmless; more attacks than there are targets."""
    for run in range(10):
        assert_duel_agrees(two_groups(ships, attacks), thresholds, [(0, 1)], 2, key=11, run=run)


@pytest.mark.parametrize("run", range(5))
def test_a_duel_of_weak_shots_ends_as_a_draw_at_the_limit_of_rounds(run):
    groups, weak = two_groups(), [[1, 1], [1, 1]]
    fought = assert_duel_agrees(groups, weak, [(0, 1)], 2, key=3, run=run, most_rounds=40)
    assert [int(column[0]) for column in fought[:4]] == [-1, 40, 400, 1200]


def test_a_volley_stops_with_its_last_target():
    fought = assert_duel_agrees(
        two_groups((2, 2), (100, 100)), [[CERTAIN] * 2] * 2, [(0, 1)], 2, key=1, run=1
    )
    assert (fought.rounds[0], fought.shots[0], fought.words[0]) == (1, 2, 5)


def test_duellists_without_enmity_do_not_fight():
    fought = assert_duel_agrees(two_groups(), [[HALF] * 2] * 2, [], 2, key=1, run=1)
    assert [int(column[0]) for column in fought[:4]] == [-1, 0, 0, 0]


@pytest.mark.parametrize("many", [0, 1])
@pytest.mark.parametrize("armed", [0, 1])
@pytest.mark.parametrize("run", range(3))
def test_words_that_are_refused_in_a_duel_are_drawn_again(many, armed, run):
    """A quarter of all words are: for the shooter if the many are armed, else for the target."""
    ships = [300, 300]
    ships[many] = 1_600_000_000
    attacks = [3, 3]
    attacks[many] = armed
    ready = battle_arrays(2, [0, 1], ships, attacks, [0, 0], [0, 0], [[HALF]], [(0, 1)])
    recorded = fight_once(ready, 5, run, 2, write_rows=lambda rows: None)
    alone = fight_once(ready, 5, run, 2)
    assert alone[:4] == recorded[:4]
    assert alone.left.tolist() == recorded.left.tolist()
    needed = 2 + 1 / (1 if armed else 3)  # words a shot, if none were refused
    assert alone.shots > 400
    assert alone.words > 1.05 * needed * alone.shots


# --- runs ---------------------------------------------------------------------------------------


@without_clock
@given(situations(), keys, run_numbers, st.sampled_from([0, FEW]))
def test_a_run_of_many_is_the_battle_fought_alone(situation, key, first_run, more):
    groups, *rest, sides = situation
    groups = [*groups, *(Group(0, sides - 1, 0, 1, 0, 0) for _ in range(more))]
    ready = field(groups, *rest, sides)
    many = fight_runs(ready, key, 5, first_run=first_run, most_rounds=50)
    for index in range(5):
        alone = fight_once(ready, key, first_run + index, 50, write_rows=lambda rows: None)
        assert [column[index] for column in many[:4]] == list(alone[:4])
        assert many.left[index].tolist() == alone.left.tolist()


def even(ships, groups=1, threshold=HALF):
    """Two sides of equal groups of one-gun ships."""
    side = np.repeat([0, 1], groups)
    return battle_arrays(
        2, side, np.full(2 * groups, ships), np.ones(2 * groups), 0 * side, 0 * side,
        [[threshold]], [(0, 1)],
    )  # fmt: skip


@pytest.mark.parametrize("groups", [1, FEW])
def test_runs_do_not_depend_on_threads(groups):
    single, double = (fight_runs(even(3, groups), 5, 300, threads) for threads in (1, 2))
    assert all((a == b).all() for a, b in zip(single, double, strict=True))


def test_a_later_first_run_goes_on_where_an_earlier_ended():
    statistics = fight_runs(even(4), 6, 10)
    rest = fight_runs(even(4), 6, 4, first_run=6)
    assert all((a[6:] == b).all() for a, b in zip(statistics, rest, strict=True))


def test_progress_is_told_up_to_the_last_run():
    progress = []
    fight_runs(even(1), 1, 100, progress=progress.append)
    assert progress[-1] == 100


def test_a_record_comes_in_portions_that_together_are_the_battle():
    portions = []
    fought = fight_once(even(20_000), 3, write_rows=lambda rows: portions.append(rows.copy()))
    record = np.concatenate(portions)
    assert len(portions) > 1
    assert len(record) == fought.shots
    for group in (0, 1):
        hits = record[record[:, STRUCK] == group, DESTROYED].sum()
        assert fought.left[group] == 20_000 - hits
    assert (np.diff(record[:, ROUND]) >= 0).all()
    assert record[-1, ROUND] == fought.rounds


# --- edges --------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [0, FEW])
def test_where_nobody_can_destroy_anything_nothing_is_fought(more):
    fought = fight_once(even(3, 1 + more, threshold=0), 1)
    assert (fought.rounds, fought.shots, fought.words, fought.winner) == (0, 0, 0, -1)


def test_no_groups_are_no_battle():
    empty = battle_arrays(2, [], [], [], [], [], [[HALF]], [(0, 1)])
    assert fight_once(empty, 1)[:4] == (-1, 0, 0, 0)
    assert fight_runs(empty, 1, 3).left.shape == (3, 0)


def test_a_side_alone_holds_the_field_without_a_shot():
    alone = battle_arrays(3, [1, 1], [4, 5], [1, 0], [0, 0], [0, 0], [[HALF]], [(0, 1), (1, 2)])
    assert fight_once(alone, 1)[:3] == (1, 0, 0)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"side": [1, 0]}, "by side"),
        ({"side": [0, 2]}, "sides are 0 up to 1"),
        ({"side": [-1, 1]}, "not negative"),
        ({"ships": [1, -1]}, "not negative"),
        ({"ships": [2**30, 2**30]}, "at most 2147483647 ships"),
    ],
)
def test_a_field_of_numbers_out_of_bounds_is_refused(changed, reason):
    fields = {
        "side": [0, 1],
        "ships": [1, 1],
        "attacks": [1, 1],
        "attack": [0, 0],
        "defence": [0, 0],
    }
    with pytest.raises(ValueError, match=reason):
        battle_arrays(2, **{**fields, **changed}, thresholds=[[HALF]], hostile=[(0, 1)])
