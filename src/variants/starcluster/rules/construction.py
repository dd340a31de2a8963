"""BUILD, CANCEL, REFIT and SCRAP, work on yards, and finished units (SC-YRD)."""

from __future__ import annotations

from math import ceil, floor

from horizons_core.amounts import half_up
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.design import Design, added_systems
from variants.starcluster.designs.tables import HS
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Class, Empire, Fleet, Starcluster, Unit, UnitConstruction
from variants.starcluster.references import UNIT, YARD
from variants.starcluster.rules.classes import may_build, own_class
from variants.starcluster.rules.fleets import disband_empty, limit_to_newcomers, must_be_free
from variants.starcluster.rules.treasury import affordable_number, credit, pay
from variants.starcluster.rules.yards import pool_of, work_left, yards_of
from variants.starcluster.setup.empires import add_unit, new_fleet

ORDERED = EventKind(
    "yard.ordered", "{yard} will build {number} {of_class} for {mc:,.2f} MC.", ("SC-YRD-003",)
)
CANCELLED = EventKind(
    "yard.cancelled", "Cancelled: {number} {of_class}; {mc:,.2f} MC refunded.", ("SC-YRD-003",)
)
REFITTING = EventKind(
    "yard.refitting", "{yard} will refit {unit} as a {of_class} for {mc:,.2f} MC.", ("SC-YRD-005",)
)
SCRAPPED = EventKind("unit.scrapped", "{unit} is scrapped for {mc:,.2f} MC.", ("SC-YRD-005",))

#: The largest ship that an SYM builds, in hull spaces (SC-YRD-002).
MAX_AFLOAT = 60
#: Factor on the price and work of a prototype (SC-HULL-009).
PROTOTYPE = 2


def build(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """BUILD: units of a class, each paid in full; units that cannot be paid are refused."""
    game = context.game
    economy = economy_of(context)
    yard = order[YARD]
    class_ = own_class(empire, order["class"], "class")
    number: int = order["number"]
    _must_work(context, empire, yard)
    _must_fit(yard, class_)
    prototype = _is_prototype(empire, class_, number)
    _must_be_fleet(game, empire, yard, order.get("name", ""))
    price = economy.unit_price(class_.design, empire.race, prototype=prototype)
    count = affordable_number(empire, price, number)
    pay(context, empire, price * max(1, count), f"{max(1, count)} {class_.name}", ("SC-YRD-003",))
    empire.yards += [
        UnitConstruction(
            yard=yard.id,
            of_class=class_.name,
            design=class_.design,
            at=game.fleet(yard.fleet).at,
            paid=price,
            work=class_.design.spaces * (PROTOTYPE if prototype else 1),
            fleet=order.get("name", ""),
        )
        for _ in range(count)
    ]
    context.emit(
        ORDERED,
        empire.readers,
        yard=yard.name,
        number=count,
        of_class=class_.name,
        mc=price * count / MC,
    )
    if count < number:
        message = f"you cannot pay for {number - count} of {number}, at {price / MC:.2f} MC each"
        refusal = Refusal("too-expensive", message, "order the rest later", "number", "warning")
        context.refuse(empire.id, order, refusal)


def cancel(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """CANCEL: the youngest go first; the unfinished share of the price is refunded."""
    yard = order[YARD]
    number: int = order["number"]
    class_name = folded(order["class"])
    indices = [n for n, b in enumerate(empire.yards) if _is_at(b, yard, class_name)][-number:]
    if len(indices) < number:
        message = f"{yard.name} has {len(indices)} unfinished {order['class']}"
        raise Refused(Refusal("not-building", message, "CANCEL at most that many", "number"))
    cancelled = [empire.yards[n] for n in indices]
    empire.yards = [building for n, building in enumerate(empire.yards) if n not in indices]
    refund = int_sum(half_up(b.paid * (b.work - b.done), b.work) for b in cancelled)
    of_class = cancelled[0].of_class
    credit(context, empire, refund, f"{number} {of_class} cancelled", ("SC-YRD-003",))
    context.emit(CANCELLED, empire.readers, number=number, of_class=of_class, mc=refund / MC)


def refit(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """REFIT: added systems are paid at list prices and take their hull spaces of work."""
    game = context.game
    economy = economy_of(context)
    unit = order[UNIT]
    yard = order[YARD]
    class_ = own_class(empire, order["class"], "class")
    _must_work(context, empire, yard)
    at = game.fleet(yard.fleet).at
    _must_be_refittable(game, empire, unit, class_, at)
    price = economy.refit_price(unit.design, class_.design)
    pay(context, empire, price, f"{unit.name} becomes a {class_.name}", ("SC-YRD-005",))
    sizes = int_sum(part.size for part in added_systems(unit.design, class_.design))
    empire.yards.append(
        UnitConstruction(
            yard=yard.id,
            of_class=class_.name,
            design=class_.design,
            at=at,
            paid=price,
            work=max(1, ceil(sizes / HS)),
            refit=unit.id,
        )
    )
    context.emit(
        REFITTING,
        empire.readers,
        yard=yard.name,
        unit=unit.name,
        of_class=class_.name,
        mc=price / MC,
    )


def scrap(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SCRAP: at one of the empire's colonies, for a share of the price paid."""
    game = context.game
    economy = economy_of(context)
    unit = order[UNIT]
    at = game.fleet(unit.fleet).at
    if game.place(at).owner != empire.id:
        message = f"{unit.name} is at {at}, which is not a colony of yours"
        raise Refused(Refusal("not-at-home", message, "bring it to a colony", "unit"))
    proceeds = economy.resale_of(unit.price)
    remove_unit(game, unit)
    credit(context, empire, proceeds, f"{unit.name} scrapped", ("SC-YRD-005",))
    context.emit(SCRAPPED, empire.readers, place=at, unit=unit.name, mc=proceeds / MC)


def is_not_the_last_yard(
    context: TurnContext[Starcluster], empire: Empire, order: Order
) -> Refusal | None:
    """Warn of SCRAP for the only unit with a yard, which all construction needs (SC-YRD-001)."""
    unit = order[UNIT]
    units = context.game.units_of(empire.id)
    yards = [c for c in units if c.design.count("SY") or c.design.count("SYM")]
    if len(yards) != 1 or yards[0] is not unit:
        return None
    message = f"{unit.name} is your only yard"
    return Refusal("last-yard", message, "build another yard first", "unit", "warning")


def remove_unit(game: Starcluster, unit: Unit) -> None:
    """Remove a unit from the game, and its fleet if that is empty."""
    game.units = [other for other in game.units if other is not unit]
    disband_empty(game)


def _is_at(building: UnitConstruction, yard: Unit, of_class: str) -> bool:
    return building.yard == yard.id and folded(building.of_class) == of_class


def _must_work(context: TurnContext[Starcluster], empire: Empire, yard: Unit) -> None:
    """SC-LOG-006: a yard without freighters does no work, nor one that moves or is attacked."""
    yards = yards_of(context, empire)
    if not any(yard_.works for yard_ in yards if pool_of(yard_.unit) == pool_of(yard)):
        message = f"{yard.name} is not working"
        hint = "buy FREIGHTERS for it; a ship with SYM must stay a turn without enemies"
        raise Refused(Refusal("yard-idle", message, hint, "yard"))


def _must_fit(yard: Unit, class_: Class) -> None:
    design = class_.design
    if design.hull.type.is_starbase or yard.design.count("SY"):
        return
    if design.spaces > MAX_AFLOAT:  # SC-YRD-002
        message = f"{yard.name} builds ships up to {MAX_AFLOAT} HS, not {design.spaces}"
        raise Refused(Refusal("too-large", message, "build it at a station with SY", "class"))


def _is_prototype(empire: Empire, class_: Class, number: int) -> bool:
    """True if a unit would be the first of its hull (SC-HULL-009); raises Refused if not allowed.

    A hull with a knot needs its breakthrough first (SC-HULL-010).
    """
    if may_build(empire, class_.design):
        return False
    hull = class_.design.hull
    if hull.type.special and hull.type.code not in empire.knots:
        message = f"the knot of {hull.type.code} is not broken"
        hint = f"RESEARCH a system HULL {hull.type.code} first"
        raise Refused(Refusal("knot", message, hint, "class"))
    under_construction = any(b.design.hull.code == hull.code and not b.refit for b in empire.yards)
    if number > 1 or under_construction:
        message = f"your first {hull.code}, a prototype, is not finished"
        raise Refused(
            Refusal("prototype", message, "build one and wait until it is finished", "number")
        )
    return True


def _must_be_fleet(game: Starcluster, empire: Empire, yard: Unit, name: str) -> None:
    """Check that a fleet for new units is in the yard's system, or has a new name."""
    if not name:
        return
    at = game.fleet(yard.fleet).at
    mine = game.fleets_of(empire.id)
    if not any(folded(fleet.name) == folded(name) and fleet.at == at for fleet in mine):
        must_be_free(game, empire, name)


def _must_be_refittable(
    game: Starcluster, empire: Empire, unit: Unit, class_: Class, at: str
) -> None:
    if unit.design.hull != class_.design.hull:
        message = f"{unit.name} is a {unit.design.hull.code}, not a {class_.design.hull.code}"
        raise Refused(Refusal("other-hull", message, "choose a class of its hull", "class"))
    if game.fleet(unit.fleet).at != at:
        message = f"{unit.name} is at {game.fleet(unit.fleet).at}, and the yard at {at}"
        raise Refused(Refusal("apart", message, "bring it there first", "unit"))
    if any(unit.lost):
        message = f"{unit.name} is damaged"
        raise Refused(Refusal("damaged", message, "REPAIR it first", "unit"))
    if any(building.refit == unit.id for building in empire.yards):
        message = f"{unit.name} is being refitted"
        raise Refused(Refusal("in-refit", message, "wait, or CANCEL the refit", "unit"))


BUILT = EventKind("unit.built", "{unit} is finished at {place}.", ("SC-YRD-001", "SC-YRD-003"))
REFITTED = EventKind("unit.refitted", "{unit} is now a {of_class}.", ("SC-YRD-005",))
LOST = EventKind("yard.lost", "An unfinished {of_class} is lost with its yard.", ("SC-YRD-003",))
OPENED = EventKind(
    "hull.opened", "{hull} is open for production: its prototype is built.", ("SC-HULL-009",)
)

#: Base points of a full Qt and Qtc (SC-GND-005).
TROOPS, COLD_TROOPS = 5.0, 10.0


def work_on_yards(context: TurnContext[Starcluster]) -> None:
    """Work on units under construction, older orders first; unused capacity passes on."""
    for empire in context.game.empires:
        if not empire.yards:
            continue
        left = work_left(context, empire)
        new: dict[tuple[str, bool], Fleet] = {}
        empire.yards = [
            building
            for building in empire.yards
            if not _is_finished(context, empire, building, left, new)
        ]


def _is_finished(
    context: TurnContext[Starcluster],
    empire: Empire,
    building: UnitConstruction,
    left: dict[str, float],
    new: dict[tuple[str, bool], Fleet],
) -> bool:
    """Work on a unit; returns True if it is finished or lost."""
    game = context.game
    units = {unit.id: unit for unit in game.units_of(empire.id)}
    yard = units.get(building.yard)
    refitted = units.get(building.refit)
    if yard is None or (building.refit and refitted is None):
        context.emit(LOST, empire.readers, of_class=building.of_class)
        return True
    places = [game.fleet(unit.fleet).at for unit in (yard, refitted) if unit]
    if any(at != building.at for at in places):
        return False  # it waits until yard and unit are back
    pool = pool_of(yard)
    work = min(floor(left.get(pool, 0)), building.work - building.done)
    building.done += work
    left[pool] = left.get(pool, 0) - work
    if building.done < building.work:
        return False
    if refitted is None:
        _commission(context, empire, building, new)
    else:
        _refit(context, empire, building, refitted)
    return True


def _commission(
    context: TurnContext[Starcluster],
    empire: Empire,
    building: UnitConstruction,
    new: dict[tuple[str, bool], Fleet],
) -> None:
    """Commission a new unit; the first of a hull opens it and its plain version (SC-HULL-009)."""
    game = context.game
    design = building.design
    fleet = _fleet_for(game, empire, building, new)
    unit = add_unit(game, empire, building.of_class, design, fleet)
    if game.plays_by("1.1.0"):
        limit_to_newcomers(game, fleet, [unit])
    unit.price, unit.list_price = building.paid, design.list_price
    unit.troops = TROOPS * design.count("Qt")
    unit.cold = COLD_TROOPS * design.count("Qtc")
    context.emit(BUILT, empire.readers, place=fleet.at, unit=unit.name, fleet=fleet.name)
    for hull in (design.hull.code, design.hull.type.code):
        if hull not in empire.hulls:
            empire.hulls.append(hull)
            context.emit(OPENED, empire.readers, hull=hull)


def _fleet_for(
    game: Starcluster,
    empire: Empire,
    building: UnitConstruction,
    new: dict[tuple[str, bool], Fleet],
) -> Fleet:
    """The named fleet, or a new one for all units that a yard finishes this turn.

    Stations get a separate fleet, so that they do not keep ships from moving.
    """
    name = building.fleet
    matches = [fleet for fleet in game.fleets_of(empire.id) if folded(fleet.name) == folded(name)]
    if name and matches and matches[0].at == building.at:
        return matches[0]
    if name and not matches:
        return new_fleet(game, empire, building.at, name)
    key = (building.yard, building.design.hull.type.is_starbase)
    if key not in new:
        new[key] = new_fleet(game, empire, building.at)
    return new[key]


def _refit(
    context: TurnContext[Starcluster], empire: Empire, building: UnitConstruction, unit: Unit
) -> None:
    unit.lost = _keep_damage(unit, building.design)
    unit.of_class, unit.design = building.of_class, building.design
    unit.price += building.paid
    unit.list_price = building.design.list_price
    unit.troops = min(unit.troops, TROOPS * unit.design.count("Qt"))
    unit.cold = min(unit.cold, COLD_TROOPS * unit.design.count("Qtc"))
    bays = unit.design.count("Bsa")
    unit.shuttles = min(unit.shuttles, bays)
    unit.gigs = min(unit.gigs, 2 * (bays - unit.shuttles))
    unit.drones = min(unit.drones, 4 * unit.design.count("H"))
    context.emit(
        REFITTED,
        empire.readers,
        place=building.at,
        unit=unit.name,
        of_class=building.of_class,
    )


def _keep_damage(unit: Unit, design: Design) -> list[float]:
    """Keep damage suffered during a refit on the systems that the unit keeps."""
    if not any(unit.lost):
        return []
    remaining = list(zip(unit.design.systems, unit.lost, strict=True))
    lost: list[float] = []
    for system in design.systems:
        match = next((pair for pair in remaining if pair[0] == system), (system, 0.0))
        if match in remaining:
            remaining.remove(match)
        lost.append(match[1])
    return lost
