"""The start of a game: races, home worlds, options (GG-SET, GG-GAL-001)."""

from __future__ import annotations

import math

import pytest

import horizons_core as hz
from horizons_core.errors import OptionError
from tests.variants.galaxy_g.war import VARIANT, examples
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.setup.galaxy import diameter_for


def new_game(players: int = 2, seed: int = 5, **options):
    names = [f"Captain {number}" for number in range(1, players + 1)]
    return VARIANT.new_game(names, seed=seed, options=options)


@pytest.mark.rule("GG-SET-001")
@pytest.mark.parametrize("players", [2, 3, 10, 80])
def test_a_game_is_for_two_to_eighty_players(players):
    assert len(new_game(players).empires) == players


@pytest.mark.rule("GG-SET-001")
@pytest.mark.parametrize("players", [0, 1, 81])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(OptionError, match=f"2 to 80 players, not {players}"):
        new_game(players)


@pytest.mark.rule("GG-SET-001")
def test_a_game_for_eighty_can_be_made():
    assert len(new_game(80).empires) == 80


@pytest.mark.rule("GG-SET-003")
def test_nothing_is_in_store_on_any_planet():
    for planet in new_game(3).planets:
        assert (planet.capital, planet.materials, planet.colonists) == (0, 0, 0)


@pytest.mark.rule("GG-SET-004")
def test_all_technology_is_at_level_one():
    assert [race.techs.levels for race in new_game(3).empires] == [(1, 1, 1, 1)] * 3


@pytest.mark.rule("GG-SET-007")
@pytest.mark.parametrize("players", range(2, 81))
def test_the_diameter_is_forty_two_for_each_root_of_the_players_cut_to_tens(players):
    assert diameter_for(players) == 42 * math.ceil(math.sqrt(players)) // 10 * 10


@pytest.mark.rule("GG-SET-007")
@pytest.mark.parametrize("diameter", [40, 2000])
def test_a_host_may_choose_the_diameter(diameter):
    game = new_game(2, diameter=diameter, fairness=0)

    assert (game.diameter, game.options["diameter"]) == (diameter, diameter)


@pytest.mark.rule("GG-SET-007")
@pytest.mark.parametrize("diameter", [39, 2001])
def test_other_diameters_are_refused(diameter):
    with pytest.raises(OptionError, match="from 40 to 2000"):
        new_game(2, diameter=diameter)


@pytest.mark.rule("GG-SET-012")
def test_races_are_numbered_or_called_as_their_players():
    numbered, named = new_game(3), new_game(3, race_names="given")

    assert [race.name for race in numbered.empires] == ["Player_1", "Player_2", "Player_3"]
    assert [race.name for race in named.empires] == ["Captain 1", "Captain 2", "Captain 3"]


@pytest.mark.rule("GG-SET-002", "GG-SET-003")
def test_every_player_owns_one_home_world_fully_developed_and_nothing_else():
    game = new_game(10)
    for race in game.empires:
        (home,) = game.planets_of(race.id)
        assert (home.size, home.population, home.industry, home.resources) == (1000, 1000, 1000, 10)
        assert race.home == home.id


@pytest.mark.rule("GG-SET-002")
def test_a_home_world_makes_a_thousand_points_and_slightly_over_99_drones():
    planets, drones = examples("GG-SET-002")
    game = new_game()
    home = game.planets_of("Captain 1")[0]
    assert planets.expect["production"] == RULEBOOK_ECONOMY.points(home)
    orders = f"D Drone 1 0 0 0 0\nP {home.name} Drone"
    turn = hz.run_turn(game, {"Captain 1": orders})
    home = turn.game.planets_of("Captain 1")[0]
    (group,) = turn.game.race("Captain 1").groups
    cost = 10 * drones.given["ship_mass"] * (1 + 1 / (10 * drones.given["resources"]))

    assert group.ships == 99
    assert group.ships + home.progress / cost == pytest.approx(drones.expect["drones_per_turn"])


@pytest.mark.rule("GG-SET-003")
def test_no_planet_has_a_stockpile():
    expected = examples("GG-SET-003")[0].expect
    for planet in new_game(10).planets:
        assert expected == {
            "materials": planet.materials,
            "capital": planet.capital,
            "colonists": planet.colonists,
        }


@pytest.mark.rule("GG-SET-004")
def test_all_technologies_start_at_one():
    expected = examples("GG-SET-004")[0].expect
    for race in new_game(3).empires:
        assert expected == {area: getattr(race.techs, area) for area in expected}


@pytest.mark.rule("GG-SET-005")
def test_all_start_in_peace():
    for race in new_game(10).empires:
        assert (race.war, race.attack, race.guard) == ([], [], [])
        assert (race.allies, race.allied_planets) == ([], [])


@pytest.mark.rule("GG-SET-006")
def test_nobody_has_ships_types_fleets_or_routes():
    game = new_game(10)
    for race in game.empires:
        assert (race.groups, race.types, race.fleets) == ([], {}, {})
        assert race.highest_number == 0
    assert not any(planet.routes for planet in game.planets)


@pytest.mark.rule("GG-SET-006")
def test_home_worlds_begin_with_research_of_the_drive():
    game = new_game()
    assert {game.planet(race.home).product for race in game.empires} == {"DRIVE"}
    turn = hz.run_turn(game, {})

    assert turn.game.empires[0].techs.drive == 1 + 1000 / (2500 * 4)


@pytest.mark.rule("GG-SET-007")
@pytest.mark.parametrize("example", examples("GG-SET-007"), ids=str)
def test_the_galaxy_grows_with_the_number_of_players(example):
    players = example.given["players"]

    assert example.expect["diameter"] == diameter_for(players) == new_game(players).diameter


@pytest.mark.rule("GG-SET-007")
@pytest.mark.parametrize("diameter", [40, 2000])
def test_the_host_may_choose_the_diameter(diameter):
    game = new_game(6, diameter=diameter)

    assert (game.diameter, game.options["diameter"]) == (diameter, diameter)
    assert len(game.planets) == 66


@pytest.mark.rule("GG-SET-007")
@pytest.mark.parametrize("diameter", [39, 2001, 0, -100])
def test_a_diameter_outside_40_to_2000_is_refused(diameter):
    with pytest.raises(OptionError, match="'diameter' takes a whole number from 40 to 2000"):
        new_game(diameter=diameter)


@pytest.mark.rule("GG-SET-012")
def test_races_are_called_by_their_place_in_the_list_of_players():
    (example,) = examples("GG-SET-012")
    game = new_game(6)
    position = example.given["player_position"]

    assert game.empires[position - 1].name == example.expect["name"]
    assert [race.name for race in game.empires] == [f"Player_{n}" for n in range(1, 7)]
    assert [race.id for race in game.empires] == [f"Captain {n}" for n in range(1, 7)]


@pytest.mark.rule("GG-SET-012")
def test_the_order_of_the_list_never_changes():
    game = new_game(3)
    turn = hz.run_turn(game, {"Captain 1": "C Zzyax", "Captain 3": "C Aardvarks"})

    assert [race.id for race in turn.game.empires] == [race.id for race in game.empires]


@pytest.mark.rule("GG-SET-012", "GG-NAM-001", "GG-NAM-002")
def test_races_may_be_called_as_their_players():
    options = {"race_names": "given"}
    game = VARIANT.new_game(["Player_2", "ada lovelace"], seed=1, options=options)

    assert [race.name for race in game.empires] == ["Player 2", "ada lovelace"]


@pytest.mark.rule("GG-NAM-001")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("A name of more than twenty", "has 26 characters"),
        ("Ada, Countess", "comma"),
        ("fleet", "fleet"),
        ("judge", "reserved"),
    ],
)
def test_a_player_whose_name_no_race_may_have_is_told_so(name, reason):
    assert VARIANT.new_game([name, "Brin"], seed=1).empires[0].name == "Player_1"
    with pytest.raises(OptionError, match=f"{reason}.*race_names"):
        VARIANT.new_game([name, "Brin"], seed=1, options={"race_names": "given"})


def test_other_options_are_refused_with_a_suggestion():
    with pytest.raises(OptionError, match="no option 'diametre' \\(did you mean 'diameter'"):
        new_game(diametre=100)
    with pytest.raises(OptionError, match="one of numbered, given"):
        new_game(race_names="random")


@pytest.mark.rule("GG-GAL-001")
def test_each_player_sees_a_part_of_the_galaxy_and_the_host_all_of_it():
    game = new_game(10)
    view = VARIANT.view(game, "Captain 1")
    known = {p["id"] for part in ("planets", "located", "uninhabited") for p in view[part]}

    assert 1 < len(known) < 110
    assert view["races"] == []
    assert len(VARIANT.view(game, None)["planets"]) == 110


@pytest.mark.rule("GG-GAL-003")
@pytest.mark.parametrize("example", examples("GG-GAL-003"), ids=str)
def test_the_first_map_covers_the_whole_galaxy(example):
    game = new_game(10, diameter=example.given["diameter"])
    (x, y), (right, bottom) = example.expect["top_left"], example.expect["bottom_right"]
    for race in game.empires:
        assert (race.area.x, race.area.y) == (x, y)
        assert (race.area.x + race.area.size, race.area.y + race.area.size) == (right, bottom)


def test_the_same_seed_makes_the_same_galaxy_and_another_one_another():
    assert hz.digest(new_game(5)) == hz.digest(new_game(5))
    places = [[planet.at for planet in new_game(5, seed).planets] for seed in (5, 6)]
    assert places[0] != places[1]
