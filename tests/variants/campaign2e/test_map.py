"""The map of the initial area, its public facts, and the players."""

from __future__ import annotations

import statistics

import pytest

from benchmarks.campaign2e_fairness import drawn, starts
from horizons_core.errors import OptionError
from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import variant
from variants.campaign2e.constants import GRID
from variants.campaign2e.setup.worlds import roll_grid

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture(scope="module")
def maps():
    return [roll_grid(Stream.from_key("maps", number)) for number in range(60)]


@pytest.mark.rule("C2E-1.2-01")
def test_worlds_lie_in_a_grid_of_13_by_13_hexes(maps) -> None:
    hexes = {world.at for worlds in maps for world in worlds}
    assert len(hexes) == CLAUSES.examples("C2E-1.2-01")[0].expect["hexes"] == GRID * GRID
    assert {number for at in hexes for number in at} == set(range(1, 14))


@pytest.mark.rule("C2E-1.2-02", "C2E-1.7-01")
def test_about_eighty_systems(maps) -> None:
    counts = [len(worlds) for worlds in maps]
    assert min(counts) >= 70
    assert max(counts) <= 95
    expected, resources = (example.expect for example in CLAUSES.examples("C2E-1.2-02"))
    assert statistics.mean(counts) == pytest.approx(expected["expected_worlds"], abs=3)
    mean = statistics.mean(sum(bool(world.resource) for world in worlds) for worlds in maps)
    assert mean == pytest.approx(resources["expected_resource_worlds"], abs=1.5)


@pytest.mark.rule("C2E-1.2-03")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.2-03"), ids=str)
def test_everybody_knows_the_economy_of_the_initial_area(example) -> None:
    game = variant().new_game(["Ada", "Brin"], seed=5)
    for world in game.worlds:
        world.allegiance = None if world.owner else 2
    view = variant().view(game, "Ada")
    fields = {
        "position": "at", "base_income": "full", "resource_type": "resource",
        "allegiance": "allegiance",
    }  # fmt: skip
    for world, world_view in zip(game.worlds, view["worlds"], strict=True):
        assert world_view["surveyed"]
        facts = {"at": list(world.at), "full": world.full, "resource": world.resource}
        expected = [fields[fact] for fact in example.expect["sees"] if fact in fields]
        assert {n: world_view[n] for n in expected} == {name: facts[name] for name in expected}
        assert all(world_view[fields[fact]] is None for fact in example.expect["hidden"])
    assert len(view["lanes"]) == len(game.lanes) > 0


@pytest.mark.rule("C2E-N.SV-01")
def test_every_player_is_human() -> None:
    game = variant().new_game(["Ada", "Brin"], seed=5, options={"setup": "orders"})
    assert {player.technology for player in game.empires} == {"human"}
    with pytest.raises(OptionError):
        variant().new_game(["Ada", "Brin"], seed=5, options={"technology": "savasku"})


@pytest.mark.rule("C2E-1.4-01", "C2E-2.4-04", "C2E-N.2-01")
def test_starts_are_about_as_the_designer_meant_them() -> None:
    beginnings = [s for n in range(25) for s in starts(drawn(4, Stream.from_key("figures", n)))]
    per_player = CLAUSES.examples("C2E-1.4-01")[0].expect["mean_worlds_per_player_between"]
    assert per_player[0] <= statistics.mean(start.worlds for start in beginnings) <= per_player[1]
    expected = CLAUSES.examples("C2E-2.4-04")[0].expect
    owned = statistics.mean(start.owned for start in beginnings)
    reached = statistics.mean(start.reached for start in beginnings)
    assert owned == pytest.approx(expected["mean_owned_of_three"], abs=0.3)
    assert reached == pytest.approx(expected["mean_within_reach_of_trade"], abs=0.3)
    per_world = sum(s.income for s in beginnings) / sum(start.worlds for start in beginnings)
    target = CLAUSES.examples("C2E-N.2-01")[0].given["mean_per_world"]
    assert target - 1 <= per_world <= target + 4  # lanes and the choice of worlds add to it
