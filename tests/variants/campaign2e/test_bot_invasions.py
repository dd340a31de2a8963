"""Invasions by bots: landing ships are bought, taken along, and take worlds of other players."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from horizons_core.testing.playing import play
from tests.variants.campaign2e.builders import campaign, fleet, variant
from variants.campaign2e.model import Campaign

ADA: Any = {"owner": "Ada", "points": 12}
WEEK = 20


def theatre(points: int = 4, **options: Any) -> Campaign:
    """Ada's home 7,7 has a high income; Brin's world 7,9 may have forts of 100 points a point."""
    brin = {"owner": "Brin", "points": points}
    worlds = {(7, 7): ADA | {"resource": "Fuel"}, (8, 7): ADA | {"resource": "Food"}, (7, 9): brin}
    return campaign(worlds, week=WEEK, **options)


def orders_of(game: Campaign) -> list[str]:
    """The orders of a raider for Ada."""
    view = variant().view(game, "Ada")
    return variant().bots["raider"].orders(view, hz.Stream.from_key("bot", 1)).splitlines()


def test_landing_ships_are_bought_for_a_world_that_can_be_taken() -> None:
    game = theatre(money=700)
    fleet(game, "Ada", (7, 7), "g1", CH=3)
    buy = 'BUY Breaker AT 7,7 AS "Landing 1"'
    assert buy in orders_of(game)
    game.week = game.turn = 5
    assert buy not in orders_of(game), "it is too early"


def test_money_is_saved_for_landing_ships_and_not_spent_on_others() -> None:
    game = theatre(money=300)
    fleet(game, "Ada", (7, 7), "g1", CH=3)
    assert not [line for line in orders_of(game) if line.startswith(("BUY", "DEFEND"))]


def test_a_world_whose_forts_may_be_too_strong_is_left_alone() -> None:
    game = theatre(points=10, money=700)
    fleet(game, "Ada", (7, 7), "g1", CH=2)
    fleet(game, "Ada", (7, 7), "Landing 1", AL=3)
    assert not [line for line in orders_of(game) if "Breaker" in line or "Landing" in line]


def test_an_invasion_sets_out_with_supply_and_lands_as_soon_as_it_may_have_control() -> None:
    game = theatre()
    fleet(game, "Ada", (7, 7), "g1", CH=4)
    fleet(game, "Ada", (7, 7), "Landing 1", AL=2)
    fleet(game, "Ada", (7, 7), "g2", AX=1)
    fleet(game, "Ada", (8, 7), "g3", AX=1)
    orders = orders_of(game)
    assert not [line for line in orders if line.startswith("TRANSFER Packhorse-2")]
    for line in (
        'MERGE g1 INTO "Landing 1"',
        'TRANSFER Packhorse-1 TO "Landing 1"',
        'MOVE "Landing 1" TO 7,9',
        'ENGAGE DEFENCES "Landing 1"',
        'LAND "Landing 1"',
    ):
        assert line in orders


def test_a_raider_takes_a_world_of_another_player_by_itself() -> None:
    game = theatre(money=1500)
    fleet(game, "Ada", (7, 7), "g1", CH=5)
    fleet(game, "Brin", (7, 9), "DEF", FORT=1)
    game.groups[-1].defence = game.ships[-1].defence = game.ships[-1].bound = True
    bots = {"Ada": variant().bots["raider"]}
    refused = []
    for played in play(variant(), game, bots, 1, 15):
        game = played.after.game  # type: ignore[assignment]
        refused += [r for r in played.after.diagnostics["Ada"] if r.severity == "error"]
    assert refused == []
    assert game.world_at((7, 9)).owner == "Ada"  # type: ignore[union-attr]
