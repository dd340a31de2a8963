"""System defences: purchases, limited by the income of the world (C2E-8.1, C2E-8.2)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player, Ship, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.deliveries import defence_group, deliver
from variants.campaign2e.rules.designs import any_design, market_designs
from variants.campaign2e.rules.fleets import defenders_of
from variants.campaign2e.rules.keels import keel_of
from variants.campaign2e.rules.naming import next_ship_name
from variants.campaign2e.rules.purchases import must_afford, must_be_open
from variants.campaign2e.setup.forces import DEFENCE_POINTS, starting_price

BEGUN = EventKind("defences.begun", "{names} is built for the defence of {world}.", ("C2E-8.1-01",))


def defend(context: TurnContext, player: Player, order: Order) -> None:
    """DEFEND: buy defence units for a world, with starting capital at half price.

    Units of the market are delivered at once, others are built on keels. Discounted units can never
    leave, and are replaced at full price.
    """
    game: Campaign = context.game
    world, count = order["world"], order.get("count", 1)
    design = any_design(game, player, order["design"], "design")
    at_start = player.commissioning
    if world.controlled:
        message = f"{world_name(world)} is under hostile control"
        raise Refused(Refusal("controlled", message, "drive them off first", "world"))
    if design.ftl and not at_start and game.plays_by("1.1.0"):  # it can leave, as one from BUY
        must_be_open(game, world, "world")
    _must_be_within_limit(game, world, count * design.points)  # C2E-8.1-01
    if not at_start and design.name not in market_designs(game):  # C2E-13.1-01
        _lay_keels(context, player, world, design, count)
        return
    # C2E-8.2-01, C2E-8.2-03, C2E-9.2-01
    price = starting_price(design) if at_start else design.points * HUNDRED
    rule = "C2E-8.2-01" if at_start else "C2E-8.2-03"
    reason = f"{count} {design.name} for {world.id}"
    must_afford(player, count * price, reason)
    context.post(player, CREDITS, -count * price, reason, (rule,))
    for _ in range(count):  # C2E-8.2-02
        station(game, context.variant.economy, player, design, world, bound=at_start)


def _lay_keels(
    context: TurnContext, player: Player, world: World, design: Design, count: int
) -> None:
    names = [next_ship_name(context.game, player, design) for _ in range(count)]
    world.keels += [keel_of(name, design, defence=True) for name in names]
    data = {"names": ", ".join(names), "world": world_name(world)}
    context.emit(BEGUN, [player.id], place=world.id, data=data)


def station(
    game: Campaign, economy: Logistics, player: Player, design: Design, world: World, *, bound: bool
) -> Ship:
    """Create a defence unit of a world; a discounted one is bound to it (C2E-8.2-02)."""
    unit = deliver(game, economy, player, design, defence_group(game, player, world))
    unit.defence, unit.bound = True, bound
    return unit


def defence_points(game: Campaign, world: World) -> int:
    """Return the points of a world's defence units, regardless of price (C2E-8.1-01).

    Units under construction count, too.
    """
    defences = defenders_of(game, world)
    built = [keel.design for keel in world.keels if keel.defence and keel.design is not None]
    standing = [ship.design for ship in game.ships_in(defences.id)] if defences else []
    return int_sum(design.points for design in (*standing, *built))


def _must_be_within_limit(game: Campaign, world: World, points: int) -> None:
    limit, present = DEFENCE_POINTS * world.full, defence_points(game, world)
    if present + points > limit:
        message = f"{world_name(world)} may have defences of at most {limit} points"
        message += f": {present} are there, these are {points} more"
        raise Refused(Refusal("over-limit", message, "buy fewer or smaller ones", "count"))
