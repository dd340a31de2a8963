"""Scenario states: their effects, and errors with their places."""

from __future__ import annotations

import pytest

from horizons_core.errors import ScenarioError
from horizons_core.scenarios import read_scenario, run_scenario
from tests.variants.event_horizon.table import VARIANT, find_ship
from variants.event_horizon.scenario_state import apply_state


def fresh():
    return VARIANT.new_game(["Ada", "Brin"], seed=1)


def changed(**state):
    game = fresh()
    apply_state(game, state)
    return game


def test_nothing_is_changed_by_an_empty_state():
    assert changed() == fresh()


def test_a_ship_of_an_existing_number_is_changed_and_the_rest_of_it_kept():
    game = changed(ships=[{"owner": "ada", "number": 1, "sector": "3,4", "name": "Nest"}])
    ship = find_ship(game, "Ada", 1)

    assert (ship.at, ship.name, ship.mothership, ship.hull) == ((3, 4), "Nest", True, 40)
    assert len(game.ships) == 2


def test_a_new_ship_gets_the_number_said_or_the_next_free_one():
    game = changed(
        ships=[
            {"owner": "Ada", "number": 7, "weapons": 1},
            {"owner": "Ada", "thrusters": 1, "points": 2, "built": 3},
        ]
    )
    ada = game.empire("Ada")

    assert (find_ship(game, "Ada", 7).at, find_ship(game, "Ada", 7).id) == (ada.home, "Ada/7")
    assert (find_ship(game, "Ada", 8).points, find_ship(game, "Ada", 8).built) == (2, 3)
    assert ada.next_number == 9


def test_stocks_values_and_maps_are_set_in_part():
    game = changed(
        stock={"Ada": {"hull": 99}}, sectors={"1,2": {"weapon": 9}}, map={"Brin": ["1,2"]}
    )

    assert game.empire("Ada").stock == {"hull": 99, "thruster": 8, "weapon": 8, "shield": 8}
    assert game.sector((1, 2)).values["weapon"] == 9
    assert game.sector((1, 2)).values["hull"] == fresh().sector((1, 2)).values["hull"]
    assert game.empire("Brin").mapped["1,2"] == 0
    assert "1,2" not in game.empire("Ada").mapped


def test_all_ships_can_be_removed_first():
    assert changed(remove_ships=True).ships == []
    assert len(changed(remove_ships=False).ships) == 2


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"ship": []}, "state: unknown field 'ship' (did you mean 'ships'?)"),
        ({"ships": [{"number": 1}]}, "ships[1] has no owner"),
        ({"ships": [{"owner": "Ada", "speed": 1}]}, "ships[1]: unknown field 'speed'"),
        ({"ships": [{"owner": None}]}, "ships[1].owner: no empire 'None'"),
        ({"ships": [{"owner": "Ada", "hull": "6"}]}, "ships[1].hull cannot be '6'"),
        ({"ships": [{"owner": "Ada", "hull": -1}]}, "ships[1].hull cannot be -1"),
        ({"ships": [{"owner": "Ada", "number": True}]}, "ships[1].number cannot be True"),
        ({"ships": [{"owner": "Ada", "sector": None}]}, "ships[1].sector: 'None' is not a sector"),
        ({"ships": 3}, "ships is not a list"),
        ({"sectors": ["3,4"]}, "sectors is not a mapping"),
        ({"sectors": {"1,1": {"hull": None}}}, "sectors.1,1.hull cannot be None"),
        ({"stock": {"Cato": {}}}, "stock: no empire 'Cato'"),
        ({"stock": {"Ada": {"hull": 10**10}}}, "stock.Ada.hull cannot be 10000000000"),
        ({"map": {"Ada": "3,4"}}, "map.Ada is not a list"),
        ({"map": 3}, "map is not a mapping"),
        ({"sectors": {"10,0": {}}}, "sectors.10,0: sector 10,0 is off the map (0 to 9 each)"),
        ({"sectors": {"0,-1": {}}}, "sectors.0,-1: sector 0,-1 is off the map"),
        ({"sectors": {"home": {}}}, "sectors.home: 'home' is not a sector"),
        ({"sectors": {"1,1": {"ore": 1}}}, "sectors.1,1: unknown field 'ore'"),
        ({"stock": {"Ada": {"ore": 1}}}, "stock.Ada: unknown field 'ore'"),
    ],
)
def test_what_is_no_state_is_refused_with_its_place(state, message):
    with pytest.raises(ScenarioError) as caught:
        changed(**state)

    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("weapons", [0, 3])
def test_a_scenario_with_a_ship_that_cannot_be_is_refused(weapons):
    ship = {"owner": "Ada", "number": 5, "weapons": weapons}
    data = {
        "scenario": "x",
        "variant": "event_horizon",
        "players": ["Ada", "Brin"],
        "state": {"ships": [ship]},
    }
    with pytest.raises(ScenarioError, match="the state is not possible: Ada/5 is not a legal ship"):
        run_scenario(read_scenario(data))
