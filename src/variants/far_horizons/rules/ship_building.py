"""BUILD and CONTINUE of ships and starbases: which, and for how much (FH-SHIP-008, FH-SHIP-009)."""

from __future__ import annotations

from horizons_core import orders
from horizons_core.orders import Order, Refusal
from variants.far_horizons.constants import TRANSPORT
from variants.far_horizons.model import Drive, Ship, Species, Where
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.matching import Names, is_class_of
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.rules.amounts import comes_to_nothing, missing_amount
from variants.far_horizons.rules.hulls import Job, carry_out
from variants.far_horizons.rules.left_over import surplus
from variants.far_horizons.rules.production_state import Works
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.wording import ship_name

#: What the log says of a ship's name that cannot be given.
INVALID = "Invalid ship name."


def build_ship(works: Works, order: Order) -> None:
    """BUILD ship [, amount]; on a ship that is begun it is CONTINUE (FH-SHIP-010)."""
    ship, new = ship_to_build(works, order["ship"])
    paid = payment(works, order, ship)
    if paid:
        carry_out(works, Job(ship, paid, new=new))


def continue_ship(works: Works, order: Order) -> None:
    """CONTINUE ship [, amount] (FH-SHIP-009, FH-BAS-010)."""
    ship: Ship = order["ship"]
    refuse_to_continue(ship)
    paid = payment(works, order, ship)
    if paid:
        carry_out(works, Job(ship, paid))


def payment(works: Works, order: Order, ship: Ship) -> int:
    """What is to be paid for a ship this turn; 0 if there is nothing to be done."""
    amount: int | None = order.get("amount")
    if amount is None and surplus(works.context, order):
        raise missing_amount("surplus")
    if ship.starbase:
        return starbase_payment(works, order, ship, works.here.balance)
    if amount is None:  # FH-TR-007
        return ship.unpaid
    paid = min(amount or works.here.balance, ship.unpaid)  # FH-BUILD-002
    if paid < 1 and amount:
        raise missing_amount("amount")
    if paid < 1:
        comes_to_nothing(works, order)
    return max(0, paid)


def starbase_payment(works: Works, order: Order, ship: Ship, balance: int) -> int:
    """What is to be paid for a starbase: 0 is what balance and size allow (FH-ZERO-003)."""
    amount: int | None = order.get("amount")
    if amount is None:
        reason = "Amount to spend MUST be specified for starbase."
        hint = f"write a comma and the amount, a multiple of {works.economy.ship_cost(1)}"
        raise Refused("no-amount", reason, hint)
    step = works.economy.ship_cost(1)
    if amount < 0 or amount % step:
        reason = f"Amount spent on starbase must be multiple of {step}."
        hint = f"each {step} adds 10,000 tons; 0 is as much as the balance allows"
        raise Refused("not-a-hundred", reason, hint, "amount")
    if amount == 0:
        room = works.economy.largest_tonnage(works.level("MA")) - ship.tonnage
        amount = max(0, min(balance // step, room)) * step
        if amount == 0:
            full = "" if room > 0 else f"{ship_name(ship)} is as large as your MA allows"
            comes_to_nothing(works, order, full)
    return amount


# which ship


def ship_to_build(works: Works, written: WrittenName | None) -> tuple[Ship, bool]:
    """The ship that a BUILD order is about, and whether it is new."""
    known, name = _class_and_name(written)
    ship = ship_named(works.context.names, works.species, name)
    if ship is None:
        return _new(works, known, name), True
    if unfinished(ship) and ship.place == works.place:
        return ship, False
    raise orders.Refused(_in_use(ship))


def same_class(context: StepContext, species: Species, order: Order) -> Refusal | None:
    """BUILD goes on with a ship if its class is the one that is written (FH-SHIP-010)."""
    written: WrittenName | None = order.get("ship")
    known = _class_in(written)
    if written is None or known is None:
        return None
    ship = ship_named(context.names, species, written.name)
    return None if ship is None or is_class_of(known, ship) else _in_use(ship)


def _in_use(ship: Ship) -> Refusal:
    hint = f"{ship_name(ship)} has it; case does not count"
    return Refusal("name-in-use", "Ship name is already in use.", hint, "ship")


def _class_and_name(written: WrittenName | None) -> tuple[ClassWord, str]:
    """The class and the name of a ship that is to be built."""
    known = _class_in(written)
    if written is None or known is None:
        named = written is not None and written.word is not None
        hint = "a transport needs its size: TR1, TR2, ..." if named else "Table 1 has the classes"
        raise Refused("no-class", "Invalid ship class.", hint, "ship")
    if not written.name:
        raise Refused("no-name", INVALID, "write the ship's name behind its class")
    return known, written.name


def _class_in(written: WrittenName | None) -> ClassWord | None:
    """The class that a ship is to have, of a transport with its size (FH-TR-002)."""
    known = written.word if written else None
    return None if known and known.code == TRANSPORT and known.tonnage < 1 else known


def ship_named(names: Names, species: Species, name: str) -> Ship | None:
    """The ship of this name, as names are compared."""
    sought = names.key(name)
    return next((s for s in species.living_ships() if names.key(s.name) == sought), None)


def unfinished(ship: Ship) -> bool:
    """Whether there is still something to be built: a starbase always grows."""
    return ship.where == Where.BUILDING or ship.starbase


def _new(works: Works, known: ClassWord, name: str) -> Ship:
    """A ship that nothing was paid for yet; a starbase that is no tons large."""
    base = known.code == "BAS"
    drive = Drive.STARBASE if base else Drive.SUB_LIGHT if known.sub_light else Drive.FTL
    ship = Ship(name=name, class_=known.code, place=works.place, drive=drive)
    if base:
        ship.where, ship.unpaid = Where.ORBIT, works.economy.ship_cost(1)
    else:
        ship.tonnage = known.tonnage
        ship.unpaid = works.economy.original_cost(ship)
    return ship


def refuse_to_continue(ship: Ship) -> None:
    """CONTINUE is for a ship that is being built, or a starbase."""
    if not unfinished(ship):
        reason = "Ship is not under construction."
        raise Refused("finished", reason, "UPGRADE makes a finished ship young", "ship")


def at_planet(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """CONTINUE and ICONTINUE are for ships at the open planet.

    (FH-SHIP-009, FH-BAS-010, FH-IBUILD-006)
    """
    ship: Ship = order["ship"]
    works: Works = context.shared
    if not unfinished(ship) or ship.place == works.place:
        return None
    reason = "Ship is not at the production planet."
    return Refusal("elsewhere", reason, f"it is at {ship.place}", "ship")
