"""The layout's calculations of ways and spots on a grid, against plain geometry."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import dist, inf

import pytest

from variants.starcluster.view import map_layout
from variants.starcluster.view.map_layout import REACH, GridLayout, lay_out_systems

GRID = [(x, y) for y in range(4) for x in range(3)]
WAYS = list(combinations(GRID, 2))


def along(spot, start, end):
    """The position on a line between two spots of the point nearest to a third one, 0 to 1."""
    (x, y), (x1, y1), (x2, y2) = spot, start, end
    dx, dy = x2 - x1, y2 - y1
    return Fraction((x - x1) * dx + (y - y1) * dy, dx * dx + dy * dy)


def far(spot, start, end):
    """The squared distance of a spot from a line."""
    (x, y), (x1, y1), (x2, y2), t = spot, start, end, along(spot, start, end)
    return (x1 + t * (x2 - x1) - x) ** 2 + (y1 + t * (y2 - y1) - y) ** 2


def side(a, b, c):
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def lies_on(spot, way):
    return far(spot, *way) == 0 and 0 <= along(spot, *way) <= 1


def test_a_spot_is_close_to_a_way_that_passes_within_less_than_half_a_cell():
    for way in WAYS:
        for spot in GRID:
            inner = spot not in way and 0 < along(spot, *way) < 1
            assert map_layout._is_too_close(spot, *way) == (
                inner and far(spot, *way) < Fraction(1, 5)
            )


def test_ways_cross_that_share_a_point_besides_an_end_of_both():
    for way, other in combinations(WAYS, 2):
        common = set(way) & set(other)
        touching = [spot for spot in way if lies_on(spot, other)]
        touching += [spot for spot in other if lies_on(spot, way)]
        if common:
            expected = any(spot not in common for spot in touching)
        elif not touching and side(*way, other[0]) == side(*way, other[1]) == 0:
            continue  # collinear and apart: the value is irrelevant
        else:
            apart = side(*way, other[0]) * side(*way, other[1]) < 0
            expected = bool(touching) or (apart and side(*other, way[0]) * side(*other, way[1]) < 0)
        assert map_layout._cross(*way, *other) == expected, (way, other)
        assert map_layout._cross(*other[::-1], *way) == expected, (other, way)
    assert map_layout._cross(*WAYS[0], *WAYS[0])
    assert map_layout._cross(*WAYS[0], *WAYS[0][::-1])


def test_the_cells_of_a_way_are_those_near_it():
    for way in WAYS:
        cells = map_layout._cells(*way)
        assert len(cells) == len(set(cells))
        assert set(way) <= set(cells)
        box = [range(min(a, b) - 1, max(a, b) + 2) for a, b in zip(*way, strict=True)]
        for spot in product(*box):
            if 0 <= along(spot, *way) <= 1 and far(spot, *way) < Fraction(1, 5):
                assert spot in cells
        assert all(far(spot, *way) < 1 for spot in cells)


@pytest.mark.parametrize(
    ("point", "cells"),
    [
        ((2.0, 3.0), {(2, 3)}),
        ((2.5, 3.0), {(2, 3), (3, 3)}),
        ((2.0, 3.5), {(2, 3), (2, 4)}),
        ((2.5, 3.5), {(2, 3), (3, 3), (2, 4), (3, 4)}),
        ((-0.5, -1.5), {(-1, -2), (0, -2), (-1, -1), (0, -1)}),
    ],
)
def test_the_cells_around_a_point(point, cells):
    around = list(map_layout._around(*point))
    assert (set(around), len(around)) == (cells, len(cells))


def test_places_are_tried_from_near_to_far_all_around():
    offsets = map_layout._offsets()
    spots = [(dx, dy) for dx, dy, _ in offsets]
    assert len(spots) == len(set(spots)) == (2 * REACH + 1) ** 2 - 1
    assert (0, 0) not in spots
    assert all(max(abs(dx), abs(dy)) <= REACH for dx, dy in spots)
    assert all(length == dist((0, 0), (dx, dy)) for dx, dy, length in offsets)
    assert spots == sorted(spots, key=lambda x: (dist((0, 0), x), x[1], x[0]))
    near = {(dx, dy): weight for dx, dy, weight in map_layout._neighbourhood()}
    assert set(near) == {spot for spot in spots if dist((0, 0), spot) < 3}
    assert [near[1, 0], near[0, -2], near[2, 2]] == pytest.approx([1, 1 / 4, 1 / 8])


def test_a_turn_is_none_straight_on_and_two_straight_back():
    for heading, step, turn in (
        ((1.0, 0.0), (3, 0, 3.0), 0), ((1.0, 0.0), (-3, 0, 3.0), 2), ((1.0, 0.0), (0, 3, 3.0), 1),
        ((0.6, 0.8), (3, 4, 5.0), 0), ((0.6, 0.8), (4, -3, 5.0), 1), ((0.0, 0.0), (3, 4, 5.0), 1),
    ):  # fmt: skip
        assert map_layout._turn(heading, *step) == pytest.approx(turn)


def test_a_system_heads_away_from_where_it_was_found():
    places = GridLayout()
    places.place("1", (0, 0), None)
    places.place("2", (3, -4), "1")
    assert places._heading("1") == (0.0, 0.0)
    assert places._heading("2") == pytest.approx((0.6, -0.8))
    assert (places.depths, places.parents) == ({"1": 0, "2": 1}, {"2": "1"})
    assert places.below() == (0, 2)
    assert GridLayout().below() == (0, 2)


def test_a_way_meets_those_that_it_crosses_once_and_may_touch_no_system():
    places = GridLayout()
    for name, spot, parent in (("1", (0, 0), None), ("2", (4, 0), "1"), ("3", (2, 3), None)):
        places.place(name, spot, parent)
    assert places._count_crossings((1, 2), (1, 1)) == 0
    assert places._count_crossings((1, 2), (1, -1)) == 1
    assert places._count_crossings((3, 2), (2, 0)) == inf  # it ends on the way
    assert places._count_crossings((1, 3), (3, 3)) == inf  # it leads through 3
    places.place("4", (4, -2), None)
    places.place("5", (0, -2), "4")
    assert places._count_crossings((1, 2), (1, -3)) == 2


def test_crowds_cost_the_more_the_nearer_they_are_and_the_parent_nothing():
    places = GridLayout()
    for name, spot in (("1", (0, 0)), ("2", (2, 0)), ("3", (0, 4))):
        places.place(name, spot, None)
    assert places._add_crowding_cost(1.0, (1, 0), (0, 0), inf) == pytest.approx(1 + 0.9)
    assert places._add_crowding_cost(1.0, (1, 0), (9, 9), inf) == pytest.approx(1 + 1.8)
    assert places._add_crowding_cost(0.0, (0, 2), (9, 9), inf) == pytest.approx(
        0.9 * (1 / 4 + 1 / 4 + 1 / 8)
    )
    assert places._add_crowding_cost(1.0, (7, 7), (0, 0), inf) == 1.0


@pytest.mark.parametrize(
    ("ways", "spots"),
    [
        ("12 13 14", {"1": (0, 0), "2": (0, -2), "3": (0, 2), "4": (-2, 0)}),
        ("12 23 34", {"1": (0, 0), "2": (0, -2), "3": (-1, -3), "4": (-1, -4)}),
        ("12 32 13", {"1": (0, 0), "2": (0, -2), "3": (-1, -3)}),
        ("34 12", {"1": (0, 0), "3": (0, 2), "4": (0, 4), "2": (0, -2)}),
    ],
)
def test_small_maps(ways, spots):
    assert dict(lay_out_systems("1", tuple((a, b) for a, b in ways.split()), ())) == spots
