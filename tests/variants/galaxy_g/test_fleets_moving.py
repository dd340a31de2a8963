"""Fleets move as one, at the speed of their slowest group (GG-FLT-003, GG-FLO-008)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.variants.galaxy_g.war import (
    codes,
    events,
    examples,
    find_group,
    group,
    place,
    play,
    table,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Design, Group, Race, ShipType, Techs

PLANETS = {"Here": {"at": [1200, 1200]}, "There": {"at": [1206, 1208]}}


def fleet_of(*designs: Design) -> Race:
    """A race with one fleet, a group of each design."""
    race = Race(id="Ada")
    for number, design in enumerate(designs, start=1):
        kind = str(number)
        race.types[kind] = ShipType(id=kind, name=kind, design=design)
        techs = Techs(drive=1.0).fitting(design)
        race.groups.append(Group(number=number, type=kind, ships=1, techs=techs, at="1", fleet="F"))
    return race


def of_speed(speed: float) -> Design:
    """A design that flies this many light years a turn."""
    return Design(speed, 0, 0, 0, 20 - speed) if speed else Design(0, 0, 0, 0, 1)


@pytest.mark.rule("GG-FLT-003")
@pytest.mark.parametrize("example", examples("GG-FLT-003"), ids=str)
def test_a_fleet_is_as_fast_as_its_slowest_group(example):
    race = fleet_of(*map(of_speed, example.given["speeds"]))
    assert RULEBOOK_ECONOMY.fleet_speeds(race)["F"] == pytest.approx(example.expect["fleet_speed"])


@pytest.mark.rule("GG-FLT-003")
@given(st.lists(st.floats(1, 19), min_size=1, max_size=6))
def test_one_more_group_never_makes_a_fleet_faster(speeds):
    race = fleet_of(*map(of_speed, speeds))
    speed = RULEBOOK_ECONOMY.fleet_speeds(race).get("F", 0.0)
    race.groups.pop()
    assert not race.groups or speed <= RULEBOOK_ECONOMY.fleet_speeds(race).get("F", 0.0)


@pytest.mark.rule("GG-FLO-008", "GG-FLT-001", "GG-FLT-003")
def test_a_fleet_arrives_together():
    """A Battleship flies 5.49 light years a turn, a Drone 20; it is 10 to go."""
    example = examples("GG-FLO-008")[0]
    game = table(
        group("Ada", "Drone", "Here", fleet="Home"),
        group("Ada", "Battleship", "Here", fleet="Home"),
        group("Ada", "Drone", "Here"),
        planets=PLANETS,
        Ada={"fleets": ["Home"]},
    )
    turn = play(game, {"Ada": "S Home There\nS 3 There"})
    first, second, alone = (find_group(turn.game, "Ada", number) for number in (1, 2, 3))

    assert (first.left, first.under_way) == (second.left, second.under_way)
    assert first.left == pytest.approx(10 - 20 * 25 / 90)
    assert not alone.under_way

    turn = play(turn.game)
    assert example.expect["both_arrive_in_turns"] == 2
    assert [place(turn.game, "Ada", number) for number in (1, 2)] == ["There", "There"]
    assert find_group(turn.game, "Ada", 1).fleet == find_group(turn.game, "Ada", 2).fleet != ""
    (event,) = events(turn, "groups.arrived", "Ada")
    assert event.text == "1 Drone, 1 Battleship arrived at There."


@pytest.mark.rule("GG-FLT-003", "GG-SEQ-001")
def test_cargo_loaded_this_turn_slows_the_fleet_down():
    game = table(
        group("Ada", "Drone", "Here", fleet="Home"),
        group("Ada", "Freighter", "Here", fleet="Home"),
        planets={
            **PLANETS,
            "Here": {"at": [1200, 1200], "materials": 20},
            "Far": {"at": [1200, 1300]},
        },
        Ada={"fleets": ["Home"]},
    )
    turn = play(game, {"Ada": "L 2 MAT\nS Home Far"})
    assert codes(turn, "Ada") == []
    assert [find_group(turn.game, "Ada", number).left for number in (1, 2)] == [96, 96]


@pytest.mark.rule("GG-FLT-004")
def test_a_group_sent_by_itself_leaves_its_fleet():
    example = examples("GG-FLT-004")[0]
    game = table(
        group("Ada", "Drone", "Here", fleet="Home"),
        group("Ada", "Battleship", "Here", fleet="Home"),
        planets=PLANETS,
        Ada={"fleets": ["Home"]},
    )
    after = play(game, {"Ada": "S 1 There"}).game

    assert bool(find_group(after, "Ada", 1).fleet) == example.expect["in_fleet"]
    assert (place(after, "Ada", 1), place(after, "Ada", 2)) == ("There", "Here")


@pytest.mark.rule("GG-FLT-005")
def test_ships_broken_off_leave_the_fleet():
    example = examples("GG-FLT-005")[0]
    game = table(
        group("Ada", "Drone", "Here", number=4, ships=5, fleet="Home"),
        planets=PLANETS,
        Ada={"fleets": ["Home"]},
    )
    after = play(game, {"Ada": example.given["order"]}).game
    rest, new = find_group(after, "Ada", 4), find_group(after, "Ada", 5)

    assert (rest.ships, new.ships) == (3, 2)
    assert bool(new.fleet) == example.expect["new_group_in_fleet"]
    assert bool(rest.fleet) == example.expect["rest_in_fleet"]
