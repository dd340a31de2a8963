"""LEASE and RETURN: leased supply ships (C2E-3.8-03)."""

from __future__ import annotations

from horizons_core.amounts import amount_text
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player, Ship, World
from variants.campaign2e.rules.bases import must_be_at_base
from variants.campaign2e.rules.deliveries import deliver, group_for_delivery
from variants.campaign2e.rules.designs import market_design
from variants.campaign2e.rules.groups import group_of, remove_ships

LEASED = EventKind("ship.leased", "{ship} is leased at {place} for {fee} a week.", ("C2E-3.8-03",))
RETURNED = EventKind("ship.returned", "{ship} is given back at {place}.", ("C2E-3.8-03",))


def lease(context: TurnContext, sender: Player, order: Order) -> None:
    """LEASE: lease a supply ship of the market at a base; its fees are charged with bills."""
    game: Campaign = context.game
    world: World = order["world"]
    design = market_design(game, order["design"], "design")
    if not design.is_supply_ship:
        message = f"{design.name} is not a supply ship: less than a quarter of it is cargo space"
        raise Refused(Refusal("no-supply-ship", message, "lease a freighter", "design"))
    must_be_at_base(game, sender.id, world.at, "the ship")
    economy = context.variant.economy
    group = group_for_delivery(game, sender, world, "")
    ship = deliver(game, economy, sender, design, group)
    ship.leased = True
    fee = amount_text(economy.lease_fee(design))
    context.emit(LEASED, [sender.id], place=world.id, ship=ship.name, fee=fee)


def give_back(context: TurnContext, sender: Player, order: Order) -> None:
    """RETURN: give back a leased ship with its load."""
    game: Campaign = context.game
    ship: Ship = order["ship"]
    if not ship.leased:
        message = f"{ship.name} is not leased"
        raise Refused(
            Refusal("not-leased", message, "give up ships of your own with DISBAND", "ship")
        )
    base = must_be_at_base(game, sender.id, group_of(game, ship).at, ship.name)
    remove_ships(game, [ship])
    context.emit(RETURNED, [sender.id], place=base.id, ship=ship.name)
