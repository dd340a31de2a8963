"""COMMISSION: starting forces chosen by players (C2E-4.1, C2E-3.8-01)."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import ShipPart
from variants.campaign2e.model import Campaign, Player, TaskGroup, World
from variants.campaign2e.rules.deliveries import deliver, group_for_delivery
from variants.campaign2e.rules.designs import any_design
from variants.campaign2e.rules.modules import module_named
from variants.campaign2e.rules.part_stores import modules_at
from variants.campaign2e.rules.purchases import must_afford
from variants.campaign2e.setup.forces import FLEET_POINTS, SUPPLY_POINTS

#: In a turn's notes: points bought by COMMISSION so far, by player.
BOUGHT = "commissioned"
FLEET = "the fleet"


def commission(context: TurnContext, player: Player, order: Order) -> None:
    """COMMISSION: buy ships of the starting fleet, up to 4000 points (C2E-4.1-01, C2E-4.1-02)."""
    _commission(context, player, order, FLEET_POINTS, FLEET, "C2E-4.1-01")


def commission_supply(context: TurnContext, player: Player, order: Order) -> None:
    """COMMISSION SUPPLY: buy additional supply ships, up to 500 points (C2E-3.8-01)."""
    design = any_design(context.game, player, order["design"], "design")
    if not design.is_supply_ship:
        message = f"{design.name} is not a supply ship: a quarter of its mass must be cargo space"
        raise Refused(Refusal("no-supply-ship", message, "COMMISSION it for the fleet", "design"))
    _commission(context, player, order, SUPPLY_POINTS, "supply ships", "C2E-3.8-01")


def _commission(
    context: TurnContext, player: Player, order: Order, limit: int, kind: str, rule: str
) -> None:
    _must_begin(player)
    game: Campaign = context.game
    if limit == FLEET_POINTS and (module := module_named(player, order["design"])):
        _commission_modules(context, player, order, *module)
        return
    design = any_design(game, player, order["design"], "design")
    world, count = order["world"], order.get("count", 1)
    _must_have_drive(design)
    points = count * design.points
    reason = f"{count} {design.name}"
    _must_be_within_limit(context, player, limit, kind, points)
    must_afford(player, points * HUNDRED, reason)
    group = _group(context, player, world, order.get("name", ""))
    _pay(context, player, points, kind, reason, rule)
    for _ in range(count):
        deliver(game, context.variant.economy, player, design, group)


def _commission_modules(
    context: TurnContext, player: Player, order: Order, design: Design, module: ShipPart
) -> None:
    """Buy modules, which count as ships and go to the named world (C2E-16.4-01)."""
    world, count = order["world"], order.get("count", 1)
    reason = f"{count} modules {module.word}"
    if "name" in order.arguments:
        message = f"modules {module.word} are stored at {world.id}, not in a group"
        raise Refused(Refusal("no-group", message, "leave out AS", "name"))
    points = count * module.points(design.mass)
    _must_be_within_limit(context, player, FLEET_POINTS, FLEET, points)
    must_afford(player, points * HUNDRED, reason)
    _pay(context, player, points, FLEET, reason, "C2E-16.4-01")
    for _ in range(count):
        modules_at(player, world.id).add(module.word)


def _must_be_within_limit(
    context: TurnContext, player: Player, limit: int, kind: str, points: int
) -> None:
    bought = _bought(context, player).get(kind, 0)
    if bought + points > limit:
        message = f"{kind} may cost at most {limit} points at the start"
        message += f": {bought} are there, these are {points} more"
        raise Refused(Refusal("over-limit", message, "commission fewer or smaller ones"))


def _pay(
    context: TurnContext, player: Player, points: int, kind: str, reason: str, rule: str
) -> None:
    context.post(player, CREDITS, -points * HUNDRED, reason, ("C2E-4.1-02", rule))
    bought = _bought(context, player)
    bought[kind] = bought.get(kind, 0) + points


def _bought(context: TurnContext, player: Player) -> dict[str, int]:
    """Return the points that a player has bought so far, of the fleet and of supply ships."""
    bought: dict[str, int] = context.notes.setdefault(BOUGHT, {}).setdefault(player.id, {})
    return bought


def _group(context: TurnContext, player: Player, world: World, name: str) -> TaskGroup:
    """Return the group for new ships: unnamed ships of a world share one (C2E-4.1-02)."""
    game: Campaign = context.game
    unnamed: dict[tuple[str, str], str] = context.notes.setdefault("groups of worlds", {})
    known = unnamed.get((player.id, world.id))
    for group in game.groups:
        if not name and group.id == known:
            return group
    group = group_for_delivery(game, player, world, name)
    if not name:
        unnamed[player.id, world.id] = group.id
    return group


def _must_begin(player: Player) -> None:
    """Raise Refused after a player's starting capital is spent, because play has begun."""
    if not player.commissioning:
        message = "ships can only be commissioned before play"
        raise Refused(Refusal("play-has-begun", message, "use BUY or LAY KEEL"))


def _must_have_drive(design: Design) -> None:
    if not design.ftl:
        message = f"{design.name} has no FTL drive: such units are system defences"
        raise Refused(Refusal("no-ftl", message, f"DEFEND world BUY {design.name}", "design"))
