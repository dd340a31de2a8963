"""The view of a species: its position, the stars, its scans; and the start of forecasts."""

from __future__ import annotations

from pathlib import Path

import pytest

import horizons_core as hz
from horizons_core.codec import canonical
from tests.variants.far_horizons.galaxies import settled
from tests.variants.far_horizons.sights import at_the_end, hypothesized, known_to, view_of
from tests.variants.far_horizons.sights_told import render
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.constants import MAX_PLANETS
from variants.far_horizons.model import Game, Place, Propulsion, ShipLocation, Status
from variants.far_horizons.rules.knowledge import record_knowledge, scan_of
from variants.far_horizons.view.galaxy import MAX_STARS

GOLDEN = Path(__file__).parent / "golden" / "sights.txt"


def human(**inputs):
    return {"species": {"Human": inputs}}


def view(state=None, empire="Human"):
    return view_of(at_the_end(game_with(state)), empire)


def scanned(game: Game, *stars: str, turn: int = 1, empire: str = "Human") -> Game:
    """The game after a species has scanned these stars."""
    by_id = {star.id: star for star in game.stars}
    for star in stars:
        game.empire(empire).knowledge.scans[star] = scan_of(by_id[star], turn)
    return game


# describing


def test_a_view_is_plain_data_with_the_position_in_it():
    data = view().data

    assert canonical(data)
    assert data["species"] == "Human"
    assert data["colonies"][0]["name"] == "Earth"
    assert data["colonies"][0]["mining_difficulty"] == 200


@pytest.mark.rule("FH-MAP-001")
def test_everybody_sees_all_stars_but_no_planets():
    stars = view()["stars"]

    assert [star["sector"] for star in stars] == [list(s.sector) for s in game_with().stars]
    assert all(set(star) == {"sector", "type"} for star in stars)


@pytest.mark.rule("FH-SCAN-002", "FH-PLANET-001")
def test_a_scan_tells_of_planets_what_a_scan_shows():
    data = view_of(scanned(game_with(), "9 9 9", turn=3), "Human")
    home, other = data["scans"]

    assert other == {
        "sector": [9, 9, 9],
        "type": "G5",
        "turn": 3,
        "wormhole": False,
        "planets": [
            {
                "orbit": 1, "diameter": 10, "gravity": 90, "temperature": 11, "pressure": 9,
                "mining_difficulty": 180, "life_support": 6,
                "gases": [{"gas": "N2", "percent": 80}, {"gas": "O2", "percent": 20}],
            },
        ],
    }  # fmt: skip
    assert [planet["life_support"] for planet in home["planets"]][1:4] == [6, 0, 12]


@pytest.mark.rule("FH-PLANET-012", "FH-TERRA-001")
def test_planets_where_one_lives_are_shown_as_they_are_and_others_as_they_were():
    game = scanned(game_with(human(planets={"Mars": {"at": "12 13 10 #1", "mining_base": 5.0}})),
                   "12 13 10")  # fmt: skip
    for planet in game.star_at((12, 13, 10)).planets:
        planet.temperature = 1

    planets = view_of(at_the_end(game), "Human")["scans"][1]["planets"]
    assert [planet["temperature"] for planet in planets] == [1, 11]


def test_life_support_in_old_scans_is_that_of_today():
    game = scanned(game_with(), "9 9 9")
    game.star_at((10, 10, 10)).planets[2].temperature += 1

    assert view_of(game, "Human")["scans"][1]["planets"][0]["life_support"] == 3


def test_visited_systems_wormholes_and_neighbours_are_told_by_their_sectors():
    ship = {"at": "38 38 38", "status": "deep", "through_wormhole": True}
    data = view(human(visited=["9 9 9"], ships={"TR1 A": ship, "TR1 B": {"at": "15 10 10 #1"}}))

    assert sorted(data["visited"]) == [[9, 9, 9], [10, 10, 10]]
    assert data["wormholes"] == [{"from": [2, 2, 2], "to": [38, 38, 38]}]
    (kronos,) = data["neighbours"]
    assert kronos["sector"] == [15, 10, 10]
    assert kronos["planets"][0]["name"] == "Kronos"


def test_of_a_huge_galaxy_the_view_shows_the_stars_that_matter():
    game = game_with(human(visited=["38 38 38"]))
    first = game.stars[0]
    for number in range(MAX_STARS + 50):
        star = type(first)(id=f"0 {number} 0", sector=(0, number, 0))
        game.stars.append(star)
    record_knowledge(game, 1)
    stars = [tuple(star["sector"]) for star in view_of(game, "Human")["stars"]]

    assert MAX_STARS <= len(stars) <= MAX_STARS + 1
    assert {(38, 38, 38), (10, 10, 10), (9, 9, 9)} <= set(stars)
    assert (0, MAX_STARS + 49, 0) not in stars


def test_the_gamemaster_sees_everything():
    data = view(empire=None).data

    assert data["species"] is None
    assert [position["species"] for position in data["positions"]] == ["Human", "Klingon"]
    assert [len(star["planets"]) for star in data["stars"]] == [1, 1, 5, 2, 5, 1]
    assert data["wormholes"] == [{"from": [2, 2, 2], "to": [38, 38, 38]}]
    assert canonical(data)


def test_the_mod_of_the_old_engine_shows_its_habits():
    options = {"stars": 12, "radius": 6, "separation": 1}
    for mods, habit in (((), False), (("engine_1999",), True)):
        variant = hz.load_variant("far_horizons", mods)
        game = variant.new_game(["Ada", "Brin"], seed=1, options=options)
        assert variant.view(game, "Ada")["layout_1999"] is habit


def test_views_maps_and_forecasts_are_those_of_the_golden_file():
    assert render() == GOLDEN.read_text("utf-8"), "see sights_told.py for how to make it anew"


# knowing


def test_only_stars_with_own_people_are_part_of_what_is_known():
    state = human(planets={"Mars": {"at": "12 13 10 #1", "mining_base": 5.0},
                           "Luna": {"at": "9 9 9 #1"}})  # fmt: skip
    known = known_to(at_the_end(game_with(state)), "Human")

    assert [star.id for star in known.stars] == ["10 10 10", "12 13 10"]
    assert [planet.diameter for planet in known.stars[1].planets] == [5, 0]
    assert known.empire("Klingon").colonies == []


def test_what_is_known_can_be_known_again():
    known = known_to(at_the_end(game_with()), "Human")
    assert known_to(known, "Human") == known


# assumptions of a forecast


def test_a_forecast_has_all_stars_in_their_order():
    game = at_the_end(game_with())
    known = hypothesized(game, "Human")

    assert [star.id for star in known.stars] == [star.id for star in game.stars]
    assert known.imagined == [star.id for star in game.stars if star.id != "10 10 10"]


@pytest.mark.rule("FH-MISC-005")
def test_an_unknown_system_has_all_planets_that_there_can_be():
    known = hypothesized(at_the_end(game_with()), "Human")

    unknown = known.star_at((9, 9, 9)).planets
    assert [planet.id for planet in unknown] == [f"9 9 9 #{n}" for n in range(1, MAX_PLANETS + 1)]
    for orbit in (1, 9):
        order = f"NAME 9 9 9 {orbit} PL New Hope"
        assert step("pre-departure", known, {"Human": order}).remarks("Human") == []


def test_a_scanned_system_has_the_planets_that_it_has():
    known = hypothesized(scanned(at_the_end(game_with()), "9 9 9"), "Human")
    (planet,) = known.star_at((9, 9, 9)).planets

    assert (planet.id, planet.diameter, planet.mining_difficulty) == ("9 9 9 #1", 10, 180)
    refused = step("pre-departure", known, {"Human": "NAME 9 9 9 2 PL New Hope"})
    assert len(refused.remarks("Human")) == 1


def test_planets_where_one_lives_are_assumed_as_they_are():
    state = human(planets={"Mars": {"at": "12 13 10 #1", "mining_base": 5.0}})
    known = hypothesized(at_the_end(game_with(state)), "Human")
    planets = known.star_at((12, 13, 10)).planets

    assert planets[0].diameter == 5
    assert len(planets) == MAX_PLANETS
    assert planets[1].diameter == known.star_at((10, 10, 10)).planets[2].diameter


@pytest.mark.parametrize(
    ("scans", "ways", "end"),
    [
        ((), {}, (2, 2, 2)),
        (("2 2 2",), {}, (2, 2, 2)),
        (("9 9 9",), {"2 2 2": (38, 38, 38)}, (38, 38, 38)),
    ],
)
def test_nobody_knows_where_a_wormhole_leads_before_the_passage(scans, ways, end):
    game = scanned(at_the_end(game_with()), *scans)
    game.empire("Human").knowledge.wormholes = ways
    known = hypothesized(game, "Human")

    assert known.star_at((2, 2, 2)).wormhole == end
    assert known.star_at((10, 10, 10)).wormhole is None


@pytest.mark.rule("FH-SCAN-001")
def test_a_forecast_of_a_scan_waits_for_the_turn():
    state = human(ships={"TR1 Scout": {"at": "9 9 9", "status": "deep"}})
    result = step("post-arrival", hypothesized(at_the_end(game_with(state)), "Human"),
                {"Human": "SCAN TR1 Scout"})  # fmt: skip

    assert "9 9 9 was not scanned yet" in result.log("Human")


@pytest.fixture
def neighbours():
    ships = {
        "TR20S Mule": {"at": "Kronos", "age": 3},
        "BAS Fort": {"at": "15 10 10", "status": "deep", "tons": 50000},
        "DD Veil": {"at": "Kronos", "cargo": {"FD": 15}},
    }
    planets = {
        "Praxis": {"at": "15 10 10 #2", "mining_base": 30.0, "kind": "mining"},
        "Risa": {"at": "15 10 10 #4", "manufacturing_base": 8.0, "kind": "resort"},
    }
    state = {
        "species": {
            "Human": {"ships": {"TR1 Scout": {"at": "15 10 10 #1"}}},
            "Klingon": {"ships": ships, "planets": planets},
        }
    }
    return hypothesized(at_the_end(game_with(state)), "Human").empire("Klingon")


def test_aliens_in_sight_take_part_in_a_forecast_as_they_were_seen(neighbours):
    home, praxis, risa = neighbours.living_colonies()

    assert neighbours.home_colony is home
    assert (home.name, home.base, home.place) == ("Kronos", 1500, Place((15, 10, 10), 3))
    assert (praxis.mining_base, praxis.manufacturing_base) == (300, 0)
    assert (risa.mining_base, risa.manufacturing_base) == (0, 80)
    assert praxis.has(Status.MINING | Status.POPULATED)


def test_ships_in_sight_take_part_in_a_forecast_but_disguised_ones_are_nobody_s(neighbours):
    mule, fort = neighbours.living_ships()

    assert (mule.class_, mule.tonnage, mule.drive, mule.age) == ("TR", 20, Propulsion.SUB_LIGHT, 3)
    assert (mule.where, mule.place.orbit) == (ShipLocation.ORBIT, 3)
    assert (fort.class_, fort.tonnage, fort.drive) == ("BAS", 5, Propulsion.STARBASE)
    assert fort.where == ShipLocation.DEEP_SPACE


def test_a_ship_in_a_yard_on_one_s_own_planet_is_unpaid():
    state = {
        "species": {
            "Human": {"planets": {"Camp": {"at": "15 10 10 #3", "population": 9}}},
            "Klingon": {"ships": {"DD Claw": {"at": "Kronos", "status": "building"}}},
        }
    }
    claw = next(
        hypothesized(at_the_end(game_with(state)), "Human").empire("Klingon").living_ships()
    )

    assert (claw.where, claw.unpaid) == (ShipLocation.BUILDING, 1500)


def test_planets_of_others_that_one_has_left_are_remembered_in_a_forecast():
    game = game_with({"species": {"Human": {"ships": {"TR1 Scout": {"at": "15 10 10 #1"}}}}})
    game.empire("Human").ships[0].place = game.empire("Human").home
    game = at_the_end(game)
    known = hypothesized(game, "Human")
    (kronos,) = known.empire("Klingon").living_colonies()

    assert (kronos.name, kronos.place, kronos.base) == ("Kronos", Place((15, 10, 10), 3), 0)
    assert kronos.populated
    assert (kronos.shipyards, kronos.items, kronos.hidden) == (0, {}, 0)
    assert known.unwatched == [star.id for star in game.stars if star.id != "10 10 10"]


@pytest.mark.rule("FH-LAND-011", "FH-LAND-010")
@pytest.mark.parametrize(("at", "refused"), [("15 10 10", False), ("10 10 10", True)])
def test_a_forecast_lets_ships_land_where_others_may_live(at, refused):
    ships = {"TR1 Scout": {"at": at, "status": "deep"}}
    known = hypothesized(at_the_end(game_with()), "Human")
    known.empire("Human").ships = game_with(human(ships=ships)).empire("Human").ships
    result = step("post-arrival", known, {"Human": "LAND TR1 Scout, 2"})

    assert bool(result.remarks("Human")) is refused
    assert (result.ship("Human", "Scout").where == ShipLocation.LANDED) is not refused


def test_species_that_nobody_sees_are_there_in_name_only():
    known = hypothesized(at_the_end(game_with()), "Human")
    klingons = known.empire("Klingon")

    assert list(klingons.living_colonies()) == []
    assert klingons.home == known.empire("Human").home


@pytest.mark.parametrize("name", ["pre-departure", "jumps", "production", "post-arrival", "finish"])
def test_every_step_runs_on_what_is_known(name):
    state = {
        "species": {
            "Human": {
                "met": ["Klingon"],
                "ships": {"TR1 Scout": {"at": "15 10 10 #1"}},
                "planets": {"Camp": {"at": "15 10 10 #3", "population": 9}},
            }
        }
    }
    game = at_the_end(game_with(state, ("Human", "Klingon", "Romulan")))
    result = step(name, hypothesized(game, "Human"), {})

    assert result.species("Human").colonies
    assert view_of(result.game, "Human")["colonies"]


def test_every_step_runs_on_what_is_known_of_a_galaxy_as_it_is_made():
    game = settled(5)
    record_knowledge(game, 0)
    for species in game.empires:
        known = hypothesized(game, species.id)
        for name in ("pre-departure", "jumps", "production", "post-arrival", "finish"):
            known = step(name, known, {}).game
        assert view_of(known, species.id)["species"] == species.name
