"""The bot that plays to grow: what it makes of a game, and what it does in single situations."""

from __future__ import annotations

from typing import Any

import pytest

import horizons_core as hz
from tests.variants.galaxy_g.test_bots import played
from tests.variants.galaxy_g.war import VARIANT, group, planet, race, table
from variants.galaxy_g.bots import designs, odds
from variants.galaxy_g.bots.board import Board
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Game, Techs

CRUISER = {"Cruiser": [40, 2, 20, 30, 0]}


def said(game: Game, player: str = "Ada") -> list[str]:
    """The orders that the bot gives for a player."""
    view = VARIANT.view(game, player)
    return VARIANT.bots["expander"].orders(view, hz.Stream.from_key("test")).splitlines()


def points(game: Any, player: str) -> float:
    return sum(RULEBOOK_ECONOMY.points(planet) for planet in game.planets_of(player))


# whole games


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_40_turns_it_produces_three_times_as_much_as_any_random_bot(seed):
    bots = ["random", "expander", "random", "random"]
    *_, (turn, _) = played(bots, 40, seed)

    best = max(points(turn.game, name) for name in ("P0", "P2", "P3"))
    assert points(turn.game, "P1") >= 3 * best


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_30_turns_it_makes_a_grown_realm_of_its_home(seed):
    *_, (turn, _) = played(["expander", "expander"], 30, seed)

    for name in ("P0", "P1"):
        mine = turn.game.planets_of(name)
        people = sum(planet.population for planet in mine)
        assert len(mine) >= 6
        assert points(turn.game, name) >= 4000
        assert sum(planet.industry for planet in mine) >= 0.9 * people
        assert all(level > 1.05 for level in turn.game.empire(name).techs.levels)


def test_ten_of_them_know_war_and_conquest():
    events = [event.code for turn, _ in played(["expander"] * 4, 60, 2) for event in turn.events]

    assert events.count("planet.bombed") > 10
    assert "landing.conquered" in events


# scouting and settling


def test_every_planet_out_of_sight_gets_one_probe():
    game = table(
        group("Ada", "Drone", "Ada Home", ships=9),
        planets={str(n): {"at": [1000 + n, 1003], "size": 50} for n in (1, 2, 3)},
    )

    sent = [line.split()[-1] for line in said(game) if line.startswith("S ")]

    assert sorted(sent) == ["1", "2", "3"]


def test_colonists_take_the_route_to_the_best_planet_that_is_seen():
    game = table(
        group("Ada", "Freighter", "Ada Home", ships=3),
        group("Ada", "Drone", "Small"),
        group("Ada", "Drone", "Large"),
        planets={
            "Ada Home": {"colonists": 30},
            "Small": {"at": [1008, 1000], "size": 60, "resources": 1},
            "Large": {"at": [1000, 1008], "size": 600, "resources": 1},
        },
    )

    assert 'R "Ada Home" COL Large' in said(game)


def test_capital_takes_the_route_to_the_colony_that_lacks_it():
    game = table(
        group("Ada", "Freighter", "Ada Home", ships=3),
        planets={
            "Ada Home": {"capital": 100},
            "Done": {"at": [1008, 1000], "size": 600, "owner": "Ada", "population": 600}
            | {"industry": 600},
            "New": {"at": [1000, 1008], "size": 600, "owner": "Ada", "population": 300}
            | {"industry": 0},
        },
    )

    orders = said(game)

    assert 'R "Ada Home" CAP New' in orders
    assert 'R New EMP "Ada Home"' in orders
    assert "P New CAP" not in orders  # it does so already
    assert not any(line.startswith("P Done CAP") for line in orders)


# war


def siege(defenders: int, attackers: int = 12, people: float = 200.0) -> Game:
    """Ada's cruisers at home, all her planets grown; a colony of Brin's two turns away."""
    return table(
        group("Ada", "Cruiser", "Ada Home", ships=attackers),
        group("Ada", "Drone", "Colony"),
        group("Brin", "Cruiser", "Colony", ships=defenders or 1),
        planets={
            "Colony": {"at": [1012, 1000], "size": 500, "owner": "Brin", "population": people}
            | {"industry": people},
        },
        Ada={"types": CRUISER},
        Brin={"types": CRUISER},
    )


def test_it_attacks_where_the_odds_are_good_and_declares_war():
    orders = said(siege(defenders=3))

    assert "W Brin" in orders
    assert 'S "Strike 1" Colony' in orders


def test_it_keeps_the_peace_where_the_odds_are_bad():
    orders = said(siege(defenders=12))

    assert not any(line[0] == "W" or "Strike" in line for line in orders)


def test_odds_of_equal_fleets_are_even_and_more_ships_better_them():
    board = Board.of(VARIANT.view(siege(defenders=10, attackers=10), "Ada"))
    board.techs.weapons = board.techs.shields = 1 / odds.CAUTION
    cruisers = [squad for squad in board.squads if squad.design.armed]
    chances = []
    for ships in (6, 10, 14):
        cruisers[0].ships = ships
        stream = hz.Stream.from_key("odds")
        chances.append(odds.chance_to_win(board, cruisers, board.aliens_at("Colony"), stream))

    assert chances == sorted(chances)
    assert chances[0] < 0.3 < chances[1] < 0.7 < chances[2]


def test_a_fleet_that_is_beaten_leaves():
    game = siege(defenders=12, attackers=2)
    for one in race(game, "Ada").groups:
        one.at = planet(game, "Colony").id
    fleet = race(game, "Ada").new_fleet("Strike 1")
    race(game, "Ada").groups[0].fleet = fleet.id
    race(game, "Ada").war.append("Brin")

    assert 'S "Strike 1" "Ada Home"' in said(game)


@pytest.mark.parametrize(("strangers", "escorted"), [("Cruiser", True), ("Drone", False)])
def test_a_warship_goes_ahead_of_colonists_where_armed_strangers_are_near(strangers, escorted):
    game = table(
        group("Ada", "Cruiser", "Ada Home", ships=4),
        group("Ada", "Drone", "New"),
        group("Ada", "Drone", "Den"),
        group("Brin", strangers, "Den", ships=9),
        planets={
            "Ada Home": {"routes": {"COL": "New"}},
            "New": {"at": [1012, 1000], "size": 500},
            "Den": {"at": [1020, 1000], "size": 0},
        },
        Ada={"types": CRUISER},
        Brin={"types": CRUISER},
    )

    assert ('S "Escort 1" New' in said(game)) == escorted


def test_peace_is_made_with_those_out_of_reach():
    game = table(group("Ada", "Drone", "Brin Home"), Ada={"war": ["Brin"]}, Brin={"types": CRUISER})

    assert "A Brin" in said(game)


def test_old_warships_are_upgraded():
    game = table(
        group("Ada", "Cruiser", "Ada Home", ships=2, techs={"weapons": 1, "shields": 1}),
        Ada={"types": CRUISER, "techs": {"weapons": 2, "shields": 2}},
    )

    assert "G 1 2" in said(game)


# designs


@pytest.mark.parametrize("drive", [1.0, 1.7, 3.0])
@pytest.mark.parametrize("reach", [6.0, 11.0, 16.0])
def test_haulers_reach_their_distance_in_a_whole_number_of_turns_with_little_to_spare(drive, reach):
    techs = Techs(drive=drive, weapons=1, shields=1, cargo=1.3)

    hauler = designs.hauler_for(RULEBOOK_ECONOMY, reach, techs, heaviest=40.0)

    assert hauler.mass <= 40
    pace = RULEBOOK_ECONOMY.speed(hauler, techs, RULEBOOK_ECONOMY.capacity(hauler, techs))
    turns = -(-reach // pace)
    assert pace * turns < 1.2 * reach or hauler.drive == 1


def test_a_better_drive_leaves_more_of_a_warship_for_guns_and_shields():
    slow, fast = (
        designs.warship_for(
            RULEBOOK_ECONOMY, 1000.0, Techs(drive=level, weapons=1, shields=1, cargo=1)
        )
        for level in (1.0, 2.0)
    )

    assert fast.mass == pytest.approx(slow.mass, rel=0.01)
    assert fast.drive < slow.drive
    assert fast.weapons > slow.weapons
    assert fast.shields > slow.shields
