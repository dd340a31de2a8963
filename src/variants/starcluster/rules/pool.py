"""The Construction Pool: freighters, what needs them, and who goes without (SC-LOG-001)."""

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
from variants.starcluster.economy import BLOCK, Imperium
from variants.starcluster.model import Empire, Starcluster, System
from variants.starcluster.model.empires import KINDS
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.purchases import pay

BOUGHT = EventKind("pool.bought", "Bought for the pool: {what}, {price:,.2f} MC.", ("SC-LOG-004",))
PRIORITY_SET = EventKind("pool.priority", "Freighters go to {order} now.", ("SC-LOG-005",))
CONVOYS = EventKind("pool.convoys", "The pool sails {how}.", ("SC-LOG-009",))

#: Machine shops that one freighter serves (SC-LOG-002).
SHOPS = 5


@frozen
class Service:
    """Whom the freighters of a turn serve.

    Attributes:
        needed: how many the empire would need, convoys included.
        bound: those of expeditions and transfers, which are served first.
        people: blocks of people served, of `blocks`.
        blocks: as above.
        yards, mobile_yards, shops: modules that work.
        shop_freighters: those that serve the shops.
        unserved: by system, the PU that no freighter serves (SC-LOG-007).
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


def buy(context: TurnContext, empire: Empire, order: Order) -> None:
    """FREIGHTERS: they serve from this turn on (SC-LOG-004)."""
    economy: Imperium = context.variant.economy
    number: int = order["number"]
    price = MC * economy.freighter_price * number
    pay(context, empire, price, f"{number} freighters", ("SC-LOG-004",))
    empire.freighters += number
    context.emit(
        BOUGHT, [empire.id], number=number, what=counted(number, "freighter"), price=price / MC
    )


def set_priority(context: TurnContext, empire: Empire, order: Order) -> None:
    """PRIORITY: in which order freighters are assigned (SC-LOG-005)."""
    kinds = tuple(kind.upper() for kind in order["kind"])
    if sorted(kinds) != sorted(KINDS):
        message = "each kind stands in the order once"
        raise Refused(Refusal("bad-priority", message, f"write {' '.join(KINDS)} in some order"))
    empire.priority = kinds
    context.emit(PRIORITY_SET, [empire.id], order=", then ".join(kinds))


def set_convoy(context: TurnContext, empire: Empire, order: Order) -> None:
    """CONVOY: escorts count twice, and a quarter more freighters are needed (SC-LOG-009)."""
    empire.convoy = order["switch"]
    context.emit(CONVOYS, [empire.id], how="in convoys" if empire.convoy else "alone")


def service(
    held: Starcluster | Holdings, empire: Empire, economy: Imperium, sold: int = 0
) -> Service:
    """Whom an empire's freighters serve now (SC-LOG-002, SC-LOG-005, SC-LOG-006, SC-LOG-007).

    `sold` are freighters of yards that the liquidation has taken this turn: those yards stand
    still, and nobody else goes without (SC-BRK-002).
    """
    colonies = held.colonies(empire.id)
    yards, mobile, shops = modules_of(held, empire)
    transfers = int_sum(one.pu for one in empire.transfers)
    bound = len(empire.expeditions) + transfers
    people = int_sum(system.pu for system in colonies)
    needed = economy.freighters_needed(people, yards, mobile, shops, bound)
    pool, wanted = empire.freighters + sold, needed
    if empire.convoy:
        wanted = economy.with_convoy(needed)
        if pool < wanted:
            pool = economy.assigned_in_convoy(pool)
    left = max(0, pool - bound)
    blocks = rounded_up(people, BLOCK)
    asked = {"PU": blocks, "SY": yards, "SYM": mobile, "MS": rounded_up(shops, SHOPS)}
    served: dict[str, int] = {}
    for kind in empire.priority:
        served[kind] = min(left, asked[kind])
        left -= served[kind]
    for kind in reversed(empire.priority):
        if kind != "PU":
            taken = min(sold, served[kind])
            served[kind] -= taken
            sold -= taken
    return Service(
        needed=wanted,
        bound=bound,
        people=served["PU"],
        blocks=blocks,
        yards=served["SY"],
        mobile_yards=served["SYM"],
        shops=min(shops, SHOPS * served["MS"]),
        shop_freighters=served["MS"],
        unserved=_unserved(colonies, empire, economy, people - BLOCK * served["PU"]),
    )


def modules_of(held: Starcluster | Holdings, empire: Empire) -> tuple[int, int, int]:
    """How many shipyards, mobile shipyards and machine shops an empire's units have."""
    working = [unit.design for unit in held.units_of(empire.id) if unit.design.has_modules]
    yards, mobile, shops = (int_sum(one.count(code) for one in working) for code in MODULES)
    return yards, mobile, shops


def _unserved(
    colonies: list[System], empire: Empire, economy: Imperium, missing: int
) -> dict[str, int]:
    """The poorest systems go without first; of equal ones the higher id (SC-LOG-007)."""
    found: dict[str, int] = {}
    order = {system.id: number for number, system in enumerate(colonies)}
    poorest = sorted(colonies, key=lambda s: (economy.wealth(s, empire.race), -order[s.id]))
    for system in poorest:
        if missing <= 0:
            break
        found[system.id] = min(missing, system.pu)
        missing -= found[system.id]
    return found
