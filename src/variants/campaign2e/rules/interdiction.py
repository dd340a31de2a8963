"""Interdiction and commerce raiding in systems.

Interdicting ships block the commercial traffic of a system (C2E-6.1). Their presence is sufficient;
defences need not be beaten first (C2E-6.1-04). Raiding takes part of the trade: every armed hostile
vessel tries to take a credit of it (C2E-6.2, C2E-6.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EVERYONE, EventKind
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.departures import damage_ship, drive_off, split_ships_off
from variants.campaign2e.rules.fleets import (
    allied_parties,
    audience_of,
    by_hex,
    group_ships,
    groups_at,
)
from variants.campaign2e.rules.income import (
    RAIDED,
    TradeRoutes,
    WorldIncome,
    income_of,
    trade_routes,
)
from variants.campaign2e.rules.postures import INTERDICT, acting_ships, may_raid, raiders, raids
from variants.campaign2e.rules.supply_ships import loaded_in, room_in
from variants.campaign2e.rules.task_groups import group_of

INTERDICTED = EventKind(
    "world.interdicted", "{world} is interdicted by {by}.", ("C2E-6.1-01", "C2E-15.3-02")
)


def settle_interdiction(context: TurnContext[Campaign]) -> None:
    """Update the interdictions of this week.

    Trade values are those before any interdiction of the week. A world that was attacked
    inconclusively already counts as interdicted.
    """
    game = context.game
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


def clear_interdiction(game: Campaign) -> None:
    """Clear last week's interdictions at the beginning of step 5."""
    for world in game.worlds:
        world.interdicted, world.attacked_by = [], ""


def points_to_interdict(economy: Logistics, routes: TradeRoutes, world: World) -> int:
    """Return the points that interdict a world: 50 per credit of trade value (C2E-6.1-03).

    For a world without trade the base income counts instead.
    """
    value = routes.trade_value(economy, world)
    return economy.deterrent(value or economy.base_income(world))


def _interdictors(
    context: TurnContext[Campaign], routes: TradeRoutes, world: World, groups: list[TaskGroup]
) -> list[str]:
    """Return the players who interdict a world, with their allies; "" is the umpire."""
    game = context.game
    economy = economy_of(context)
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
    limit = points_to_interdict(economy, routes, world)
    interdictors: list[str] = []
    for party in allied_parties(game, list(force)):
        if int_sum(force[name] for name in party) >= limit:
            interdictors += party
    return interdictors


#: C2E-6.3-01: tonnes of free cargo space per credit.
TONNES_A_CREDIT = 10
#: C2E-6.2-03: highest die that gains the point, and lowest die that drives the raider off.
RAID_GAINS, RAIDER_DRIVEN_OFF = 3, 6

RAIDED_BY = EventKind(
    "raid.loss", "{world} loses {lost} of its trade to {raiders} raiders.", ("C2E-6.2-02",)
)
RAIDER_GAINED = EventKind(
    "raid.gain",
    "{raiders} raiders at {world} roll {dice_thrown}: {gained} credits for you.",
    ("C2E-6.2-03", "C2E-6.3-01"),
)


def settle_raids(context: TurnContext[Campaign]) -> None:
    """Raid the trade that remains after interdictions, world by world."""
    game = context.game
    routes = trade_routes(game)
    present = by_hex(game)
    for world in game.worlds:
        groups = [g for g in present.get(world.at, ()) if world.owner and g.owner != world.owner]
        groups = [group for group in groups if raids(game, group, world)]
        if not groups:
            continue
        ships = [ship for group in groups for ship in raiders(game, group)]
        world_income = income_of(economy_of(context), routes, world)
        if ships and world_income.added:
            _raid(context, world, ships, world_income)


def _raid(
    context: TurnContext[Campaign], world: World, ships: Sequence[Ship], world_income: WorldIncome
) -> None:
    """Resolve the raids on a world, in random order, while trade remains (C2E-6.2-02).

    The owner cannot lose the shares of partners and deals.
    """
    remaining, lost = min(world_income.added, world_income.added + world_income.shared), 0
    if remaining <= 0:
        return
    stream = context.stream("raid", world.id)
    rolls: dict[str, list[int]] = {}
    driven_off: list[Ship] = []
    for ship in stream.shuffled(ships):
        if not remaining:
            break
        loot = min(HUNDRED, remaining)
        remaining -= loot
        lost += loot
        die = stream.die(6)
        rolls.setdefault(ship.owner, []).append(die)
        if die >= RAIDER_DRIVEN_OFF:
            driven_off.append(ship)
    context.notes.setdefault(RAIDED, {})[world.id] = lost
    raiders = int_sum(map(len, rolls.values()))
    context.emit(
        RAIDED_BY,
        audience_of(world.owner),
        place=world.id,
        world=world_name(world),
        lost=lost // HUNDRED if lost % HUNDRED == 0 else lost / HUNDRED,
        raiders=raiders,
    )
    for player in context.game.empires:
        if player.id in rolls:
            _gain(context, world, player, rolls[player.id], stream)
    for ship in driven_off:
        _drive_raider_off(context, world, ship, world_income.added)


def _gain(
    context: TurnContext[Campaign],
    world: World,
    player: Player,
    rolls: Sequence[int],
    stream: Stream,
) -> None:
    """Credit the loot that raiders have won and can carry, including resources."""
    game = context.game
    won = int_sum(die <= RAID_GAINS for die in rolls)
    gained = min(won, free_cargo(game, player, world) // TONNES_A_CREDIT)
    if gained:
        reason = f"Raids at {world_name(world)}"
        context.post(player, CREDITS, HUNDRED * gained, reason, ("C2E-6.2-03",))
        if world.supplies and world.supplies not in player.raided:  # C2E-6.3-02
            player.raided.append(world.supplies)
    context.emit(
        RAIDER_GAINED,
        audience_of(player.id),
        place=world.id,
        world=world_name(world),
        raiders=len(rolls),
        dice_thrown=", ".join(map(str, rolls)),
        gained=gained,
        dice=[context.dice(stream, "raid", world.id)],
    )


def free_cargo(game: Campaign, player: Player, world: World) -> int:
    """Return the tonnes free for loot aboard a player's ships in a system (C2E-6.3-01)."""
    groups = [group for group in groups_at(game, world.at) if group.owner == player.id]
    free = 0
    for ship in group_ships(game, groups):
        if may_raid(game, ship):
            free += max(0, room_in(ship) - loaded_in(ship))
    return free


def _drive_raider_off(context: TurnContext[Campaign], world: World, ship: Ship, value: int) -> None:
    """Damage a raider by the system's trade value, and make it leave (C2E-6.2-04)."""
    game = context.game
    group = group_of(game, ship)
    if len(game.ships_in(group.id)) > 1:
        group = split_ships_off(game, group, [ship])
    damage_ship(context, ship, value // HUNDRED, group, ("raid", world.id, ship.id))
    drive_off(context, group)
