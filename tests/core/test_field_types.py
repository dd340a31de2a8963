"""The classes that a field's type can contain."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from attrs import define, frozen

from horizons_core import model
from horizons_core.model.knowledge import Contents, class_contents


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
        (int, Contents.VALUES),
        (Point, Contents.VALUES),
        (Seen, Contents.VALUES),
        (Buoy, Contents.VALUES),
        (Pile, Contents.CONTAINERS),
        (Fleet, Contents.ANYTHING),
        (Chain, Contents.ANYTHING),
        (Box, Contents.ANYTHING),
        (BoxOfBoxes, Contents.ANYTHING),
        (Untold, Contents.ANYTHING),
        (list, Contents.ANYTHING),
        (set, Contents.ANYTHING),
        (model.Empire, Contents.CONTAINERS),
        (model.Game, Contents.ANYTHING),
    ],
)
def test_the_types_of_the_fields_say_what_there_can_be(cls, expected):
    assert class_contents(cls) is expected


def test_a_frozen_entity_is_looked_into():
    @frozen(kw_only=True)
    class Harbour(model.World):
        piles: list[Pile]

    assert class_contents(Harbour) is Contents.ANYTHING
