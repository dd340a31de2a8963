"""TRADE and DEAL: offers, consent, one partner per world, division of income.

TRADE begins and ends trades (C2E-10.1). Orders are read first and settled together, so that their
sequence does not matter (C2E-1.5-03). DEAL divides the income of a trade between two players
(C2E-10.1-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Allegiance, Campaign, Offer, Player, World
from variants.campaign2e.model.places import distance
from variants.campaign2e.references import WORLD
from variants.campaign2e.rules.income import trade_routes
from variants.campaign2e.rules.supply import must_be_pacified

NO_PARTNER = "NONE"

TRADE_BEGUN = EventKind("trade.begun", "{a} trades with {b} from this week on.", ("C2E-10.1-03",))
TRADE_ENDED = EventKind("trade.ended", "{a} no longer trades with {b}.", ("C2E-10.1-02",))
TRADE_OFFERED = EventKind("trade.offered", "{by} offers trade of {a} with {b}.", ("C2E-10.1-03",))

#: In a turn's notes: this week's TRADE orders by player, in the order of writing.
_TRADES_ORDERED = "trades ordered"


@frozen
class _TradeRequest:
    """A TRADE order: the sender's world and the partner, or None to end its trade."""

    order: Order
    world: World
    partner: World | None

    @property
    def touched(self) -> list[World]:
        return [self.world] if self.partner is None else [self.world, self.partner]


def order_trade(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """TRADE: record a request, settled after all orders are read."""
    world = order[WORLD]
    partner = None
    if order["partner"].upper() != NO_PARTNER:
        partner = references.world(context, sender, order, "partner")
        _must_be_able(context.game, sender, world, partner)
    requests = context.notes.setdefault(_TRADES_ORDERED, {}).setdefault(sender.id, [])
    requests.append(_TradeRequest(order, world, partner))


def settle_trades(context: TurnContext[Campaign]) -> None:
    """End trades, make and match offers, and let neutral worlds choose (C2E-10.1-03)."""
    game = context.game
    requests: dict[str, list[_TradeRequest]] = context.notes.pop(_TRADES_ORDERED, {})
    last = {name: _last_orders(context, name, of_player) for name, of_player in requests.items()}
    for name, last_requests in last.items():
        _withdraw_outdated(context, game.empire(name), last_requests)
    to_neutrals: dict[str, list[tuple[Player, _TradeRequest]]] = {}
    for name, last_requests in last.items():
        player = game.empire(name)
        for request in last_requests:
            if request.partner is not None and not request.partner.owner:
                to_neutrals.setdefault(request.partner.id, []).append((player, request))
            elif request.partner is not None:
                _propose(context, player, request.world, request.partner)
    for player in game.empires:
        _match(context, player)
    for offers in to_neutrals.values():
        _choose_offer(context, offers)


def end_trade(context: TurnContext[Campaign], world: World) -> None:
    """End the trade of a world and its deal, and inform both owners (C2E-10.1-02)."""
    game = context.game
    partner = game.world(world.partner)
    if partner is None:
        return
    for end, other in ((world, partner), (partner, world)):
        end.partner, end.share = "", None
        if end.owner:
            game.empire(end.owner).shares.pop(end.id, None)
            game.empire(end.owner).told_shares.pop(other.id, None)
    context.emit(TRADE_ENDED, _owners(world, partner), place=world.id, a=world.id, b=partner.id)


def end_agreements(context: TurnContext[Campaign], world: World) -> None:
    """End all agreements about a world before it changes owners (C2E-10.1-02)."""
    end_trade(context, world)
    for player in context.game.empires:
        _withdraw_offers(context.game, player, [world])
        player.helpers.pop(world.id, None)
        for damaged, helper in list(player.helpers.items()):
            if helper == world.id:
                del player.helpers[damaged]
    for other in context.game.worlds:
        if world is other or other.helper == world.id:
            other.helper = ""


def _must_be_able(game: Campaign, sender: Player, world: World, partner: World) -> None:
    """Raise Refused unless two worlds may trade (C2E-10.1-01, C2E-10.1-03)."""
    name = references.world_name(partner)
    if partner is world:
        raise Refused(Refusal("same-world", f"{name} cannot trade with itself", "", "partner"))
    for end in (world, partner):
        if end.owner == sender.id:
            must_be_pacified(game, end, "world" if end is world else "partner")
    if not trade_routes(game).can_trade(world, partner):
        message = f"{name} is more than two hexes from {world.id}, and no lanes join them"
        raise Refused(Refusal("out-of-reach", message, "trade needs one jump or lanes", "partner"))
    if not partner.owner:
        _must_be_willing(sender, partner)


def _must_be_willing(sender: Player, neutral: World) -> None:
    """Raise Refused for a neutral world that is unknown or refuses to trade with the sender."""
    name = references.world_name(neutral)
    if neutral.allegiance is None or neutral.id not in sender.visited:
        message = f"you have not visited {name}"
        raise Refused(Refusal("not-visited", message, "send a task group there", "partner"))
    if neutral.allegiance is Allegiance.WAR_ZONE:  # C2E-1.6-09
        message = f"{name} is a war zone: it does not trade"
        raise Refused(Refusal("war-zone", message, "stabilise it with PEACEKEEP", "partner"))
    if neutral.allegiance is Allegiance.HOSTILE and neutral.power == sender.id:  # C2E-1.6-06
        message = f"{name} is hostile and never trades with you"
        raise Refused(Refusal("hostile-world", message, "choose another partner", "partner"))


def _last_orders(
    context: TurnContext[Campaign], name: str, requests: Sequence[_TradeRequest]
) -> list[_TradeRequest]:
    """Return the last of the orders that would give a world two partners (C2E-10.1-02)."""
    used: set[str] = set()
    accepted: list[_TradeRequest] = []
    for request in reversed(requests):
        worlds = {world.id for world in request.touched}
        if worlds & used:
            message = "a later order for one of these worlds replaces this one"
            context.reject(name, request.order, "ordered-twice", message, severity="warning")
            continue
        used |= worlds
        accepted.append(request)
    return accepted[::-1]


def _withdraw_outdated(
    context: TurnContext[Campaign], player: Player, requests: Iterable[_TradeRequest]
) -> None:
    """Withdraw offers about worlds with new orders, and end trades with NONE."""
    for request in requests:
        _withdraw_offers(context.game, player, request.touched)
        if request.partner is None:
            end_trade(context, request.world)


def _begin_trade(context: TurnContext[Campaign], a: World, b: World) -> None:
    if a.partner == b.id:
        return
    for world in (a, b):
        end_trade(context, world)
    a.partner, b.partner = b.id, a.id
    context.emit(TRADE_BEGUN, _owners(a, b), place=a.id, a=a.id, b=b.id)


def _owners(a: World, b: World) -> list[str]:
    return [owner for owner in dict.fromkeys((a.owner, b.owner)) if owner]


# offers between players: they stay open until withdrawn


def _propose(context: TurnContext[Campaign], player: Player, world: World, partner: World) -> None:
    """Begin a trade between two worlds of a player, or offer one to the other owner."""
    if partner.owner == player.id:
        _begin_trade(context, world, partner)
        return
    if world.partner == partner.id:
        return
    offer = Offer(world=world.id, partner=partner.id)
    player.offers.append(offer)
    other = context.game.empire(partner.owner)
    other.offered.setdefault(player.id, []).append(offer)
    recipients = [player.id, other.id]
    context.emit(
        TRADE_OFFERED, recipients, place=partner.id, by=player.id, a=world.id, b=partner.id
    )


def _withdraw_offers(game: Campaign, player: Player, worlds: Iterable[World]) -> None:
    """Withdraw a player's offers about these worlds."""
    names = {world.id for world in worlds}
    for offer in list(player.offers):
        if names & {offer.world, offer.partner}:
            _remove_offer(game, player, offer)


def _remove_offer(game: Campaign, player: Player, offer: Offer) -> None:
    player.offers.remove(offer)
    partner = game.world(offer.partner)
    if partner is None or not partner.owner:
        return
    offered = game.empire(partner.owner).offered
    remaining = [other for other in offered.pop(player.id, ()) if other != offer]
    if remaining:
        offered[player.id] = remaining


def _match(context: TurnContext[Campaign], player: Player) -> None:
    """Begin the trades on which a player and the other owners agree.

    Others' offers are those announced to the player, which a forecast knows as well.
    """
    game = context.game
    for offer in list(player.offers):
        world, partner = game.world(offer.world), game.world(offer.partner)
        mirror = Offer(world=offer.partner, partner=offer.world)
        if world is None or partner is None or mirror not in _offers_from(player, partner):
            continue
        other = game.empire(partner.owner)
        _remove_offer(game, player, offer)
        if mirror in other.offers:
            _remove_offer(game, other, mirror)
        _begin_trade(context, world, partner)


def _offers_from(player: Player, world: World) -> Sequence[Offer]:
    """Return the offers of a world's owner, as announced to a player."""
    return player.offered.get(world.owner, ())


# neutral worlds: they accept the first offer and keep it (C2E-1.6-04)


def _choose_offer(
    context: TurnContext[Campaign], offers: Sequence[tuple[Player, _TradeRequest]]
) -> None:
    """Begin a neutral world's trade with the nearest world, then the richest, then by a die.

    It keeps its partner until the partner's owner ends the trade or moves it to another world.
    Other orders get a warning, because nothing is wrong with them.
    """
    game = context.game
    neutral = offers[0][1].touched[1]
    current = game.world(neutral.partner)
    if current is not None:
        for player, request in offers:
            if current.owner != player.id:
                message = f"{references.world_name(neutral)} trades with another world"
                hint = "it keeps its partner until the partner ends the trade"
                context.reject(
                    player.id, request.order, "has-partner", message, hint, "partner", "warning"
                )
        offers = [(player, request) for player, request in offers if current.owner == player.id]
    if not offers:
        return
    worlds = [request.world for _, request in offers]

    def rank(world: World) -> tuple[int, int]:
        return distance(world.at, neutral.at), -economy_of(context).base_income(world)

    best = sorted(
        (world for world in worlds if rank(world) == min(map(rank, worlds))),
        key=lambda world: world.at,
    )
    chosen = best[0]
    if len(best) > 1:
        chosen = context.stream("offer", neutral.id).choice(best)
    for player, request in offers:
        if request.world is not chosen:
            message = f"{references.world_name(neutral)} accepts the offer of another world"
            context.reject(
                player.id, request.order, "not-chosen", message, "", "partner", "warning"
            )
    _begin_trade(context, chosen, neutral)


WHOLE_SHARE = 100

DEAL_MADE = EventKind(
    "deal.made",
    "Of what trade adds to {a} and {b}, {owner_a} gets {share_a} and {owner_b} {share_b} percent.",
    ("C2E-10.1-05",),
)
DEAL_ASKED = EventKind(
    "deal.asked",
    "{by} asks for {share} percent of what trade adds to {a} and {b}.",
    ("C2E-10.1-05",),
)

#: In a turn's notes: this week's deal orders: player, order, own world, partner.
_DEALS_ORDERED = "deals ordered"


def order_deal(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """DEAL: record a player's demand, which is settled after trade."""
    partner = references.world(context, sender, order, "partner")
    if partner is order[WORLD]:
        message = f"{references.world_name(partner)} cannot trade with itself"
        raise Refused(Refusal("same-world", message, "", "partner"))
    context.notes.setdefault(_DEALS_ORDERED, []).append((sender, order, order[WORLD], partner))


def settle_deals(context: TurnContext[Campaign]) -> None:
    """Make the deals that both owners have agreed to; the last order for a world counts."""
    game = context.game
    demands: list[tuple[Player, Order, World]] = []
    for player, order, world, partner in context.notes.pop(_DEALS_ORDERED, ()):
        if context.forecast and Offer(world=world.id, partner=partner.id) in player.offers:
            player.shares[world.id] = order["percent"]
            continue  # the other player's consent to the trade is unknown
        refusal = _deal_refusal(world, partner)
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
            _agree_on_deal(context, player, order, world, partner)


def _deal_refusal(world: World, partner: World) -> Refusal | None:
    name = references.world_name(partner)
    if world.partner != partner.id:
        message = f"{references.world_name(world)} does not trade with {name}"
        return Refusal("no-trade", message, "use TRADE first", "partner")
    if not partner.owner:
        message = f"the share of {name} depends on its allegiance: it makes no deals"
        return Refusal("no-owner", message, "make deals with players", "partner")
    return None


def _agree_on_deal(
    context: TurnContext[Campaign], player: Player, order: Order, world: World, partner: World
) -> None:
    """Make the deal if the shares add up to 100; otherwise cancel it.

    The other player's demand is the one announced to the player, as for trade offers.
    """
    game = context.game
    other = game.empire(partner.owner)
    recipients = list(dict.fromkeys((player.id, other.id)))
    mine, theirs = player.shares[world.id], player.told_shares.get(partner.id)
    if theirs is None or mine + theirs != WHOLE_SHARE:
        world.share = partner.share = None
        message = f"there is no deal until {other.name} asks for {WHOLE_SHARE - mine} percent"
        hint = "your request stays until you change it"
        context.reject(player.id, order, "no-agreement", message, hint, "percent", "warning")
        names = {"by": player.id, "a": world.id, "b": partner.id, "share": mine}
        context.emit(DEAL_ASKED, recipients, place=partner.id, data=names)
        return
    world.share, partner.share = mine, theirs
    context.emit(
        DEAL_MADE,
        recipients,
        place=world.id,
        a=world.id,
        b=partner.id,
        owner_a=player.id,
        owner_b=other.id,
        share_a=mine,
        share_b=theirs,
    )
