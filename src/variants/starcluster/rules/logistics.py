"""Logistics: freighters of the Construction Pool, and the trains of fleets (SC-LOG)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.report import counted
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.design import MODULES, Design
from variants.starcluster.economy import BLOCK, StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.empires import ALLIANCE, KINDS, WAR
from variants.starcluster.model.game import Holdings
from variants.starcluster.references import UNIT
from variants.starcluster.rules.treasury import pay

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
        unserved: the PU without freighter service in each system (SC-LOG-007).
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


def buy_freighters(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """FREIGHTERS: buys freighters, which serve from this turn on (SC-LOG-004)."""
    economy = economy_of(context)
    number: int = order["number"]
    price = MC * economy.freighter_price * number
    pay(context, empire, price, f"{number} freighters", ("SC-LOG-004",))
    empire.freighters += number
    context.emit(
        BOUGHT, [empire.id], number=number, what=counted(number, "freighter"), price=price / MC
    )


def set_priority(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """PRIORITY: sets the order of assignment of freighters (SC-LOG-005)."""
    kinds = tuple(kind.upper() for kind in order["kind"])
    if sorted(kinds) != sorted(KINDS):
        message = "each kind must be listed once"
        raise Refused(Refusal("bad-priority", message, f"list {' '.join(KINDS)} in any order"))
    empire.priority = kinds
    context.emit(PRIORITY_SET, [empire.id], order=", then ".join(kinds))


def set_convoy(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
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


ON_DUTY = EventKind("unit.train", "{unit} {how} as a logistics ship.", ("SC-LOG-013",))
SHORT = EventKind(
    "fleet.short",
    "{fleet} is out of supply at {place}: its train holds {available} of {required} HS of cargo.",
    ("SC-LOG-015", "SC-LOG-016", "SC-LOG-018"),
)
SUPPLIED = EventKind("fleet.supplied", "{fleet} is in supply again.", ("SC-LOG-017",))

#: Components that a logistics ship must have (SC-LOG-013).
BAYS = ("Bsa", "Hb")
#: Minimum number of holds of unarmed ships that need no train: with Ic drives, and as an EX
#: (SC-LOG-012).
HOLDS, EXPLORER_HOLDS = 10, 1
#: Factor of Ic drives on the cargo of a logistics ship (SC-LOG-014).
COMMERCIAL = Fraction(1, 4)
#: The supply ratio of a fleet in supply.
FULL = Fraction(1)
#: Hull spaces supplied by one hull space of cargo (SC-LOG-015).
SUPPLIES = 4


#: Key of a turn's notes: units served by each potential train before fleets were regrouped.
_SERVED = "served"


@frozen
class Train:
    """The cargo of a fleet's train and its requirement, in hull spaces (SC-LOG-001).

    Attributes:
        available: the cargo of its logistics ships.
        required: requirement of its other ships.
    """

    available: Fraction
    required: int

    @property
    def is_enough(self) -> bool:
        return self.available >= self.required

    @property
    def ratio(self) -> Fraction:
        """The share of the requirement that is available, at most 1 (SC-LOG-016)."""
        return FULL if self.is_enough else self.available / self.required


def set_train(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """TRAIN: puts a ship on or off duty as a logistics ship (SC-LOG-013)."""
    unit = order[UNIT]
    on: bool = order["switch"]
    if on and not is_fit(unit):
        message = f"{unit.name} lacks drives, Bsa or Hb"
        raise Refused(Refusal("no-logistics-ship", message, "use a ship with all three", "unit"))
    unit.train = on
    context.emit(ON_DUTY, empire.readers, unit=unit.name, how="serves" if on else "ends its duty")


def is_fit(unit: Unit) -> bool:
    """True if a unit may serve as a logistics ship (SC-LOG-013)."""
    design = unit.design
    return bool(design.hull.speed and all(design.count(code) for code in BAYS))


def is_exempt(unit: Unit) -> bool:
    """True if a ship operates without a train: scouts and explorers (SC-LOG-012)."""
    return _is_exempt(unit.design)


def _is_exempt(design: Design) -> bool:
    if design.is_armed:
        return False
    if design.hull.type.code == "EX":
        return design.count("Hs") >= EXPLORER_HOLDS
    commercial = design.drive is not None and not design.drive.military
    return commercial and design.count("H") >= HOLDS


def needs_train(unit: Unit) -> bool:
    """True if a unit adds to its fleet's requirement; starbases do not (SC-LOG-015)."""
    return not unit.train and _is_served(unit.design)


def cargo(unit: Unit) -> Fraction:
    """The cargo value of a logistics ship (SC-LOG-014)."""
    return _cargo(unit.design)


@lru_cache(maxsize=1 << 10)
def _is_served(design: Design) -> bool:
    return bool(design.hull.speed) and not _is_exempt(design)


@lru_cache(maxsize=1 << 10)
def _cargo(design: Design) -> Fraction:
    if design.drive is None:
        return Fraction(0)
    return design.spaces * (Fraction(1) if design.drive.military else COMMERCIAL)


def train_of(units: Iterable[Unit], busy: Collection[str] = ()) -> Train:
    """The train of a fleet with these units; trains in `busy` serve other units."""
    fleet = list(units)
    served = int_sum(unit.design.spaces for unit in fleet if needs_train(unit))
    trains = (unit for unit in fleet if unit.train and unit.id not in busy)
    available = ordered_sum(map(cargo, trains), Fraction(0))
    return Train(available, -(-served // SUPPLIES))


def note_trains(context: TurnContext[Starcluster], fleets: Iterable[Fleet]) -> None:
    """Record units served by trains before fleets are first regrouped."""
    served_by_train: dict[str, frozenset[str]] = context.notes.setdefault(_SERVED, {})
    for fleet in fleets:
        units = context.game.units_in(fleet)
        served = {unit.id for unit in units if needs_train(unit)}
        for unit in units:
            if is_fit(unit):
                served_by_train.setdefault(unit.id, frozenset(served - {unit.id}))


def _trains_in_use(context: TurnContext[Starcluster], units: Iterable[Unit]) -> set[str]:
    """Trains that have left ships behind this turn; they still serve these until the check."""
    served_by_train: dict[str, frozenset[str]] = context.notes.get(_SERVED, {})
    present = {unit.id for unit in units}
    if served_by_train.keys().isdisjoint(present):
        return set()
    absent = {unit.id for unit in context.game.units} - present
    return {id_ for id_ in present if not absent.isdisjoint(served_by_train.get(id_, ()))}


def is_out_of_supply(units: Iterable[Unit]) -> bool:
    """True if a fleet is out of supply, so that its magazines are closed (SC-LOG-018)."""
    return any(unit.starving for unit in units)


def is_friendly(game: Starcluster, empire: Empire, system: StarSystem) -> bool:
    """True if ships of an empire need no train in a system (SC-LOG-011).

    A colony of a race at ALLIANCE, or of a player with a trade treaty, counts as its own.
    """
    if system.owner == empire.id:
        return True
    relation = empire.relations.get(system.owner)
    other = game.power(system.owner) if relation else None
    if relation is None or other is None:
        return False
    if other.npr:
        return relation.stance == ALLIANCE
    relation_back = other.relations.get(empire.id)
    treaty = relation.offers_trade and relation_back is not None and relation_back.offers_trade
    return treaty and relation.stance != WAR


def restore_supplied(context: TurnContext[Starcluster]) -> None:
    """Restore fleets that are in supply again, at once after movement (SC-LOG-017).

    A train that has left others behind this turn cannot help before the check.
    """
    game = context.game
    by_fleet = game.units_by_fleet()
    players = {empire.id: empire for empire in game.empires}
    for fleet in game.fleets:
        empire, units = players.get(fleet.owner), by_fleet[fleet.id]
        if empire is None or not is_out_of_supply(units):
            continue
        place, busy = game.place(fleet.at), _trains_in_use(context, units)
        if _insufficient_train(game, empire, place, units, busy) is None:
            _refill(units)
            context.emit(SUPPLIED, empire.readers, place=fleet.at, fleet=fleet.name)


def check_supply(context: TurnContext[Starcluster]) -> None:
    """Check supply: damage without supply, full magazines with supply.

    (SC-LOG-016, SC-LOG-017, SC-CBT-011)
    """
    game = context.game
    by_fleet = game.units_by_fleet()
    players = {empire.id: empire for empire in game.empires}
    places = {system.id: system for system in game.systems}
    for fleet in game.fleets:
        units = by_fleet[fleet.id]
        empire = players.get(fleet.owner)
        # Ships of non-player races need no train (SC-NPR-004).
        train: Train | None = None
        if empire is not None:
            train = _insufficient_train(game, empire, places[fleet.at], units)
        if empire is not None and train is not None:
            _starve(units, FULL - train.ratio)
            _report(context, empire, fleet, train)
            continue
        _refill(units)
        for unit in units:
            unit.shots = unit.ordnance = 0


def _insufficient_train(
    game: Starcluster,
    empire: Empire,
    at: StarSystem,
    units: Sequence[Unit],
    busy: Collection[str] = (),
) -> Train | None:
    """The train of a fleet that lacks supply, or None."""
    if is_friendly(game, empire, at):
        return None
    train = train_of(units, busy)
    return None if train.is_enough else train


def _refill(units: Iterable[Unit]) -> None:
    for unit in units:
        unit.starving = 0.0


def _starve(units: Iterable[Unit], missing: Fraction) -> None:
    """Set supply damage, which replaces former damage, on units that need a train."""
    for unit in units:
        unit.starving = float(missing * unit.design.points) if needs_train(unit) else 0.0


def _report(context: TurnContext[Starcluster], empire: Empire, fleet: Fleet, train: Train) -> None:
    context.emit(
        SHORT,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        available=float(train.available),
        required=train.required,
    )
