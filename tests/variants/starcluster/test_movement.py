"""Fleets, ways and movement (SC-MOV, SC-EXP-003, SC-ORD-003)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.variants.starcluster.builders import (
    chain,
    examples,
    new_game,
    place_of,
    remarks,
    run,
    ship,
    texts,
)
from variants.starcluster.model import WarpLink
from variants.starcluster.rules.charts import learn_points, learn_transit, shortest_path
from variants.starcluster.rules.movement import fleet_speed

#: With this many rooms a DD has this safe speed by its drive; holds keep it in supply.
SPEEDS = {3: "(H)x10 (Ic)x3", 5: "(H)x10 (Ic)x5", 2.5: "(I)x5"}


@pytest.mark.rule("SC-MOV-001")
@examples("SC-MOV-001")
def test_a_transit_costs_ten_points_and_what_is_left_over_stays(example):
    inputs, turns = example.given, example.expect["turns"]
    stops = ["1", "2", "3", "4", "5"][: inputs["transits"] + 1]
    game = chain("1", "2", "3", "4", "5")
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[inputs["safe_speed"]])

    early = run(game, turns - 1, Ada=f"MOVE Scouts {stops[-1]}")
    assert place_of(early) != stops[-1]
    late = run(early.game)
    assert place_of(late) == stops[-1]
    assert next(fleet for fleet in late.game.fleets if fleet.name == "Scouts").points == 0


@pytest.mark.rule("SC-MOV-004")
@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ("MOVE Scouts 2\nMOVE Scouts 3", [(2, "replaced")]),
        ("SCAN Scouts\nMOVE Scouts 3", [(2, "replaced")]),
        ("PROBE Scouts W1\nSCAN Scouts", [(2, "replaced")]),
        ("MOVE Scouts 2\nSTOP Scouts\nMOVE Scouts 3", []),
        ("MOVE Scouts 3\nMOVE Scouts 3", []),
        ("MOVE Scouts 99\nMOVE Scouts 3", [(1, "unknown-system")]),
        ("MOVE Scouts 3\nMOVE F1 3", [(2, "no-drives")]),
    ],
)
def test_an_order_that_takes_the_place_of_another_for_the_same_fleet_says_so(orders, expected):
    game = chain("1", "2", "3")
    ship(game, "Ada", "1", "Scouts", "DD", "X (H)x9 (Ic)x3")
    assert remarks(run(game, Ada=orders)) == expected


@pytest.mark.rule("SC-MOV-001", "SC-MOV-002")
def test_a_fleet_is_as_slow_as_its_slowest_unit():
    game = chain("1", "2")
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[5])
    ship(game, "Ada", "1", "Slow", "DD", SPEEDS[2.5])

    turn = run(game, 3, Ada="JOIN Slow Scouts\nMOVE Scouts 2")
    assert place_of(turn) == "1"
    assert place_of(run(turn.game)) == "2"


@pytest.mark.rule("SC-MOV-003")
@pytest.mark.parametrize(
    ("drives", "detuned", "speed", "by_the_first_rules"),
    [
        ("I Ic", False, "2.5", "2.5"),
        ("I Ic", True, "3.5", "4.5"),
        ("I J", True, "3.5", "3.5"),
        ("I I", True, "4.5", "4.5"),
    ],
)
def test_a_mixed_fleet_gains_the_smallest_bonus_of_its_drives(
    drives, detuned, speed, by_the_first_rules
):
    game = new_game()
    units = [
        ship(game, "Ada", "1", f"{drive}{place}", "DD", f"(A)x20 (QQQ)1 ({drive})x5")
        for place, drive in enumerate(drives.split())
    ]
    fleet = game.fleet(units[0].fleet)
    fleet.detuned, units[1].fleet = detuned, fleet.id
    assert fleet_speed(game, game.empire("Ada"), fleet) == Fraction(speed)
    game.version = "1.0.0"
    assert fleet_speed(game, game.empire("Ada"), fleet) == Fraction(by_the_first_rules)


@pytest.mark.rule("SC-MOV-003", "SC-ORD-002")
def test_detuning_counts_from_the_next_turn_on_and_stays():
    game = chain("1", "2", "3")
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[5])

    turn = run(game, 2, Ada="DETUNE Scouts ON\nMOVE Scouts 2")
    assert (place_of(turn), next(f.points for f in turn.game.fleets if f.name == "Scouts")) == (
        "2",
        0,
    )
    slow = run(game, 2, Ada="MOVE Scouts 3")
    fast = run(game, 2, Ada="DETUNE Scouts ON\nMOVE Scouts 3")
    points = [next(f.points for f in t.game.fleets if f.name == "Scouts") for t in (slow, fast)]
    assert points == [0, 100]


@pytest.mark.rule("SC-MOV-004", "SC-ORD-002", "SC-MOV-001")
def test_a_path_is_kept_until_it_is_stopped_and_then_points_are_lost():
    game = chain("1", "2")
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[3])

    turn = run(run(game, 3, Ada="MOVE Scouts 2").game, Ada="STOP Scouts")
    assert place_of(turn) == "1"
    assert place_of(run(turn.game, 3, Ada="MOVE Scouts 2")) == "1"
    assert place_of(run(turn.game, 4, Ada="MOVE Scouts 2")) == "2"


@pytest.mark.rule("SC-MOV-004")
def test_of_two_short_ways_the_one_by_the_lower_point_is_taken():
    game = new_game()
    ada = game.empire("Ada")
    ada.charts.points, ada.charts.probed = {}, []
    game.links = [WarpLink(number=n, a=a, b=b) for n, (a, b) in enumerate(["12", "13", "24", "34"])]
    learn_points(ada, "1", [game.links[1], game.links[0]])  # W1 leads to 3, W2 to 2
    for link in game.links:
        learn_transit(ada, link)

    assert [link.number for link in shortest_path(game, ada, "1", "4")] == [1, 3]
    assert shortest_path(game, ada, "1", "1") == []
    assert shortest_path(game, ada, "1", "7") is None


@pytest.mark.rule("SC-EXP-003", "SC-MOV-004")
def test_a_fleet_stops_before_a_point_that_is_not_probed():
    game = chain("1", "2")
    game.links.append(WarpLink(number=1, a="2", b="3"))
    learn_points(game.empire("Ada"), "2", [game.links[1]])
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[5])

    turn = run(game, 2, Ada="MOVE Scouts W1 W2")
    assert place_of(turn) == "2"
    later = run(turn.game, 2)
    assert (place_of(later), later.game.fleets[-1].path) == ("2", [])
    assert texts(turn, "fleet.barred") == ["Scouts stops at 2.W2, which is not probed."]


@pytest.mark.rule("SC-EXP-003", "SC-MOV-004")
def test_a_path_leads_no_farther_than_the_first_point_that_is_not_probed():
    game = chain("1", "2")
    game.links.append(WarpLink(number=1, a="2", b="3"))
    learn_points(game.empire("Ada"), "2", [game.links[1]])
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[5])

    assert remarks(run(game, Ada="MOVE Scouts W1 W2 W1")) == [(1, "not-probed")]
    assert remarks(run(game, Ada="MOVE Scouts W1 W2")) == []


@pytest.mark.rule("SC-EXP-003", "SC-SET-007", "SC-ORD-003")
def test_a_transit_makes_both_ends_known():
    game = chain("1", "2")
    game.links.append(WarpLink(number=1, a="2", b="C001", closed_b=True))
    ada = game.empire("Ada")
    learn_points(ada, "2", [game.links[1]])
    ada.charts.probed.append("2/1")
    ship(game, "Ada", "2", "Scouts", "DD", SPEEDS[5])

    turn = run(game, 2, Ada="MOVE Scouts C001")
    assert place_of(turn) == "C001"
    charts = turn.game.empire("Ada").charts
    assert charts.points["C001"] == [1]
    assert place_of(run(turn.game, 2, Ada="MOVE Scouts C001.W1")) == "2"


@pytest.mark.rule("SC-MOV-004", "SC-ORD-003", "SC-ORD-001", "SC-MOV-003")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("MOVE Nothing 2", "unknown-fleet"),
        ("MOVE Scouts 7", "unknown-system"),
        ("MOVE Scouts C999", "unknown-system"),
        ("MOVE Scouts W9", "unknown-warp-point"),
        ("MOVE Scouts 7.W1", "unknown-warp-point"),
        ("MOVE Scouts 2.W1", "off-route"),
        ("MOVE Scouts 1", "already-there"),
        ("MOVE F1 2", "no-drives"),
        ("DETUNE F1 ON", "no-drives"),
        ("JOIN Scouts Scouts", "same-fleet"),
        ("JOIN Scouts Far", "apart"),
        ("FLEET Both Scout-1 Scout-2", "apart"),
        ("FLEET Scouts Scout-1", "name-taken"),
        ("RENAME Scouts F1", "bad-argument"),
        ("RENAME Scouts Far", "name-taken"),
        ("RENAME Nothing Home", "unknown-unit"),
    ],
)
def test_orders_to_fleets_that_cannot_be_are_refused(orders, code):
    game = chain("1", "2")
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[5], of_class="Scout")
    ship(game, "Ada", "2", "Far", "DD", SPEEDS[5], of_class="Scout")
    turn = run(game, Ada=orders)

    assert [c for _, c in remarks(turn)] == [code]
    assert [(f.name, f.at, f.path) for f in turn.game.fleets] == [
        (f.name, f.at, f.path) for f in game.fleets
    ]


@pytest.mark.rule("SC-MOV-004", "SC-ORD-003")
def test_fleets_are_formed_joined_and_renamed():
    game = chain("1", "2")
    ship(game, "Ada", "1", "Scouts", "DD", SPEEDS[5], of_class="Scout")
    ship(game, "Ada", "1", "Others", "DD", SPEEDS[5], of_class="Scout")
    orders = 'FLEET Both scout-1 Scout-2\nRENAME Both "First Fleet"\nRENAME Scout-1 Lark'
    ada = run(game, Ada=orders).game

    assert [f.name for f in ada.fleets_of("Ada")] == ["F1", "First Fleet"]
    assert [u.name for u in ada.units_of("Ada")] == ["Yard-1", "Lark", "Scout-2"]
    joined = run(ada, Ada='JOIN "first fleet" F1').game
    assert [f.name for f in joined.fleets_of("Ada")] == ["F1"]
    assert len(joined.units_in(joined.fleets_of("Ada")[0])) == 3


@pytest.mark.rule("SC-BRK-007")
def test_who_was_outside_the_own_cluster_once_has_been_abroad_for_ever():
    """Cluster 1 has the systems 1 to 25."""
    game = chain("24", "26", "25")
    ship(game, "Ada", "24", "Scouts", "DD", SPEEDS[5])
    away = [False]
    turn = run(game, Ada="MOVE Scouts 25")
    for _ in range(6):
        outside = place_of(turn) == "26"
        away.append(away[-1] or outside)
        assert turn.game.empire("Ada").abroad == away[-1]
        turn = run(turn.game)
    assert place_of(turn) == "25"
    assert away == sorted(away)
    assert turn.game.empire("Ada").abroad
