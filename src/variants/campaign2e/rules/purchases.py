"""Purchases on the open market, and delivery of new ships.

Ships are bought at a player's worlds (C2E-13.1-02, C2E-13.1-03, C2E-13.1-05). A new ship gets a
name, full endurance and a group (C2E-1.5-06, C2E-13.1-02).
"""

from __future__ import annotations

from horizons_core.amounts import amount_text
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.design import Design
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World, place_id
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.references import WORLD
from variants.campaign2e.rules.designs import market_design
from variants.campaign2e.rules.supply import must_be_pacified
from variants.campaign2e.rules.task_groups import (
    OBJECT_RENAMED,
    defence_name,
    name_must_be_free,
    new_group,
    next_group_name,
    next_ship_name,
)


def deliver(
    game: Campaign,
    economy: Logistics,
    player: Player,
    design: Design,
    group: TaskGroup,
    name: str = "",
) -> Ship:
    """Add a new ship of a design to a group, under the given or the next name."""
    ship = new_ship(
        f"{player.id}/{player.next_ship}",
        player.id,
        name or next_ship_name(game, player, design),
        design,
        group.id,
    )
    player.next_ship += 1
    ship.endurance = economy.endurance(design)
    game.ships.append(ship)
    if design.name not in player.in_service:
        player.in_service.append(design.name)
    return ship


def group_for_delivery(game: Campaign, player: Player, world: World, name: str) -> TaskGroup:
    """Return the group for new ships: the named one at the world, or a new one.

    Raises Refused if the name is taken, or the group is elsewhere.
    """
    key = folded(name)
    for group in game.groups_of(player.id):
        if name and folded(group.name) == key:
            if group.at != world.at or group.defence:
                message = f"{group.name} is not at {world.id}"
                if group.defence:
                    message = f"{group.name} is a world's defences, which ships cannot join"
                hint = f"it is at {place_id(group.at)}: name another group"
                raise Refused(Refusal("not-together", message, hint, "name"))
            if group.departure is not None and game.plays_by("1.1.0"):
                message = f"{group.name} withdraws to {place_id(group.departure.to)} this week"
                raise Refused(Refusal("move-fixed", message, "name another group", "name"))
            if any(ship.captured for ship in game.ships_in(group.id)):
                message = f"{group.name} is a capture"
                raise Refused(Refusal("captured", message, "name another group", "name"))
            return group
    if name:
        name_must_be_free(game, player, name)
    return new_group(game, player, world.at, name)


def defence_group(game: Campaign, player: Player, world: World) -> TaskGroup:
    """Return the group of a world's defence units, creating it if necessary (C2E-8.1-01)."""
    name = defence_name(world.at)
    number = f"{player.id}/{name}"
    for group in game.groups_of(player.id):
        if group.id == number and (_is_stationed(group) or not game.plays_by("1.1.0")):
            return group
    group = TaskGroup(id=number, owner=player.id, name=name, at=world.at, defence=True)
    game.groups.append(group)
    return group


def rename_departed(context: TurnContext[Campaign]) -> None:
    """Rename former defence groups that have left their world (C2E-8.1-03)."""
    game = context.game
    for player in game.empires:
        for group in game.groups_of(player.id):
            if "/DEF-" in group.id and not _is_stationed(group):
                _rename(context, player, group)


def _rename(context: TurnContext[Campaign], player: Player, group: TaskGroup) -> None:
    game = context.game
    old, old_name = group.id, group.name
    group.defence = False
    name = next_group_name(game, player)
    group.id = f"{player.id}/g{player.next_group}"
    player.next_group += 1
    if folded(f"{player.id}/{old_name}") == folded(old):  # unless its owner has renamed it
        group.name = name
        context.emit(OBJECT_RENAMED, [player.id], old=old_name, new=name)
    for ship in game.ships_in(old):
        ship.group = group.id
    for dummy in game.dummies:
        if dummy.group == old:
            dummy.group = group.id
    player.bills = [group.id if bill == old else bill for bill in player.bills]


def _is_stationed(group: TaskGroup) -> bool:
    """Return whether a group is the defence of the world in its id."""
    return group.defence and group.id == f"{group.owner}/{defence_name(group.at)}"


SHIPS_BOUGHT = EventKind("ship.bought", "Bought {names} for {price} at {place}.", ("C2E-13.1-02",))

#: In a turn's notes: the group of this week's purchases, by player and world.
_PURCHASES = "purchases"
MAX_AT_ONCE = 100


def buy(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """BUY: buy ships of a market design, delivered at once (C2E-13.1-02).

    Designs of the allied navy cost a fifth less.
    """
    game = context.game
    design = _ordered_design(game, player, order)
    world = order[WORLD]
    must_be_open(game, world, "world")
    count: int = order.get("count", 1)
    # C2E-13.1-03, C2E-13.1-05
    price = count * economy_of(context).price(design, player.navy)
    must_afford(player, price, f"{count} {design.name}")
    group = _group_for_purchase(context, player, world, order.get("name", ""))
    ships = [deliver(game, economy_of(context), player, design, group) for _ in range(count)]
    names = ", ".join(ship.name for ship in ships)
    context.post(player, CREDITS, -price, f"Bought {names}", ("C2E-13.1-02",))
    context.emit(SHIPS_BOUGHT, [player.id], place=world.id, names=names, price=amount_text(price))


def _ordered_design(game: Campaign, player: Player, order: Order) -> Design:
    word = order["design"]
    key = folded(word)
    if any(folded(name) == key for name in player.designs):
        message = f"{word} is your own design, which the market does not sell"
        raise Refused(
            Refusal("own-design", message, f"build it with LAY KEEL name {word}", "design")
        )
    design = market_design(game, word, "design")
    if not design.ftl:
        message = f"{design.name} is a system defence: it has no FTL drive"
        raise Refused(Refusal("defence-design", message, "buy it with DEFEND", "design"))
    return design


def _group_for_purchase(
    context: TurnContext[Campaign], player: Player, world: World, name: str
) -> TaskGroup:
    """Return the named group, or the common group of this week's purchases at a world."""
    game = context.game
    if name:
        return group_for_delivery(game, player, world, name)
    group_ids: dict[tuple[str, str], str] = context.notes.setdefault(_PURCHASES, {})
    number = group_ids.get((player.id, world.id))
    for group in game.groups_of(player.id):
        if group.id == number and group.at == world.at:
            return group
    group = group_for_delivery(game, player, world, "")
    group_ids[player.id, world.id] = group.id
    return group


def must_be_open(game: Campaign, world: World, argument: str) -> None:
    """Raise Refused for a world without deliveries or building (C2E-13.1-01, C2E-13.1-02)."""
    if world.controlled:
        message = f"{world.id} is under the control of {world.controlled}"
        raise Refused(Refusal("controlled", message, "name another world", argument))
    if world.interdicted:
        by = ", ".join(name or "unknown forces" for name in world.interdicted)
        message = f"{world.id} is interdicted by {by}"
        raise Refused(Refusal("interdicted", message, "name another world", argument))
    must_be_pacified(game, world, argument)


def must_afford(player: Player, price: int, item: str) -> None:
    """Raise Refused for a price above the present treasury (C2E-2.5-02)."""
    treasury = player.stock.get(CREDITS, 0)
    if price > treasury:
        balance = amount_text(treasury)
        message = f"{item} costs {amount_text(price)}, but your treasury has {balance}"
        raise Refused(Refusal("too-expensive", message, "earlier orders are paid first"))
