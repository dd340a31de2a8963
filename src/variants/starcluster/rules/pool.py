"""The Construction Pool: freighters, their services and shortages (SC-LOG-001)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.report import counted
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.design import MODULES
from variants.starcluster.economy import BLOCK, StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster, StarSystem
from variants.starcluster.model.empires import KINDS
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.purchases import pay

BOUGHT = EventKind("pool.bought", "Bought for the pool: {what}, {price:,.2f} MC.", ("SC-LOG-004",))
PRIORITY_SET = EventKind("pool.priority", "Freighters go to {order} now.", ("SC-LOG-005",))
CONVOYS = EventKind("pool.convoys", "The pool sails {how}.", ("SC-LOG-009",))

#: Machine shops per freighter (SC-LOG-002).
SHOPS = 5


@frozen
class PoolService:
    """The services of freighters in a turn.

    Attributes:
        needed: the number required, convoys included.
        bound: freighters of expeditions and transfers, which come first.
        people: blocks of population served.
        blocks: blocks of population in total.
        yards, mobile_yards, shops: working modules.
        shop_freighters: freighters that serve the shops.
        unserved: by system, the PU without freighter service (SC-LOG-007).
    """

    needed: int
    bound: int
    people: int
    blocks: int
    yards: int
    mobile_yards: int
    shops: int
    shop_freighters: int
    unserved: dict[str, int]


def buy_freighters(context: TurnContext, empire: Empire, order: Order) -> None:
    """FREIGHTERS: buys freighters, which serve from this turn on (SC-LOG-004)."""
    economy: StarclusterEconomy = context.variant.economy
    number: int = order["number"]
    price = MC * economy.freighter_price * number
    pay(context, empire, price, f"{number} freighters", ("SC-LOG-004",))
    empire.freighters += number
    context.emit(
        BOUGHT, [empire.id], number=number, what=counted(number, "freighter"), price=price / MC
    )


def set_priority(context: TurnContext, empire: Empire, order: Order) -> None:
    """PRIORITY: sets the order of assignment of freighters (SC-LOG-005)."""
    kinds = tuple(kind.upper() for kind in order["kind"])
    if sorted(kinds) != sorted(KINDS):
        message = "each kind must be listed once"
        raise Refused(Refusal("bad-priority", message, f"list {' '.join(KINDS)} in any order"))
    empire.priority = kinds
    context.emit(PRIORITY_SET, [empire.id], order=", then ".join(kinds))


def set_convoy(context: TurnContext, empire: Empire, order: Order) -> None:
    """CONVOY: escorts count twice, and a quarter more freighters are needed (SC-LOG-009)."""
    empire.convoy = order["switch"]
    context.emit(CONVOYS, [empire.id], how="in convoys" if empire.convoy else "alone")


def pool_service(
    holdings: Starcluster | Holdings, empire: Empire, economy: StarclusterEconomy, sold: int = 0
) -> PoolService:
    """The services of an empire's freighters now (SC-LOG-002, SC-LOG-005, SC-LOG-006, SC-LOG-007).

    `sold` is the number of freighters of yards sold by the liquidation this turn: those yards stop,
    without effect on other services (SC-BRK-002).
    """
    colonies = holdings.colonies(empire.id)
    yards, mobile, shops = modules_of(holdings, empire)
    transfers = int_sum(transfer.pu for transfer in empire.transfers)
    bound = len(empire.expeditions) + transfers
    people = int_sum(system.pu for system in colonies)
    needed = economy.freighters_needed(people, yards, mobile, shops, bound)
    pool, required = empire.freighters + sold, needed
    if empire.convoy:
        required = economy.with_convoy(needed)
        if pool < required:
            pool = economy.assigned_in_convoy(pool)
    left = max(0, pool - bound)
    blocks = rounded_up(people, BLOCK)
    demand = {"PU": blocks, "SY": yards, "SYM": mobile, "MS": rounded_up(shops, SHOPS)}
    served: dict[str, int] = {}
    for kind in empire.priority:
        served[kind] = min(left, demand[kind])
        left -= served[kind]
    for kind in reversed(empire.priority):
        if kind != "PU":
            removed = min(sold, served[kind])
            served[kind] -= removed
            sold -= removed
    return PoolService(
        needed=required,
        bound=bound,
        people=served["PU"],
        blocks=blocks,
        yards=served["SY"],
        mobile_yards=served["SYM"],
        shops=min(shops, SHOPS * served["MS"]),
        shop_freighters=served["MS"],
        unserved=_unserved_population(colonies, empire, economy, people - BLOCK * served["PU"]),
    )


def modules_of(holdings: Starcluster | Holdings, empire: Empire) -> tuple[int, int, int]:
    """The number of shipyards, mobile shipyards and machine shops of an empire's units."""
    working = [unit.design for unit in holdings.units_of(empire.id) if unit.design.has_modules]
    yards, mobile, shops = (int_sum(design.count(code) for design in working) for code in MODULES)
    return yards, mobile, shops


def _unserved_population(
    colonies: list[StarSystem], empire: Empire, economy: StarclusterEconomy, missing: int
) -> dict[str, int]:
    """PU without freighters by system: the poorest first, then the higher id (SC-LOG-007)."""
    unserved: dict[str, int] = {}
    order = {system.id: number for number, system in enumerate(colonies)}
    poorest = sorted(colonies, key=lambda s: (economy.wealth(s, empire.race), -order[s.id]))
    for system in poorest:
        if missing <= 0:
            break
        unserved[system.id] = min(missing, system.pu)
        missing -= unserved[system.id]
    return unserved
