"""Campaigns with captured ships."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    remarks,
    run_without_accounts,
)
from variants.campaign2e.model import Campaign, Ship, TaskGroup

ALL = ["Mining/Ore", "Food", "Fuel", "Manufactured Goods"]


def with_a_prize() -> Campaign:
    """Ada holds 7,5, a base of hers, and the empty hex 7,6; her prize "Prize-1" is at 7,5."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game.empire("Ada").access = list(ALL)
    fleet(game, "Ada", (7, 5), "g1", CH=1)
    fleet(game, "Ada", (7, 6), "out", CH=1, AX=1)
    prize(game, "CH", hull_lost=7, drive="out", ftl="out")
    return game


def prize(game: Campaign, code: str, at: tuple[int, int] = (7, 5), **damage: Any) -> Ship:
    """A ship of Brin's that is Ada's capture, in a group of its own."""
    number = 1 + sum(ship.captured for ship in game.ships)
    group = TaskGroup(id=f"Ada/p{number}", owner="Ada", name=f"p{number}", at=at)
    game.groups.append(group)
    design = add_ship(game, fleet(game, "Brin", (9, 9), f"b{number}"), code).design
    ship = game.ships[-1]
    ship.owner, ship.group, ship.name, ship.captured = (
        "Ada",
        group.id,
        f"Prize-{number}",
        True,
    )
    assert ship.design is design
    for name, value in damage.items():
        setattr(ship, name, value)
    game.groups = [group for group in game.groups if game.ships_in(group.id)]
    return ship


def treasury(game: Campaign) -> float:
    return game.empire("Ada").stock["credits"] / 100


def week(game: Campaign, orders: str = "") -> hz.Turn:
    return run_without_accounts(game, Ada=orders)


def codes(turn: hz.Turn) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, "Ada")]
