"""BUILD and CONTINUE of ships and starbases: ship and payment (FH-SHIP-008, FH-SHIP-009)."""

from __future__ import annotations

from horizons_core import orders
from horizons_core.orders import Order, Refusal
from variants.far_horizons.constants import TRANSPORT
from variants.far_horizons.model import Propulsion, Ship, ShipLocation, Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.matching import Names, is_class_of
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.rules.amounts import missing_amount, note_nothing_left
from variants.far_horizons.rules.hulls import HullWork, carry_out
from variants.far_horizons.rules.left_over import surplus
from variants.far_horizons.rules.production_state import SpeciesProduction
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

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
        raise OrderRefused("not-a-hundred", reason, hint, "amount")
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
    """Tell whether there is something left to build: starbases can always grow."""
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
