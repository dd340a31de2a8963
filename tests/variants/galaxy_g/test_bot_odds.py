"""The bots' odds calculator: its estimates of battles, compared with their dice."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import horizons_core as hz
from tests.variants.galaxy_g.war import VARIANT, group, table
from variants.galaxy_g.bots import odds
from variants.galaxy_g.bots.board import BotView

TYPES = {
    "Cruiser": [78, 4, 21, 65, 0],
    "Ship": [40, 2, 20, 30, 0],
    "Probe": [1, 0, 0, 0, 0],
}
RUNS = 500


def estimate(ours: dict[str, int], theirs: dict[str, int]) -> float:
    """The calculator's estimate of a meeting, levels being equal."""
    game = table(
        group("Ada", "Drone", "Brin Home"),
        *(group("Ada", kind, "Ada Home", ships=ships) for kind, ships in ours.items()),
        *(group("Brin", kind, "Brin Home", ships=ships) for kind, ships in theirs.items()),
        Ada={"types": TYPES},
        Brin={"types": TYPES},
    )
    board = BotView.of(VARIANT.view(game, "Ada"))
    level = 1 / odds.CAUTION
    board.techs = evolve(board.techs, weapons=level, shields=level)
    squads = [squad for squad in board.squads if squad.at == "Ada Home"]
    return odds.chance_to_win(board, squads, board.aliens_at("Brin Home"))


def fought(ours: dict[str, int], theirs: dict[str, int]) -> float:
    """The share of battles won by the dice."""
    sides: Any = {
        name: [{"ships": ships, "design": TYPES[kind]} for kind, ships in side.items()]
        for name, side in (("Ada", ours), ("Brin", theirs))
    }
    key = hz.Stream.from_key("odds")
    stats = VARIANT.combat.simulate(VARIANT.battle({"sides": sides}), RUNS, key)
    return stats.wins("Ada") / RUNS


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"Cruiser": 1}, {"Cruiser": 1}),
        ({"Cruiser": 3}, {"Cruiser": 2}),
        ({"Cruiser": 6}, {"Cruiser": 10}),
        ({"Cruiser": 24}, {"Cruiser": 20}),
        ({"Ship": 3}, {"Cruiser": 1}),
        ({"Ship": 10}, {"Cruiser": 5}),
        ({"Cruiser": 3}, {"Cruiser": 2, "Probe": 20}),
        ({"Cruiser": 6, "Probe": 40}, {"Cruiser": 9}),
        ({"Cruiser": 2}, {"Probe": 50}),
    ],
)
def test_it_agrees_with_the_dice(ours, theirs):
    assert estimate(ours, theirs) == pytest.approx(fought(ours, theirs), abs=0.12)


def test_more_ships_never_lower_the_chance():
    chances = [estimate({"Cruiser": ships}, {"Cruiser": 8, "Probe": 9}) for ships in range(1, 20)]

    assert chances == sorted(chances)
    assert chances[0] < 0.05
    assert chances[-1] > 0.95


@pytest.mark.parametrize(
    ("ours", "theirs", "chance"),
    [
        ({"Probe": 9}, {"Cruiser": 1}, 0.0),
        ({"Probe": 9}, {"Probe": 1}, 0.0),
        ({"Cruiser": 1}, {"Probe": 9}, 1.0),
    ],
)
def test_who_has_no_guns_cannot_win(ours, theirs, chance):
    assert estimate(ours, theirs) == chance
