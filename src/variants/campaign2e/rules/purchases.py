"""Purchases on the open market (C2E-13.1-02, C2E-13.1-03, C2E-13.1-05)."""

from __future__ import annotations

from horizons_core.amounts import amount_text
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import Campaign, Player, TaskGroup, World
from variants.campaign2e.rules.bases import must_be_pacified
from variants.campaign2e.rules.deliveries import deliver, group_for_delivery
from variants.campaign2e.rules.designs import market_design

BOUGHT = EventKind("ship.bought", "Bought {names} for {price} at {place}.", ("C2E-13.1-02",))

#: In a turn's notes: the group of this week's purchases, by player and world.
_PURCHASES = "purchases"
MOST_AT_ONCE = 100


def buy(context: TurnContext, player: Player, order: Order) -> None:
    """BUY: buy ships of a market design, delivered at once (C2E-13.1-02).

    Designs of the allied navy cost a fifth less.
    """
    game: Campaign = context.game
    design = _on_the_market(game, player, order)
    world: World = order["world"]
    must_be_open(game, world, "world")
    count: int = order.get("count", 1)
    # C2E-13.1-03, C2E-13.1-05
    price = count * context.variant.economy.price(design, player.navy)
    must_afford(player, price, f"{count} {design.name}")
    group = _group(context, player, world, order.get("name", ""))
    ships = [deliver(game, context.variant.economy, player, design, group) for _ in range(count)]
    names = ", ".join(ship.name for ship in ships)
    context.post(player, CREDITS, -price, f"Bought {names}", ("C2E-13.1-02",))
    context.emit(BOUGHT, [player.id], place=world.id, names=names, price=amount_text(price))


def _on_the_market(game: Campaign, player: Player, order: Order) -> Design:
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


def _group(context: TurnContext, player: Player, world: World, name: str) -> TaskGroup:
    """Return the named group, or the common group of this week's purchases at a world."""
    game: Campaign = context.game
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
        raise Refused(Refusal("too-dear", message, "earlier orders are paid first"))
