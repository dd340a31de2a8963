"""Sightings of fleets, and the traces of their transits (SC-EXP-014, SC-ENI-007, SC-SET-007)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import chain, colony, run, ship, texts
from variants.starcluster.model import WarpLink

WATCH, BLIND, MOVER = "Y (H)x10 (Ic)x5", "(H)x10 (Ic)x5", "(H)x10 (Ic)x5"


def seen_by(turn, empire="Brin"):
    sightings = turn.game.power(empire).sightings
    return [(s.system, s.owner, s.hulls, s.came_by, s.left_by) for s in sightings]


def passing(watch=WATCH, mover=MOVER, at="2", closed=False):
    """The turn in which Ada's fleet of two goes from 1 to 2 and Brin has a ship there."""
    game = chain("1", "2", "3")
    game.links[0] = WarpLink(number=0, a="1", b="2", closed_b=closed)
    if watch:
        ship(game, "Brin", at, "Watch", "CT", watch)
    first = ship(game, "Ada", "1", "Scouts", "DD", mover)
    ship(game, "Ada", "1", "Others", "DD", mover).fleet = first.fleet
    game.fleets.pop()
    game.fleets[-1].points, game.fleets[-1].path = 900, [0]
    return game


@pytest.mark.rule("SC-EXP-014", "SC-VIS-001")
def test_a_ship_with_combat_sensors_sees_who_comes_and_by_which_point():
    turn = run(passing())
    assert seen_by(turn) == [("2", "Ada", {"DD": 2}, 0, None)]
    assert turn.game.empire("Brin").charts.points["2"] == [0]
    assert turn.game.empire("Brin").charts.probed == []
    assert texts(turn, "point.seen") == ["Foreign ships have used 2.W1, an unknown warp point."]
    assert turn.game.empire("Ada").sightings == []

    assert seen_by(run(turn.game)) == [("2", "Ada", {"DD": 2}, None, None)]


@pytest.mark.rule("SC-EXP-014")
def test_who_leaves_is_seen_as_well():
    turn = run(passing(at="1"))
    assert ("1", "Ada", {"DD": 2}, None, 0) in seen_by(turn)
    assert all(system == "1" for system, *_ in seen_by(turn))


@pytest.mark.rule("SC-EXP-014")
def test_without_sensors_or_a_colony_nothing_is_seen():
    assert seen_by(run(passing(BLIND))) == []
    blinded = passing()
    blinded.units[-3].lost = [10.0] + [0.0] * 15
    assert seen_by(run(blinded)) == []

    settled = passing(watch="")
    colony(settled, "2", "Brin")
    assert [entry[0] for entry in seen_by(run(settled))] == ["2"]


@pytest.mark.rule("SC-EXP-014")
def test_fleets_that_only_pass_each_other_see_each_other_on_the_way():
    game = passing(watch="")
    ship(game, "Brin", "2", "Watch", "CT", WATCH)
    game.empire("Brin").charts.points = {"2": [0]}
    game.empire("Brin").charts.probed = ["2/0"]
    game.fleets[-1].points, game.fleets[-1].path = 900, [0]

    assert {entry[0] for entry in seen_by(run(game))} == {"1", "2"}


@pytest.mark.rule("SC-ENI-007")
@pytest.mark.parametrize(
    ("watch", "mover", "expected"),
    [
        ("Y1 (Ic)x5", "ST (I)x5 2", False),
        ("Y2 (Ic)x5", "ST (I)x5 2", True),
        ("Y1 (Ic)x5", "(I)x5 2", True),
        ("Y1 (Ic)x5", "ST (I)x5", True),
    ],
)
def test_a_fleet_tuned_for_stealth_is_seen_by_better_sensors_alone(watch, mover, expected):
    assert bool(seen_by(run(passing(watch, mover)))) == expected


@pytest.mark.rule("SC-ENI-007")
def test_a_colony_without_sensors_and_a_fleet_that_is_tuned_in_part():
    game = passing("", "ST (I)x5")
    colony(game, "2", "Brin")
    assert seen_by(run(game)) == []

    game.units[-1].lost = [10.0] + [0.0] * 5
    assert seen_by(run(game)) != []


@pytest.mark.rule("SC-SET-007", "SC-EXP-014")
def test_a_closed_point_that_was_seen_in_use_may_be_used():
    closed = passing(closed=True)
    game = run(closed).game
    assert game.empire("Brin").charts.probed == ["1/0", "2/0"]

    unseen = passing(watch=BLIND, closed=True)
    assert run(unseen).game.empire("Brin").charts.points == {}


@pytest.mark.rule("SC-EXP-014", "SC-ENI-007")
def test_what_cannot_be_seen_changes_nothing_of_what_others_get():
    plain = passing()
    hidden = passing()
    tuned = ship(hidden, "Ada", "1", "Hidden", "DD", "ST (I)x5 2")
    hidden.fleets[-1].points, hidden.fleets[-1].path = 900, [0]
    hidden.units.insert(0, hidden.units.pop())
    hidden.fleets.insert(0, hidden.fleets.pop())
    first, other = (run(game).game.empire("Brin") for game in (plain, hidden))

    assert tuned.design.drive_generation == 2
    assert first == other
