"""Hexes and lanes generated from fixed dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from horizons_core.rules import catalogue
from variants.campaign2e.model import Lane, Place, World, place_id
from variants.campaign2e.model.worlds import HUB
from variants.campaign2e.setup.worlds import roll_hex, roll_lanes

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


class Dice:
    """A stream with fixed rolls; one roll too many fails the test."""

    def __init__(self, *rolls: int) -> None:
        self.rolls: Iterator[int] = iter(rolls)

    def roll(self, _notation: str) -> int:
        return next(self.rolls)

    @property
    def left(self) -> list[int]:
        return list(self.rolls)


def rolled(*rolls: int) -> World | None:
    dice: Any = Dice(*rolls)
    return roll_hex((7, 7), dice)


@pytest.mark.rule("C2E-1.7-01")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_hex_holds_a_world_on_1_to_3(die) -> None:
    assert (rolled(die, 6, 5) is not None) == (die <= 3)


@pytest.mark.rule("C2E-1.7-02")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_world_is_a_resource_world_on_1(die) -> None:
    world = rolled(1, die, 2, 4, 3)
    expected = {e.given["d6"]: e.expect["resource_world"] for e in CLAUSES.examples("C2E-1.7-02")}
    assert bool(world.resource) == expected.get(die, False)


@pytest.mark.rule("C2E-1.7-03")
@pytest.mark.parametrize("row", CLAUSES["C2E-1.7-03"].rows, ids=str)
def test_the_type_of_a_resource_world_goes_by_the_die(row) -> None:
    resource = rolled(1, 1, row["d6"], 4, 3).resource
    assert resource == {"Mining": "Mining/Ore"}.get(row["type"], row["type"])


def world(at: Place, resource: str = "") -> World:
    return World(id=place_id(at), at=at, resource=resource, full=5, points=5)


@pytest.mark.rule("C2E-1.8-02", "C2E-1.8-03")
@pytest.mark.parametrize(
    ("rolls", "lanes"),
    [
        ((1, 1), ["5,5-7,5", "7,5-9,5"]),
        ((2, 2), ["5,5-7,5", "7,5-9,5"]),
        ((1, 3), ["5,5-7,5"]),
        ((3,), []),
    ],
)
def test_worlds_on_a_lane_to_a_hub_are_diced_for_with_their_neighbours(rolls, lanes) -> None:
    """The hub is 5,5; 7,5 lies within three hexes of it, and 9,5 within two of 7,5 alone."""
    worlds = [world((5, 5), HUB), world((7, 5)), world((9, 5)), world((12, 5))]
    dice: Any = Dice(*rolls)
    pairs = roll_lanes(worlds, dice)
    assert [f"{lane.a}-{lane.b}" for lane in pairs] == lanes
    assert dice.left == []


@pytest.mark.rule("C2E-1.8-01", "C2E-1.8-03")
def test_no_pair_is_diced_for_twice_and_hubs_not_in_the_second_step() -> None:
    """7,5 and 7,6 are joined to the hub 5,5; the hub 9,5 is beyond the reach of the first step."""
    worlds = [world((5, 5), HUB), world((7, 5)), world((7, 6)), world((20, 5), HUB)]
    dice: Any = Dice(1, 1, 1)
    assert roll_lanes(worlds, dice) == [
        Lane("5,5", "7,5"),
        Lane("5,5", "7,6"),
        Lane("5,5", "20,5"),
        Lane("7,5", "7,6"),
    ]
    assert dice.left == []
