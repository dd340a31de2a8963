"""Captures: ships that change hands, and can be rebuilt, stripped for parts, or sold (C2E-12.2-01).

Drifting ships fall to the victor of a battle; there is no boarding. Later a capture changes hands
with control of its hex. Until it is rebuilt, it is a separate group that costs and needs nothing,
and has no weapons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve

from horizons_core.amounts import amount_text
from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.market import CORE_PARTS, Spare, spare_for, spare_named
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Campaign, Player, Ship, ShipJob, TaskGroup, place_id
from variants.campaign2e.model.ships import OK
from variants.campaign2e.references import WORLD
from variants.campaign2e.rules.battle_results import capture_ship
from variants.campaign2e.rules.damage import DRIVE, FTL, damage_of, stop_job
from variants.campaign2e.rules.designs import counts_as_standard, market_designs, must_be_capital
from variants.campaign2e.rules.fleets import allied, groups_at
from variants.campaign2e.rules.repair_orders import task_for
from variants.campaign2e.rules.supply import is_friendly_base, must_be_at_base
from variants.campaign2e.rules.supply_ships import loaded_in, room_in
from variants.campaign2e.rules.task_groups import group_of, remove_empty_groups, remove_ships


def transfer_captures(context: TurnContext[Campaign]) -> None:
    """Give each capture to the only party with armed ships in its hex, after the battles.

    It stays with its captor as long as the captor or an ally has armed ships there, or a battle
    waits for the umpire.
    """
    game = context.game
    waiting = [battle.at for battle in game.pending]
    for prize in [ship for ship in game.ships if ship.captured]:
        group = group_of(game, prize)
        holders = [] if group.at in waiting else _holders(game, group)
        if holders and not any(allied(game, ship.owner, prize.owner) for ship in holders):
            first = holders[0]
            if all(allied(game, first.owner, other.owner) for other in holders):
                capture_ship(context, prize, first.owner, group.at)
    remove_empty_groups(game)


def _holders(game: Campaign, capture: TaskGroup) -> list[Ship]:
    """Return the armed ships in a capture's hex that have not withdrawn.

    Punitive forces count only against the capture's owner (C2E-1.6-11).
    """
    groups = {
        group.id for group in groups_at(game, capture.at) if group.against in ("", capture.owner)
    }
    return [ship for ship in game.ships if ship.group in groups and ship.is_armed]


REBUILT = EventKind(
    "capture.rebuilt", "{ship}, a {design}, is rebuilt at {place}, and yours.", ("C2E-12.2-01",)
)
STRIPPED = EventKind(
    "capture.stripped", "{ship} is stripped at {place}: {kept} kept, {lost} lost.",
    ("C2E-12.2.2-01",),
)  # fmt: skip
SOLD = EventKind("capture.sold", "{ship} is sold at {place} for {price}.", ("C2E-12.2.3-01",))

MIN_ROWS, MAX_MAJORS_OUT = 2, 2  # C2E-12.2.1-01
SCRAP = 10  # percent of the construction cost for an intact row: C2E-12.2.3-01


def order_rebuilding(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """REBUILD: repair a capture completely at a friendly base, so that it joins the fleet.

    At least two rows of hull boxes must be intact, and three of five major systems (C2E-12.2.1-01).
    """
    game = context.game
    ship = _own_capture(context, player, order)
    group = group_of(game, ship)
    base = must_be_at_base(game, player.id, group.at, ship.name)
    if not counts_as_standard(game, player, ship.design):
        must_be_capital(player, ship, "some equipment", group.at)
    if "world" in order.arguments and order[WORLD] is not base:
        message = f"{ship.name} is at {base.id}, not at {order['world'].id}"
        raise Refused(Refusal("not-together", message, "bring it there first", "world"))
    if group.departure is not None:
        message = f"{ship.name} leaves {place_id(group.at)} this week"
        raise Refused(Refusal("leaving", message, "order this after it arrives", "ship"))
    if ship.intact_rows < MIN_ROWS:
        _refuse_wreck(ship, f"{ship.intact_rows} intact rows of hull boxes, but needs two")
    if ship.majors_out > MAX_MAJORS_OUT:
        _refuse_wreck(
            ship, f"{ship.majors_out} of five major systems knocked out, at most two are allowed"
        )
    tasks = [task_for(damage) for damage in damage_of(ship)]
    player.jobs.append(ShipJob(ship=ship.id, tasks=tasks, rebuilds=True))


def _refuse_wreck(ship: Ship, reason: str) -> None:
    raise Refused(Refusal("wreck", f"{ship.name} has {reason}", "STRIP or SELL it", "ship"))


def strip_capture(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """STRIP: remove all working parts as second-hand spares, and scrap the rest.

    Parts go to the store of a friendly base, or else into the holds of supply ships, the most
    valuable first; parts without room are lost (C2E-12.2.2-01).
    """
    game = context.game
    ship = _own_capture(context, player, order)
    at = group_of(game, ship).at
    world = game.world_at(at)
    parts = sorted(_sound_parts(ship), key=lambda part: (-part.price, part.word))
    stored: Counter[str] = Counter()
    if world is not None and is_friendly_base(game, world, player.id):
        stored.update(part.word for part in parts)
        used = player.store(world.id).used
        player.store(world.id).used = dict(Counter(used) + stored)
    else:
        for part in parts:
            stored.update(_stow(game, player, ship, part))
    remove_ships(game, [ship])
    lost = len(parts) - stored.total()
    context.emit(
        STRIPPED,
        [player.id],
        place=place_id(at),
        ship=ship.name,
        kept=", ".join(f"{count} {word}" for word, count in stored.items()) or "nothing",
        lost=lost or "nothing",
    )


def _sound_parts(ship: Ship) -> Iterator[Spare]:
    """Yield the working parts of a ship: systems, drives and core systems.

    Non-standard parts are left out, as parts of another technology (C2E-11.3.3-03).
    """
    design = ship.design
    words = [
        system.part.word
        for system in design.systems
        if system.part.kind != "cargo"
        and system.part.special is None
        and system.key not in (*ship.out, *ship.fired)
    ]
    words += [word for word, state in ((DRIVE, ship.drive), (FTL, ship.ftl)) if state == OK]
    words += [word for word, name in CORE_PARTS.items() if name not in ship.core_out]
    for word in words:
        yield spare_named(spare_for(design, word))


def _stow(game: Campaign, player: Player, capture: Ship, part: Spare) -> list[str]:
    """Stow a part in a supply ship in the capture's hex; returns [its word], or [] without room."""
    at = group_of(game, capture).at
    groups = {group.id for group in game.groups_of(player.id) if group.at == at}
    carriers = [
        ship
        for ship in game.ships_of(player.id)
        if ship.group in groups and not ship.captured and ship.design.is_supply_ship
    ]
    for ship in sorted(carriers, key=lambda carrier: carrier.name):
        if loaded_in(ship) + part.mass <= room_in(ship):
            ship.used[part.word] = ship.used.get(part.word, 0) + 1
            return [part.word]
    return []


def sell_capture(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """SELL: receive a tenth of the construction cost per intact row of hull (C2E-12.2.3-01)."""
    game = context.game
    ship = _own_capture(context, player, order)
    at = place_id(group_of(game, ship).at)
    price = HUNDRED * ship.design.points * ship.intact_rows * SCRAP // 100
    remove_ships(game, [ship])
    context.post(player, CREDITS, price, f"Sold {ship.name}", ("C2E-12.2.3-01",))
    context.emit(SOLD, [player.id], place=at, ship=ship.name, price=amount_text(price))


def _own_capture(context: TurnContext[Campaign], player: Player, order: Order) -> Ship:
    """Return the capture that an order names, by its name or its group's, and stop its jobs.

    Raises Refused for any other ship, for a capture that parts were taken from (except by STRIP),
    for one that is being worked on, and if its captor does not hold the system (C2E-12.2-01).
    """
    game = context.game
    ship = _capture_named(context, player, order)
    if ship.parts_taken:
        message = f"parts were already taken from {ship.name}"
        hint = f"take more parts with REPAIR ship part FROM {ship.name}"
        if order.keyword != "STRIP":
            raise Refused(Refusal("stripped", message, hint, "ship"))
    jobs = [job for job in player.jobs if job.ship == ship.id]
    if any(job.paid for job in jobs) or (jobs and order.keyword == "REBUILD"):
        message = f"work on {ship.name} has already begun"
        raise Refused(Refusal("under-way", message, "", "ship"))
    _must_hold(game, player, ship)
    for job in jobs:
        stop_job(game, player, job)
    return ship


def _capture_named(context: TurnContext[Campaign], player: Player, order: Order) -> Ship:
    game = context.game
    captures = [ship for ship in game.ships_of(player.id) if ship.captured]
    key = folded(order["ship"])
    for ship in captures:
        if key in (folded(ship.name), folded(group_of(game, ship).name)):
            return ship
    if not any(folded(ship.name) == key for ship in game.ships_of(player.id)):
        references.own_ship(context, player, order, "ship")
    hint = did_you_mean(order["ship"], [ship.name for ship in captures])
    message = f"{order['ship']} is not a capture of yours"
    raise Refused(Refusal("not-captured", message, hint if captures else "", "ship"))


def _must_hold(game: Campaign, player: Player, ship: Ship) -> None:
    """Raise Refused if an armed enemy is present, or the captor does not hold the system."""
    group = group_of(game, ship)
    armed = [
        ship
        for other in game.groups
        if other.at == group.at and other.departure is None
        for ship in game.ships_in(other.id)
        if ship.is_armed and _takes_part(player, other)
    ]
    if any(not allied(game, player.id, ship.owner) for ship in armed):
        message = f"an armed enemy is at {place_id(group.at)}"
        raise Refused(Refusal("enemy-here", message, "drive them off first", "ship"))
    world = game.world_at(group.at)
    at_base = world is not None and is_friendly_base(game, world, player.id)
    if not armed and not at_base:
        message = f"you do not hold {place_id(group.at)}"
        raise Refused(Refusal("not-held", message, "bring an armed ship", "ship"))


def _takes_part(player: Player, group: TaskGroup) -> bool:
    """Return whether a group counts for control: not a punitive force against another player."""
    return bool(group.owner) or group.against in ("", player.id)


def is_strange(game: Campaign, player: Player, ship: Ship) -> bool:
    """Return whether a capture's design is not yet in service; repairs cost more (C2E-12.2.1-02).

    A design is in service after the player has built or bought a ship of it; another player's
    design of the same name does not count.
    """
    design = ship.design
    if not (ship.captured or ship.strange):
        return False
    if design.name not in player.in_service:
        return True
    if design.name in market_designs(game) or ship.id.rpartition("/")[0] == player.id:
        return False
    namesake = player.designs.get(design.name)
    return namesake is None or evolve(design, refit=namesake.refit) != namesake


def complete_rebuilding(context: TurnContext[Campaign], player: Player, ship: Ship) -> None:
    """Make a rebuilt capture an ordinary ship, supplied by its base."""
    economy = economy_of(context)
    ship.strange = is_strange(context.game, player, ship)
    ship.captured = ship.out_of_supply = False
    ship.owed = ship.fuel_due = ship.crew_due = ship.weaponry_due = ship.combat_turns = 0
    ship.endurance = economy.endurance(ship.design)
    at = place_id(group_of(context.game, ship).at)
    context.emit(REBUILT, [player.id], place=at, ship=ship.name, design=ship.design.name)
