"""Recorded battles described in words and sums."""

from __future__ import annotations

import pytest

from horizons_core.report import (
    components,
    counted,
    counts,
    left_of,
    listed_with_counts,
    salvo_text,
    salvo_texts,
    ships_of,
    side_totals,
    step_texts,
    strength,
    unit_names,
    verdict,
)

NAMES = ["Ann", "Bob"]


def unit(name, side, **more):
    known = {
        "name": name, "side": side, "mark": "", "before": {"hull": 3, "weapon": 1},
        "after": {"hull": 2, "weapon": 1}, "destroyed": False,
    }  # fmt: skip
    return known | more


def shot(shooter, target, **more):
    known = {
        "shooter": shooter, "target": target, "absorbed": 0, "damage": 1, "lost": ["hull"],
        "destroyed": False, "round": 1,
    }  # fmt: skip
    return known | more


def battle(units, shots=(), winner=None):
    return {"sides": ["Ada", "Brin"], "units": units, "shots": list(shots), "winner": winner}


def salvo(**more):
    known = {"shooter": 0, "target": 1, "shots": 2, "absorbed": 0, "damage": 0, "lost": [],
             "kills": 0}  # fmt: skip
    return known | more


def describe(counts="", **more):
    words = salvo_text(salvo(**more), NAMES, counts)
    return words.removeprefix("Ann fires ")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "2 shots at Bob: no effect"),
        ({"shots": 1, "absorbed": 1}, "1 shot at Bob: 1 absorbed"),
        ({"absorbed": 1200}, "2 shots at Bob: 1,200 absorbed"),
        ({"damage": 1}, "2 shots at Bob: 1 component destroyed"),
        ({"damage": 3, "lost": ["hull", "weapon", "hull"]},
         "2 shots at Bob: 3 components destroyed (hull ×2, weapon)"),
        ({"damage": 1, "kills": 1}, "2 shots at Bob: 1 component destroyed, ship destroyed"),
        ({"kills": 2}, "2 shots at Bob: 2 ships destroyed"),
        ({"kills": 1500}, "2 shots at Bob: 1,500 ships destroyed"),
        ({"kills": 2, "fates": ["captured", "captured"]}, "2 shots at Bob: captured ×2"),
        ({"kills": 3, "fates": ["captured"]}, "2 shots at Bob: 2 ships destroyed, captured"),
        ({"kills": 0, "fates": ["withdrew"]}, "2 shots at Bob: withdrew"),
        ({"hits": 1, "damage": 1}, "2 shots at Bob: 1 hit, 1 component destroyed"),
        ({"hits": 0}, "2 shots at Bob: all missed"),
        ({"hits": 0, "shots": 1}, "1 shot at Bob: missed"),
        ({"hits": 1, "shots": 1}, "1 shot at Bob: hit"),
        ({"hits": 1200, "shots": 2000}, "2,000 shots at Bob: 1,200 hit"),
    ],
)  # fmt: skip
def test_a_salvo_is_a_sentence(more, words):
    assert describe(**more) == words


def test_damage_is_given_in_what_the_target_counts():
    assert describe("year", damage=2, lost=["hull"]) == "2 shots at Bob: 2 years lost"
    assert describe("year") == "2 shots at Bob: no effect"


def test_a_battle_is_described_salvo_by_salvo_in_what_each_target_counts():
    units = [unit("Ann", 0), unit("Bob", 1, counts="year")]
    shots = [shot(0, 1), shot(0, 1), shot(1, 0)]

    assert salvo_texts(battle(units, shots)) == [
        "Ann fires 2 shots at Bob: 2 years lost",
        "Bob fires 1 shot at Ann: 1 component destroyed (hull)",
    ]


def test_notes_stand_between_the_salvos_where_they_belong():
    units = [unit("Ann", 0), unit("Bob", 1, counts="year")]
    notes = [{"at": at, "round": 1, "text": text} for at, text in ((0, "They meet."), (1, "Halt!"))]

    assert step_texts(battle(units, [shot(0, 1), shot(0, 1)]) | {"notes": notes}) == [
        "They meet.",
        "Ann fires 1 shot at Bob: 1 year lost",
        "Halt!",
        "Ann fires 1 shot at Bob: 1 year lost",
    ]


def test_units_with_equal_names_are_distinguished_by_their_sides():
    units = [unit("Scout", 0), unit("Scout", 1), unit("Cruiser", 1), unit("Cruiser", 1)]

    assert unit_names(battle(units)) == ["Ada's Scout", "Brin's Scout", "Cruiser", "Cruiser"]


def test_numbers_and_names_are_counted():
    assert [counted(n, "shot") for n in (0, 1, 2, 2000)] == [
        "0 shots",
        "1 shot",
        "2 shots",
        "2,000 shots",
    ]
    assert listed_with_counts(["b", "a", "b"]) == "b ×2, a"
    assert listed_with_counts([]) == ""
    assert counts({"b": 2, "a": 1}) == "2 b, 1 a"
    assert counts({}) == ""


def test_points_and_ships_are_no_components():
    assert components({"hull": 3, "points": 9, "weapon": 2, "ships": 4}) == 5
    assert components({"hull": 0}) == 0
    assert components({"points": 9, "ships": 4}) is None


def test_the_strength_of_a_unit_is_in_what_it_counts():
    assert strength(unit("Ann", 0)) == 4
    assert strength(unit("Ann", 0), "after") == 3
    years = unit("Bob", 1, counts="year", before={"years": 7, "hull": 3}, after={"hull": 3})
    assert strength(years) == 7
    assert strength(years, "after") is None


def test_a_unit_is_a_ship_unless_it_is_a_group():
    single, lost = unit("Ann", 0), unit("Ann", 0, destroyed=True)
    group = unit("Ann", 0, before={"ships": 5}, after={"ships": 2})

    assert [ships_of(unit) for unit in (single, lost, group)] == [1, 1, 5]
    assert [left_of(unit) for unit in (single, lost, group)] == [1, 0, 2]


def test_sides_are_summed_up():
    units = [
        unit("Ann", 0),
        unit("Anton", 0, before={"hull": 5, "ships": 3}, after={"hull": 1, "ships": 1}),
        unit("Bob", 1, after={}, destroyed=True),
    ]
    shots = [
        shot(0, 2, damage=2, absorbed=1),
        shot(1, 2, damage=4, count=6, kills=1, destroyed=True),
        shot(2, 1, damage=3, absorbed=5, count=2, kills=2),
    ]

    ada, brin = side_totals(battle(units, shots, winner=0))
    assert ada == {
        "name": "Ada", "ships": 4, "lost": 2, "left": 2, "shots": 7, "kills": 1, "dealt": 6,
        "suffered": 3, "absorbed": 5, "before": 9, "after": 4, "won": True,
    }  # fmt: skip
    assert brin == {
        "name": "Brin", "ships": 1, "lost": 1, "left": 0, "shots": 2, "kills": 2, "dealt": 3,
        "suffered": 6, "absorbed": 1, "before": 4, "after": None, "won": False,
    }  # fmt: skip


def test_the_sum_is_unknown_if_one_unit_is():
    units = [unit("Ann", 0), unit("Anton", 0, before={})]

    ada, brin = side_totals(battle(units))
    assert (ada["before"], ada["after"]) == (None, 6)
    assert (brin["before"], brin["ships"], brin["won"]) == (None, 0, False)


@pytest.mark.parametrize(
    ("winner", "destroyed", "words"),
    [(0, [False, True], "Ada won"), (1, [True, True], "Brin won"),
     (None, [True, True], "nobody is left"), (None, [True, False], "undecided")],
)  # fmt: skip
def test_a_verdict_says_how_it_ended(winner, destroyed, words):
    units = [unit("Ann", side, destroyed=lost) for side, lost in enumerate(destroyed)]

    assert verdict(battle(units, winner=winner)) == words
