"""The search for places near a line, by squares, misses none."""

from __future__ import annotations

from math import hypot

import pytest

from horizons_core.report.maps.graphs import SIDE, Squares
from horizons_core.rng import Stream

STREAM = Stream.from_key("map squares")


def somewhere(span: float = 6 * SIDE) -> tuple[float, float]:
    return (2 * STREAM.random() - 1) * span, (2 * STREAM.random() - 1) * span


def along(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def lines() -> list[tuple[tuple[float, float], tuple[float, float]]]:
    level = [((-100.0, y), (300.0, y)) for y in (0.0, 20.0, SIDE)]
    steep = [((x, 250.0), (x, -90.0)) for x in (0.0, 20.0, -SIDE)]
    return [*level, *steep, *((somewhere(), somewhere()) for _ in range(40))]


@pytest.mark.parametrize("room", [0.0, 35.0, 1.5 * SIDE])
def test_every_place_near_a_line_is_found(room: float) -> None:
    for start, end in lines():
        x, y = along(start, end, STREAM.random())
        dx, dy = somewhere(1.0)
        spot = (x + dx / hypot(dx, dy) * room, y + dy / hypot(dx, dy) * room)
        squares = Squares.of({"1": spot, "2": somewhere()})
        assert spot in squares.spots_near(start, end, room)


def test_every_line_that_meets_a_line_is_found_once() -> None:
    for start, end in lines():
        through, far = along(start, end, STREAM.random()), somewhere()
        other = (far, along(far, through, 1.5))
        squares = Squares()
        squares.draw([other, other])
        assert list(squares.pieces_near(start, end)) == [other, other]


def test_what_is_far_away_is_left_out() -> None:
    squares = Squares.of({"1": (20 * SIDE, 0.0)})
    squares.draw([((20 * SIDE, 0.0), (20 * SIDE, 90.0))])
    assert not list(squares.spots_near((0.0, 0.0), (90.0, 50.0), 35.0))
    assert not list(squares.pieces_near((0.0, 0.0), (90.0, 50.0)))
