"""BUILD, CONTINUE and SHIPYARD: items, ships and starbases, and their payment.

Clauses: FH-SHIP-008.
"""

from __future__ import annotations

from horizons_core import orders
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS, TRANSPORT
from variants.far_horizons.model import Propulsion, Ship, ShipLocation, Species
from variants.far_horizons.model.names import Names, is_class_of
from variants.far_horizons.model.orders import ClassWord, WrittenName
from variants.far_horizons.model.transactions import Discovery
from variants.far_horizons.rules.dispatch import surplus
from variants.far_horizons.rules.hulls import HullWork, carry_out
from variants.far_horizons.rules.inhabitants import add, mark_inhabited
from variants.far_horizons.rules.loading import deliver
from variants.far_horizons.rules.production import is_special
from variants.far_horizons.rules.production_state import (
    SpeciesProduction,
    missing_amount,
    no_funds,
    note_nothing_left,
    substitute,
)
from variants.far_horizons.rules.siege import is_detected, report_discovery
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name, units, were

BUILT = EventKind("items-built", "{items} {was} produced{price}{destination}.", ("FH-BUILD-004",))
NO_ITEM = "Invalid item class."
DEFENSES_FOUND = EventKind(
    "defenses-detected",
    "{items} {was} produced. However, they were detected and destroyed by the besiegers.",
    ("FH-SIEGE-018",),
)


def build_items(production: SpeciesProduction, order: Order) -> None:
    """BUILD n item [, destination]: all items are paid and available at once."""
    item: str = order["item"]
    count = _affordable(production, order, item, order["count"])
    if count == 0:
        return
    unit = production.economy.item_cost(item, production.level("BI"))
    price = count * unit  # FH-BUILD-002, FH-HTECH-004
    production.pay(price, f"{units(count, item)}")
    colony = production.open_planet.colony
    add(colony.items, item, count)  # FH-HTECH-003, FH-PD-005, FH-PD-008
    if item in PEOPLE_ITEMS:
        mark_inhabited(colony)
    was = were(count)
    if item == "PD" and is_detected(production):  # besiegers notice nothing else (FH-SIEGE-019)
        add(colony.items, item, -colony.items[item])
        production.notify(DEFENSES_FOUND, items=units(count, item), was=was)
        report_discovery(production, Discovery.DEFENSE_BUILDING)
        return
    production.notify(
        BUILT,
        items=units(count, item),
        was=was,
        price=f" at a cost of {price}" if unit != 1 else "",
        destination=deliver(production, order, item, count),
    )


def item_to_build(context: StepContext, species: Species, order: Order, argument: str) -> str:
    """Return the item to build; refuses unknown items, money, and those beyond its level."""
    word: ClassWord | None = order[argument]
    if word is None:  # FH-EU-008
        raise OrderRefused("no-item", NO_ITEM, at=argument)
    item = word.code
    if item == "RM":
        raise OrderRefused("no-item", NO_ITEM, "raw material is mined, not built", argument)
    tech, needed = ITEM_OF[item].tech, context.economy.item_level(item)
    if species.level(tech) < needed:  # FH-HTECH-001
        hint = f"{item} needs {tech} {needed}: yours is {species.level(tech)}"
        raise OrderRefused("low-tech", "Insufficient tech level to build item.", hint, argument)
    return item


def _affordable(production: SpeciesProduction, order: Order, item: str, requested: int) -> int:
    """Return how many items population and money allow."""
    current, unit = (
        production.open_planet,
        production.economy.item_cost(item, production.level("BI")),
    )
    count = requested or current.balance // unit
    if count < 0:
        raise OrderRefused("negative", "Meaningless item count.", "the planet has no balance left")
    if count == 0:
        note_nothing_left(production, order)
        return 0
    if item in PEOPLE_ITEMS:  # FH-POP-004, FH-POP-005
        count = _people(production, order, count, requested)
    affordable, wanted_count = count, requested or count
    if count * unit > production.funds:  # FH-BUILD-003
        count = max(0, production.funds // unit)
        if count == 0:
            raise no_funds(production, unit)
        substitute(production, order, "funds", count, wanted_count)
    if item in PEOPLE_ITEMS:  # FH-POP-003
        current.colony.population -= production.economy.people_used(affordable, count)
    return count


def _people(production: SpeciesProduction, order: Order, count: int, requested: int) -> int:
    """Return how many people the available population allows (FH-POP-004)."""
    population = production.open_planet.colony.population
    if count <= population:
        return count
    if population <= 0:
        if requested == 0:
            note_nothing_left(production, order)
            return 0
        reason = "Insufficient available population units."
        raise OrderRefused("no-population", reason, "CU and PD are made of available population")
    if requested:
        substitute(production, order, "available population units", population, requested)
    return population


#: The log's sentence for a ship's name that cannot be given.
INVALID = "Invalid ship name."


def build_ship(production: SpeciesProduction, order: Order) -> None:
    """BUILD ship [, amount]; for an unfinished ship the same as CONTINUE (FH-SHIP-010)."""
    ship, new = ship_to_build(production, order["ship"])
    paid = payment(production, order, ship)
    if paid:
        carry_out(production, HullWork(ship, paid, new=new))


def continue_ship(production: SpeciesProduction, order: Order) -> None:
    """CONTINUE ship [, amount] (FH-SHIP-009, FH-BAS-010)."""
    ship: Ship = order["ship"]
    refuse_to_continue(ship)
    paid = payment(production, order, ship)
    if paid:
        carry_out(production, HullWork(ship, paid))


def payment(production: SpeciesProduction, order: Order, ship: Ship) -> int:
    """Return the payment for a ship this turn; 0 if nothing is to be done."""
    amount: int | None = order.get("amount")
    if amount is None and surplus(production.context, order):
        raise missing_amount("surplus")
    if ship.starbase:
        return starbase_payment(production, order, ship, production.open_planet.balance)
    if amount is None:  # FH-TR-007
        return ship.unpaid
    paid = min(amount or production.open_planet.balance, ship.unpaid)  # FH-BUILD-002
    if paid < 1 and amount:
        raise missing_amount("amount")
    if paid < 1:
        note_nothing_left(production, order)
    return max(0, paid)


def starbase_payment(production: SpeciesProduction, order: Order, ship: Ship, balance: int) -> int:
    """Return the payment for a starbase: 0 is what balance and size allow (FH-ZERO-003)."""
    amount: int | None = order.get("amount")
    if amount is None:
        reason = "Amount to spend MUST be specified for starbase."
        hint = f"write a comma and the amount, a multiple of {production.economy.ship_cost(1)}"
        raise OrderRefused("no-amount", reason, hint)
    step = production.economy.ship_cost(1)
    if amount < 0 or amount % step:
        reason = f"Amount spent on starbase must be multiple of {step}."
        hint = f"each {step} adds 10,000 tons; 0 is as much as the balance allows"
        raise OrderRefused("not-multiple-of-hundred", reason, hint, "amount")
    if amount == 0:
        room = production.economy.largest_tonnage(production.level("MA")) - ship.tonnage
        amount = max(0, min(balance // step, room)) * step
        if amount == 0:
            full = "" if room > 0 else f"{ship_name(ship)} is as large as your MA allows"
            note_nothing_left(production, order, full)
    return amount


# finding the ship


def ship_to_build(production: SpeciesProduction, written: WrittenName | None) -> tuple[Ship, bool]:
    """Return the ship of a BUILD order, and whether it is new."""
    class_word, name = _class_and_name(written)
    ship = ship_named(production.context.names, production.species, name)
    if ship is None:
        return _new(production, class_word, name), True
    if is_unfinished(ship) and ship.place == production.place:
        return ship, False
    raise orders.Refused(_in_use(ship))


def same_class(context: StepContext, species: Species, order: Order) -> Refusal | None:
    """Refuse to continue a ship under another class (FH-SHIP-010)."""
    written: WrittenName | None = order.get("ship")
    class_word = _class_in(written)
    if written is None or class_word is None:
        return None
    ship = ship_named(context.names, species, written.name)
    return None if ship is None or is_class_of(class_word, ship) else _in_use(ship)


def _in_use(ship: Ship) -> Refusal:
    hint = f"{ship_name(ship)} has it; case does not count"
    return Refusal("name-in-use", "Ship name is already in use.", hint, "ship")


def _class_and_name(written: WrittenName | None) -> tuple[ClassWord, str]:
    """Return the class and the name of a ship to build."""
    class_word = _class_in(written)
    if written is None or class_word is None:
        named = written is not None and written.word is not None
        hint = "a transport needs its size: TR1, TR2, ..." if named else "Table 1 has the classes"
        raise OrderRefused("no-class", "Invalid ship class.", hint, "ship")
    if not written.name:
        raise OrderRefused("no-name", INVALID, "write the ship's name after its class")
    return class_word, written.name


def _class_in(written: WrittenName | None) -> ClassWord | None:
    """Return the class for a ship; transports need a size (FH-TR-002)."""
    class_word = written.word if written else None
    if class_word and class_word.code == TRANSPORT and class_word.tonnage < 1:
        return None
    return class_word


def ship_named(names: Names, species: Species, name: str) -> Ship | None:
    """Return the ship with this name, as names are compared."""
    key = names.key(name)
    return next((s for s in species.living_ships() if names.key(s.name) == key), None)


def is_unfinished(ship: Ship) -> bool:
    """Return whether there is something left to build: starbases can always grow."""
    return ship.where == ShipLocation.BUILDING or ship.starbase


def _new(production: SpeciesProduction, class_word: ClassWord, name: str) -> Ship:
    """Create a ship without any payment yet; a starbase has no tonnage."""
    base = class_word.code == "BAS"
    drive = (
        Propulsion.STARBASE
        if base
        else Propulsion.SUB_LIGHT
        if class_word.sub_light
        else Propulsion.FTL
    )
    ship = Ship(name=name, class_=class_word.code, place=production.place, drive=drive)
    if base:
        ship.where, ship.unpaid = ShipLocation.ORBIT, production.economy.ship_cost(1)
    else:
        ship.tonnage = class_word.tonnage
        ship.unpaid = production.economy.original_cost(ship)
    return ship


def refuse_to_continue(ship: Ship) -> None:
    """Refuse to continue a ship that is neither unfinished nor a starbase."""
    if not is_unfinished(ship):
        reason = "Ship is not under construction."
        raise OrderRefused("finished", reason, "UPGRADE makes a finished ship young", "ship")


def at_planet(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse CONTINUE and ICONTINUE for ships that are not at the open planet.

    (FH-SHIP-009, FH-BAS-010, FH-IBUILD-006)
    """
    ship: Ship = order["ship"]
    production: SpeciesProduction = context.shared
    if not is_unfinished(ship) or ship.place == production.place:
        return None
    reason = "Ship is not at the production planet."
    return Refusal("elsewhere", reason, f"it is at {ship.place}", "ship")


ENLARGED = EventKind(
    "shipyard-built", "Spent {cost} to increase shipyard capacity by 1.", ("FH-YARD-005",)
)


def build(production: SpeciesProduction, order: Order) -> None:
    """BUILD n item [, destination], or BUILD ship [, amount] (FH-CMD-011)."""
    if order.get("count") is None:
        build_ship(production, order)
    else:
        build_items(production, order)


def shipyard(production: SpeciesProduction, _order: Order) -> None:
    """SHIPYARD: add a shipyard for the next turn, once per planet and turn (FH-YARD-004)."""
    current = production.open_planet
    if is_special(current.colony):
        reason = "You may not build shipyards on a mining or resort colony."
        raise OrderRefused("no-shipyard", reason)
    if current.enlarged:
        reason = "Only one shipyard can be built per planet per turn!"
        raise OrderRefused("second-shipyard", reason)
    cost = production.economy.shipyard_cost(production.level("MA"))
    production.pay(cost, "a shipyard")
    current.colony.shipyards += 1
    current.enlarged = True
    production.notify(ENLARGED, cost=cost)
