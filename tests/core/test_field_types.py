"""The classes that a field's type can contain."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from attrs import define, frozen

from horizons_core import model
from horizons_core.model.field_types import Holds, holds


@define
class Point:
    x: float
    y: float | None


@frozen
class Seen:
    who: str
    where: list[Point]


@define(kw_only=True)
class Buoy(model.Entity):
    at: tuple[Point, ...]
    colour: Literal["red", "green"] = "red"
    seen: Seen | None = None


@define(kw_only=True)
class Pile(model.Entity):
    goods: dict[str, int]
    places: list[tuple[int, Point]]


@define(kw_only=True)
class Fleet(model.Entity):
    ships: list[Pile]


@define
class Chain:
    next: Chain | None = None


@define
class Box:
    content: Any = None


@define
class BoxOfBoxes:
    boxes: tuple[Box, ...] = ()


@define
class Untold:
    thing: Nowhere  # noqa: F821 - that is the point


@pytest.mark.parametrize(
    ("cls", "expected"),
    [
        (int, Holds.VALUES),
        (Point, Holds.VALUES),
        (Seen, Holds.VALUES),
        (Buoy, Holds.VALUES),
        (Pile, Holds.CONTAINERS),
        (Fleet, Holds.ANYTHING),
        (Chain, Holds.ANYTHING),
        (Box, Holds.ANYTHING),
        (BoxOfBoxes, Holds.ANYTHING),
        (Untold, Holds.ANYTHING),
        (list, Holds.ANYTHING),
        (set, Holds.ANYTHING),
        (model.Empire, Holds.CONTAINERS),
        (model.Game, Holds.ANYTHING),
    ],
)
def test_the_types_of_the_fields_say_what_there_can_be(cls, expected):
    assert holds(cls) is expected


def test_a_frozen_entity_is_looked_into():
    @frozen(kw_only=True)
    class Harbour(model.World):
        piles: list[Pile]

    assert holds(Harbour) is Holds.ANYTHING
