"""Setting a game up: options, set-up forms of the players, default names."""

from __future__ import annotations

import copy
import json
from collections import Counter

import pytest

import horizons_core as hz
from horizons_core.errors import OptionError
from horizons_core.plugins import Option
from tests.effort import THOROUGH
from tests.variants.far_horizons.galaxies import at_one_percent, chi_square
from tests.variants.far_horizons.test_setup_forms import PRINTED, plain
from variants.far_horizons import setup
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.invariants import faults
from variants.far_horizons.model import Game
from variants.far_horizons.rules import housekeeping
from variants.far_horizons.rules.scanning import designation, scan_table
from variants.far_horizons.setup import OPTIONS
from variants.far_horizons.setup.forms import read_forms
from variants.far_horizons.setup.galaxy import SEPARATION

VARIANT = hz.load_variant("far_horizons")
BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}


def new_game(*players: str, seed: int | str = 1, **chosen: object) -> Game:
    options = {option.name: option.default for option in OPTIONS}
    options |= {name: BY_NAME[name].checked(value) for name, value in chosen.items()}
    return housekeeping.new_game(
        players, options, hz.Stream.from_key("set-up tests", seed), VARIANT
    )


def fault_of(*players: str, **chosen: object) -> str:
    with pytest.raises(OptionError) as fault:
        new_game(*players, **chosen)
    return str(fault.value)


# the galaxy


@pytest.mark.rule("FH-GALAXY-001", "FH-GALAXY-003")
@pytest.mark.parametrize(
    ("chosen", "stars", "radius"),
    [
        ({}, 30, 14),
        ({"less_crowded": "yes"}, 45, 16),
        ({"stars": "50"}, 50, 17),
        ({"stars": 50, "radius": 20}, 50, 20),
    ],
)
def test_the_galaxy_is_as_large_as_its_players_need_or_as_chosen(chosen, stars, radius):
    game = new_game("A", "B", "C", "D", "E", **chosen)
    assert (len(game.stars), game.radius, game.planned_species) == (stars, radius, 5)
    for star in game.stars:
        assert all(type(number) is int and 0 <= number < 2 * radius for number in star.sector)


@pytest.mark.rule("FH-GALAXY-001")
@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"stars": 11}, "option 'stars' takes a whole number from 12 to 1000, not 11"),
        ({"stars": 1001}, "takes a whole number from 12 to 1000"),
        ({"radius": 5}, "takes a whole number from 6 to 50"),
        ({"radius": "wide"}, "takes a whole number from 6 to 50, not 'wide'"),
        ({"stars": 100, "radius": 6}, "too close together"),
        ({"separation": 8}, "cannot be kept 8 parsecs apart in a galaxy of radius 11"),
        ({"separation": 26}, "takes a whole number from 1 to 25"),
        ({"last_turn": -1}, "option 'last_turn' takes a whole number"),
    ],
)
def test_a_galaxy_out_of_its_limits_is_refused(chosen, words):
    assert words in fault_of("Ada", "Brin", **chosen)


@pytest.mark.rule("FH-GALAXY-001")
def test_a_game_is_for_one_to_a_hundred_species():
    alone = new_game("Ada")
    assert (len(alone.empires), len(alone.stars)) == (1, 12)
    assert "a whole number from 12 to 1000, not 6" in fault_of("Ada", stars=6)
    assert "1 to 100 species, not 101" in fault_of(*(f"P{n}" for n in range(101)))


@pytest.mark.slow
def test_a_hundred_species_in_the_largest_galaxy_find_their_homes():
    game = new_game(*(f"P{n}" for n in range(100)), stars=1000, radius=50)
    assert len({species.home.sector for species in game.empires}) == 100
    assert faults(game) == []


@pytest.mark.rule("FH-SETUP-011")
def test_where_there_is_room_home_systems_are_more_than_ten_parsecs_apart():
    assert SEPARATION == 10
    homes = [s.home.sector for s in new_game(*"ABCDEFGH", stars=400, radius=50).empires]
    squares = [distance_squared(a, b) for number, a in enumerate(homes) for b in homes[:number]]
    assert min(squares) > 100


def test_a_separation_asked_for_is_kept_or_refused():
    players = [f"P{n}" for n in range(15)]
    crowd = [f"P{n}" for n in range(40)]
    assert "there is no star left for home system" in fault_of(*crowd, separation=14)
    homes = [s.home.sector for s in new_game(*players, separation=4).empires]
    assert all(
        distance_squared(home, other) > 16
        for number, home in enumerate(homes)
        for other in homes[:number]
    )


@pytest.mark.parametrize("players", [2, 5, 12])
def test_without_a_separation_asked_for_there_is_room(players):
    for seed in range(3 if THOROUGH else 1):
        game = new_game(*(f"P{n}" for n in range(players)), seed=seed)
        assert len({species.home.sector for species in game.empires}) == players


def test_the_same_seed_makes_the_same_game():
    variant = hz.load_variant("far_horizons")
    first, same, other = (variant.new_game(["Ada", "Brin"], seed=seed) for seed in (1, 1, 2))
    assert hz.dump(first) == hz.dump(same) != hz.dump(other)
    assert hz.dump(hz.load(hz.dump(first))) == hz.dump(first)


@pytest.mark.rule("FH-SETUP-001", "FH-SETUP-006")
def test_a_fresh_game_is_sound_and_ready_for_its_first_turn():
    game = new_game("Ada", "Brin")
    assert faults(game) == []
    assert (game.turn, game.transactions) == (0, [])
    assert [species.number for species in game.empires] == [1, 2]
    assert all(planet.efficiency == 100 for star in game.stars for planet in star.planets)


@pytest.mark.rule("FH-SETUP-010")
def test_every_species_knows_its_home_system_as_by_a_scan():
    game = new_game("Ada", "Brin")
    for species in game.empires:
        home = game.star_at(species.home.sector)
        assert list(species.knowledge.scans) == [home.id]
        assert species.knowledge.turn == 0
        scan = species.knowledge.scans[home.id]
        assert scan.turn == 0
        lines = scan_table(game, species, home.sector)[-len(home.planets) :]
        assert len(scan.planets) == len(lines)
        assert [planet.diameter for planet in scan.planets] == [int(line[3:8]) for line in lines]


@pytest.mark.rule("FH-SETUP-009", "FH-SETUP-010")
def test_the_first_mailing_is_a_status_report_with_the_home_scan_the_map_and_an_order_form():
    variant = hz.load_variant("far_horizons")
    game = variant.new_game(["Ada", "Brin"], seed=1)
    opening = hz.opening(game)
    for species in game.empires:
        text = opening.report(species.id).text
        table = "\n".join(scan_table(game, species, species.home.sector))
        scan = f"\nScan of home star system for SP {species.name}:\n\n{table}\n"
        status = f"HOME PLANET: PL {species.home_colony.name}"
        parts = [scan, "SPECIES STATUS", status, "Total available for spending this turn = "]
        parts += ["START COMBAT", f"PRODUCTION PL {species.home_colony.name}", "START STRIKES"]
        places = [text.index(part) for part in parts]
        assert places == sorted(places)
        view = variant.view(game, species.id)
        stars = {(*star["sector"], star["type"]) for star in view["stars"]}
        assert stars == {(*star.sector, designation(star)) for star in game.stars}


# the last turn


@pytest.mark.rule("FH-END-003")
def test_the_last_turn_is_drawn_from_20_to_100(monkeypatch):
    counts = Counter(
        setup._last_turn(None, hz.Stream.from_key("last", number)) for number in range(8100)
    )
    assert set(counts) == set(range(20, 101))
    assert chi_square(list(counts.values()), [1] * 81) < at_one_percent(80)


@pytest.mark.rule("FH-END-003")
def test_no_player_is_told_the_last_turn_or_others_forms():
    chosen = {"last_turn": 77, "forms": plain(ml=7, gv=1)}
    game = new_game("Ada", "Brin", **chosen)
    assert game.last_turn == 77
    assert set(game.options) == set(BY_NAME) - {"last_turn", "forms"}
    other = copy.deepcopy(game)
    other.last_turn = 20
    variant = hz.load_variant("far_horizons")
    for player in ("Ada", "Brin"):
        known, same = variant.known(game, player), variant.known(other, player)
        assert known == same
        assert known.last_turn == 0


def test_the_gamemaster_may_fix_the_last_turn():
    assert new_game("Ada", "Brin", last_turn=0).last_turn == 0
    assert new_game("Ada", "Brin", last_turn=150).last_turn == 150


# forms


@pytest.mark.rule("FH-FORM-001", "FH-SETUP-002")
def test_a_players_form_makes_the_players_species():
    forms = f"Player: Brin\n{PRINTED.replace('Military: 4', 'Military: 0').replace('3', '7')}"
    game = new_game("Ada", "Brin", forms=forms)
    brin = game.empire("Brin")
    assert (brin.id, brin.name, brin.home_colony.name) == ("Brin", "Klingon Empire", "Kronos")
    assert (brin.government, brin.government_type) == ("High Council", "Feudal")
    levels = {tech: brin.level(tech) for tech in ("ML", "GV", "LS", "BI")}
    assert levels == {"ML": 0, "GV": 4, "LS": 4, "BI": 7}


def test_forms_without_a_player_are_the_players_in_order():
    forms = plain() + plain(name="Human Empire") + plain(name="Vulcan Order", player="Ada")
    game = new_game("Ada", "Brin", "Cleo", forms=forms)
    assert [species.name for species in game.empires] == [
        "Vulcan Order",
        "Klingon Empire",
        "Human Empire",
    ]


def test_a_form_may_be_json():
    fields = {
        "player": "Brin",
        "name": "Klingon Empire",
        "homeworld": "Kronos",
        "govt-name": "High Council",
        "govt-type": "Feudal",
        "tech-ml": 15,
        "x-econ-units": 300,
    }
    game = new_game("Ada", "Brin", forms=json.dumps([fields]))
    assert (game.empire("Brin").level("ML"), game.empire("Brin").treasury) == (15, 300)


@pytest.mark.parametrize(
    ("forms", "words"),
    [
        (plain() * 1 + plain(name="Human Empire") + plain(name="Vulcan Order"),
         "there are 3 set-up forms for 2 players"),
        (plain(player="Carl"), "set-up form of 'Carl', who does not play (known: Ada, Brin Bold)"),
        (plain(player="Brin Bolt"), "did you mean 'Brin Bold'?"),
        (plain(player="Ada") + plain(player="ADA", name="Human Empire"),
         "there are two set-up forms of 'Ada'"),
        (plain(player="Ada", name="Brin Bold"), "is called 'Brin Bold', which is a player's name"),
        (plain(bi=4), "its levels take 16 points"),
        ("Player: Ada\n", "set-up form 1 (Ada): the species name is missing"),
    ],
)  # fmt: skip
def test_forms_that_do_not_fit_the_players_are_refused(forms, words):
    assert words in fault_of("Ada", "Brin Bold", forms=forms)


def test_with_the_engines_habits_forms_are_read_its_way():
    forms = plain(name="Human", bi=0)
    assert "has 5 characters" in fault_of("Ada", "Brin", forms=forms)
    engine = hz.load_variant("far_horizons", ["engine_1999"])
    game = engine.new_game(["Ada", "Brin"], seed=1, options={"forms": forms})
    assert game.empire("Ada").name == "Human"
    assert faults(game) == []
    assert hz.run_turn(game, {}).game.turn == 1


@pytest.mark.rule("FH-FORM-006")
def test_a_game_may_have_a_list_server():
    forms = plain(name="Klingon!")
    assert new_game("Ada", "Brin", forms=forms).empire("Ada").name == "Klingon!"
    assert "a list server does not pass on" in fault_of(
        "Ada", "Brin", forms=forms, list_server="yes"
    )


# default names


@pytest.mark.rule("FH-CMD-003", "FH-FORM-004")
@pytest.mark.parametrize(
    ("player", "species", "home"),
    [
        ("Ada", "Ada Empire", "Ada Prime"),
        ("Klingon", "Klingon", "Klingon Prime"),
        ("7 of 9", "House 7 of 9", "House 7 of 9 Prime"),
        ("A,b;c", "A b c Empire", "A b c Prime"),
        (",,,", "House Empire", "House Prime"),
        ("Sixers", "Sixers Empire", "Sixers Prime"),
        ("x" * 30, "x" * 30, f"{'x' * 25} Prime"),
    ],
)
def test_who_gives_no_form_is_named_like_the_player(player, species, home):
    empire = new_game(player, "Somebody").empires[0]
    assert (empire.id, empire.name, empire.home_colony.name) == (player, species, home)
    levels = {tech: empire.level(tech) for tech in ("ML", "GV", "LS", "BI")}
    assert levels == {"ML": 4, "GV": 4, "LS": 4, "BI": 3}


def test_names_made_for_players_are_all_different_and_would_pass_on_a_form():
    players = ["Ada", "Ada,", "Ada;", "Ada Empire", "Ada,,", "House 1", "1", "1,"]
    game = new_game(*players)
    names = [species.name.casefold() for species in game.empires]
    assert len(set(names)) == len(players)
    for player, species in zip(players, game.empires, strict=True):
        assert not {species.name.casefold()} & {p.casefold() for p in players if p != player}
        form = plain(
            name=species.name,
            homeworld=species.home_colony.name,
            govtname=species.government,
            govttype=species.government_type,
        )
        assert read_forms(form)[0].name == species.name


def test_a_made_name_gives_way_to_one_that_was_chosen():
    game = new_game("Ada", "Brin", forms=plain(player="Brin", name="ADA Empire"))
    assert [species.name for species in game.empires] == ["Ada Empire 2", "ADA Empire"]


def test_options_are_described():
    for option in OPTIONS:
        assert len(option.help) > 20
        assert option.help[0].islower()
