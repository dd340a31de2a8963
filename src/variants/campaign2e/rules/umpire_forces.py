"""Forces of the umpire: pirates, and punitive forces of outside powers (C2E-N.6-01, C2E-1.6-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import (
    Allegiance,
    Campaign,
    ContactOrder,
    Place,
    PunitiveForce,
    TaskGroup,
    World,
)
from variants.campaign2e.model.places import distance
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.references import GROUP, Sender, world_name
from variants.campaign2e.rules.designs import market_design
from variants.campaign2e.rules.income import trade_routes
from variants.campaign2e.rules.postures import RAID
from variants.campaign2e.rules.task_groups import new_group_of, remove_empty_groups, remove_ships


def new_force(game: Campaign, at: Place, designs: Sequence[Design]) -> TaskGroup:
    """Create a group of new ships for the umpire; they need no money and no supply."""
    group = new_group_of(game, "", at)
    for design in designs:
        number = game.next_umpire
        game.next_umpire += 1
        game.ships.append(new_ship(f"/{number}", "", f"{design.name}-u{number}", design, group.id))
    return group


#: Minimum trade value in credits of systems that attract pirates, and the type of their ship.
PIRATE_TRADE_VALUE, CORVETTE = 10, "CT"

PIRATES_SEEN = EventKind("pirates.seen", "Pirates appear at {world}.", ("C2E-N.6-01",))


def order_pirates(context: TurnContext[Campaign], _umpire: Sender, order: Order) -> None:
    """PIRATE: put raiding ships of a market design on the map, or remove a group."""
    game = context.game
    if "remove" in order.arguments:
        group = order[GROUP]
        remove_ships(game, game.ships_in(group.id))
        return
    design = market_design(game, order["design"], "design")
    if not design.ftl:
        message = f"pirates must arrive by jump, but {design.name} has no FTL drive"
        raise Refused(Refusal("defence-design", message, "name a ship that can jump", "design"))
    new_force(game, order["place"], [design] * order.get("count", 1)).posture = RAID


def update_pirates(context: TurnContext[Campaign]) -> None:
    """Add pirates to rich unguarded systems at the end of movement, if the option is set.

    Without an umpire to move them, displaced pirates disappear.
    """
    game = context.game
    rate: float = game.options.get("pirate_rate", 0.0)
    if not rate:
        return
    if not any(seat.role == "umpire" for seat in game.seats):
        _remove_displaced(game)
    routes = trade_routes(game)
    guarded = {(group.owner, group.at) for group in game.groups if _is_armed(game, group)}
    for world in game.worlds:
        rich = routes.trade_value(economy_of(context), world) >= HUNDRED * PIRATE_TRADE_VALUE
        if rich and world.owner and (world.owner, world.at) not in guarded:
            stream = context.stream("pirates", world.id)
            if stream.chance(rate):
                _add_pirates(context, world)


def _add_pirates(context: TurnContext[Campaign], world: World) -> None:
    new_force(context.game, world.at, [by_type(CORVETTE)]).posture = RAID
    context.emit(PIRATES_SEEN, [world.owner], place=world.id, world=world_name(world))


def _remove_displaced(game: Campaign) -> None:
    displaced = {
        group.id
        for group in game.groups
        if not group.owner and not group.against and group.posture != RAID
    }
    remove_ships(game, [ship for ship in game.ships if ship.group in displaced])


def _is_armed(game: Campaign, group: TaskGroup) -> bool:
    return any(ship.is_armed for ship in game.ships_in(group.id))


#: Types of ships in the order in which they are bought, again and again.
FORCE_CYCLE = ("BB", "CH", "DD")
#: Weeks from the attack to the arrival, and weeks of stay, including the first.
FORCE_DELAY, FORCE_STAY = 4, 5

FORCE_CAME = EventKind(
    "punitive.came",
    "A force of the power that protects {world} appears at {place}.",
    ("C2E-1.6-11", "C2E-1.6-07"),
)
FORCE_LEFT = EventKind("punitive.left", "The punitive force at {place} leaves.", ("C2E-1.6-11",))


def force_bought_for(attacking: int) -> list[Design]:
    """Return a force of at least one and a half times the points of an attack."""
    return list(_purchases(attacking))


def _purchases(attacking: int) -> Iterator[Design]:
    points = 0
    for code in cycle(FORCE_CYCLE):
        if 2 * points >= 3 * attacking:
            return
        design = by_type(code)
        points += design.points
        yield design


def provoke_force(context: TurnContext[Campaign], world: World, attacker: str, force: int) -> None:
    """Schedule a punitive force after an attack on a protected world.

    There is at most one force against a player; a scheduled one is sized for the strongest week of
    attacks.
    """
    game = context.game
    if world.owner or world.allegiance is not Allegiance.PROTECTED or not attacker:
        return
    if any(group.against == attacker for group in game.groups):
        return
    for number, scheduled in enumerate(game.punitive):
        if scheduled.against == attacker:
            game.punitive[number] = evolve(scheduled, points=max(scheduled.points, force))
            return
    game.punitive.append(
        PunitiveForce(against=attacker, world=world.id, points=force, week=game.week + FORCE_DELAY)
    )


def update_punitive_forces(context: TurnContext[Campaign]) -> None:
    """Remove forces whose time is over and add those due, at the end of movement."""
    game = context.game
    _remove_force(context)
    for due in [scheduled for scheduled in game.punitive if scheduled.week <= game.week]:
        game.punitive.remove(due)
        attacked = game.world(due.world)
        own_worlds = game.worlds_of(due.against)
        if attacked is None or not own_worlds:
            continue
        at = min(own_worlds, key=lambda world: (distance(world.at, attacked.at), world.at)).at
        force = new_force(game, at, force_bought_for(due.points))
        force.against, force.until = due.against, game.week + FORCE_STAY - 1
        force.contact = ContactOrder(attack="ANY")
        force.posture, force.engage = "interdict", True
        context.emit(FORCE_CAME, [due.against], place=f"{at[0]},{at[1]}", world=attacked.id)


def _remove_force(context: TurnContext[Campaign]) -> None:
    game = context.game
    leaving = [group for group in game.groups if group.until and group.until < game.week]
    for group in leaving:
        context.emit(FORCE_LEFT, [group.against], place=f"{group.at[0]},{group.at[1]}")
    ids = {group.id for group in leaving}
    game.ships = [ship for ship in game.ships if ship.group not in ids]
    remove_empty_groups(game)
