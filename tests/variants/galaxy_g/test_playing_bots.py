"""The bots that play to win: results of whole games, and decisions in single situations."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import horizons_core as hz
from tests.effort import first
from tests.variants.galaxy_g.test_bots import played
from tests.variants.galaxy_g.war import VARIANT, add, group, planet, race, table
from variants.galaxy_g.combat import RULEBOOK_COMBAT
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Game, Techs
from variants.galaxy_g.orders.ship_designs import HAULERS_A_TURN, hauler_for, warship_for, yard_mass

CRUISER = {"Cruiser": [40, 2, 20, 30, 0]}


def bot_orders(game: Game, bot: str = "expander") -> list[str]:
    """The orders that a bot gives for Ada."""
    view = VARIANT.view(game, "Ada")
    return VARIANT.bots[bot].orders(view, hz.Stream.from_key("test")).splitlines()


def points(game: Any, player: str) -> float:
    return sum(RULEBOOK_ECONOMY.points(planet) for planet in game.planets_of(player))


# whole games


@pytest.mark.parametrize("seed", first([1, 2]))
def test_after_40_turns_an_expander_produces_three_times_as_much_as_any_random_bot(seed):
    bots = ["random", "expander", "random", "random"]
    *_, (turn, _) = played(bots, 40, seed)

    best = max(points(turn.game, name) for name in ("P0", "P2", "P3"))
    assert points(turn.game, "P1") >= 3 * best


@cache
def peaceful_game() -> tuple[tuple[hz.Turn, dict[str, str]], ...]:
    return tuple(played(["settler", "settler"], 32))


def test_in_32_turns_settlers_make_a_grown_realm_of_their_home():
    turn, _ = peaceful_game()[-1]

    for name in ("P0", "P1"):
        mine = turn.game.planets_of(name)
        people = sum(planet.population for planet in mine)
        assert len(mine) >= 6
        assert points(turn.game, name) >= 4000
        assert sum(planet.industry for planet in mine) >= 0.95 * people
        assert all(level > 1.2 for level in turn.game.empire(name).techs.levels)


def test_hardly_any_work_is_given_up_and_no_points_are_wasted():
    """Of some 80,000 points; only an unfinished probe remains."""
    events = [event for turn, _ in peaceful_game() for event in turn.events]

    assert sum(e.data["points"] for e in events if e.code == "ship.unfinished_lost") < 50
    assert not any(event.code == "planet.wasted_points" for event in events)


def test_nothing_lies_idle_in_the_end():
    game: Any = peaceful_game()[-1][0].game

    for race_ in game.empires:
        mine = game.planets_of(race_.id)
        assert sum(planet.materials for planet in mine) < 10
        assert sum(planet.capital for planet in mine) < 0.1 * points(game, race_.id)
        resting = [group for group in race_.groups if group.cargo and not group.under_way]
        assert resting == []


def test_a_conqueror_ruins_an_expander_that_is_its_only_neighbour():
    game = list(played(["conqueror", "expander"], 40, 1))
    events = [event.code for turn, _ in game for event in turn.events]
    last = game[-1][0].game

    assert points(last, "P0") > 3 * points(last, "P1")
    assert events.count("planet.bombed") > 10
    assert "landing.conquered" in events


# scouting and settling


def test_every_planet_out_of_sight_gets_one_probe():
    game = table(
        group("Ada", "Drone", "Ada Home", ships=9),
        planets={str(n): {"at": [1000 + n, 1003], "size": 50} for n in (1, 2, 3)},
    )

    sent = [line.split()[-1] for line in bot_orders(game) if line.startswith("S ")]

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

    assert 'R "Ada Home" COL Large' in bot_orders(game)


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

    orders = bot_orders(game)

    assert 'R "Ada Home" CAP New' in orders
    assert 'R New EMP "Ada Home"' in orders
    assert "P New CAP" not in orders  # it does so already
    assert not any(line.startswith("P Done CAP") for line in orders)


def test_cargo_that_no_route_moves_is_unloaded():
    """Colonists for a planet that became one's own while they waited above it."""
    hauler = group("Ada", "Freighter", "New", cargo="COL", load=5)
    game = table(
        hauler,
        planets={"New": {"at": [1008, 1000], "size": 500, "owner": "Ada", "population": 9}},
    )

    assert "U 1" in bot_orders(game)


def test_nobody_makes_materials():
    poor = {"at": [1008, 1000], "size": 500, "resources": 0.4, "owner": "Ada", "population": 500}
    game = table(
        group("Ada", "Freighter", "Ada Home", ships=9), planets={"Poor": poor | {"industry": 500}}
    )

    assert not [line for line in bot_orders(game) if line.startswith("P ") and line.endswith("MAT")]


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
    orders = bot_orders(siege(defenders=3))

    assert "W Brin" in orders
    assert 'S "Strike 1" Colony' in orders


def test_it_keeps_the_peace_where_the_odds_are_bad():
    orders = bot_orders(siege(defenders=12))

    assert not any(line[0] == "W" or "Strike" in line for line in orders)


def test_a_fleet_that_is_beaten_leaves():
    game = siege(defenders=12, attackers=2)
    for squadron in race(game, "Ada").groups:
        squadron.at = planet(game, "Colony").id
    fleet = race(game, "Ada").new_fleet("Strike 1")
    race(game, "Ada").groups[0].fleet = fleet.id
    race(game, "Ada").war.append("Brin")

    assert 'S "Strike 1" "Ada Home"' in bot_orders(game)


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

    assert ('S "Escort 1" New' in bot_orders(game)) == escorted


def test_peace_is_made_with_those_out_of_reach():
    game = table(group("Ada", "Drone", "Brin Home"), Ada={"war": ["Brin"]}, Brin={"types": CRUISER})

    assert "A Brin" in bot_orders(game)


def old_cruisers() -> Game:
    return table(
        group("Ada", "Cruiser", "Ada Home", ships=2, techs={"weapons": 1, "shields": 1}),
        group("Ada", "Freighter", "Ada Home", ships=9),
        group("Ada", "Drone", "Ada Home", ships=9),
        Ada={"types": CRUISER, "techs": {"weapons": 2, "shields": 2}},
    )


def test_old_warships_are_upgraded_where_no_ships_are_built():
    assert "G 1 2" in bot_orders(old_cruisers(), "settler")


def test_a_yard_upgrades_nothing_since_its_ship_would_stay_unfinished():
    orders = bot_orders(old_cruisers())

    assert 'P "Ada Home" "Cruiser 1"' in orders
    assert not any(line.startswith("G") for line in orders)


def test_a_yard_finishes_the_warship_that_it_has_begun():
    game = table(Ada={"types": CRUISER}, planets={"Ada Home": {"product": "Cruiser"}})
    planet(game, "Ada Home").progress = 700.0

    assert not any(line.startswith('P "Ada Home"') for line in bot_orders(game, "settler"))


def test_settlers_attack_nobody():
    assert not any(line[0] == "W" or "Strike" in line for line in bot_orders(siege(1), "settler"))


def neighbours(*races: str) -> Game:
    """Ada's cruisers and probes at home, planets that still grow, and colonies of others near."""
    places = {"Brin": [1020, 1000], "Cato": [1000, 1020]}
    colony = {"size": 500, "population": 300, "industry": 300}
    return table(
        group("Ada", "Cruiser", "Ada Home", ships=4),
        group("Ada", "Drone", "Ada Home", ships=90),
        *(group("Ada", "Drone", f"{name} Colony") for name in races),
        *(group(name, "Fighter", f"{name} Colony") for name in races),
        planets={
            "Young": {"at": [1000, 990], "size": 900, "owner": "Ada", "population": 90},
            **{f"{name} Colony": {"at": places[name], "owner": name} | colony for name in races},
        },
        players=("Ada", "Brin", "Cato"),
        Ada={"types": CRUISER},
    )


@pytest.mark.parametrize(
    ("bot", "rest", "strikes"),
    [
        ("conqueror", ["Brin"], True),
        ("conqueror", ["Brin", "Cato"], False),
        ("expander", ["Brin"], False),
    ],
)
def test_a_conqueror_strikes_a_single_neighbour_before_its_planets_have_grown(bot, rest, strikes):
    assert ('S "Strike 1" "Brin Colony"' in bot_orders(neighbours(*rest), bot)) == strikes


def test_probes_go_with_a_conquerors_warships_to_draw_fire():
    orders = bot_orders(neighbours("Brin"), "conqueror")

    assert "B 2 48" in orders
    joined = [line for line in orders if line.startswith("J ") and line.endswith('"Strike 1"')]
    assert len(joined) == 2


@pytest.mark.parametrize(("people", "stays"), [(90.0, False), (60.0, True)])
def test_haulers_stay_above_an_enemys_planet_only_if_their_colonists_would_take_it(people, stays):
    """Eighty people wait under the guns of a fleet; more of them are at home."""
    game = siege(defenders=0, attackers=4, people=people)
    add(game, group("Ada", "Freighter", "Colony", cargo="COL", load=10))
    race(game, "Brin").groups.clear()
    ada = race(game, "Ada")
    ada.war.append("Brin")
    planet(game, "Ada Home").colonists = 200.0
    for squadron in ada.groups:
        squadron.at = planet(game, "Colony").id
    ada.groups[0].fleet = ada.new_fleet("Strike 1").id
    hauler = ada.groups[-1].number

    orders = bot_orders(game)

    assert 'R "Ada Home" COL Colony' in orders
    assert (f'S {hauler} "Ada Home"' not in orders) == stays


def test_a_fleet_comes_to_relieve_a_planet_of_its_own():
    """The planet that it has emptied would wait for settlers; its own cannot wait."""
    game = table(
        group("Ada", "Cruiser", "Ruin", ships=6),
        group("Brin", "Cruiser", "Colony"),
        planets={
            "Ruin": {"at": [1012, 1000], "size": 500},
            "Colony": {"at": [1000, 1012], "size": 500, "owner": "Ada", "population": 200},
        },
        Ada={"types": CRUISER, "war": ["Brin"]},
        Brin={"types": CRUISER},
    )
    race(game, "Ada").groups[0].fleet = race(game, "Ada").new_fleet("Strike 1").id

    assert 'S "Strike 1" Colony' in bot_orders(game)


# designs


@pytest.mark.parametrize("drive", [1.0, 1.7, 3.0])
@pytest.mark.parametrize("reach", [6.0, 16.0])
@pytest.mark.parametrize("points", [1000.0, 613.7])
def test_haulers_of_a_turn_take_all_the_points_of_the_hub(drive, reach, points):
    techs = Techs(drive=drive, weapons=1, shields=1, cargo=1.3)
    hub = {"production": points, "resources": 10.0}

    hauler = hauler_for(RULEBOOK_ECONOMY, hub, reach, techs)

    built = RULEBOOK_ECONOMY.ships(points, hauler, 0.0, 10.0)
    assert built.amount in HAULERS_A_TURN
    assert built.left < 1.0


@pytest.mark.parametrize("kind", ["Cruiser", "Bomber"])
def test_warships_take_all_the_points_of_a_yard_in_whole_turns(kind):
    economy = RULEBOOK_ECONOMY
    yard = {"production": 473.2, "resources": 0.7}
    mass = yard_mass(economy, yard, 3)

    warship = warship_for(kind, mass, Techs(drive=1.3, weapons=1, shields=1, cargo=1))

    built = economy.ships(3 * 473.2 + 1e-9, warship, 0.0, 0.7)
    assert built.amount == 1
    assert built.left < 1.0


def test_a_better_drive_leaves_more_of_a_warship_for_guns_and_shields():
    slow, fast = (
        warship_for("Cruiser", 200.0, Techs(drive=level, weapons=1, shields=1, cargo=1))
        for level in (1.0, 2.0)
    )

    assert fast.mass == pytest.approx(slow.mass, rel=0.01)
    assert fast.drive < slow.drive
    assert fast.weapons > slow.weapons
    assert fast.shields > slow.shields


def test_one_gun_of_a_bomber_does_more_to_a_planet_than_all_of_a_cruiser():
    techs = Techs(drive=1.0, weapons=1, shields=1, cargo=1)
    cruiser, bomber = (warship_for(kind, 200.0, techs) for kind in ("Cruiser", "Bomber"))
    bomb = RULEBOOK_COMBAT.bomb(bomber, 1.0, 1.0)
    other_bomb = RULEBOOK_COMBAT.bomb(cruiser, 1.0, 1.0)

    assert bomb > 3 * RULEBOOK_COMBAT.bomb_damage({other_bomb: cruiser.attacks})
