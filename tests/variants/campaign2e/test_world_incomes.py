"""Yields of worlds by the dice of the set-up, and the bonus of hubs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from horizons_core.rules import catalogue
from variants.campaign2e.model import Lane, World, place_id
from variants.campaign2e.setup.worlds import TYPES, hub_bonus, roll_hex

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


class Dice:
    """A stream with fixed dice: those of six faces, and two or three of five."""

    def __init__(self, type_of_world: str, fives: tuple[int, ...]) -> None:
        resource = type_of_world in TYPES
        self.sixes = [1, 1, TYPES.index(type_of_world) + 1] if resource else [1, 6]
        self.fives = list(fives)

    def roll(self, dice: str) -> int:
        count, faces = map(int, dice.split("d"))
        source = self.sixes if faces == 6 else self.fives
        return sum(source.pop(0) for _ in range(count))


def world(type_of_world: str, *fives: int) -> World:
    dice = Dice(type_of_world, fives)
    rolled = roll_hex((7, 7), dice)  # type: ignore[arg-type]
    assert rolled is not None
    assert (dice.sixes, dice.fives) == ([], []), "all dice are thrown, and no other"
    return rolled


@pytest.mark.rule("C2E-2.6-01", "C2E-2.6-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-2.6-01", "C2E-2.6-02"), ids=str)
def test_income_is_two_dice_of_five_and_three_of_resource_worlds(example) -> None:
    rolled = world(example.given.get("type", "ordinary"), *example.given["dice"])
    assert rolled.points == rolled.full == example.expect["base_income"]


@pytest.mark.rule("C2E-2.6-03")
def test_a_luxuries_world_counts_five_for_its_weekly_die() -> None:
    assert world("Luxuries", 2, 4).full == 11


@pytest.mark.rule("C2E-2.1-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-2.1-01"), ids=str)
def test_incomes_fill_their_range(example) -> None:
    kind = example.given["type"]
    thrown = product(range(1, 6), repeat=3 if kind in TYPES else 2)
    incomes = {world(kind, *fives).points for fives in thrown}
    assert [min(incomes), max(incomes)] == example.expect["base_income_range"]


def _hub_of(inputs: Mapping, roll: int) -> World:
    """The hub H1 beside the hub H2, with worlds on lanes to hubs."""
    hubs = {
        name: World(id=place_id((x, 1)), at=(x, 1), resource=TYPES[-1], full=roll, points=roll)
        for name, x in (("H1", 1), ("H2", 13))
    }
    worlds, lanes = list(hubs.values()), [Lane("1,1", "13,1")]
    for number, linked in enumerate(inputs["worlds_linked"]):
        at = (6, 1 + number)
        worlds.append(World(id=place_id(at), at=at, full=5, points=5))
        for name in linked["hubs"]:
            ends = sorted((at, hubs[name].at))
            lanes.append(Lane(*map(place_id, ends)))
    hub_bonus(worlds, lanes)
    return hubs["H1"]


@pytest.mark.rule("C2E-2.7-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-2.7-01"), ids=str)
def test_a_hub_yields_more_for_each_world_whose_only_hub_it_is(example) -> None:
    hub = _hub_of(example.given, example.given["hub_roll"])
    assert hub.points == hub.full == example.expect["base_income"]
