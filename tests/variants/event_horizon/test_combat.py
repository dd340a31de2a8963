"""Shields, the initiative lottery, targets, damage (EH-SHD, EH-CBT)."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import THOROUGH
from tests.variants.event_horizon.table import (
    VARIANT,
    events,
    examples,
    find_ship,
    play,
    ship,
    table,
)

#: Without the compiler (see `make mutants`) fewer battles must do.
PART = 1 if THOROUGH else 8


def near(share: float, expected: float, runs: int) -> bool:
    """True if a share of these runs lies within five standard errors of the expected one."""
    return abs(share - expected) <= 5 * math.sqrt(max(expected * (1 - expected), 1e-6) / runs)


def battle(turns=1, **sides):
    return VARIANT.battle({"turns": turns, "sides": sides})


def records(fight, runs):
    return (VARIANT.combat.resolve(fight, "test", run=run) for run in range(runs // PART))


@pytest.mark.rule("EH-SHD-001")
@pytest.mark.parametrize("example", examples("EH-SHD-001"), ids=str)
def test_charging_halves_the_points_and_adds_the_generators(example):
    points, generators = example.given["points"], example.given["generators"]
    game = table(ship("Ada", 1, thrusters=1, shields=generators, points=points))

    assert example.expect["points"] == find_ship(play(game).game, "Ada", 1).points


@pytest.mark.rule("EH-SHD-002")
@pytest.mark.parametrize(
    "row", VARIANT.rules["EH-SHD-002"].rows, ids=lambda row: str(row["generators"])
)
def test_repeated_charging_leads_to_the_maximum(row):
    game = table(
        ship("Ada", 1, thrusters=1, shields=row["generators"]), ship("Brin", 1, "7,7", thrusters=1)
    )
    for _ in range(12):
        game = play(game).game
    points = find_ship(game, "Ada", 1).points

    assert row["maximum"] == points
    assert row["per_generator"] == round(points / row["generators"], 2)


@pytest.mark.rule("EH-SHD-001")
@pytest.mark.parametrize("example", examples("EH-SHD-001"), ids=str)
def test_shields_are_charged_between_turns_of_a_battle_as_in_a_game(example):
    """Every shot hits the target's points, which are charged before the second turn."""
    points, generators = example.given["points"] + 1, example.given["generators"]
    fight = battle(
        turns=2,
        a=[{"hull": 30, "weapons": 1}],
        b=[{"hull": 999, "thrusters": 1, "shields": generators, "points": points}],
    )
    (record,) = records(fight, PART)
    after = record.units[1].after

    assert record.rounds == 2
    assert example.expect["points"] == after["points"] + record.shots[1].absorbed


@pytest.mark.rule("EH-SHD-001")
def test_only_who_has_other_points_than_before_is_told_of_the_charging():
    game = table(
        ship("Ada", 1, thrusters=1, shields=1),
        ship("Brin", 1, "7,7", thrusters=1, shields=1),
        ship("Brin", 2, "7,7", thrusters=1, shields=2),
        ship("Brin", 3, "7,7", thrusters=1, shields=2, points=3),
        ship("Cato", 1, "5,5", thrusters=1),
        players=("Ada", "Brin", "Cato"),
    )
    turn = play(game)
    charges = [(e.audience, e.text) for e in events(turn, "shields.charged")]

    assert charges == [
        (("Ada",), "Shields charged on 1 ship."), (("Brin",), "Shields charged on 2 ships.")
    ]  # fmt: skip
    assert [s.points for s in turn.game.ships] == [1, 1, 2, 3, 0]


@pytest.mark.rule("EH-SHD-002")
@pytest.mark.parametrize("generators", [0, 1, 2, 3, 4, 5, 10, 300])
def test_the_greatest_charge_is_two_for_each_generator_less_one(generators):
    assert VARIANT.economy.most_points(generators) == max(0, 2 * generators - 1)


@pytest.mark.rule("EH-SHD-002")
@given(points=st.integers(0, 500), generators=st.integers(0, 60))
def test_points_never_rise_above_the_maximum_and_an_excess_decays(points, generators):
    game = table(ship("Ada", 1, thrusters=1, shields=generators, points=points))
    after = find_ship(play(game, only=("shields",)).game, "Ada", 1).points
    most = max(0, 2 * generators - 1)

    assert after <= max(most, points)
    assert after < points or points <= most + 1  # by the formula, 2 * generators stay as they are


@pytest.mark.rule("EH-CBT-001")
@pytest.mark.parametrize("example", examples("EH-CBT-001"), ids=str)
def test_combat_is_where_empires_meet_and_somebody_is_armed(example):
    owners = ("Ada", "Brin")[: example.given["empires_in_sector"]]
    armed = example.given.get("armed_ships", 1)
    ships = [
        ship(owner, 1, "3,3", hull=9, thrusters=1, weapons=int(index < armed))
        for index, owner in enumerate(owners)
    ]
    turn = play(table(*ships, ship("Ada", 2, "7,7", hull=9, weapons=1)))

    assert example.expect["combat"] == bool(events(turn, "battle.fought"))


@pytest.mark.rule("EH-CBT-001")
def test_all_empires_in_a_sector_fight_each_other_and_all_are_told():
    names = ("Ada", "Brin", "Cato")
    ships = [ship(name, n, hull=50, weapons=1) for name in names for n in range(1, 11)]
    turn = play(table(*ships, players=names))
    (data,) = [e.data for e in events(turn, "battle.fought", "Ada")]

    pairs = {(shot["shooter"] // 10, shot["target"] // 10) for shot in data["shots"]}
    assert pairs == {(a, b) for a in range(3) for b in range(3) if a != b}
    assert [len(events(turn, "battle.fought", name)) for name in names] == [1, 1, 1]


@pytest.mark.rule("EH-CBT-002", "EH-CBT-003")
@pytest.mark.parametrize("example", examples("EH-CBT-002"), ids=str)
def test_a_ship_holds_one_ticket_and_two_for_each_thruster(example):
    """Held against one ticket, it fires first in tickets / (tickets + 1) of all battles."""
    thrusters, tickets = example.given["thrusters"], example.expect["tickets"]
    fight = battle(
        a=[{"hull": 200, "thrusters": thrusters, "weapons": 1}], b=[{"hull": 200, "weapons": 1}]
    )
    firsts = [record.shots[0].shooter == 0 for record in records(fight, 4000)]

    assert near(sum(firsts) / len(firsts), tickets / (tickets + 1), len(firsts))


@pytest.mark.rule("EH-CBT-002")
@pytest.mark.parametrize("example", examples("EH-CBT-002"), ids=str)
def test_tickets_are_counted_exactly(example):
    numbers, thrusters = VARIANT.combat, example.given["thrusters"]

    assert example.expect["tickets"] == (numbers.tickets + numbers.tickets_per_thruster * thrusters)


@pytest.mark.rule("EH-CBT-003")
def test_the_next_ship_is_drawn_by_tickets_among_those_that_have_not_fired():
    example = examples("EH-CBT-003")[0]
    fight = battle(
        a=[{"hull": 99, "thrusters": (example.given["tickets"]["a"] - 1) // 2, "weapons": 1}],
        b=[{"hull": 99, "weapons": 1, "points": 1}],
    )
    shots = [[shot.shooter for shot in record.shots] for record in records(fight, 4000)]
    first = sum(order[0] == 0 for order in shots) / len(shots)

    assert near(first, example.expect["a_first"], len(shots))
    assert near(first, 1 - example.expect["b_first"], len(shots))
    assert {(0, 1), (1, 0)} >= {order for order in map(tuple, shots) if len(order) > 1}


@pytest.mark.rule("EH-CBT-003")
def test_tickets_are_counted_from_the_thrusters_at_the_time_of_the_draw():
    """Two of b's three ships fire; the one that lost its thruster to the first shot comes later."""
    fight = battle(
        a=[{"thrusters": 200, "weapons": 1, "hull": 20_000, "points": 999}],
        b=[{"thrusters": 1, "weapons": 1, "hull": 1}, {"thrusters": 1, "weapons": 1, "hull": 1}],
    )
    later = total = 0
    for record in records(fight, 6000):
        first = record.shots[0]
        if first.shooter != 0 or first.lost != ("thruster",):
            continue
        following = [shot.shooter for shot in record.shots[1:3]]
        total += 1
        later += following[0] != first.target
    assert total > 1000 / PART
    assert near(later / total, 3 / 4, total)  # tickets 1 against 3


@pytest.mark.rule("EH-CBT-004")
def test_a_volley_is_one_shot_for_each_weapon_left():
    example = examples("EH-CBT-004")[0]
    weapons = example.given["weapons"]
    fight = battle(a=[{"hull": 50, "weapons": weapons}], b=[{"hull": 50, "weapons": weapons}])
    results = set()
    for record in records(fight, 3000):
        second = record.shots[-1].shooter
        lost = sum(shot.lost.count("weapon") for shot in record.shots if shot.target == second)
        fired = sum(shot.shooter == second for shot in record.shots)
        assert fired == weapons - lost
        assert weapons == sum(shot.shooter != second for shot in record.shots)
        results.add((lost, fired))

    assert (example.given["lost_before_firing"], example.expect["shots"]) in results


@pytest.mark.rule("EH-CBT-004")
def test_combat_is_one_round_a_turn_and_goes_on_next_turn():
    game = table(ship("Ada", 1, hull=200, weapons=2), ship("Brin", 1, hull=200, weapons=3), seed=4)
    for _ in range(3):
        turn = play(game)
        (data,) = [e.data for e in events(turn, "battle.fought", "Ada")]
        weapons = [find_ship(game, owner, 1).weapons for owner in ("Ada", "Brin")]
        fired = [sum(shot["shooter"] == unit for shot in data["shots"]) for unit in (0, 1)]
        assert all(shots <= most for shots, most in zip(fired, weapons, strict=True))
        assert sum(weapons) - 3 <= sum(fired)
        game = turn.game


@pytest.mark.rule("EH-CBT-005")
def test_damage_counts_at_once_so_the_destroyed_do_not_fire():
    fight = battle(a=[{"weapons": 1}], b=[{"weapons": 1}])

    for record in records(fight, 200):
        assert len(record.shots) == 1
        assert record.shots[0].destroyed
        assert record.winner == record.units[record.shots[0].shooter].side


@pytest.mark.rule("EH-CBT-006")
def test_the_first_target_is_drawn_evenly_from_all_enemies():
    example = examples("EH-CBT-006")[0]
    enemies = example.given["enemies"]
    fight = battle(
        a=[{"weapons": 1}, {"thrusters": 1, "count": 3}],
        b=[{"thrusters": 1}],
        c=[{"hull": 20, "thrusters": 9, "points": 3}],
        d=[{"thrusters": 1, "count": enemies - 2}],
    )
    hits = [0] * len(fight.side)
    for record in records(fight, 8000):
        hits[record.shots[0].target] += 1
    runs = sum(hits)

    assert hits[:4] == [0, 0, 0, 0]
    assert all(near(hit / runs, example.expect["chance_each"], runs) for hit in hits[4:])


@pytest.mark.rule("EH-CBT-007", "EH-CBT-008")
@pytest.mark.parametrize("example", examples("EH-CBT-007"), ids=str)
def test_each_further_shot_locks_on_with_the_chance_of_the_table(example):
    weapons = example.given["weapons"]
    enemies = 50
    fight = battle(
        a=[{"hull": 100, "weapons": weapons}], b=[{"thrusters": 1, "points": 99, "count": enemies}]
    )
    same = pairs = 0
    for record in records(fight, 3000):
        targets = [shot.target for shot in record.shots]
        same += sum(a == b for a, b in pairwise(targets))
        pairs += len(targets) - 1
    drawn_anew = (1 - same / pairs) / (1 - 1 / enemies)  # a new draw may hit the old target

    assert pairs == 3000 // PART * (weapons - 1)
    assert near(drawn_anew, example.expect["new_target"], pairs)
    assert example.expect["lock_on_percent"] == round(100 * (1 - example.expect["new_target"]))


@pytest.mark.rule("EH-CBT-007")
def test_the_chance_of_a_new_target_is_85_percent_for_each_weapon():
    assert VARIANT.combat.new_target_percent == 85


@pytest.mark.rule("EH-CBT-007")
def test_when_the_locked_target_is_destroyed_a_new_one_is_drawn():
    fight = battle(a=[{"hull": 30, "weapons": 10}], b=[{"weapons": 1, "count": 4}])
    for record in records(fight, 300):
        alive = set(range(1, 5))
        for shot in record.shots:
            if shot.shooter == 0:
                assert shot.target in alive
            if shot.destroyed:
                alive.discard(shot.target)


@pytest.mark.rule("EH-CBT-008")
@pytest.mark.parametrize("example", examples("EH-CBT-008"), ids=str)
def test_the_lock_is_rolled_for_every_shot_after_the_first(example):
    """One roll is one word more than the two that a target and a component take."""
    weapons, rolls = example.given["weapons"], example.expect["rolls"]
    patterns = set()
    fight = battle(
        a=[{"hull": 100, "weapons": weapons}], b=[{"thrusters": 1, "points": 99, "count": 30}]
    )
    for record in records(fight, 2000):
        targets = [shot.target for shot in record.shots]
        patterns.add(tuple(a == b for a, b in pairwise(targets)))

    assert 2**rolls == len(patterns)  # every mixture of locks and new targets occurs


@pytest.mark.rule("EH-CBT-009", "EH-CBT-010")
def test_every_shot_hits_and_does_one_damage():
    shots = examples("EH-CBT-009")[0].given["shots"]
    fight = battle(a=[{"hull": 30, "weapons": shots}], b=[{"thrusters": 1, "points": 50}])
    for record in records(fight, 50):
        hits = [shot for shot in record.shots if shot.shooter == 0]
        assert examples("EH-CBT-009")[0].expect["hits"] == len(hits)
        assert examples("EH-CBT-010")[0].expect["damage"] == 50 - record.units[1].after["points"]


@pytest.mark.rule("EH-CBT-011")
@pytest.mark.parametrize("example", examples("EH-CBT-011"), ids=str)
def test_shields_absorb_damage_while_they_last(example):
    points, hits = example.given["shield_points"], example.given["hits"]
    fight = battle(
        a=[{"hull": 30, "weapons": hits}], b=[{"hull": 60, "thrusters": 1, "points": points}]
    )
    for record in records(fight, 50):
        after = record.units[1].after
        left = after["hull"] + after["thrusters"]
        assert example.expect["shield_points"] == after["points"]
        assert example.expect["components_lost"] == 61 - left or record.units[1].destroyed


@pytest.mark.rule("EH-CBT-011", "EH-CBT-010")
def test_a_shot_is_absorbed_or_costs_a_component():
    game = table(ship("Ada", 1, hull=90, thrusters=1, points=3), ship("Brin", 1, weapons=1))
    after = find_ship(play(game, only=("combat",)).game, "Ada", 1)

    assert (after.points, after.components) == (2, 91)


@pytest.mark.rule("EH-CBT-012")
def test_a_component_is_drawn_evenly_from_all_that_remain():
    example = examples("EH-CBT-012")[0]
    parts = dict(example.given)
    fight = battle(a=[{"weapons": 1, "thrusters": 60, "hull": 1000}], b=[{**parts, "points": 0}])
    lost = {"hull": 0, "thruster": 0, "weapon": 0, "shield": 0}
    runs = 0
    for record in records(fight, 8000):
        if record.shots[0].shooter == 0:
            lost[record.shots[0].lost[0]] += 1
            runs += 1

    assert near(lost["hull"] / runs, example.expect["chance_hull"], runs)
    assert near(lost["thruster"] / runs, example.expect["chance_thruster"], runs)
    assert near(lost["weapon"] / runs, 0.1, runs)
    assert near(lost["shield"] / runs, 0.1, runs)


@pytest.mark.rule("EH-CBT-012")
def test_nothing_is_repaired():
    game = table(
        ship("Ada", 1, hull=90, thrusters=2, weapons=2), ship("Brin", 1, hull=90, weapons=1)
    )
    hurt = play(game).game
    later = play(play(hurt, {"Ada": "MOVE 1 E"}).game).game

    assert find_ship(later, "Ada", 1).components <= find_ship(hurt, "Ada", 1).components < 94


@pytest.mark.rule("EH-CBT-013")
def test_a_ship_that_its_hull_cannot_hold_loses_more_until_it_is_legal_or_dead():
    unsound, sound = examples("EH-CBT-013")[:2]
    fight = battle(
        a=[{"weapons": 1, "thrusters": 60, "hull": 1000}],
        b=[{"hull": unsound.given["hull"], "thrusters": unsound.given["others"], "points": 0}],
    )
    critical = 0
    for record in records(fight, 500):
        shot, after = record.shots[0], record.units[1].after
        rest = after["thrusters"] + after["weapons"] + after["shields"]
        assert record.units[1].destroyed or 4 * after["hull"] >= rest**2 - 1
        if shot.lost[0] == "hull":
            critical += 1
            assert len(shot.lost) > 1
        else:  # hull 4 holds three others, and their loss needs no more
            assert (after["hull"], rest) == (4, 3)
            assert len(shot.lost) == 1
    assert critical
    assert sound.expect["legal"] == (4 * sound.given["hull"] >= sound.given["others"] ** 2 - 1)


@pytest.mark.rule("EH-CBT-013")
def test_a_ship_without_weapon_and_thruster_is_dead():
    dead = examples("EH-CBT-013")[3]
    game = table(
        ship("Ada", 1, hull=dead.given["hull"], thrusters=1, shields=dead.given["shields"]),
        ship("Brin", 1, hull=30, weapons=10),
        seed=2,
    )
    (data,) = [e.data for e in events(play(game), "battle.fought", "Ada")]
    unit = data["units"][0]

    assert dead.expect["dead"] == unit["destroyed"]
    assert unit["after"]["thrusters"] + unit["after"]["weapons"] == 0


@pytest.mark.rule("EH-CBT-013")
def test_one_component_alone_needs_no_hull():
    example = examples("EH-CBT-013")[2]
    fight = battle(
        a=[{"weapons": 1, "thrusters": 60, "hull": 1000}],
        b=[{"hull": 1, "thrusters": 1, "weapons": example.given["others"], "points": 0}],
    )
    left = {
        (after["hull"], after["thrusters"] + after["weapons"])
        for record in records(fight, 300)
        for after in [record.units[1].after]
        if record.shots[0].shooter == 0
    }

    assert (example.given["hull"], example.given["others"]) in left
