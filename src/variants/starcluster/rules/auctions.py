"""BID: the assets of fallen empires, for the highest sealed bid (SC-BRK-008)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Empire, Estate, Starcluster
from variants.starcluster.rules.development import learn_technology
from variants.starcluster.rules.fall import remove_assets
from variants.starcluster.rules.gifts import give_system, give_unit

WON = EventKind("auction.won", "{asset} of {fallen} is yours for {mc:,.2f} MC.", ("SC-BRK-008",))
MISSED = EventKind("auction.missed", "{asset} of {fallen} went to others.", ("SC-BRK-008",))

#: Key of a turn's notes: the bids.
_BIDS = "bids"


@frozen
class Bid:
    """A bid for an asset of a fallen empire, in hundredths of a MC."""

    bidder: Empire
    fallen: str
    asset: str
    amount: int


def bid(context: TurnContext, empire: Empire, order: Order) -> None:
    """BID: one bid per asset, up to the money in the treasury."""
    estate, fallen = _estate(context.game, empire, order)
    asset = next((name for name in _assets(estate) if folded(name) == folded(order["asset"])), None)
    if asset is None:
        message = f"{fallen.name} left no {order['asset']}"
        raise Refused(Refusal("no-asset", message, "choose from the list of its assets", "asset"))
    amount: int = order["amount"]
    if amount > empire.stock[TREASURY]:
        message = f"{amount / MC:.2f} MC, but the treasury has {empire.stock[TREASURY] / MC:.2f}"
        raise Refused(Refusal("too-dear", message, "bid less", "amount"))
    bids: list[Bid] = context.notes.setdefault(_BIDS, [])
    if any((e.bidder, e.fallen, e.asset) == (empire, fallen.id, asset) for e in bids):
        message = f"you already bid for {asset}"
        raise Refused(Refusal("bid-already", message, "remove one of the bids", "asset"))
    bids.append(Bid(empire, fallen.id, asset, amount))


def sell_assets(context: TurnContext) -> None:
    """Sell assets that have bids; the rest disappears in the turn after the fall.

    Forecasts sell nothing because they do not know the bids of others.
    """
    if context.forecast:
        return
    game: Starcluster = context.game
    bids: list[Bid] = context.notes.get(_BIDS, [])
    for estate in list(game.estates):
        if estate.turn >= context.turn:
            continue
        for asset in _assets(estate):
            offers = [o for o in bids if (o.fallen, o.asset) == (estate.owner, asset)]
            if offers:
                _sell(context, estate, asset, offers)
        game.estates.remove(estate)
        fallen = game.power(estate.owner)
        if fallen is not None:
            remove_assets(game, fallen)


def _sell(context: TurnContext, estate: Estate, asset: str, offers: list[Bid]) -> None:
    """Sell to the highest bid that can still be paid, by dice among equal ones."""
    stream = context.stream("auction", estate.owner, asset)
    ranked = sorted(offers, key=lambda offer: (-offer.amount, -stream.die(100)))
    winner = next((offer for offer in ranked if offer.amount <= offer.bidder.stock[TREASURY]), None)
    fallen = context.game.power(estate.owner)
    for offer in offers:
        if offer is not winner:
            context.emit(MISSED, offer.bidder.readers, asset=asset, fallen=fallen.name)
    if winner is None:
        return
    context.post(winner.bidder, TREASURY, -winner.amount, f"bid for {asset}", ("SC-BRK-008",))
    _hand_over(context, estate, asset, winner.bidder)
    context.emit(WON, winner.bidder.readers, asset=asset, fallen=fallen.name, mc=winner.amount / MC)


def _hand_over(context: TurnContext, estate: Estate, asset: str, winner: Empire) -> None:
    game: Starcluster = context.game
    if asset in estate.systems:
        give_system(context, game.place(asset), winner)
    elif asset in estate.units:
        unit = next(c for c in game.units_of(estate.owner) if c.name == asset)
        give_unit(game, unit, winner)
    else:
        learn_technology(winner, asset)


def _estate(game: Starcluster, empire: Empire, order: Order) -> tuple[Estate, Empire]:
    """The estate named by an order; raises Refused if it is not open for the bidder."""
    name = folded(order["empire"])
    for estate in game.estates:
        fallen = game.power(estate.owner)
        if fallen is None or empire.id not in estate.bidders:
            continue
        if name in (folded(fallen.id), folded(fallen.name)):
            return estate, fallen
    message = f"there is nothing of {order['empire']} to bid for"
    raise Refused(
        Refusal("no-estate", message, "bid in the turn after an empire has fallen", "empire")
    )


def _assets(estate: Estate) -> list[str]:
    return [*estate.systems, *estate.units, *estate.technologies]
