"""Indexed look-ups equal full searches."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.battles import DESTROYER, FRIGATE, SCOUT
from tests.variants.starcluster.builders import chain, colony, lone_way, new_game, ship
from variants.starcluster.references import charted, is_charted
from variants.starcluster.rules.charts import path_end, path_to_nearest, shortest_path
from variants.starcluster.rules.fleets import Deployment
from variants.starcluster.rules.units import best_in, best_working


def test_a_system_is_charted_if_it_is_among_all_that_are():
    game = new_game()
    ada = game.empire("Ada")
    lone_way(game, "1", "7", "9")
    ada.charts.probed.remove(next(end for end in ada.charts.probed if end.startswith("9/")))
    ada.charts.points.pop("9")
    ada.charts.visited.append("30")
    known = charted(game, ada)
    assert {"7", "9", "30"} <= known
    assert {system.id for system in game.systems if is_charted(game, ada, system.id)} == known


def test_a_deployment_that_has_lost_units_is_that_of_the_game_after():
    game = new_game()
    for fleet in ("Hawks", "Larks", "Kites"):
        for kind in (FRIGATE, DESTROYER):
            unit = ship(game, "Ada", "7", f"{fleet} {kind['hull']}", kind["hull"], kind["design"])
    deployed = Deployment(game)
    alone = game.units_in(deployed.at("7", "Ada")[0])
    deployed.lose("7", [*alone, unit])
    deployed.remove_lost()
    assert len(deployed.at("7", "Ada")) == 4
    fresh = Deployment(game)
    assert deployed.fleets == fresh.fleets
    assert [deployed.units[fleet.id] for fleet in game.fleets] == [*fresh.units.values()]


@pytest.mark.parametrize(
    ("goals", "expected"),
    [(("9", "7"), "7"), (("9", "1"), "1"), (("11",), None), (("5", "7"), "5")],
)
def test_the_nearest_of_some_systems_is_the_one_with_the_shortest_way(goals, expected):
    game = chain("5", "1", "7", "9")
    ada = game.empire("Ada")
    links = path_to_nearest(game, ada, "1", goals)
    assert (None if links is None else path_end("1", links)) == expected
    if expected:
        assert links == shortest_path(game, ada, "1", expected)


def test_the_way_to_where_one_is_has_no_link():
    game = chain("1", "7")
    colony(game, "7")
    assert path_to_nearest(game, game.empire("Ada"), "7", ("1", "7")) == []


@pytest.mark.parametrize("lost", [0.0, 1_000.0])
def test_the_best_sensors_of_a_fleet_are_those_that_work(lost):
    game = new_game()
    units = [
        ship(game, "Ada", "7", f"F{step}", "DD", SCOUT["design"].replace("[Y1]", f"[Y{step}]"))
        for step in (1, 3, 2)
    ]
    if lost:
        units[1].lost = [float(system.points) for system in units[1].design.systems]
    assert best_in(units, "Y") == max(best_working(unit, "Y") for unit in units)
    assert best_in(units, "Y") == (2 if lost else 3)
