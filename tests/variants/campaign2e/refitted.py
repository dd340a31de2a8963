"""A campaign with ships to refit, and its weeks."""

from __future__ import annotations

import horizons_core as hz
from tests.variants.campaign2e.builders import (
    campaign,
    fleet,
    remarks,
    run_without_accounts,
    variant,
)
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign, Ship
from variants.campaign2e.model.ships import new_ship

ALL = ["Mining/Ore", "Food", "Fuel", "Manufactured Goods"]


def with_ships() -> Campaign:
    """Ada's world at 7,5 with g1: an Argent of no free mass, a Leviathan and a Packhorse."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game.empire("Ada").access = list(ALL)
    fleet(game, "Ada", (7, 5), "g1", CH=1, SDN=1, AX=1)
    return game


def built(game: Campaign, words: str) -> Ship:
    """A ship of Ada's own design, "Mine-1", in g1."""
    design = game.empire("Ada").designs["Mine"] = design_from("Mine", words)
    ship = new_ship("Ada/99", "Ada", "Mine-1", design, game.groups[0].id)
    ship.endurance = variant().economy.endurance(design)
    game.ships.append(ship)
    return ship


def treasury(game: Campaign) -> float:
    return game.empire("Ada").stock["credits"] / 100


def week(game: Campaign, orders: str = "") -> hz.Turn:
    return run_without_accounts(game, Ada=orders)


def codes(turn: hz.Turn) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, "Ada")]
