"""Profit of commerce raiding (C2E-N.6-02): forces that raid traders, week after week.

A cruise is a force with all its supply at another player's world, in a campaign after the set-up,
which raids until the endurance of one of its ships is over. The world is the best one for the
raiders: of those whose trade brings their owner a credit for each raider, or the most possible, the
one where they are hit least when they are driven off. Travel is free, so the results flatter
raiding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.codec import copy_of
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player, Ship, World
from variants.campaign2e.rules.damage import damage_of
from variants.campaign2e.rules.income import income_of, trade_routes
from variants.campaign2e.rules.purchases import deliver, group_for_delivery
from variants.campaign2e.rules.task_groups import group_of, remove_empty_groups

RAIDER, TRADER = "Raider", "Trader"
#: Forces by the types of their ships; the freighters are for the loot (C2E-6.3-01).
FORCES: tuple[Mapping[str, int], ...] = (
    {"CT": 1, "FR": 1},
    {"CT": 2, "FR": 1},
    {"CT": 4, "FR": 1},
    {"CT": 8, "FR": 1},
    {"FF": 2, "FR": 1},
    {"FF": 4, "FR": 1},
    {"DD": 4, "FR": 1},
    {"CH": 4, "FR": 1},
)
#: The patrol that hunts a force, if any: the trader's frigates at the world.
PATROL = {"FF": 3}


@frozen
class Cruise:
    """The results of a cruise, in credits, and its length.

    Attributes:
        weeks: length of the cruise.
        loot: gains of the raiders.
        upkeep: cost of their force.
        losses: price of ships destroyed or captured, and cost of repairs of the others.
        harm: trade that the raided player lost.
        income: income of all worlds of that player in the same weeks.
    """

    weeks: int
    loot: float
    upkeep: float
    losses: float
    harm: float
    income: float

    @property
    def profit(self) -> float:
        return self.loot - self.upkeep - self.losses


def cruise(number: int, force: Mapping[str, int], *, hunted: bool = False) -> Cruise:
    """Raid in the campaign of this number; with `hunted`, a patrol meets the force."""
    game = copy_of(campaign(number))
    economy: Logistics = game_rules().economy
    raider, trader = game.empires
    count = sum(n for code, n in force.items() if by_type(code).weaponry_points)
    target = best_target(game, economy, count)
    income = _income(game, economy)
    ships = _station(game, raider, target, force)
    orders = {}
    if hunted:
        patrol = _station(game, trader, target, PATROL)
        orders[TRADER] = f"CONTACT {group_of(game, patrol[0]).name} ATTACK"
    weeks = min(economy.endurance(ship.design) for ship in ships)
    loot = upkeep = harm = 0
    for _ in range(weeks):
        turn = hz.run_turn(game, {**orders, RAIDER: _orders(game, target)})
        game, orders = turn.game, {}
        for entry in turn.ledger.of(RAIDER):
            loot += entry.amount * entry.reason.startswith("Raids at")
            upkeep -= entry.amount * entry.reason.startswith("Maintenance")
        harm -= sum(e.amount for e in turn.ledger.of(TRADER) if e.reason.startswith("Raids on"))
    left = {ship.id: ship for ship in game.ships_of(RAIDER) if not ship.captured}
    losses = sum(_loss(ship, left.get(ship.id)) for ship in ships)
    amounts = (loot, upkeep, losses, harm, weeks * income)
    return Cruise(weeks, *(amount / HUNDRED for amount in amounts))


@cache
def game_rules() -> Any:
    """Return the game by its rulebook."""
    return hz.load_variant("campaign2e")


@lru_cache(maxsize=1 << 10)
def campaign(number: int) -> Campaign:
    """Return a campaign of two before its first week; only the trader's defence ships are left."""
    game: Campaign = game_rules().new_game([RAIDER, TRADER], seed=f"raids {number}")
    game.ships = [ship for ship in game.ships if ship.defence and ship.owner == TRADER]
    remove_empty_groups(game)
    for player in game.empires:
        player.stock[CREDITS] = HUNDRED * 1_000
    return game


def best_target(game: Campaign, economy: Logistics, raiders: int) -> World:
    """Return the trader's world where this number of raiders gains most and is hit least."""
    routes = trade_routes(game)

    def gains(world: World) -> tuple[int, int]:
        account = income_of(economy, routes, world)
        return min(HUNDRED * raiders, account.added + min(account.shared, 0)), -account.added

    return max(game.worlds_of(TRADER), key=gains)


def _income(game: Campaign, economy: Logistics) -> int:
    """Return the weekly income of the trader's worlds, in hundredths of a credit."""
    routes = trade_routes(game)
    return sum(income_of(economy, routes, w).total for w in game.worlds_of(TRADER))


def _station(
    game: Campaign, player: Player, world: World, force: Mapping[str, int]
) -> Sequence[Ship]:
    economy: Logistics = game_rules().economy
    group = group_for_delivery(game, player, world, "")
    return [
        deliver(game, economy, player, by_type(code), group)
        for code, count in force.items()
        for _ in range(count)
    ]


def _orders(game: Campaign, target: World) -> str:
    """Return the raiders' orders: ships that were driven off return while most hulls are intact.

    They fight only smaller groups, which is the default of all orders.
    """
    lines = []
    for group in game.groups_of(RAIDER):
        ships = game.ships_in(group.id)
        if group.at == target.at and group.departure is None:
            lines.append(f"RAID {group.name}")
        elif all(2 * ship.hull_lost <= ship.design.hull for ship in ships):
            lines.append(f"MOVE {group.name} TO {target.id}")
    return "\n".join(lines)


def _loss(before: Ship, after: Ship | None) -> int:
    """Return the loss of a ship, in hundredths of a credit: its price, or that of its repairs."""
    if after is None:
        return HUNDRED * before.design.points
    return sum(damage.price for damage in damage_of(after))
