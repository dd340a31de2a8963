"""Bankruptcy: fall of an empire, auction of its assets, and a new start (SC-BRK)."""

from __future__ import annotations

from itertools import takewhile
from typing import cast

from attrs import frozen

from horizons_core.model import EVERYONE, EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import CLUSTER, MC, TREASURY
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Estate, Starcluster, StarSystem
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.rules.research import learn_technology
from variants.starcluster.rules.trade import give_system, give_unit
from variants.starcluster.setup.creation import restart_empire
from variants.starcluster.setup.galaxy import cluster_name

DESPERATE = EventKind(
    "deficit.desperate",
    "You owe {mc:,.2f} MC. Your empire falls unless gifts of others cover it next turn.",
    ("SC-BRK-007",),
)
SAVED = EventKind("deficit.saved", "The deficit is covered.", ("SC-BRK-007",))
FALLEN = EventKind("empire.fallen", "{empire} has fallen.", ("SC-BRK-008", "SC-VIS-002"))
ASSETS = EventKind(
    "auction.opened",
    "Assets of {empire} for auction: {assets}.",
    ("SC-BRK-008",),
)

#: The order that starts a new empire for the player of a fallen one (SC-BRK-009).
AGAIN = "AGAIN"


def let_bankrupt_empires_fall(context: TurnContext[Starcluster]) -> None:
    """End empires with debts after the liquidation, or grant a turn to find help (SC-BRK-007).

    Forecasts let no empire fall, because they know too little about others.
    """
    if context.forecast:
        return
    game = context.game
    for empire in game.empires:
        if not empire.active:
            continue
        if not empire.deficit:
            if empire.desperate:
                context.emit(SAVED, empire.readers)
            empire.desperate = False
        elif partners(game, empire) and not empire.desperate:
            empire.desperate = True
            context.emit(DESPERATE, empire.readers, mc=empire.deficit / MC)
        else:
            fall(context, empire)


def reject_orders(context: TurnContext[Starcluster]) -> None:
    """Reject orders of fallen empires, except to start again."""
    for empire in context.game.empires:
        orders = context.orders.get(empire.id, ())
        if empire.active or not orders:
            continue
        for order in orders:
            if order.keyword != AGAIN:
                message = "your empire has fallen"
                context.reject(empire.id, order, "fallen", message, f"begin a new one with {AGAIN}")
        accepted: list[Order] = [order for order in orders if order.keyword == AGAIN]
        context.orders = {**context.orders, empire.id: accepted}


def partners(game: Starcluster, empire: Empire) -> list[Empire]:
    """The other players in contact with an empire, who might help or bid."""
    return [other for other in game.empires if other.active and other.id in empire.relations]


def fall(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Remove an empire from the game; its assets are open for bids for a turn."""
    game = context.game
    empire.active, empire.deficit, empire.desperate = False, 0, False
    empire.deposit, empire.invests = 0, ""
    empire.projects, empire.yards, empire.installing = {}, [], []
    empire.expeditions, empire.transfers, empire.claims = [], [], []
    for fleet in game.fleets_of(empire.id):
        fleet.path, fleet.scan, fleet.raids, fleet.bombards = [], None, False, None
    context.emit(FALLEN, [EVERYONE], empire=empire.name)
    bidders = partners(game, empire)
    if not bidders:
        remove_assets(game, empire)
        return
    estate = Estate(
        owner=empire.id,
        turn=context.turn,
        bidders=[bidder.id for bidder in bidders],
        systems=[system.id for system in game.colonies(empire.id)],
        units=[unit.name for unit in game.units_of(empire.id)],
        technologies=list(empire.developed),
    )
    game.estates.append(estate)
    assets = ", ".join([*estate.systems, *estate.units, *estate.technologies])
    readers = [reader for bidder in bidders for reader in bidder.readers]
    context.emit(ASSETS, readers, empire=empire.name, assets=assets)


def remove_assets(game: Starcluster, empire: Empire) -> None:
    """Remove unsold assets of a fallen empire (SC-BRK-008)."""
    for system in game.colonies(empire.id):
        empty_system(system)
    game.units = [unit for unit in game.units if unit.owner != empire.id]
    disband_empty(game)
    if not empire.abroad:
        _delete_cluster(game, empire)


def empty_system(system: StarSystem) -> None:
    """Remove population, owner and installations of a system."""
    system.owner, system.pu, system.revolt, system.revolt_turns = "", 0, 0, 0
    system.occupied = system.transferred = 0
    system.science = system.generic = system.dedicated = 0
    system.dedicated_tree = system.silo_missile = ""
    system.silos_fire, system.spells = None, []
    for planet in system.planets:
        planet.pdc, planet.garrison, planet.rounds, planet.fallen = False, 0.0, 0, ""
        planet.silos, planet.ground_bases, planet.troops = [], [], []


def _delete_cluster(game: Starcluster, empire: Empire) -> None:
    """Delete the cluster of an empire that never left it, unless others are involved."""
    number = empire.number
    deleted = {cluster_name(number, position) for position in range(CLUSTER)}
    native = {power.id for power in game.natives if power.number == number}
    foreign = [s for s in game.systems if s.id in deleted and s.owner not in ("", *native)]
    visitors = [f for f in game.fleets if f.at in deleted and f.owner not in native]
    visited = any(deleted & {*o.charts.visited} for o in game.empires if o is not empire)
    if foreign or visitors or visited:
        return
    lost = {fleet.id for fleet in game.fleets if fleet.at in deleted}
    game.units = [unit for unit in game.units if unit.fleet not in lost]
    game.fleets = [fleet for fleet in game.fleets if fleet.id not in lost]
    for power in game.natives:
        if power.id in native:
            power.active = False
    game.systems = [system for system in game.systems if system.id not in deleted]
    game.links = [
        None if link is None or link.a in deleted or link.b in deleted else link
        for link in game.links
    ]
    races = game.natives if game.plays_by("1.1.0") else ()
    for power in (*game.empires, *races):
        _forget(game, power, deleted)
    for fleet in game.fleets:
        fleet.path = [*takewhile(lambda number: game.links[number] is not None, fleet.path)]


def _forget(game: Starcluster, empire: Empire, deleted: set[str]) -> None:
    """Remove deleted systems and links from an empire's charts."""
    charts = empire.charts
    links = {number for number, link in enumerate(game.links) if link is None}
    charts.points = {
        place: [number for number in points if number not in links]
        for place, points in charts.points.items()
        if place not in deleted
    }
    charts.probed = [end for end in charts.probed if int(end.split("/")[1]) not in links]
    charts.surveys = {p: survey for p, survey in charts.surveys.items() if p not in deleted}
    charts.visited = [place for place in charts.visited if place not in deleted]


WON = EventKind("auction.won", "{asset} of {fallen} is yours for {mc:,.2f} MC.", ("SC-BRK-008",))
MISSED = EventKind("auction.missed", "{asset} of {fallen} went to others.", ("SC-BRK-008",))

#: Key of a turn's notes: the bids.
_BIDS = "bids"


@frozen
class Bid:
    """A bid for an asset of a fallen empire, in hundredths of an MC."""

    bidder: Empire
    fallen: str
    asset: str
    amount: int


def bid(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """BID: one bid per asset, up to the money in the treasury."""
    estate, fallen = _estate(context.game, empire, order)
    asset = next((name for name in _assets(estate) if folded(name) == folded(order["asset"])), None)
    if asset is None:
        message = f"{fallen.name} left no {order['asset']}"
        raise Refused(Refusal("no-asset", message, "choose from the list of its assets", "asset"))
    amount: int = order["amount"]
    if amount > empire.stock[TREASURY]:
        message = f"{amount / MC:.2f} MC, but the treasury has {empire.stock[TREASURY] / MC:.2f}"
        raise Refused(Refusal("too-expensive", message, "bid less", "amount"))
    bids: list[Bid] = context.notes.setdefault(_BIDS, [])
    if any((e.bidder, e.fallen, e.asset) == (empire, fallen.id, asset) for e in bids):
        message = f"you already bid for {asset}"
        raise Refused(Refusal("already-bid", message, "remove one of the bids", "asset"))
    bids.append(Bid(empire, fallen.id, asset, amount))


def sell_assets(context: TurnContext[Starcluster]) -> None:
    """Sell assets that have bids; the rest disappears in the turn after the fall.

    Forecasts sell nothing because they do not know the bids of others.
    """
    if context.forecast:
        return
    game = context.game
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


def _sell(context: TurnContext[Starcluster], estate: Estate, asset: str, offers: list[Bid]) -> None:
    """Sell to the highest bid that can still be paid; dice decide between equal bids."""
    stream = context.stream("auction", estate.owner, asset)
    ranked = sorted(offers, key=lambda offer: (-offer.amount, -stream.die(100)))
    winner = next((offer for offer in ranked if offer.amount <= offer.bidder.stock[TREASURY]), None)
    fallen = cast(Empire, context.game.power(estate.owner))  # an estate's owner stays in the game
    for offer in offers:
        if offer is not winner:
            context.emit(MISSED, offer.bidder.readers, asset=asset, fallen=fallen.name)
    if winner is None:
        return
    context.post(winner.bidder, TREASURY, -winner.amount, f"bid for {asset}", ("SC-BRK-008",))
    _hand_over(context, estate, asset, winner.bidder)
    context.emit(WON, winner.bidder.readers, asset=asset, fallen=fallen.name, mc=winner.amount / MC)


def _hand_over(
    context: TurnContext[Starcluster], estate: Estate, asset: str, winner: Empire
) -> None:
    game = context.game
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


JOINED = EventKind("empire.joined", "{empire} has joined the game.", ("SC-BRK-009", "SC-VIS-002"))

#: Key of a turn's notes: fallen empires whose players start again.
_AGAIN = "start again"


def start_again(context: TurnContext[Starcluster], empire: Empire, _order: Order) -> None:
    """AGAIN: possible once the assets of the fallen empire are sold."""
    game = context.game
    if empire.active:
        message = "your empire has not fallen"
        raise Refused(Refusal("still-playing", message, "remove this order"))
    if any(estate.owner == empire.id for estate in game.estates):
        message = "the assets of your fallen empire are being sold"
        raise Refused(Refusal("too-soon", message, "give this order next turn"))
    context.notes.setdefault(_AGAIN, []).append(empire)


def add_new_empires(context: TurnContext[Starcluster]) -> None:
    """Add new empires at the end of the turn; their players define the races in the next turn.

    Forecasts add none, because they do not know the template of clusters.
    """
    if context.forecast:
        return
    game = context.game
    economy = economy_of(context)
    for fallen in context.notes.get(_AGAIN, ()):
        for other in (*game.empires, *game.natives):
            other.relations.pop(fallen.id, None)
        stream = context.stream("cluster", fallen.id)
        empire = restart_empire(game, fallen, context.turn, economy, stream)
        context.emit(JOINED, [EVERYONE], empire=empire.name)


def announce_newcomers(context: TurnContext[Starcluster]) -> None:
    """Announce the players who have joined the game since the last turn."""
    game = context.game
    for name in game.newcomers:
        context.emit(JOINED, [EVERYONE], empire=name)
    game.newcomers = []
