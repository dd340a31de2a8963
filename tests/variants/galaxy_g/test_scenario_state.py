"""Scenario states: their effects, and errors with their places."""

from __future__ import annotations

import pytest

from horizons_core.errors import ScenarioError
from tests.variants.galaxy_g.war import VARIANT
from variants.galaxy_g.model import Design, Techs, position_in_flight
from variants.galaxy_g.scenario_state.state import apply_state

TYPES = {"Drone": [1, 0, 0, 0, 0], "Freighter": [8, 0, 0, 2, 10], "Cruiser": [15, 1, 15, 15, 0]}


def fresh():
    return VARIANT.new_game(["Ada", "Brin"], seed=1)


def changed(**state):
    game = fresh()
    apply_state(game, state)
    return game


def with_ships(*groups, **ada):
    """Ada with types and these groups at her home, which is called Terra."""
    ada = {"home": "Terra", "types": TYPES, **ada}
    return changed(races={"Ada": ada}, groups=[{"owner": "Ada", **g} for g in groups])


def test_nothing_is_changed_by_an_empty_state():
    assert changed() == fresh()


def test_all_planets_but_the_homes_can_be_removed_first():
    game = changed(remove=["planets"], planets={"Earth": {"at": [10, 20]}})

    assert sorted(p.owner for p in game.planets) == ["", "Ada", "Brin"]
    assert [race.home for race in game.empires] == [race.home for race in fresh().empires]


def test_a_planet_of_a_new_name_is_added_with_the_number_that_its_name_is_or_the_next():
    game = changed(planets={"Earth": {"at": [10, 20.5]}, 99: {"at": [1, 2], "size": 3}})
    earth, other = game.planet_named("Earth"), game.planet_named("99")

    assert (earth.at, earth.size, earth.owner, earth.id) == ((10, 20.5), 0, "", "23")
    assert (other.id, other.at, other.size) == ("99", (1, 2), 3)
    assert game.planets[-2:] == [earth, other]


def test_a_planet_of_a_known_name_is_changed_and_the_rest_of_it_kept():
    before = fresh().planet_named("7")
    after = changed(planets={"7": {"materials": 5}}).planet_named("7")

    assert (after.materials, after.size, after.at) == (5, before.size, before.at)


def test_a_new_owner_makes_capital_and_without_one_nobody_lives_there():
    game = fresh()
    home = game.planets_of("Brin")[0]
    apply_state(game, {"planets": {"7": {"owner": "Ada", "population": 5}}})
    apply_state(game, {"planets": {home.name: {"owner": None, "capital": 2}}})

    assert game.planet_named("7").product == "CAP"
    assert (home.owner, home.product, home.population, home.industry) == ("", "", 0, 0)
    assert (home.capital, home.size) == (2, 1000)


def test_products_and_routes_may_name_what_the_same_state_adds():
    game = changed(
        planets={
            "Earth": {"at": [10, 20], "owner": "Player_1", "product": "Drone",
                      "routes": {"COL": "Mars"}, "progress": 3},
            "Mars": {"at": [11, 21]},
        },
        races={"Ada": {"types": TYPES}},
    )  # fmt: skip
    earth = game.planet_named("Earth")

    assert game.race("Ada").types[earth.product].name == "Drone"
    assert earth.routes == {"COL": game.planet_named("Mars").id}
    assert earth.progress == 3
    assert changed(planets={"7": {"owner": "Ada", "product": "MAT"}}).planet_named("7").product == (
        "MAT"
    )


def test_what_is_said_of_a_race_is_set_and_the_rest_kept():
    game = changed(
        races={
            "player_1": {
                "home": "Terra", "called": "Zzyax", "techs": {"drive": 1.5}, "types": TYPES,
                "fleets": ["Hunters"], "war": ["Brin", "Ada"], "allies": ["Player_2"],
                "attack": ["7"], "guard": ["Terra"], "allied_planets": [8], "missed": 2,
                "options": {"TWOCOL": True}, "area": [-5, 10, 50],
            }
        }
    )  # fmt: skip
    ada = game.race("Ada")

    assert (ada.name, game.planet(ada.home).name) == ("Zzyax", "Terra")
    assert ada.techs == Techs(drive=1.5, weapons=1, shields=1, cargo=1)
    assert ada.type_named("cruiser").design == Design(15, 1, 15, 15, 0)
    assert ada.fleet_named("Hunters") is not None
    assert (ada.war, ada.allies) == (["Brin", "Ada"], ["Brin"])
    assert (ada.attack, ada.guard, ada.allied_planets) == (["7"], [ada.home], ["8"])
    assert (ada.missed, ada.options["TWOCOL"], ada.options["NAMECASE"]) == (2, True, True)
    assert (ada.area.x, ada.area.y, ada.area.size) == (-5, 10, 50)


def test_a_new_group_is_one_ship_at_home_with_the_techs_of_its_race_that_it_can_use():
    game = with_ships({"type": "Freighter"}, techs={"drive": 2, "cargo": 1.5, "weapons": 3})
    (group,) = game.race("Ada").groups

    assert (group.number, group.ships, group.at) == (1, 1, game.race("Ada").home)
    assert group.techs == Techs(drive=2, weapons=0, shields=1, cargo=1.5)
    assert (group.cargo, group.load, group.fleet, group.to) == ("", 0, "", "")


def test_a_group_is_set_in_all_its_parts():
    game = with_ships(
        {"number": 7, "ships": 10, "type": "freighter", "at": "8", "techs": {"drive": 1.25},
         "cargo": "COL", "load": 1.5, "fleet": "Hunters"},
        {"type": "Drone"},
        fleets=["Hunters"],
    )  # fmt: skip
    first, second = game.race("Ada").groups

    assert (first.number, first.ships, first.at) == (7, 10, "8")
    assert first.techs == Techs(drive=1.25, shields=1, cargo=1)
    assert (first.cargo, first.load) == ("COL", 1.5)
    assert game.race("Ada").fleets[first.fleet].name == "Hunters"
    assert second.number == 8


def test_groups_stand_in_the_order_of_their_numbers():
    game = with_ships()
    apply_state(
        game,
        {"groups": [{"owner": "Ada", "number": n, "type": "Drone"} for n in (5, 2, 9)]},
    )

    assert [group.number for group in game.race("Ada").groups] == [2, 5, 9]


def test_a_group_of_an_existing_number_is_changed():
    game = with_ships({"number": 3, "ships": 4, "type": "Freighter", "cargo": "CAP", "load": 2})
    apply_state(game, {"groups": [{"owner": "Ada", "number": 3, "ships": 9, "cargo": None}]})
    (group,) = game.race("Ada").groups

    assert (group.ships, group.cargo, group.load) == (9, "", 0)
    assert game.race("Ada").types[group.type].name == "Freighter"


def test_a_group_with_a_destination_is_in_hyperspace():
    game = with_ships(
        {"type": "Drone", "at": "Terra", "to": "7", "left": 5}, {"type": "Drone", "to": "7"}
    )
    first, second = game.race("Ada").groups
    way = position_in_flight(game.planet(second.at).at, game.planet(second.to).at, second.left)

    assert (first.at, first.to, first.left, first.under_way) == (
        game.race("Ada").home,
        "7",
        5,
        True,
    )
    assert second.under_way
    assert way == pytest.approx(game.planet_named("Terra").at)


def test_the_races_learn_what_they_see_then():
    groups = [{"owner": "Brin", "type": "Drone", "at": "Terra"}]
    races = {"Ada": {"home": "Terra"}, "Brin": {"types": TYPES}}
    game = changed(races=races, groups=groups)

    assert game.race("Ada").knowledge.races == ["Brin"]
    assert [ship.ships for ship in game.race("Ada").knowledge.ships] == [1]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"planet": {}}, "state: unknown field 'planet' (did you mean 'planets'?)"),
        ({"remove": ["homes"]}, "remove: unknown 'homes' (known: planets)"),
        ({"remove": "planets"}, "remove is not a list"),
        ({"planets": ["Earth"]}, "planets is not a mapping of names"),
        ({"planets": {"7": {"sise": 1}}}, "planets.7: unknown field 'sise' (did you mean 'size'?)"),
        ({"planets": {"Earth": {"size": 1}}}, "planets.Earth is new and has no position"),
        ({"planets": {"7": {"at": [1]}}}, "planets.7.at has 1 numbers, not 2"),
        ({"planets": {"7": {"size": -1}}}, "planets.7.size: -1 is below 0"),
        (
            {"planets": {"7": {"size": 1e13}}},
            "planets.7.size: 10000000000000.0 is above 1,000,000,000,000",
        ),
        ({"planets": {"7": {"size": 10**400}}}, "planets.7.size: 1000"),
        ({"races": {"Ada": {"types": 3}}}, "races.Ada.types is not a mapping of names"),
        (
            {"races": {"Ada": {"types": {"Fort": [0, 2**64, 30, 100, 0]}}}},
            "races.Ada.types.Fort",
        ),
        ({"planets": {"7": {"size": "big"}}}, "planets.7.size: 'big' is not a number"),
        ({"planets": {"7": {"size": float("nan")}}}, "planets.7.size: nan is not a number"),
        ({"planets": {"7": {"owner": "Bryn"}}}, "planets.7.owner: no empire 'Bryn'"),
        ({"planets": {"7": {"product": "CAP"}}}, "planets.7 has no owner"),
        (
            {"planets": {"7": {"owner": "Ada", "product": "Probe"}}},
            "planets.7.product: unknown 'Probe'",
        ),
        (
            {"planets": {"7": {"owner": "Ada", "routes": {"GOLD": "8"}}}},
            "planets.7.routes: unknown field 'GOLD'",
        ),
        (
            {"planets": {"7": {"owner": "Ada", "routes": {"COL": "Marz"}}}},
            "planets.7.routes.COL: no planet 'Marz'",
        ),
        ({"races": {"Eve": {}}}, "races: no empire 'Eve'"),
        ({"races": {"Ada": {"tech": {}}}}, "races.Ada: unknown field 'tech'"),
        ({"races": {"Ada": {"techs": {"dive": 2}}}}, "races.Ada.techs: unknown field 'dive'"),
        ({"races": {"Ada": {"war": ["Cato"]}}}, "races.Ada.war: no empire 'Cato'"),
        ({"races": {"Ada": {"guard": ["Marz"]}}}, "races.Ada.guard: no planet 'Marz'"),
        ({"races": {"Ada": {"options": {"THREECOL": 1}}}}, "races.Ada.options: unknown field"),
        ({"races": {"Ada": {"missed": 1.5}}}, "races.Ada.missed: 1.5 is not a whole number"),
        (
            {"races": {"Ada": {"types": {"Bad": [0.5, 0, 0, 0, 0]}}}},
            "races.Ada.types.Bad: drive 0.5: it must be 0 or at least 1",
        ),
        ({"races": {"Ada": {"types": {"Bad": [1, 0]}}}}, "races.Ada.types.Bad has 2 numbers"),
        ({"groups": [{"type": "Drone"}]}, "groups[1] has no owner"),
        ({"groups": [{"owner": "Ada"}]}, "groups[1] is new and has no type"),
        (
            {"groups": [{"owner": "Ada", "type": "Drone"}]},
            "groups[1].type: Ada has no type 'Drone'",
        ),
    ],
)
def test_what_is_no_state_is_refused_with_its_place(state, message):
    with pytest.raises(ScenarioError) as caught:
        changed(**state)

    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ({"kind": "Drone"}, "groups[1]: unknown field 'kind'"),
        ({"type": "Drohne"}, "groups[1].type: Ada has no type 'Drohne' (did you mean 'Drone'?)"),
        ({"type": "Drone", "ships": 0}, "groups[1].ships: 0 is below 1"),
        ({"type": "Drone", "number": 0}, "groups[1].number: 0 is below 1"),
        ({"type": "Drone", "at": "Marz"}, "groups[1].at: no planet 'Marz'"),
        ({"type": "Drone", "techs": {"warp": 1}}, "groups[1].techs: unknown field 'warp'"),
        ({"type": "Drone", "fleet": "Home"}, "groups[1].fleet: Ada has no fleet 'Home'"),
        ({"type": "Drone", "left": 2}, "groups[1]: left without to"),
        ({"type": "Drone", "to": "7", "left": 999}, "groups[1].left: 999 light years"),
        ({"type": "Freighter", "load": 2}, "groups[1]: cargo and load go together"),
        ({"type": "Freighter", "cargo": "COL"}, "groups[1]: cargo and load go together"),
        ({"type": "Freighter", "cargo": "GOLD", "load": 1}, "groups[1].cargo: unknown 'GOLD'"),
        (
            {"type": "Freighter", "cargo": "COL", "load": 20.5},
            "groups[1].load: 20.5 a ship is too much (it has room for 20)",
        ),
    ],
)
def test_a_group_that_cannot_be_is_refused_with_its_place(group, message):
    with pytest.raises(ScenarioError) as caught:
        with_ships(group)

    assert str(caught.value).startswith(message)
