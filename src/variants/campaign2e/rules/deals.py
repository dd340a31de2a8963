"""DEAL: division of trade income between two players (C2E-10.1-05)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.model import Campaign, Offer, Player, World

WHOLE = 100

MADE = EventKind(
    "deal.made",
    "Of what trade adds to {a} and {b}, {owner_a} gets {share_a} and {owner_b} {share_b} per cent.",
    ("C2E-10.1-05",),
)
ASKED = EventKind(
    "deal.asked",
    "{by} asks for {share} per cent of what trade adds to {a} and {b}.",
    ("C2E-10.1-05",),
)

#: In a turn's notes: this week's deal orders: player, order, own world, partner.
_ORDERED = "deals ordered"


def order_deal(context: TurnContext, sender: Player, order: Order) -> None:
    """DEAL: record a player's demand, which is settled after trade."""
    partner = references.world(context, sender, order, "partner")
    if partner is order["world"]:
        message = f"{references.world_name(partner)} cannot trade with itself"
        raise Refused(Refusal("same-world", message, "", "partner"))
    context.notes.setdefault(_ORDERED, []).append((sender, order, order["world"], partner))


def settle(context: TurnContext) -> None:
    """Make the deals that both owners have agreed to; the last order for a world counts."""
    game: Campaign = context.game
    demands: list[tuple[Player, Order, World]] = []
    for player, order, world, partner in context.notes.pop(_ORDERED, ()):
        if context.forecast and Offer(world=world.id, partner=partner.id) in player.offers:
            player.shares[world.id] = order["percent"]
            continue  # the other player's consent to the trade is unknown
        refusal = _refusal(world, partner)
        if refusal is not None:
            context.refuse(player.id, order, refusal)
            continue
        player.shares[world.id] = order["percent"]
        game.empire(partner.owner).told_shares[world.id] = order["percent"]
        demands = [demand for demand in demands if demand[2] is not world]
        demands.append((player, order, world))
    for player, order, world in demands:
        partner = game.world(world.partner)
        if partner is not None and world.share != player.shares[world.id]:
            _agree(context, player, order, world, partner)


def _refusal(world: World, partner: World) -> Refusal | None:
    name = references.world_name(partner)
    if world.partner != partner.id:
        message = f"{references.world_name(world)} does not trade with {name}"
        return Refusal("no-trade", message, "use TRADE first", "partner")
    if not partner.owner:
        message = f"the share of {name} depends on its allegiance: it makes no deals"
        return Refusal("no-owner", message, "make deals with players", "partner")
    return None


def _agree(
    context: TurnContext, player: Player, order: Order, world: World, partner: World
) -> None:
    """Make the deal if the shares add up to 100; otherwise cancel it.

    The other player's demand is the one announced to the player, as for trade offers.
    """
    game: Campaign = context.game
    other: Player = game.empire(partner.owner)
    recipients = list(dict.fromkeys((player.id, other.id)))
    mine, theirs = player.shares[world.id], player.told_shares.get(partner.id)
    if theirs is None or mine + theirs != WHOLE:
        world.share = partner.share = None
        message = f"there is no deal until {other.name} asks for {WHOLE - mine} per cent"
        hint = "your request stays until you change it"
        context.reject(player.id, order, "no-agreement", message, hint, "percent", "warning")
        names = {"by": player.id, "a": world.id, "b": partner.id, "share": mine}
        context.emit(ASKED, recipients, place=partner.id, data=names)
        return
    world.share, partner.share = mine, theirs
    context.emit(
        MADE,
        recipients,
        place=world.id,
        a=world.id,
        b=partner.id,
        owner_a=player.id,
        owner_b=other.id,
        share_a=mine,
        share_b=theirs,
    )
