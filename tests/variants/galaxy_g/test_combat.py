"""Shooters, targets, probabilities, and the end of a battle (GG-CBT)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.report import salvo_texts, side_totals, verdict
from horizons_core.rules import catalogue
from tests.effort import THOROUGH, tries
from variants.galaxy_g.battle.kernels import ROUNDS_TO_DRAW, battle_arrays, fight_once, fight_runs
from variants.galaxy_g.battle.model import BattleGroup, GalaxyBattle
from variants.galaxy_g.battle.spec import example_types, read_spec
from variants.galaxy_g.combat import CERTAIN, Resolver, chance, threshold, threshold_table
from variants.galaxy_g.constants import MAX_SHOTS
from variants.galaxy_g.model import Design

RULES = catalogue("galaxy_g", "variants.galaxy_g")
RESOLVER = Resolver()
EVEN = [10, 1, 10, 10, 0]
DRONE = [1, 0, 0, 0, 0]

#: Without the compiler (see `make mutants`) fewer battles must do.
PART = 1 if THOROUGH else 20

powers = st.floats(0.01, 1e6)
numbers = st.floats(1, 1e6)


def examples(clause):
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


def near(share, expected, runs):
    """True if a share of these runs lies within five standard errors of the expected one."""
    return abs(share - expected) <= 5 * math.sqrt(max(expected * (1 - expected), 1e-6) / runs)


def battle(hostile=None, **sides):
    pairs = {} if hostile is None else {"hostile": hostile}
    return read_spec({"sides": sides, **pairs})


def records(situation, runs):
    for run in range(runs // PART):
        yield RESOLVER.resolve(situation, "test", run=run, max_shots=10**6)


def simulated(situation, runs, key="test"):
    return RESOLVER.simulate(situation, runs // PART, key)


# --- the order of firing and the choice of targets ------------------------------------------------


@pytest.mark.rule("GG-CBT-003")
def test_the_next_to_fire_is_drawn_evenly_over_ships():
    """Of four unfired ships, three of them in one group, each is first equally often."""
    example = RULES.examples("GG-CBT-003")[0]
    situation = battle(a=[{"design": EVEN}, {"ships": 2, "design": EVEN}], b=[{"design": EVEN}])
    each = example.expect["chance_each"]
    firsts = Counter(record.shots[0].shooter for record in records(situation, 4000))
    runs = firsts.total()

    assert len(example.given["unfired"]) == 4
    assert near(firsts[0] / runs, each, runs)
    assert near(firsts[1] / runs, 2 * each, runs)
    assert near(firsts[2] / runs, each, runs)


@pytest.mark.rule("GG-CBT-003", "GG-CBT-006")
def test_nobody_fires_twice_in_a_round_and_every_survivor_fires():
    tough = [1, 1, 1, 2, 0]
    situation = battle(a=[{"ships": 9, "design": tough}], b=[{"ships": 7, "design": tough}])
    for record in records(situation, 200):
        left = [9, 7]
        for number in range(1, record.rounds + 1):
            before = list(left)
            fired = [0, 0]
            for shot in record.shots:
                if shot.round == number:
                    fired[shot.shooter] += 1
                    left[shot.target] -= shot.kills
            assert all(shots <= ships for shots, ships in zip(fired, before, strict=True))
            if all(left):
                assert all(shots >= ships for shots, ships in zip(fired, left, strict=True))
        assert left == [unit.left for unit in record.units]


@pytest.mark.rule("GG-CBT-003")
def test_who_has_no_hostile_ship_left_does_not_fire():
    """Cato's only enemy is a drone; once it is gone, he is no more drawn."""
    gun = {"design": [0, 1, 10, 0, 0]}
    situation = battle(
        hostile=[["a", "b"], ["b", "c"]],
        a=[{"ships": 30, "design": EVEN}],
        b=[{"design": DRONE}],
        c=[{"ships": 30, **gun}],
    )
    for record in records(situation, 50):
        assert record.fired == 1
        assert record.rounds == 1
        assert record.winner is None  # two sides that do not fight each other are left


@pytest.mark.rule("GG-CBT-004")
def test_a_target_is_drawn_evenly_from_all_hostile_ships_armed_or_not():
    example = RULES.examples("GG-CBT-004")[0]
    situation = battle(
        a=[{"design": [0, 1, 1, 100, 0]}, {"ships": 4, "design": DRONE}],
        b=[{"ships": 1, "design": DRONE}, {"ships": 2, "design": EVEN}],
        c=[{"ships": 2, "design": DRONE}],
        d=[{"ships": 9, "design": DRONE}],
        hostile=[["a", "b"], ["a", "c"]],
    )
    targets = Counter(
        shot.target for r in records(situation, 6000) for shot in r.shots[:1] if shot.shooter == 0
    )
    shots, each = targets.total(), example.expect["chance_each"]

    assert example.given["hostile_alive"] == 5
    assert set(targets) == {2, 3, 4}
    for group, ships in ((2, 1), (3, 2), (4, 2)):
        assert near(targets[group] / shots, ships * each, shots)


@pytest.mark.rule("GG-CBT-005")
@examples("GG-CBT-005")
def test_a_ship_fires_all_its_attacks_while_there_is_a_target(example):
    attacks, alive = example.given["attacks"], example.given["hostile_alive"]
    situation = battle(
        a=[{"design": [0, attacks, 10, 0, 0]}], b=[{"ships": alive, "design": DRONE}]
    )
    for record in records(situation, 20):
        assert example.expect["shots"] == sum(shot.round == 1 for shot in record.shots)


@pytest.mark.rule("GG-CBT-005")
def test_each_attack_has_a_target_of_its_own():
    """Of 100 shots at 20 unbreakable groups, many groups are met."""
    wall = [{"name": str(number), "design": [0, 0, 0, 1e6, 0]} for number in range(20)]
    prey = {"ships": 1, "design": DRONE}
    situation = battle(a=[{"design": [0, 100, 1, 1e6, 0]}], b=[*wall, prey])
    met = [len({shot.target for shot in record.shots[:100]}) for record in records(situation, 100)]

    assert min(met) > 12


@pytest.mark.rule("GG-CBT-006")
def test_a_ship_destroyed_before_its_turn_does_not_fire():
    example = RULES.examples("GG-CBT-006")[0]
    situation = battle(a=[{"design": [0, 1, 1, 0, 0]}], b=[{"design": [0, 1, 1, 0, 0]}])
    for record in records(situation, 100):
        fired = {shot.shooter for shot in record.shots}
        destroyed = next(number for number, unit in enumerate(record.units) if unit.destroyed)
        assert example.expect["fires"] == (destroyed in fired)
        assert record.fired == 1


# --- attack, defence and chance -------------------------------------------------------------------


@pytest.mark.rule("GG-CBT-007")
@examples("GG-CBT-007")
def test_attack_is_weapons_times_tech(example):
    weapons, tech = example.given["weapons"], example.given["tech"]
    group = BattleGroup(0, "Gun", 1, Design(0, 1, weapons, 0, 0), weapons_tech=tech)

    assert example.expect["attack"] == RESOLVER.attack(group.design, tech)


@pytest.mark.rule("GG-CBT-008")
@examples("GG-CBT-008")
def test_defence_is_shields_diluted_by_size(example):
    inputs, expect = example.given, example.expect
    rest = inputs.get("mass", 0) - inputs.get("shields", 0)
    design = (
        Design(*inputs["design"])
        if "design" in inputs
        else Design(rest, 0, 0, inputs["shields"], 0)
    )
    defence = RESOLVER.defence(design, inputs.get("tech", 1))

    assert expect["defence"] == pytest.approx(defence, abs=5e-7)
    if "ratio_to_previous" in expect:
        assert expect["ratio_to_previous"] == pytest.approx(defence / 8.617739)


@pytest.mark.rule("GG-CBT-008", "GG-DSN-002")
def test_the_defence_of_the_rulebooks_types_is_that_of_its_table():
    for row in RULES["GG-DSN-002"].rows:
        design = example_types()[row["type"]]
        assert row["defence"] == pytest.approx(RESOLVER.defence(design, 1), abs=5e-5), row["type"]
        assert row["mass"] == pytest.approx(design.mass)


@pytest.mark.rule("GG-CBT-008")
@given(st.floats(0, 1e6), numbers, numbers, st.floats(1, 10))
def test_more_shields_never_lower_the_defence(rest, shields, more, tech):
    few, many = Design(rest, 0, 0, shields, 0), Design(rest, 0, 0, shields + more, 0)

    assert RESOLVER.defence(few, tech) <= RESOLVER.defence(many, tech)


@pytest.mark.rule("GG-CBT-009")
@examples("GG-CBT-009")
def test_a_load_changes_nothing(example):
    entry = {"type": example.given["type"], "load": example.given["load"]}
    situation = battle(a=[entry], b=[{"design": EVEN}])

    assert example.expect["defence"] == pytest.approx(
        RESOLVER.defence(situation.groups[0].design, situation.groups[0].shields_tech), abs=5e-7
    )


@pytest.mark.rule("GG-CBT-010")
@examples("GG-CBT-010")
def test_the_chance_is_linear_in_the_logarithm(example):
    attack, defence = float(example.given["attack"]), float(example.given["defence"])

    assert example.expect["chance"] == pytest.approx(chance(attack, defence), abs=5e-7)


@pytest.mark.rule("GG-CBT-010")
@given(powers, st.sampled_from([(1, CERTAIN // 2), (2, 3 * CERTAIN // 4), (4, CERTAIN)]))
def test_equal_powers_and_powers_of_two_have_exact_chances(power, case):
    times, expected = case
    assert threshold(times * power, power) == expected
    assert threshold(power, times * power) == CERTAIN - expected


@pytest.mark.rule("GG-CBT-010", "GG-CBT-011")
@given(powers, powers, powers)
def test_a_stronger_attack_and_a_weaker_defence_never_lower_the_chance(attack, defence, other):
    low, high = sorted((attack, other))
    assert threshold(low, defence) <= threshold(high, defence)
    low, high = sorted((defence, other))
    assert threshold(attack, low) >= threshold(attack, high)


@pytest.mark.rule("GG-CBT-011")
@examples("GG-CBT-011")
def test_four_times_as_strong_is_certain(example):
    attack, defence = float(example.given["attack"]), float(example.given["defence"])

    assert example.expect["chance"] == pytest.approx(chance(attack, defence), abs=5e-7)


@pytest.mark.rule("GG-CBT-011")
@given(powers)
def test_only_four_times_as_strong_is_certain(power):
    assert threshold(4 * power, power) == CERTAIN
    assert threshold(power, 4 * power) == 0
    assert 0 < threshold(math.nextafter(power, math.inf), 4 * power) < CERTAIN
    assert 0 < threshold(math.nextafter(4 * power, 0), power) < CERTAIN


@pytest.mark.rule("GG-CBT-010", "GG-CBT-011")
@given(st.lists(powers | st.just(0.0), max_size=4), st.lists(powers | st.just(0.0), max_size=4))
def test_a_table_of_thresholds_holds_those_of_all_pairs(attacks, defences):
    table = threshold_table(attacks, defences)

    assert table.tolist() == [[threshold(a, d) for d in defences] for a in attacks]


@pytest.mark.rule("GG-CBT-011")
def test_the_resolver_makes_four_times_as_strong_certain():
    strong, weak = RESOLVER.thresholds([4.0], [1.0]), RESOLVER.thresholds([1.0], [4.0])
    nearly = RESOLVER.thresholds([3.9], [1.0])

    assert (strong.tolist(), weak.tolist()) == ([[CERTAIN]], [[0]])
    assert 0 < nearly[0, 0] < CERTAIN


@pytest.mark.rule("GG-CBT-012")
def test_an_even_ship_has_half_a_chance_against_its_like():
    """The interval of 95 of 100 studies, around the share of first shots that destroy."""
    example = RULES.examples("GG-CBT-012")[0]
    design = Design(*example.given["design"])
    attack, defence = RESOLVER.attack(design, 1.0), RESOLVER.defence(design, 1.0)
    assert (attack, defence) == (example.given["attack"], example.given["defence"])
    assert chance(attack, defence) == example.expect["chance"]

    runs = 200_000
    even = {"design": example.given["design"]}
    shots = simulated(battle(a=[even], b=[even]), runs).shots
    share = (shots == 1).mean()
    half_width = 1.96 * math.sqrt(share * (1 - share) / len(shots))
    assert half_width < 0.005 * math.sqrt(PART)
    assert abs(share - example.expect["chance"]) < 0.005 * math.sqrt(PART)


@pytest.mark.rule("GG-CBT-012")
def test_a_large_ship_dilutes_its_shields():
    example = RULES.examples("GG-CBT-012")[1]
    first, other = (RESOLVER.defence(Design(*example.given[name]), 1) for name in "ab")

    assert example.expect["defence_ratio"] == pytest.approx(first / other, rel=1e-15)


@pytest.mark.rule("GG-CBT-011")
def test_a_hopeless_shot_never_and_a_crushing_one_always_destroys():
    """A gun of 1 never destroys a defence of 10, and 40 against 10 always does."""
    crushing = [0, 1, 40, 0, 0]
    wall, drone = {"ships": 5, "design": EVEN}, {"ships": 5, "design": DRONE}
    for record in records(battle(a=[{"design": crushing}], b=[wall]), 50):
        assert all(shot.destroyed for shot in record.shots if shot.shooter == 0)
    pop_gun = {"ships": 20, "design": [0, 1, 1, 0, 0]}
    for record in records(battle(a=[pop_gun], b=[wall, drone]), 20):
        assert not any(shot.destroyed for shot in record.shots if shot.target == 1)
        assert record.units[1].left == 5


# --- rounds and the end ---------------------------------------------------------------------------


@pytest.mark.rule("GG-CBT-013")
def test_rounds_follow_until_one_side_is_gone():
    example = RULES.examples("GG-CBT-013")[0]
    side = [{"ships": 20, "design": EVEN}]
    longer = 0
    for record in records(battle(a=side, b=side), 100):
        left = [20, 20]
        for shot in record.shots:
            assert all(left)
            left[shot.target] -= shot.kills
        assert record.winner == left.index(0) ^ 1
        assert [shot.round for shot in record.shots] == sorted(s.round for s in record.shots)
        longer += record.rounds > 1

    assert example.expect["next_round"] == (longer > 90 // PART)


def powers_fight(power, other):
    """A ship a side with these attacks and defences."""
    attacks = sorted({power["attack"], other["attack"]})
    defences = sorted({power["defence"], other["defence"]})
    return battle_arrays(
        2, [0, 1], [1, 1], [1, 1],
        [attacks.index(power["attack"]), attacks.index(other["attack"])],
        [defences.index(power["defence"]), defences.index(other["defence"])],
        threshold_table(attacks, defences), [(0, 1)],
    )  # fmt: skip


@pytest.mark.rule("GG-CBT-014")
@pytest.mark.parametrize("example", RULES.examples("GG-CBT-014")[:3], ids=str)
def test_a_battle_is_drawn_when_nobody_can_destroy_anybody(example):
    fought = fight_once(powers_fight(example.given["A"], example.given["B"]), key=1)

    assert example.expect["draw"] == (fought.shots == 0)
    assert example.expect["draw"] == (fought.left.tolist() == [1, 1])


@pytest.mark.rule("GG-CBT-014")
def test_a_battle_is_drawn_after_a_hundred_thousand_rounds():
    example = RULES.examples("GG-CBT-014")[3]
    hopeless = {"attack": 10.000000001, "defence": 40.0}
    rounds = example.given["rounds_fought"] // PART
    fought = fight_once(powers_fight(hopeless, hopeless), key=1, most_rounds=rounds)

    assert example.given["rounds_fought"] == ROUNDS_TO_DRAW
    assert (fought.rounds, fought.shots) == (rounds, 2 * rounds)
    assert example.expect["draw"] == (fought.winner == -1)


@pytest.mark.rule("GG-CBT-014")
def test_a_draw_is_seen_at_the_start_of_a_round_only():
    """The last drone falls, and its fleet's other guns, which cannot hurt, still end the round."""
    situation = battle(
        a=[{"ships": 6, "design": [0, 1, 1, 1000, 0]}],
        b=[{"ships": 6, "design": [0, 1, 1, 1000, 0]}, {"design": DRONE}],
    )
    for record in records(situation, 30):
        rounds = Counter(shot.round for shot in record.shots)
        assert all(shots == 12 for shots in rounds.values())
        assert record.shots[-1].round == next(s.round for s in record.shots if s.destroyed)
        assert record.winner is None


@pytest.mark.rule("GG-CBT-015")
def test_hostility_is_mutual():
    example = RULES.examples("GG-CBT-015")[0]
    side = [{"ships": 3, "design": EVEN}]
    situation = battle(a=side, b=side, c=side, hostile=[["a", "b"]])
    pairs = {(shot.shooter, shot.target) for r in records(situation, 50) for shot in r.shots}

    assert example.expect["B_fires_at_A"] == ((1, 0) in pairs)
    assert pairs == {(0, 1), (1, 0)}


# --- statistics -----------------------------------------------------------------------------------


@pytest.mark.rule("GG-CBT-003", "GG-CBT-004", "GG-CBT-006", "GG-CBT-013")
@pytest.mark.parametrize(
    ("ships", "published", "rounding", "runs"),
    [(5, 13.9, 0.05, 100_000), (20, 62.9, 0.05, 40_000), (100, 340, 5, 10_000)],
)
def test_even_battles_last_as_long_as_in_galaxyng(ships, published, rounding, runs):
    side = [{"ships": ships, "design": EVEN}]
    stats = simulated(battle(a=side, b=side), runs)
    error = stats.shots.std() / math.sqrt(stats.runs)

    assert abs(stats.shots.mean() - published) < rounding + 4 * error
    assert near(stats.wins("a") / stats.runs, 0.5, stats.runs)
    assert stats.wins("a") + stats.wins("b") == stats.runs


@pytest.mark.rule("GG-CBT-008")
def test_better_shields_save_ships():
    """The same fleets but for shields: more ships of a survive, by far more than chance."""
    other = [{"ships": 20, "design": EVEN}]
    means = []
    for tech in (1.0, 1.1, 1.5, 2.0):
        ours = [{"ships": 20, "design": EVEN, "tech": {"shields": tech}}]
        left = simulated(battle(a=ours, b=other), 20_000).measures["ships left"][:, 0]
        means.append((left.mean(), left.std() / math.sqrt(len(left))))

    for (fewer, error), (more, _) in pairwise(means):
        assert more > fewer + 3 * error


def outcomes(situation, runs):
    stats = simulated(situation, runs)
    return [stats.winner, stats.rounds, stats.shots, *stats.measures["ships left"].T]


def test_an_unarmed_group_split_in_two_changes_no_battle():
    """Neither in the mean nor in a single run: the same words find the same ships."""
    guns = [{"ships": 8, "design": EVEN}]
    fight = battle(a=guns, b=[*guns, {"ships": 10, "design": DRONE}])
    drones = [{"ships": 4, "design": DRONE}, {"ships": 6, "design": DRONE}]
    split = battle(a=guns, b=[*guns, *drones])

    assert np.array_equal(outcomes(fight, 500), outcomes(split, 500))


def test_an_armed_group_split_in_three_changes_no_battle_in_the_mean():
    other = [{"ships": 12, "design": EVEN}]
    fight = battle(a=[{"ships": 12, "design": EVEN}], b=other)
    split = battle(a=[{"ships": ships, "design": EVEN} for ships in (1, 4, 7)], b=other)
    for joined, apart in zip(outcomes(fight, 40_000), outcomes(split, 40_000), strict=True):
        error = math.sqrt((joined.var() + apart.var()) / len(joined))
        assert abs(joined.mean() - apart.mean()) < 4 * error


# --- records and statistics -----------------------------------------------------------------------


SKIRMISH = {
    "a": [{"ships": 5, "type": "Cruiser"}, {"ships": 30, "type": "Drone"}],
    "b": [{"ships": 6, "type": "Gunship", "tech": 2}, {"ships": 2, "type": "Battle Cruiser"}],
}


def test_a_record_is_a_run_of_the_simulation():
    situation = battle(**SKIRMISH)
    stats = RESOLVER.simulate(situation, 20, 7)
    for run in range(20):
        record = RESOLVER.resolve(situation, 7, run=run)
        assert [unit.left for unit in record.units] == stats.survivors[run].tolist()
        assert (-1 if record.winner is None else record.winner) == stats.winner[run]
        assert (record.fired, record.rounds) == (stats.shots[run], stats.rounds[run])
        assert RESOLVER.fight(situation, 7, run, record=False).survivors == tuple(
            stats.survivors[run]
        )


def test_statistics_count_ships_by_side_and_survivors_by_group():
    stats = RESOLVER.simulate(battle(**SKIRMISH), 50, "key")
    left = stats.measures["ships left"]

    assert stats.units == ("a: Cruiser", "a: Drone", "b: Gunship", "b: Battle Cruiser")
    assert ((left + stats.measures["ships lost"]) == [35, 8]).all()
    assert (stats.survivors[:, :2].sum(axis=1) == left[:, 0]).all()
    assert (stats.survivors[:, 2:].sum(axis=1) == left[:, 1]).all()


def test_groups_may_be_given_in_any_order_of_sides():
    groups = battle(**SKIRMISH).groups
    mixed = (groups[2], groups[0], groups[3], groups[1])
    straight = RESOLVER.fight(GalaxyBattle(("a", "b"), groups, ((0, 1),)), 3)
    turned = RESOLVER.fight(GalaxyBattle(("a", "b"), mixed, ((0, 1),)), 3)

    assert [straight.survivors[index] for index in (2, 0, 3, 1)] == list(turned.survivors)
    assert [mixed.index(groups[shot.shooter]) for shot in straight.record.shots] == [
        shot.shooter for shot in turned.record.shots
    ]


def sums(record):
    counts = Counter()
    for shot in record.shots:
        counts[shot.shooter, shot.target, "shots"] += shot.count
        counts[shot.shooter, shot.target, "kills"] += shot.kills
    return counts


@settings(deadline=None, max_examples=tries(20))
@given(st.integers(0, 2**64 - 1), st.integers(1, 60))
def test_a_record_in_sums_says_the_same_with_fewer_rows(key, most):
    situation = battle(**SKIRMISH)
    record = RESOLVER.resolve(situation, key, max_shots=10**6)
    short = RESOLVER.resolve(situation, key, max_shots=most)

    assert sums(record) == sums(short)
    assert record.fired == short.fired == len(record.shots)
    assert (record.units, record.winner, record.rounds) == (short.units, short.winner, short.rounds)
    if record.fired > most:
        pairs = len({(shot.shooter, shot.target) for shot in record.shots})
        assert len(short.shots) <= max(most, pairs)
        assert [shot.round for shot in short.shots] == sorted(s.round for s in short.shots)
    else:
        assert short == record


def test_sums_by_round_are_those_of_the_rounds():
    side = [{"ships": 2_000, "design": EVEN}]
    situation = battle(a=side, b=side)
    record = RESOLVER.resolve(situation, 1, max_shots=10**6)
    short = RESOLVER.resolve(situation, 1, max_shots=100)
    by_round = Counter((shot.round, shot.shooter) for shot in record.shots)

    assert by_round == {(shot.round, shot.shooter): shot.count for shot in short.shots}


def test_a_hopeless_battle_has_a_short_record():
    """Attacks a hair above a quarter of the defence, for a hundred thousand rounds."""
    design = Design(1, 1, 1, 1, 0)
    tech = RESOLVER.defence(design, 1) / 4 * (1 + 1e-12)
    walls = tuple(BattleGroup(side, "Wall", 1, design, weapons_tech=tech) for side in (0, 1))
    record = RESOLVER.fight(GalaxyBattle(("a", "b"), walls, ((0, 1),)), 1).record

    assert (record.rounds, record.fired) == (ROUNDS_TO_DRAW, 2 * ROUNDS_TO_DRAW)
    assert len(record.shots) <= MAX_SHOTS
    assert verdict(record.to_dict()) == "undecided"


def test_a_told_battle_counts_ships():
    situation = battle(
        a=[{"ships": 9, "design": [0, 1, 40, 1000, 0], "name": "Guns"}],
        b=[{"ships": 3, "type": "Drone"}],
    )
    event = RESOLVER.resolve(situation, 1).to_dict()
    ours, enemy = side_totals(event)

    assert (ours["ships"], ours["left"], ours["kills"], ours["shots"]) == (9, 9, 3, 3)
    assert (enemy["ships"], enemy["lost"], enemy["before"]) == (3, 3, None)
    assert salvo_texts(event) == ["Guns fires 3 shots at Drone: 3 ships destroyed"]
    assert verdict(event) == "a won"
    assert event["units"][1]["before"] == {"ships": 3}
    assert event["units"][1]["after"] == {"ships": 0}


def test_a_told_sum_has_its_count_and_kills():
    side = [{"ships": 300, "design": EVEN}]
    record = RESOLVER.resolve(battle(a=side, b=side), 1, max_shots=10)
    event = record.to_dict()

    assert sum(shot["count"] for shot in event["shots"]) == record.fired
    assert sum(total["shots"] for total in side_totals(event)) == record.fired
    assert sum(total["kills"] for total in side_totals(event)) == sum(
        total["lost"] for total in side_totals(event)
    )


def test_many_groups_alike_need_no_large_table():
    side = [{"name": str(number), "design": EVEN} for number in range(300)]
    ready = RESOLVER.kernel_field(battle(a=side, b=side))

    assert ready.thresholds.shape == (1, 1)
    assert fight_runs(ready, 1, 2).left.shape == (2, 600)


def test_groups_that_share_a_name_are_told_apart_by_their_sides():
    sides = {
        "Ada": [{"ships": 1, "type": "Space Gun"}],
        "Brin": [{"ships": 1, "type": "Space Gun"}],
    }
    record = RESOLVER.resolve(RESOLVER.battle({"sides": sides}), key=1).to_dict()
    (line,) = salvo_texts(record)

    assert line in (
        "Ada's Space Gun fires 1 shot at Brin's Space Gun: ship destroyed",
        "Brin's Space Gun fires 1 shot at Ada's Space Gun: ship destroyed",
    )
