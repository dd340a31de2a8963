"""The admiral's decisions in plain situations."""

from __future__ import annotations

from collections import Counter

import horizons_core as hz
from tests.variants.event_horizon.table import VARIANT, ship, table
from variants.event_horizon.rules.knowledge import update_knowledge

NOTHING = {"hull": 0, "thruster": 0, "weapon": 0, "shield": 0}
RICH = {"hull": 9, "thruster": 9}


def orders(*ships, stock=None, turn=9, **more):
    """Ada's orders after complete sightings."""
    more.setdefault("sectors", {})
    game = table(*ships, stock={"Ada": {**NOTHING, **(stock or {})}}, **more)
    game.turn = turn
    update_knowledge(game, 0, {}, VARIANT.economy)
    text = VARIANT.bots["admiral"].orders(VARIANT.view(game, "Ada"), hz.Stream.from_key("admiral"))
    assert VARIANT.check_orders(game, "Ada", text) == []
    return [line for line in text.splitlines() if line]


MOTHER = ship("Ada", 1, "3,3", thrusters=4, weapons=4, mothership=True)


def moved(lines, number):
    return next((line.split()[2] for line in lines if line.startswith(f"MOVE {number} ")), None)


def built(lines):
    return [line.removeprefix("BUILD ") for line in lines if line.startswith("BUILD")]


def cutters(first, count, sector, owner="Ada"):
    return [ship(owner, n, sector, thrusters=1, weapons=1) for n in range(first, first + count)]


def probes_everywhere(but=()):
    """A probe in every sector, so that every sector is seen and held."""
    places = [f"{q},{r}" for r in range(10) for q in range(10) if f"{q},{r}" not in but]
    return [ship("Ada", 1000 + n, place, thrusters=1) for n, place in enumerate(places)]


# the yard


def test_in_the_first_turns_all_thrusters_become_probes_and_later_half_of_them():
    assert built(orders(MOTHER, stock={"thruster": 20}, turn=0)) == ["20 0 1 0 0 Probe"]
    assert built(orders(MOTHER, stock={"thruster": 20})) == ["10 0 1 0 0 Probe"]


def test_a_larger_miner_is_built_where_it_pays_within_two_turns():
    rich = ship("Ada", 2, "5,5", thrusters=1)
    poor = ship("Ada", 2, "6,6", thrusters=1)
    stock = {"thruster": 40, "hull": 40}

    assert "1 4 4 0 0 Miner" in built(orders(MOTHER, rich, stock=stock, sectors={"5,5": RICH}))
    assert built(orders(MOTHER, poor, stock=stock, sectors={"6,6": {"hull": 3}})) == [
        "20 0 1 0 0 Probe"
    ]


def test_all_hull_that_is_left_goes_into_warships():
    lines = built(orders(MOTHER, *probes_everywhere(), stock=dict.fromkeys(NOTHING, 400)))
    count, hull, *_ = map(int, lines[-1].split()[:5])

    assert lines[-1].endswith("Cruiser")
    assert count * hull > 0.9 * 400


def test_a_larger_stock_builds_larger_warships_rather_than_more():
    for many in (100, 1000, 50_000):
        lines = built(orders(MOTHER, *probes_everywhere(), stock=dict.fromkeys(NOTHING, many)))
        assert [int(line.split()[0]) for line in lines] == [40]


def test_what_would_be_built_too_late_becomes_one_large_ship():
    stock = {"hull": 50, "thruster": 3, "weapon": 4, "shield": 2}

    assert built(orders(MOTHER, stock=stock, turn=199)) == ["1 50 3 4 2 Hulk"]


def test_without_a_mothership_nothing_is_built():
    assert not built(orders(*cutters(2, 3, "3,3"), stock=dict.fromkeys(NOTHING, 400)))


# unarmed ships


def test_a_probe_stays_where_something_is_to_be_mined_and_leaves_what_is_poor():
    lines = orders(
        MOTHER,
        ship("Ada", 2, "5,5", thrusters=1),
        ship("Ada", 3, "7,7", thrusters=1),
        sectors={"5,5": RICH},
    )

    assert moved(lines, 2) is None
    assert moved(lines, 3)


def test_of_two_in_a_sector_the_slower_leaves():
    lines = orders(
        MOTHER,
        ship("Ada", 2, "5,5", thrusters=1),
        ship("Ada", 3, "5,5", thrusters=4),
        sectors={"5,5": RICH},
    )

    assert (moved(lines, 2) is None, moved(lines, 3) is None) == (False, True)


def test_a_miner_flees_armed_enemies_and_a_probe_stays_and_watches():
    lines = orders(
        MOTHER,
        ship("Ada", 2, "7,7", thrusters=4),
        ship("Ada", 3, "7,7", thrusters=1),
        *cutters(1, 3, "7,7", "Brin"),
        sectors={"7,7": RICH},
    )

    assert (moved(lines, 2) is None, moved(lines, 3) is None) == (False, True)


def test_no_unarmed_ship_goes_where_armed_enemies_are():
    dangers = ("6,5", "5,6", "4,6")
    lines = orders(
        MOTHER,
        *(ship("Ada", n, "5,5", thrusters=1) for n in range(2, 40)),
        *(ship("Ada", 90 + n, place, thrusters=1) for n, place in enumerate(dangers)),
        *(cutters(1 + n, 1, place, "Brin")[0] for n, place in enumerate(dangers)),
    )

    assert {moved(lines, n) for n in range(2, 40)} - {None} == {"NE", "NW", "W"}


# warships


def watch(place):
    """A probe that sees a place."""
    return ship("Ada", 900, place, thrusters=1)


def test_twice_the_power_of_an_enemy_is_sent_and_no_more():
    lines = orders(
        MOTHER,
        *probes_everywhere(),
        *cutters(2, 8, "5,3"),
        *cutters(1, 2, "6,3", "Brin"),
        *cutters(3, 2, "5,2", "Brin"),
    )

    assert Counter(moved(lines, n) for n in range(2, 10)) == {"E": 4, "NW": 4}


def test_what_is_too_strong_is_not_attacked():
    lines = orders(
        MOTHER, watch("6,3"), *cutters(2, 5, "5,3"), *cutters(1, 6, "6,3", "Brin"), sectors={}
    )

    assert not [n for n in range(2, 7) if moved(lines, n) == "E"]


def test_ships_wait_beside_the_enemy_until_all_can_attack_together():
    enemies = cutters(1, 5, "6,3", "Brin")
    apart = orders(MOTHER, watch("6,3"), *cutters(2, 4, "5,3"), *cutters(6, 4, "9,3"), *enemies)
    near = orders(MOTHER, watch("6,3"), *cutters(2, 4, "5,3"), *cutters(6, 4, "7,3"), *enemies)

    assert {moved(apart, n) for n in range(2, 6)} == {None}
    assert {moved(apart, n) for n in range(6, 10)} == {"W"}
    assert {moved(near, n) for n in range(2, 6)} == {"E"}
    assert {moved(near, n) for n in range(6, 10)} == {"W"}


def test_ships_stay_in_a_battle_that_they_win():
    lines = orders(MOTHER, *cutters(2, 6, "6,3"), *cutters(1, 4, "6,3", "Brin"))

    assert {moved(lines, n) for n in range(2, 8)} == {None}


def test_some_ships_look_where_nobody_sees():
    lines = orders(MOTHER, *probes_everywhere(but=("6,3", "2,3")), *cutters(2, 8, "5,3"))

    assert Counter(moved(lines, n) for n in range(2, 10)) == {"E": 7, "W": 1}


def test_the_main_fleet_goes_to_a_home_of_others_that_nobody_sees():
    lines = orders(
        MOTHER,
        *probes_everywhere(but=("6,3",)),
        *cutters(2, 8, "3,3"),
        sectors={"6,3": dict.fromkeys(NOTHING, 5)},
        map={"Ada": ["6,3"]},
    )

    assert {moved(lines, n) for n in range(2, 10)} == {"E"}


def test_who_flees_is_surrounded():
    lines = orders(
        MOTHER,
        *probes_everywhere(),
        *cutters(2, 12, "5,3"),
        ship("Brin", 1, "6,3", thrusters=1),
    )

    assert {moved(lines, n) for n in range(2, 14)} == {"E", "NE", "SE", None}
