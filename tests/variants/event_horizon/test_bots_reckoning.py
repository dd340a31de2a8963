"""Bots' estimates of distances on the map and of battle odds."""

from __future__ import annotations

import attrs
import pytest

from horizons_core.space import HexGrid
from tests.variants.event_horizon.table import VARIANT
from variants.event_horizon.bots.board import power, power_by_size
from variants.event_horizon.bots.routes import RouteMap
from variants.event_horizon.model import Design


@pytest.mark.parametrize("side", [6, 7, 10])
def test_the_orders_to_a_place_are_its_distance_where_ships_go_one_hex(side):
    chart, grid = RouteMap(side), HexGrid(side, side, wraps=True)
    for place in grid.places():
        assert chart.distance((2, 5), place) == grid.distance((2, 5), place)


@pytest.mark.parametrize(("side", "hexes"), [(6, 1), (6, 2), (7, 2), (7, 3)])
def test_every_step_brings_a_ship_one_order_nearer(side, hexes):
    chart = RouteMap(side, hexes)
    for place in chart.outward((0, 0)):
        left = chart.distance((0, 0), place)
        steps = chart.steps((0, 0), place)
        assert bool(steps) == (left > 0)
        assert all(chart.distance(after, place) == left - 1 for _, after in steps)


def test_places_that_no_order_leads_to_are_never_near():
    assert RouteMap(6, 2).nearest((0, 0), {(1, 0)}) is None
    assert RouteMap(6, 2).steps((0, 0), (1, 0)) == []
    assert RouteMap(7, 2).nearest((0, 0), {(1, 0)}) == (1, 0)


def test_places_come_the_nearest_first():
    chart = RouteMap(10)
    distances = [chart.distance((3, 3), place) for place in chart.outward((3, 3))]

    assert distances == sorted(distances)
    assert len(distances) == 100


CUTTER, FRIGATE, LANCER = Design(1, 1, 1, 0), Design(4, 1, 2, 1), Design(16, 2, 4, 2)


@pytest.mark.parametrize("weak", [CUTTER, FRIGATE, LANCER])
@pytest.mark.parametrize("strong", [CUTTER, FRIGATE, LANCER])
def test_who_has_half_more_power_wins(strong, weak):
    """Powers within a quarter of the truth: half more of it wins most battles."""
    many = round(60 / power_of(weak))
    more = round(1.5 * many * power_of(weak) / power_of(strong))
    sides = {"strong": [fleet(strong, more)], "weak": [fleet(weak, many)]}
    battle = VARIANT.combat.battle({"variant": "event_horizon", "sides": sides})

    assert VARIANT.combat.simulate(battle, 40, "power").wins(0) > 30


def fleet(design, count):
    return {**attrs.asdict(design), "count": count, "points": 0}


def power_of(design):
    return power(design.components, design.weapons, design.shields)


@pytest.mark.parametrize("design", [CUTTER, FRIGATE, LANCER])
def test_the_size_of_a_usual_ship_tells_its_power(design):
    assert power_by_size(design.components, VARIANT.economy) == pytest.approx(power_of(design))
