"""TRADE: offers, consent, one partner a world, and the ends of trades (C2E-10.1).

Orders are read first and settled together, so that it does not matter who is read first
(C2E-1.5-03).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.model import Allegiance, Campaign, Offer, Player, World
from variants.campaign2e.model.places import distance
from variants.campaign2e.rules.bases import must_be_pacified
from variants.campaign2e.rules.trade_routes import trade_routes

NONE = "NONE"

BEGUN = EventKind("trade.begun", "{a} trades with {b} from this week on.", ("C2E-10.1-03",))
ENDED = EventKind("trade.ended", "{a} no longer trades with {b}.", ("C2E-10.1-02",))
OFFERED = EventKind("trade.offered", "{by} offers trade of {a} with {b}.", ("C2E-10.1-03",))

#: In a turn's notes: by player, the wishes of this week in the order written.
_WISHES = "trades ordered"


@frozen
class _Wish:
    """An order TRADE: a world of the sender's, and the partner; None to end its trade."""

    order: Order
    world: World
    partner: World | None

    @property
    def touched(self) -> list[World]:
        return [self.world] if self.partner is None else [self.world, self.partner]


def order_trade(context: TurnContext, sender: Player, order: Order) -> None:
    """TRADE: note a wish; it is settled when everybody's orders have been read."""
    world: World = order["world"]
    partner = None
    if order["partner"].upper() != NONE:
        partner = references.world(context, sender, order, "partner")
        _must_be_able(context.game, sender, world, partner)
    wishes = context.notes.setdefault(_WISHES, {}).setdefault(sender.id, [])
    wishes.append(_Wish(order, world, partner))


def settle(context: TurnContext) -> None:
    """End trades, make and match offers, and let neutral worlds choose (C2E-10.1-03)."""
    game: Campaign = context.game
    wishes: dict[str, list[_Wish]] = context.notes.pop(_WISHES, {})
    last = {name: _last_ones(context, name, wished) for name, wished in wishes.items()}
    for name, wished in last.items():
        _take_back(context, game.empire(name), wished)
    to_neutrals: dict[str, list[tuple[Player, _Wish]]] = {}
    for name, wished in last.items():
        player: Player = game.empire(name)
        for wish in wished:
            if wish.partner is not None and not wish.partner.owner:
                to_neutrals.setdefault(wish.partner.id, []).append((player, wish))
            elif wish.partner is not None:
                _propose(context, player, wish.world, wish.partner)
    for player in game.empires:
        _match(context, player)
    for offers in to_neutrals.values():
        _let_choose(context, offers)


def end_trade(context: TurnContext, world: World) -> None:
    """End the trade of a world, and the deal on it; both owners are told (C2E-10.1-02)."""
    game: Campaign = context.game
    partner = game.world(world.partner)
    if partner is None:
        return
    for one, other in ((world, partner), (partner, world)):
        one.partner, one.share = "", None
        if one.owner:
            game.empire(one.owner).shares.pop(one.id, None)
            game.empire(one.owner).told_shares.pop(other.id, None)
    context.emit(ENDED, _owners(world, partner), place=world.id, a=world.id, b=partner.id)


def end_agreements(context: TurnContext, world: World) -> None:
    """End all that was agreed on a world: before it changes its owner (C2E-10.1-02)."""
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
    """Raise Refused unless the two worlds may trade (C2E-10.1-01, C2E-10.1-03)."""
    there = references.called(partner)
    if partner is world:
        raise Refused(Refusal("same-world", f"{there} cannot trade with itself", "", "partner"))
    for own in (world, partner):
        if own.owner == sender.id:
            must_be_pacified(game, own, "world" if own is world else "partner")
    if not trade_routes(game).can_trade(world, partner):
        message = f"{there} is more than two hexes from {world.id}, and no lanes join them"
        raise Refused(Refusal("out-of-reach", message, "trade needs one jump or lanes", "partner"))
    if not partner.owner:
        _must_be_willing(sender, partner)


def _must_be_willing(sender: Player, neutral: World) -> None:
    """Raise Refused for a neutral world that is unknown or does not trade with the sender."""
    there = references.called(neutral)
    if neutral.allegiance is None or neutral.id not in sender.visited:
        message = f"nobody of yours has visited {there}"
        raise Refused(Refusal("not-visited", message, "send a task group there", "partner"))
    if neutral.allegiance is Allegiance.WAR_ZONE:  # C2E-1.6-09
        message = f"{there} is a war zone: it does not trade"
        raise Refused(Refusal("war-zone", message, "PEACEKEEP may stabilise it", "partner"))
    if neutral.allegiance is Allegiance.HOSTILE and neutral.power == sender.id:  # C2E-1.6-06
        message = f"{there} is hostile to you: it never trades with you"
        raise Refused(Refusal("hostile-world", message, "choose another partner", "partner"))


def _last_ones(context: TurnContext, name: str, wishes: Sequence[_Wish]) -> list[_Wish]:
    """Of orders that would give a world two partners the last written (C2E-10.1-02)."""
    taken: set[str] = set()
    kept: list[_Wish] = []
    for wish in reversed(wishes):
        worlds = {world.id for world in wish.touched}
        if worlds & taken:
            message = "a later order is about one of these worlds: this one does not count"
            context.reject(name, wish.order, "ordered-twice", message, severity="warning")
            continue
        taken |= worlds
        kept.append(wish)
    return kept[::-1]


def _take_back(context: TurnContext, player: Player, wishes: Iterable[_Wish]) -> None:
    """Take back offers about worlds that are ordered about anew, and end trades with NONE."""
    for wish in wishes:
        _withdraw_offers(context.game, player, wish.touched)
        if wish.partner is None:
            end_trade(context, wish.world)


def _begin(context: TurnContext, a: World, b: World) -> None:
    if a.partner == b.id:
        return
    for world in (a, b):
        end_trade(context, world)
    a.partner, b.partner = b.id, a.id
    context.emit(BEGUN, _owners(a, b), place=a.id, a=a.id, b=b.id)


def _owners(a: World, b: World) -> list[str]:
    return [owner for owner in dict.fromkeys((a.owner, b.owner)) if owner]


# offers between players: they stay open until they are taken back


def _propose(context: TurnContext, player: Player, world: World, partner: World) -> None:
    """Begin a trade of two own worlds, or offer one to the other's owner."""
    if partner.owner == player.id:
        _begin(context, world, partner)
        return
    if world.partner == partner.id:
        return
    offer = Offer(world=world.id, partner=partner.id)
    player.offers.append(offer)
    other: Player = context.game.empire(partner.owner)
    other.offered.setdefault(player.id, []).append(offer)
    told = [player.id, other.id]
    context.emit(OFFERED, told, place=partner.id, by=player.id, a=world.id, b=partner.id)


def _withdraw_offers(game: Campaign, player: Player, worlds: Iterable[World]) -> None:
    """Take back a player's offers that are about one of these worlds."""
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
    left = [one for one in offered.pop(player.id, ()) if one != offer]
    if left:
        offered[player.id] = left


def _match(context: TurnContext, player: Player) -> None:
    """Begin the trades that a player and the owners of the other worlds have ordered.

    What others offer is looked up in what the player has been told: a forecast knows that as well.
    """
    game: Campaign = context.game
    for offer in list(player.offers):
        world, partner = game.world(offer.world), game.world(offer.partner)
        mirror = Offer(world=offer.partner, partner=offer.world)
        if world is None or partner is None or mirror not in _told(player, partner):
            continue
        other: Player = game.empire(partner.owner)
        _remove_offer(game, player, offer)
        if mirror in other.offers:
            _remove_offer(game, other, mirror)
        _begin(context, world, partner)


def _told(player: Player, world: World) -> Sequence[Offer]:
    """What the owner of a world offers a player, as far as the player has been told."""
    return player.offered.get(world.owner, ())


# neutral worlds: the first offer is taken and kept (C2E-1.6-04)


def _let_choose(context: TurnContext, offers: Sequence[tuple[Player, _Wish]]) -> None:
    """The neutral world takes the offer of the nearest world, then of the richest, then a die's.

    It keeps its partner until the partner's owner breaks off or gives it to another own world.
    Whose offer it does not take is warned: nothing is wrong with the order.
    """
    game: Campaign = context.game
    neutral = offers[0][1].touched[1]
    current = game.world(neutral.partner)
    if current is not None:
        for player, wish in offers:
            if current.owner != player.id:
                message = f"{references.called(neutral)} trades with somebody else"
                hint = "it keeps its partner until that one breaks off"
                context.reject(
                    player.id, wish.order, "has-partner", message, hint, "partner", "warning"
                )
        offers = [(player, wish) for player, wish in offers if current.owner == player.id]
    if not offers:
        return
    worlds = [wish.world for _, wish in offers]

    def rank(world: World) -> tuple[int, int]:
        return distance(world.at, neutral.at), -context.variant.economy.base_income(world)

    best = sorted(
        (world for world in worlds if rank(world) == min(map(rank, worlds))),
        key=lambda world: world.at,
    )
    chosen = best[0]
    if len(best) > 1:
        chosen = context.stream("offer", neutral.id).choice(best)
    for player, wish in offers:
        if wish.world is not chosen:
            message = f"{references.called(neutral)} takes the offer of another world"
            context.reject(player.id, wish.order, "not-chosen", message, "", "partner", "warning")
    _begin(context, chosen, neutral)
