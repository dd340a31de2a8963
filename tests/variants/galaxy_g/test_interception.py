"""Intercept orders: after the ships that leave, or to the planet itself (GG-ORDI, GG-FLO-005)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.variants.galaxy_g.war import add, events, examples, find_group, group, place, play, table
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Game

#: A design that flies 10 light years a turn and weighs 2.
HUNTER = [1, 0, 0, 1, 0]


def bystanders(*departures: dict[str, Any], hunter: dict[str, Any] | None = None) -> Game:
    """Ada's hunter at Lair, 12 light years from Target, with ships of Brin's there.

    Each departure's planet lies at its distance from Lair, and one ship of its mass is to leave for
    it.
    """
    planets = {"Lair": {"at": [1200, 1200]}, "Target": {"at": [1200, 1212]}}
    types, groups = {}, []
    for number, leaving in enumerate(departures, start=1):
        planets[leaving["to"]] = {"at": [1200 + leaving["distance"], 1200]}
        types[f"M{number}"] = [leaving["mass"], 0, 0, 0, 0]
        groups.append(group("Brin", f"M{number}", "Target"))
    return table(
        {**group("Ada", "Hunter", "Lair"), **(hunter or {})},
        *groups,
        planets=planets,
        players=("Ada", "Brin", "Cato"),
        Ada={"types": {"Hunter": HUNTER}, "fleets": ["Pack"]},
        Brin={"types": types},
    )


def leave(*departures: dict[str, Any]) -> str:
    """Brin's orders for the ships to leave."""
    return "\n".join(f"S {number} {d['to']}" for number, d in enumerate(departures, start=1))


def destination(game: Game, ada: str, brin: str) -> str:
    """The destination of Ada's hunter after step 6."""
    phases = ("orders", "routes", "interception")
    after = play(game, {"Ada": ada, "Brin": brin}, only=phases).game
    hunter = find_group(after, "Ada", 1)
    assert not hunter.intercepts
    return after.planet(hunter.to or hunter.at).name


@pytest.mark.rule("GG-ORDI-002")
@pytest.mark.parametrize("example", examples("GG-ORDI-002"), ids=str)
def test_the_most_mass_within_two_turns_is_followed(example):
    departures = example.given["departures"]
    goals = example.expect["sent_to"]
    game = bystanders(*departures)
    assert (
        RULEBOOK_ECONOMY.speed_of(game.race("Ada"), game.race("Ada").groups[0])
        == example.given["speed"]
    )

    goal = destination(game, "I 1 Target", leave(*departures))
    assert goal == ("Target" if goals == "named planet" else goals)


P = {"to": "P", "mass": 50, "distance": 18}
R = {"to": "R", "mass": 30, "distance": 5}


@pytest.mark.rule("GG-ORDI-002")
def test_the_masses_of_all_others_ships_are_summed_up():
    second = {"to": "R", "mass": 30, "distance": 5}
    game = bystanders(P, R, second)
    assert destination(game, "I 1 Target", leave(P, R, second)) == "R"


@pytest.mark.rule("GG-ORDI-002")
def test_of_equal_masses_the_lowest_planet_number_is_chosen():
    first, second = {**P, "mass": 30}, R
    game = bystanders(first, second)
    lowest = min((game.planet_named(name) for name in "PR"), key=lambda p: p.number)
    assert destination(game, "I 1 Target", leave(first, second)) == lowest.name


@pytest.mark.rule("GG-ORDI-002")
def test_ones_own_ships_are_not_followed():
    game = bystanders(R)
    add(game, group("Ada", "Battleship", "Target"))
    assert destination(game, "I 1 Target\nS 2 R", "") == "Target"


@pytest.mark.rule("GG-ORDI-002")
def test_ships_that_a_route_sends_are_followed():
    game = bystanders(R)
    home_fields = {"owner": "Brin", "size": 5, "population": 5, "routes": {"EMP": "R"}}
    add(game, group("Brin", "Freighter", "Target"), planets={"Target": home_fields})
    assert destination(game, "I 1 Target", "") == "R"


@pytest.mark.rule("GG-ORDI-002")
def test_intercepting_groups_are_not_followed_themselves():
    game = bystanders(R)
    assert destination(game, "I 1 Target", "I 1 R") == "Target"


@pytest.mark.rule("GG-ORDI-002", "GG-MOV-006")
def test_ships_that_left_in_earlier_turns_are_not_followed():
    game = bystanders(P)
    after = play(game, {"Brin": "S 1 P"}).game

    assert place(after, "Brin", 1) == ""
    assert destination(after, "I 1 Target", "") == "Target"


@pytest.mark.rule("GG-ORDI-001")
def test_the_hunter_moves_in_the_same_turn_and_its_owner_is_told():
    game = bystanders(P)
    turn = play(game, {"Ada": "I 1 Target", "Brin": leave(P)})
    hunter = find_group(turn.game, "Ada", 1)

    assert turn.game.planet(hunter.to).name == "P"
    assert hunter.left == 8
    (event,) = events(turn, "groups.sent_after", "Ada")
    assert event.text == "1 Hunter: after the ships that leave Target, to P."
    assert event.audience == ("Ada",)


@pytest.mark.rule("GG-ORDI-001")
def test_without_departures_it_goes_to_the_planet_itself():
    turn = play(bystanders(), {"Ada": "I 1 Target"})
    assert find_group(turn.game, "Ada", 1).left == 2
    assert not events(turn, "groups.sent_after", "Ada")


@pytest.mark.rule("GG-ORDI-002")
def test_a_hunter_whose_own_planet_is_the_prey_s_destination_waits_there():
    game = bystanders()
    add(game, group("Brin", "Drone", "Target"))
    turn = play(game, {"Ada": "I 1 Target", "Brin": "S 1 Lair"})
    assert place(turn.game, "Ada", 1) == place(turn.game, "Brin", 1) == "Lair"
    assert not find_group(turn.game, "Ada", 1).sent


@pytest.mark.rule("GG-FLO-005")
def test_a_fleet_intercepts_with_its_own_speed_and_stays_a_fleet():
    """With the slow Battleship in the fleet P is out of reach, and R is not."""
    game = bystanders(P, R, hunter={"fleet": "Pack"})
    add(game, group("Ada", "Battleship", "Lair", fleet="Pack"))
    turn = play(game, {"Ada": "I Pack Target", "Brin": leave(P, R)})
    hunter, slow = find_group(turn.game, "Ada", 1), find_group(turn.game, "Ada", 2)

    assert place(turn.game, "Ada", 1) == place(turn.game, "Ada", 2) == "R"
    assert hunter.fleet == slow.fleet != ""
