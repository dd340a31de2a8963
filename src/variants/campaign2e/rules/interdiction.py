"""Interdiction: ships in a system that block commercial traffic (C2E-6.1).

Presence is sufficient; defences need not be beaten first (C2E-6.1-04).
"""

from __future__ import annotations

from horizons_core.model import EVERYONE, EventKind
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.fleets import allied_parties
from variants.campaign2e.rules.postures import INTERDICT, acting_ships
from variants.campaign2e.rules.trade_routes import TradeRoutes, trade_routes

INTERDICTED = EventKind(
    "world.interdicted", "{world} is interdicted by {by}.", ("C2E-6.1-01", "C2E-15.3-02")
)


def settle(context: TurnContext) -> None:
    """Update the interdictions of this week.

    Trade values are those before any interdiction of the week; an inconclusively attacked world
    counts as interdicted already.
    """
    game: Campaign = context.game
    routes = trade_routes(game)
    interdicting: dict[str, list[TaskGroup]] = {}
    for group in game.groups:
        if group.posture == INTERDICT:
            interdicting.setdefault(f"{group.at[0]},{group.at[1]}", []).append(group)
    blockades = [
        (world, by)
        for world in game.worlds
        if world.id in interdicting
        and (by := _interdictors(context, routes, world, interdicting[world.id]))
    ]
    for world, by in blockades:
        world.interdicted = list(dict.fromkeys([*world.interdicted, *by]))  # C2E-8.4-04
        context.emit(
            INTERDICTED,
            [EVERYONE],
            place=world.id,
            world=world_name(world),
            by=" and ".join(name or "unknown forces" for name in by),
            interdictors=by,
        )


def clear(game: Campaign) -> None:
    """Clear last week's interdictions at the beginning of step 5."""
    for world in game.worlds:
        world.interdicted, world.attacked_by = [], ""


def needed(economy: Logistics, routes: TradeRoutes, world: World) -> int:
    """Return the points that interdict a world: 50 per credit of trade value (C2E-6.1-03).

    Without trade the base income counts, for lanes and as a threat.
    """
    value = routes.trade_value(economy, world)
    return economy.deterrent(value or economy.base_income(world))


def _interdictors(
    context: TurnContext, routes: TradeRoutes, world: World, groups: list[TaskGroup]
) -> list[str]:
    """Return the players who interdict a world, with their allies; "" is the umpire."""
    game: Campaign = context.game
    economy: Logistics = context.variant.economy
    force: dict[str, int] = {}
    for group in groups:
        if group.owner == world.owner and world.owner:
            continue
        if group.against and group.against != world.owner:
            continue
        ships = acting_ships(game, group)
        if ships:
            worth = int_sum(economy.force(ship) for ship in ships)
            force[group.owner] = force.get(group.owner, 0) + worth
    limit = needed(economy, routes, world)
    interdictors: list[str] = []
    for party in allied_parties(game, list(force)):
        if int_sum(force[name] for name in party) >= limit:
            interdictors += party
    return interdictors
