"""Bankruptcy: a turn's respite, or the fall of an empire (SC-BRK-007, SC-BRK-008)."""

from __future__ import annotations

from itertools import takewhile

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.starcluster.constants import CLUSTER, MC
from variants.starcluster.model import Empire, Estate, Starcluster, StarSystem
from variants.starcluster.rules.fleets import disband_empty
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


def let_bankrupt_empires_fall(context: TurnContext) -> None:
    """Let empires with debts fall after the liquidation, or grant a turn for help (SC-BRK-007).

    Forecasts let no empire fall, because they know too little about others.
    """
    if context.forecast:
        return
    game: Starcluster = context.game
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


def reject_orders(context: TurnContext) -> None:
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


def fall(context: TurnContext, empire: Empire) -> None:
    """Remove an empire from the game; its assets are open for bids for a turn."""
    game: Starcluster = context.game
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
