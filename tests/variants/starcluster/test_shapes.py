"""The published shape of views: bounded numbers, and their bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from variants.starcluster.view.gamemaster import WHOLE_SCHEMA
from variants.starcluster.view.own_shapes import OwnClass, OwnFleet, OwnProject, OwnTree, OwnUnit
from variants.starcluster.view.shapes import VIEW_SCHEMA

#: Fields with a minimum of one; all other minimums are 0.
FROM_ONE = {"el", "intelligence", "trees.level", "planets.number", "installing.number"}
FROM_ONE |= {"footholds.planet", "projects.breakthroughs_of"}


def bounds(shape: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """By the list and the name of each bounded number, its least value."""
    if "minimum" in shape:
        yield place, shape["minimum"]
    for name, part in shape.get("properties", {}).items():
        yield from bounds(part, f"{place.rsplit('.', maxsplit=1)[-1]}.{name}" if place else name)
    if "items" in shape:
        yield from bounds(shape["items"], place)


@pytest.mark.parametrize("shape", [VIEW_SCHEMA, WHOLE_SCHEMA])
def test_numbers_are_bounded_by_nothing_or_by_one(shape):
    for place, least in bounds(shape):
        assert least == (1 if place in FROM_ONE else 0), place


def test_parts_of_fleets_and_works_are_counted():
    counted = dict(bounds(VIEW_SCHEMA))
    for kind, names in (
        (OwnUnit, ("units.shots", "units.yards")),
        (OwnClass, ("classes.built",)),
        (OwnFleet, ("fleets.surveys",)),
        (OwnProject, ("projects.turns",)),
        (OwnTree, ("trees.level",)),
    ):
        assert kind.__doc__
        assert set(names) <= set(counted)
