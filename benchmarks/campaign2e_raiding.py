"""Whether commerce raiding pays (C2E-N.6-02): forces that raid traders, week after week.

A cruise is a force with all its supply at another player's world, in a campaign as the set-up
makes it, that raids until the endurance of one of its ships is over. The world is the best one for
the raiders: of those whose trade brings their owner a credit for each raider, or as many as can
be, the one where they are hit least when they are driven off. Coming and going cost nothing. So
what is found flatters raiding.
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
from variants.campaign2e.rules.deliveries import deliver, group_for_delivery
from variants.campaign2e.rules.groups import group_of, remove_empty_groups
from variants.campaign2e.rules.income import account_of
from variants.campaign2e.rules.trade_routes import trade_routes

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
#: What hunts a force, if anything does: frigates of the trader's at the world.
PATROL = {"FF": 3}


@frozen
class Cruise:
    """What a cruise has come to, in credits, and how long it took.

    Attributes:
        weeks: how long it lasted.
        loot: what the raiders gained.
        upkeep: what their force cost.
        losses: ships destroyed or captured, at their price, and what the damage of others costs.
        harm: what the raided player lost of trade.
        income: what all worlds of that player yield in so many weeks.
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
    """Raid in the campaign of this number; a force that is `hunted` meets a patrol."""
    game = copy_of(campaign(number))
    economy: Logistics = game_rules().economy
    raider, trader = game.empires
    count = sum(n for code, n in force.items() if by_type(code).weaponry_points)
    target = best_target(game, economy, count)
    income = _income(game, economy)
    ships = _stationed(game, raider, target, force)
    orders = {}
    if hunted:
        patrol = _stationed(game, trader, target, PATROL)
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
    found = (loot, upkeep, losses, harm, weeks * income)
    return Cruise(weeks, *(amount / HUNDRED for amount in found))


@cache
def game_rules() -> Any:
    """The game by its rulebook."""
    return hz.load_variant("campaign2e")


@lru_cache(maxsize=1 << 10)
def campaign(number: int) -> Campaign:
    """A campaign of two before its first week; of all ships only the trader's defences are left."""
    game: Campaign = game_rules().new_game([RAIDER, TRADER], seed=f"raids {number}")
    game.ships = [ship for ship in game.ships if ship.defence and ship.owner == TRADER]
    remove_empty_groups(game)
    for player in game.empires:
        player.stock[CREDITS] = HUNDRED * 1_000
    return game


def best_target(game: Campaign, economy: Logistics, raiders: int) -> World:
    """The trader's world where so many raiders gain most and are hit least."""
    routes = trade_routes(game)

    def gains(world: World) -> tuple[int, int]:
        account = account_of(economy, routes, world)
        return min(HUNDRED * raiders, account.added + min(account.shared, 0)), -account.added

    return max(game.worlds_of(TRADER), key=gains)


def _income(game: Campaign, economy: Logistics) -> int:
    """What the trader's worlds yield a week, in hundredths of a credit."""
    routes = trade_routes(game)
    return sum(account_of(economy, routes, w).total for w in game.worlds_of(TRADER))


def _stationed(
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
    """The raiders' orders: those that were driven off come back unless half of their hull is gone.

    They fight only what is smaller than they are, as all do who give no other orders.
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
    """What a ship has lost, in hundredths of a credit: its price, or that of its repairs."""
    if after is None:
        return HUNDRED * before.design.points
    return sum(damage.price for damage in damage_of(after))
