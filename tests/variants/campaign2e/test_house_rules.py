"""A changed number or formula of the economy applies everywhere in the game."""

from __future__ import annotations

from typing import Any

import pytest

import horizons_core as hz
import variants.campaign2e
from horizons_core.plugins import wrapped_methods
from horizons_core.plugins.data_mods import read_data_mod
from tests.variants.campaign2e.builders import add_ship, campaign, fleet
from tests.variants.campaign2e.commissioned import ADA, BRIN, before_play
from variants.campaign2e.model import Campaign
from variants.campaign2e.rules.starting_forces import weekly_income

WORLDS = {(7, 5): ADA, (9, 9): BRIN}


def by_data(text: str) -> hz.Variant:
    """Return the game with a house rule of numbers alone."""
    info = '[mod]\nname = "house"\nvariant = "campaign2e"\n[economy]\n'
    return hz.Variant(variants.campaign2e, [read_data_mod(info + text, "house.toml")])


def run(variant: hz.Variant, game: Campaign, orders: str = "") -> hz.Turn:
    turn = hz.run_turn(game, {"Ada": orders}, variant=variant)
    assert variant.invariants(turn.game) == []
    return turn


def codes(turn: hz.Turn) -> list[str]:
    return [remark.code for remark in turn.diagnostics["Ada"]]


def test_the_limit_of_defences_holds_for_orders_and_views() -> None:
    variant, game = by_data("defence_points = 30"), campaign(WORLDS)
    assert codes(run(variant, game, "DEFEND 7,5 BUY Rampart")) == ["over-limit"]  # 206 points
    assert [world["defence_limit"] for world in variant.view(game, "Ada")["own_worlds"]] == [180]


@pytest.mark.parametrize(
    ("numbers", "orders"),
    [
        ("fleet_points = 300", "COMMISSION Argent AT 7,5"),
        ("supply_points = 300", "COMMISSION SUPPLY Packhorse 2 AT 7,5"),
    ],
)
def test_the_limits_of_starting_forces_hold_for_orders_and_bots(numbers, orders) -> None:
    variant = by_data(numbers)
    assert codes(run(variant, before_play(), orders)) == ["over-limit"]
    for bot in variant.bots.values():
        text = bot.orders(variant.view(before_play(), "Ada"), hz.Stream.from_key("forces"))
        assert "over-limit" not in codes(run(variant, before_play(), text))


@pytest.mark.parametrize("weeks", [10, 100])
def test_a_start_is_worth_as_many_weeks_as_the_house_says(weeks) -> None:
    variant = by_data(f"capital_weeks = {weeks}")
    game: Any = variant.new_game(["Ada", "Brin"], seed=7)
    for player in game.empires:
        bought = sum(ship.design.points / (1 + ship.bound) for ship in game.ships_of(player.id))
        income = weekly_income(game, player.id, variant.economy)
        assert player.stock["credits"] == weeks * income - 100 * bought


def test_the_price_of_missing_resources_is_that_of_keels_repairs_and_bills() -> None:
    class NoDoubling:
        @hz.hookimpl(wrapper=True)
        def horizons_economy(self) -> Any:
            return wrapped_methods((yield), with_access=lambda _, cost, *resource: cost)

        @hz.hookimpl
        def horizons_mod_info(self) -> hz.ModInfo:
            return hz.ModInfo("house", "campaign2e", "House", "1.0", "Nothing doubles.")

    game = campaign(WORLDS)
    ship = add_ship(game, fleet(game, "Ada", (7, 5), "g1"), "CH")
    ship.hull_lost, ship.out = 3, ["beam3_1"]
    orders = "LAY KEEL Resolute Argent AT 7,5\nREPAIR Argent-1 ALL"

    def paid(variant: hz.Variant) -> list[int]:
        ledger = run(variant, game, orders).ledger
        return [-entry.amount for entry in ledger.of("Ada") if entry.amount < 0]

    plain = paid(hz.load_variant("campaign2e"))
    changed = paid(hz.Variant(variants.campaign2e, [NoDoubling]))
    assert len(plain) == len(changed) == 3
    assert all(before > after for before, after in zip(plain, changed, strict=True))
