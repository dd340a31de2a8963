"""The invariants of a game, and their detection."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import horizons_core as hz
from tests.variants.far_horizons.galaxies import settled
from tests.variants.far_horizons.recorded_games import recorded_games
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.invariants import ENGINE_1999, faults
from variants.far_horizons.model import Game, Gas, Place, ShipLocation, Star, Status

STATE = {
    "species": {
        "Human": {
            "met": ["Klingon"],
            "planets": {"Mars": {"at": "12 13 10 #2", "population": 5}},
            "ships": {
                "TR5 Carrier": {"at": "Mars", "cargo": {"CU": 10}, "loaded_at": "Earth"},
                "BAS Fort": {"at": "Earth", "tons": 20000},
                "DD Runner": {"at": "1 1 1", "status": "withdrew", "to": "2 2 2"},
                "PB New": {"at": "Earth", "status": "building", "unpaid": 50},
            },
        }
    }
}


def sound() -> Game:
    return game_with(STATE)


@pytest.mark.parametrize("seed", range(3))
def test_a_fresh_game_is_sound(seed):
    assert faults(settled(6, seed)) == []
    assert faults(hz.load_variant("far_horizons").new_game(["Ada", "Brin"], seed=seed)) == []


def test_the_games_of_the_tests_are_sound():
    assert faults(sound()) == []


@pytest.mark.recorded
def test_all_states_of_the_engines_games_are_sound_by_its_habits():
    for game in recorded_games():
        for turn in game.turns()[::3]:
            state = turn.state("after_finish")
            state.mods = (ENGINE_1999,)
            assert faults(state) == [], turn


def human(game: Game):
    return game.empire("Human")


def set_(path: str, value: object) -> Callable[[Game], None]:
    """A change of a field of the Human species, of planet 1 of its first star, and so on."""

    def change(game: Game) -> None:
        carrier, fort, runner, new = human(game).ships
        targets = {
            "human": human(game),
            "earth": human(game).colonies[0],
            "mars": human(game).colonies[1],
            "carrier": carrier,
            "fort": fort,
            "runner": runner,
            "new": new,
            "star": game.stars[0],
            "planet": game.stars[0].planets[0],
            "mining": human(game).techs["MI"],
            "units": human(game).colonies[1].mining_units,
        }
        member, field = path.split(".")
        setattr(targets[member], field, value)

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda g: g.stars.append(Star(id="2 2 2", sector=(2, 2, 2))), "two stars are in one"),
        (lambda g: g.stars.reverse(), "the stars are not sorted"),
        (set_("star.wormhole", (9, 9, 9)), "the wormhole at 2 2 2 leads nowhere"),
        (set_("star.wormhole", None), "the wormhole at 38 38 38 leads nowhere"),
        (lambda g: setattr(g, "radius", 10), "star 38 38 38 is outside the galaxy"),
        (lambda g: g.stars[0].planets.extend(g.stars[1].planets * 9), "2 2 2 has 10 planets"),
        (set_("planet.id", "2 2 2 #9"), "planet 2 2 2 #9 is number 1 of star 2 2 2"),
        (set_("planet.mining_difficulty", 0), "planet 2 2 2 #1 has values out of range"),
        (set_("planet.efficiency", 101), "an economic efficiency of 101 percent"),
        (set_("planet.gases", [Gas(5, 60)]), "has an atmosphere of 60 percent"),
        (set_("planet.gases", [Gas(5, 101), Gas(6, -1)]), "has an atmosphere of 100 percent"),
        (set_("human.called", "KLINGON"), "two species are called klingon"),
        (set_("human.called", "x" * 32), "Human has the name 'xxx"),
        (set_("human.number", 3), "Human is species 3 at place 1"),
        (set_("human.met", ["Vulcan"]), "Human has unknown met"),
        (set_("human.met", ["Klingon", "Klingon"]), "Human has unknown met"),
        (set_("human.met", ["Human"]), "Human has a relation with itself"),
        (lambda g: human(g).allies.extend(human(g).enemies or ["Klingon"])
         or human(g).enemies.append("Klingon"), "Human has an ally that is an enemy"),
        (set_("human.visited", ["1 1 1"]), "Human has visited unknown stars"),
        (set_("mining.points", -1), "Human has a negative level in MI"),
        (set_("human.stock", {"EU": -1}), "Human has a negative treasury"),
        (set_("human.fleet_percent", -1), "Human has a negative treasury"),
        (set_("human.home", Place((9, 9, 9), 1)), "Human has its home planet elsewhere"),
        (lambda g: human(g).colonies.__setitem__(0, None), "lost the name of its home planet"),
        (set_("mars.name", "EARTH"), "Human has two planets called earth"),
        (set_("mars.place", Place((10, 10, 10), 3)), "Human has two names for 10 10 10 #3"),
        (set_("mars.place", Place((9, 9, 9), 2)), "is at 9 9 9 #2, where there is no planet"),
        (set_("mars.mining_base", -1), "PL Mars of Human has a negative base"),
        (set_("mars.population", -1), "PL Mars of Human has a negative base"),
        (set_("mars.shipyards", -1), "PL Mars of Human has a negative amount of something"),
        (set_("units.installing", -1), "PL Mars of Human has a negative amount of something"),
        (set_("mars.items", {"CU": -1}), "PL Mars of Human has -1 CU"),
        (set_("mars.items", {"XX": 1}), "PL Mars of Human has an unknown item XX"),
        (set_("mars.siege", -100), "PL Mars of Human is besieged by -100 percent"),
        (set_("mars.status", Status.MINING | Status.RESORT), "is a mining colony and a resort"),
        (set_("mars.status", Status.HOME), "PL Mars of Human is wrongly marked as a home planet"),
        (set_("earth.status", Status.HOME | Status.DISBANDED), "wrongly marked as a home planet"),
        (set_("carrier.name", "FORT"), "Human has two ships called fort"),
        (set_("carrier.class_", "XX"), "XX Carrier of Human is not a ship"),
        (set_("runner.tonnage", 14), "DD Runner of Human is not a ship of 14 times"),
        (set_("carrier.tonnage", 0), "TR Carrier of Human is not a ship of 0 times"),
        (set_("fort.drive", 0), "BAS Fort of Human has the wrong drive"),
        (set_("carrier.drive", 2), "TR Carrier of Human has the wrong drive"),
        (set_("carrier.age", 50), "TR Carrier of Human is 50 turns old"),
        (set_("carrier.unpaid", 5), "TR Carrier of Human flies and is not paid"),
        (set_("carrier.cargo", {"CU": 61}), "TR Carrier of Human carries 61 with room for 60"),
        (set_("carrier.cargo", {"CU": -1}), "TR Carrier of Human has -1 CU"),
        (set_("carrier.place", Place((-1, 1, 1))), "TR Carrier of Human is outside all sectors"),
        (set_("carrier.place", Place((9, 9, 9), 2)), "is at 9 9 9 #2, where there is no planet"),
        (set_("carrier.place", Place((9, 9, 9))), "is at 9 9 9, where there is no planet"),
        (set_("runner.where", ShipLocation.LANDED), "is at 1 1 1, where there is no planet"),
        (set_("carrier.loading_point", 7), "TR Carrier of Human goes from or to an unknown planet"),
    ],
)  # fmt: skip
def test_what_must_never_be_so_is_noticed(change, words):
    game = sound()
    change(game)
    assert any(words in fault for fault in faults(game)), faults(game)


@pytest.mark.parametrize(
    "change",
    [
        set_("mars.mining_base", -5),
        set_("mars.population", -5),
        set_("human.stock", {"EU": -5}),
        set_("human.enemies", ["Human", "Klingon"]),
        set_("runner.place", Place((-1, 4, 4))),
    ],
)
def test_what_the_engines_habits_bring_about_is_sound_there_only(change):
    game = sound()
    change(game)
    assert len(faults(game)) == 1
    game.mods = (ENGINE_1999,)
    assert faults(game) == []


def test_a_starbase_always_has_a_price_left_for_its_growth():
    game = sound()
    set_("fort.unpaid", 100)(game)
    assert faults(game) == []


def test_a_lost_ship_and_a_colony_that_is_no_more_leave_empty_places():
    game = sound()
    human(game).ships[0] = None
    human(game).colonies[1] = None
    assert faults(game) == []
