"""Pirates: commerce raiders of the umpire, or of the option `pirate_rate` (C2E-N.6-01)."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Campaign, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.designs import market_design
from variants.campaign2e.rules.groups import remove_ships
from variants.campaign2e.rules.postures import RAID
from variants.campaign2e.rules.trade_routes import trade_routes
from variants.campaign2e.rules.umpire_forces import new_force

#: Minimum trade value in credits of systems that attract pirates, and the type of their ship.
RICH, CORVETTE = 10, "CT"

SEEN = EventKind("pirates.seen", "Pirates appear at {world}.", ("C2E-N.6-01",))


def order_pirates(context: TurnContext, _umpire: Any, order: Order) -> None:
    """PIRATE: put raiding ships of a market design on the map, or remove a group."""
    game: Campaign = context.game
    if "remove" in order.arguments:
        group: TaskGroup = order["group"]
        remove_ships(game, game.ships_in(group.id))
        return
    design = market_design(game, order["design"], "design")
    if not design.ftl:
        message = f"pirates must arrive by jump, but {design.name} has no FTL drive"
        raise Refused(Refusal("defence-design", message, "name a ship that can jump", "design"))
    new_force(game, order["place"], [design] * order.get("count", 1)).posture = RAID


def come_and_go(context: TurnContext) -> None:
    """Add pirates to rich unguarded systems, by the option, at the end of movement.

    Without an umpire to move them, displaced pirates disappear.
    """
    game: Campaign = context.game
    rate: float = game.options.get("pirate_rate", 0.0)
    if not rate:
        return
    if not any(seat.role == "umpire" for seat in game.seats):
        _remove_displaced(game)
    routes = trade_routes(game)
    guarded = {(group.owner, group.at) for group in game.groups if _is_armed(game, group)}
    for world in game.worlds:
        rich = routes.trade_value(context.variant.economy, world) >= HUNDRED * RICH
        if rich and world.owner and (world.owner, world.at) not in guarded:
            stream = context.stream("pirates", world.id)
            if stream.chance(rate):
                _add_pirates(context, world)


def _add_pirates(context: TurnContext, world: World) -> None:
    new_force(context.game, world.at, [by_type(CORVETTE)]).posture = RAID
    context.emit(SEEN, [world.owner], place=world.id, world=world_name(world))


def _remove_displaced(game: Campaign) -> None:
    displaced = {
        group.id
        for group in game.groups
        if not group.owner and not group.against and group.posture != RAID
    }
    remove_ships(game, [ship for ship in game.ships if ship.group in displaced])


def _is_armed(game: Campaign, group: TaskGroup) -> bool:
    return any(ship.is_armed for ship in game.ships_in(group.id))
