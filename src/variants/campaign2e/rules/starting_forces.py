"""Starting capital, starting forces and the defences of systems.

The starting capital is fifty weeks of the income of a player's worlds with trade (C2E-4.2-01).
Before play nothing is blocked, and Luxuries have their fixed value (C2E-2.6-03). The capital pays
for the forces that players choose with COMMISSION (C2E-4.1, C2E-3.8-01), or else for a default
fleet, forts and loads (C2E-4.1-02). DEFEND buys defences, limited by the income of the world
(C2E-8.1, C2E-8.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED, LUXURIES_FIXED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.designs.parts import ShipPart
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World
from variants.campaign2e.model.worlds import LUXURIES
from variants.campaign2e.references import WORLD, world_name
from variants.campaign2e.rules.construction import keel_of
from variants.campaign2e.rules.designs import any_design, market_designs
from variants.campaign2e.rules.fleets import defenders_of
from variants.campaign2e.rules.income import (
    TradeRoutes,
    available_resources,
    income_of,
    trade_routes,
)
from variants.campaign2e.rules.purchases import (
    defence_group,
    deliver,
    group_for_delivery,
    must_afford,
    must_be_open,
)
from variants.campaign2e.rules.refits import module_named
from variants.campaign2e.rules.spares import modules_at
from variants.campaign2e.rules.supply_ships import loaded_in, room_in
from variants.campaign2e.rules.task_groups import new_group, next_ship_name
from variants.campaign2e.setup.defaults import (
    GUARD,
    StartingBudget,
    best_pairs,
    default_forces,
    default_guards,
    default_load,
    starting_price,
)


def fixed_routes(game: Campaign) -> TradeRoutes:
    """Return the current trade routes, with Luxuries at their fixed value."""
    routes = trade_routes(game)
    worlds = {
        name: evolve(world, die=LUXURIES_FIXED) if world.resource == LUXURIES else world
        for name, world in routes.worlds.items()
    }
    return evolve(routes, worlds=worlds)


def plan_trades(game: Campaign, player: str, economy: Logistics) -> list[tuple[World, World]]:
    """Pair a player's worlds without a partner for the highest total income (C2E-1.3-11)."""
    routes = fixed_routes(game)

    def added(a: World, b: World) -> int:
        if not routes.can_trade(a, b):
            return 0
        first, second = routes.worlds[a.id], routes.worlds[b.id]
        on_lane = routes.on_open_lane(a, b)
        return int_sum(economy.trade_added(world, on_lane=on_lane) for world in (first, second))

    pairs = best_pairs([world for world in game.worlds_of(player) if not world.partner], added)
    for a, b in pairs:
        a.partner, b.partner = b.id, a.id
    return pairs


def weekly_income(game: Campaign, player: str, economy: Logistics) -> int:
    """Return the weekly income of a player with the agreed trades, in hundredths (C2E-4.2-01)."""
    routes = fixed_routes(game)
    percent = round(100 * game.options["income"])
    return int_sum(
        income_of(economy, routes, world, percent=percent).total
        for world in routes.worlds.values()
        if world.owner == player
    )


DEFENCE_BEGUN = EventKind(
    "defences.begun", "{names} is built for the defence of {world}.", ("C2E-8.1-01",)
)


def defend(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """DEFEND: buy defence units for a world, with starting capital at half price.

    Units of the market are delivered at once, others are built on keels. Discounted units can never
    leave, and are replaced at full price.
    """
    game = context.game
    world, count = order[WORLD], order.get("count", 1)
    design = any_design(game, player, order["design"], "design")
    at_start = player.commissioning
    if world.controlled:
        message = f"{world_name(world)} is under hostile control"
        raise Refused(Refusal("controlled", message, "drive them off first", "world"))
    if design.ftl and not at_start and game.plays_by("1.1.0"):  # it can leave, like a ship from BUY
        must_be_open(game, world, "world")
    _must_be_within_defence_limit(context, world, count * design.points)  # C2E-8.1-01
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
        station(game, economy_of(context), player, design, world, bound=at_start)


def _lay_keels(
    context: TurnContext[Campaign], player: Player, world: World, design: Design, count: int
) -> None:
    names = [next_ship_name(context.game, player, design) for _ in range(count)]
    world.keels += [keel_of(name, design, defence=True) for name in names]
    data = {"names": ", ".join(names), "world": world_name(world)}
    context.emit(DEFENCE_BEGUN, [player.id], place=world.id, data=data)


def station(
    game: Campaign, economy: Logistics, player: Player, design: Design, world: World, *, bound: bool
) -> Ship:
    """Create a defence unit of a world; a discounted one is bound to it (C2E-8.2-02)."""
    unit = deliver(game, economy, player, design, defence_group(game, player, world))
    unit.defence, unit.bound = True, bound
    return unit


def defence_points(game: Campaign, world: World) -> int:
    """Return the points of a world's defence units, regardless of price (C2E-8.1-01).

    Units under construction count as well.
    """
    defences = defenders_of(game, world)
    built = [keel.design for keel in world.keels if keel.defence and keel.design is not None]
    existing = [ship.design for ship in game.ships_in(defences.id)] if defences else []
    return int_sum(design.points for design in (*existing, *built))


def _must_be_within_defence_limit(
    context: TurnContext[Campaign], world: World, points: int
) -> None:
    limit = economy_of(context).defence_limit(world)
    present = defence_points(context.game, world)
    if present + points > limit:
        message = f"{world_name(world)} may have defences of at most {limit} points"
        message += f": {present} are there, these are {points} more"
        raise Refused(Refusal("over-limit", message, "buy fewer or smaller ones", "count"))


#: A purchase: name, number, and total price in hundredths of a credit.
Purchase = tuple[str, int, int]


def buy_defaults(game: Campaign, player: Player, economy: Logistics) -> Iterator[Purchase]:
    """Buy the defaults of a player from the present treasury (C2E-4.1-02).

    These are a fleet with supply ships if none was commissioned, forts if no defences were bought,
    and supplies for empty holds. The caller charges the treasury.
    """
    treasury = player.stock.get(CREDITS, 0)
    own_ships = game.ships_of(player.id)
    if all(ship.defence for ship in own_ships):
        for purchase in _default_fleet(game, player, treasury, economy):
            treasury -= purchase[2]
            yield purchase
    if not any(ship.defence for ship in own_ships):
        yield from _default_guards(game, player, treasury, economy)
    for ship in game.ships_of(player.id):
        _default_loads(ship)


def _default_fleet(
    game: Campaign, player: Player, treasury: int, economy: Logistics
) -> Iterator[Purchase]:
    """Buy fleet and supply ships of a player without orders, at the capital in one group."""
    income = weekly_income(game, player.id, economy)
    budget = StartingBudget(treasury, income, available_resources(game, trade_routes(game), player))
    forces = default_forces(budget, economy)
    designs = [*forces.supply, *forces.fleet]
    capital = game.world(player.capital)
    if capital is None or not designs:
        return
    group = new_group(game, player, capital.at)
    for design in designs:
        deliver(game, economy, player, design, group)
    for design in dict.fromkeys(designs):
        count = designs.count(design)
        yield design.name, count, count * design.points * HUNDRED


def _default_guards(
    game: Campaign, player: Player, treasury: int, economy: Logistics
) -> Iterator[Purchase]:
    """Buy a fort at half price for each of a player's richer worlds that has no defences."""
    fort = by_type(GUARD)
    worlds = default_guards(game.worlds_of(player.id), treasury)
    for world in worlds:
        station(game, economy, player, fort, world, bound=True)
    if worlds:
        yield fort.name, len(worlds), len(worlds) * starting_price(fort)


def _default_loads(ship: Ship) -> None:
    """Fill the holds of an unloaded supply ship, as 5 : 4 : 5 (C2E-4.1-02)."""
    if not ship.design.is_supply_ship or ship.fuel or ship.crew or ship.weaponry:
        return
    room = room_in(ship) - loaded_in(ship)
    ship.fuel, ship.crew, ship.weaponry = (HUNDRED * tonnes for tonnes in default_load(room))


#: In a turn's notes: points bought by COMMISSION so far, by player.
COMMISSIONED = "commissioned"
FLEET = "the fleet"


def commission(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """COMMISSION: buy ships or modules of the starting fleet (C2E-4.1-01, C2E-4.1-02)."""
    _must_begin(player)
    if module := module_named(player, order["design"]):
        _commission_modules(context, player, order, *module)
        return
    limit = economy_of(context).fleet_points
    _commission(context, player, order, limit, FLEET, "C2E-4.1-01")


def commission_supply(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """COMMISSION SUPPLY: buy additional supply ships, up to a limit (C2E-3.8-01)."""
    design = any_design(context.game, player, order["design"], "design")
    if not design.is_supply_ship:
        message = f"{design.name} is not a supply ship: a quarter of its mass must be cargo space"
        raise Refused(
            Refusal("not-a-supply-ship", message, "COMMISSION it for the fleet", "design")
        )
    _must_begin(player)
    limit = economy_of(context).supply_points
    _commission(context, player, order, limit, "supply ships", "C2E-3.8-01")


def _commission(
    context: TurnContext[Campaign], player: Player, order: Order, limit: int, kind: str, rule: str
) -> None:
    game = context.game
    design = any_design(game, player, order["design"], "design")
    world, count = order[WORLD], order.get("count", 1)
    _must_have_drive(design)
    points = count * design.points
    reason = f"{count} {design.name}"
    _must_be_within_fleet_limit(context, player, limit, kind, points)
    must_afford(player, points * HUNDRED, reason)
    group = _starting_group(context, player, world, order.get("name", ""))
    _pay(context, player, points, kind, reason, rule)
    for _ in range(count):
        deliver(game, economy_of(context), player, design, group)


def _commission_modules(
    context: TurnContext[Campaign], player: Player, order: Order, design: Design, module: ShipPart
) -> None:
    """Buy modules, which count as ships and go to the named world (C2E-16.4-01)."""
    world, count = order[WORLD], order.get("count", 1)
    reason = f"{count} modules {module.word}"
    if "name" in order.arguments:
        message = f"modules {module.word} are stored at {world.id}, not in a group"
        raise Refused(Refusal("not-at-a-world", message, "leave out AS", "name"))
    points, limit = count * module.points(design.mass), economy_of(context).fleet_points
    _must_be_within_fleet_limit(context, player, limit, FLEET, points)
    must_afford(player, points * HUNDRED, reason)
    _pay(context, player, points, FLEET, reason, "C2E-16.4-01")
    for _ in range(count):
        modules_at(player, world.id).add(module.word)


def _must_be_within_fleet_limit(
    context: TurnContext[Campaign], player: Player, limit: int, kind: str, points: int
) -> None:
    bought = _bought(context, player).get(kind, 0)
    if bought + points > limit:
        message = f"{kind} may cost at most {limit} points at the start"
        message += f": {bought} are there, these are {points} more"
        raise Refused(Refusal("over-limit", message, "commission fewer or smaller ones"))


def _pay(
    context: TurnContext[Campaign], player: Player, points: int, kind: str, reason: str, rule: str
) -> None:
    context.post(player, CREDITS, -points * HUNDRED, reason, ("C2E-4.1-02", rule))
    bought = _bought(context, player)
    bought[kind] = bought.get(kind, 0) + points


def _bought(context: TurnContext[Campaign], player: Player) -> dict[str, int]:
    """Return the points that a player has bought so far, of the fleet and of supply ships."""
    bought: dict[str, int] = context.notes.setdefault(COMMISSIONED, {}).setdefault(player.id, {})
    return bought


def _starting_group(
    context: TurnContext[Campaign], player: Player, world: World, name: str
) -> TaskGroup:
    """Return the group for new ships; unnamed ones share a group per world (C2E-4.1-02)."""
    game = context.game
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
