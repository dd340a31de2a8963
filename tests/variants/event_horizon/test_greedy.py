"""The greedy bot's decisions in plain situations."""

from __future__ import annotations

import horizons_core as hz
from tests.variants.event_horizon.table import VARIANT, ship, table
from variants.event_horizon.rules.knowledge import update_knowledge

NOTHING = {"hull": 0, "thruster": 0, "weapon": 0, "shield": 0}


def orders(*ships, stock=None, **more):
    """Ada's orders, by keyword, after complete sightings."""
    more.setdefault("sectors", {})
    game = table(*ships, stock={"Ada": {**NOTHING, **(stock or {})}}, **more)
    update_knowledge(game, 0, {}, VARIANT.economy)
    text = VARIANT.bots["greedy"].orders(VARIANT.view(game, "Ada"), hz.Stream.from_key("greedy"))
    assert VARIANT.check_orders(game, "Ada", text) == []
    return [line for line in text.splitlines() if line]


MOTHER = ship("Ada", 1, "3,3", thrusters=1, mothership=True)


def moved(lines, number):
    return next((line.split()[2] for line in lines if line.startswith(f"MOVE {number} ")), None)


def test_it_builds_probes_first_but_no_more_than_six_a_turn():
    assert orders(MOTHER, stock={"thruster": 20}) == ["BUILD 6 0 1 0 0 Probe"]
    assert orders(MOTHER, stock={"thruster": 2}) == ["BUILD 2 0 1 0 0 Probe"]


def test_it_builds_the_largest_warships_that_the_stock_carries():
    stock = {"hull": 20, "thruster": 9, "weapon": 8, "shield": 4}

    assert orders(MOTHER, stock=stock)[1:] == [
        "BUILD 1 16 2 4 2 Lancer",
        "BUILD 1 4 1 2 1 Lancer",
    ]


def test_it_builds_at_most_three_warships_a_turn():
    stock = dict.fromkeys(NOTHING, 5000)
    lines = orders(MOTHER, stock=stock)

    assert lines[1:] == ["BUILD 1 144 6 12 6 Lancer"] * 3


def test_without_a_mothership_it_builds_nothing():
    lines = orders(ship("Ada", 2, thrusters=1), stock={"thruster": 9})

    assert not [line for line in lines if line.startswith("BUILD")]


def test_a_probe_settles_where_something_is_to_be_mined():
    lines = orders(MOTHER, ship("Ada", 2, "5,5", thrusters=1), sectors={"5,5": {"hull": 3}})

    assert moved(lines, 2) is None


def test_a_probe_leaves_what_yields_nothing_or_is_settled_already():
    lines = orders(
        MOTHER,
        ship("Ada", 2, "5,5", thrusters=1),
        ship("Ada", 3, "7,7", thrusters=1),
        ship("Ada", 4, "7,7", thrusters=1),
        ship("Ada", 5, "3,3", thrusters=1),
        sectors={"7,7": {"hull": 3}, "3,3": {"hull": 5}},
    )

    assert moved(lines, 2)
    assert (moved(lines, 3) is None) != (moved(lines, 4) is None)
    assert moved(lines, 5)


def test_probes_spread_to_different_sectors():
    probes = [ship("Ada", n, "3,3", thrusters=1) for n in range(2, 8)]
    directions = [moved(orders(MOTHER, *probes), n) for n in range(2, 8)]

    assert sorted(directions) == ["E", "NE", "NW", "SE", "SW", "W"]


def test_a_probe_flees_armed_enemies():
    lines = orders(
        MOTHER,
        ship("Ada", 2, "7,7", thrusters=1),
        ship("Brin", 1, "7,7", hull=9, weapons=5),
        sectors={"7,7": {"hull": 9}},
    )

    assert moved(lines, 2)


def test_the_first_two_warships_guard_the_mothership():
    lines = orders(
        MOTHER,
        *(ship("Ada", n, "5,3", thrusters=1, weapons=1) for n in (2, 3)),
        ship("Ada", 4, "5,3", thrusters=1),
        ship("Brin", 1, "6,3", thrusters=1),
        ship("Ada", 9, "6,3", thrusters=1),
    )

    assert (moved(lines, 2), moved(lines, 3)) == ("W", "W")


def guards():
    return [ship("Ada", n, "3,3", thrusters=1, weapons=1) for n in (2, 3)]


def test_hunters_go_for_what_they_can_beat():
    lines = orders(
        MOTHER,
        *guards(),
        *(ship("Ada", n, "5,3", thrusters=2, weapons=2) for n in (4, 5)),
        ship("Ada", 6, "7,3", thrusters=1),
        ship("Brin", 1, "7,3", thrusters=1, weapons=1),
    )

    assert (moved(lines, 2), moved(lines, 4), moved(lines, 5)) == (None, "E", "E")


def test_hunters_shun_what_they_cannot_beat_and_gather():
    lines = orders(
        MOTHER,
        *guards(),
        ship("Ada", 4, "5,3", thrusters=1, weapons=1),
        ship("Ada", 6, "7,3", thrusters=1),
        ship("Brin", 1, "7,3", hull=60, thrusters=1, weapons=1),
    )

    assert moved(lines, 4) == "W"


def test_hunters_without_prey_join_each_other():
    lines = orders(
        MOTHER,
        *guards(),
        ship("Ada", 4, "6,3", thrusters=1, weapons=1),
        ship("Ada", 5, "8,3", thrusters=1, weapons=1),
    )

    assert (moved(lines, 4), moved(lines, 5)) == ("E", "W")
