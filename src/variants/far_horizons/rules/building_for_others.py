"""IBUILD and ICONTINUE: construction for another species (FH-IBUILD-001)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Ship, Species, Status
from variants.far_horizons.model.names import Names
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.model.transactions import BuiltKind, TransactionKind, transaction
from variants.far_horizons.rules.building import (
    refuse_to_continue,
    ship_named,
    ship_to_build,
    starbase_payment,
)
from variants.far_horizons.rules.hulls import HullWork, carry_out
from variants.far_horizons.rules.inhabitants import add
from variants.far_horizons.rules.production_state import (
    SpeciesProduction,
    no_funds,
    note_nothing_left,
    substitute,
)
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import units, were

BUILT_FOR = EventKind(
    "items-built-for",
    "{items} {was} produced for SP {name} at a cost of {cost}.",
    ("FH-IBUILD-009",),
)


def ibuild(production: SpeciesProduction, order: Order) -> None:
    """IBUILD SP name, n item; IBUILD SP name, ship; IBUILD SP name, BAS name, amount.

    (FH-IBUILD-002)
    """
    recipient: Species = order["species"]
    if order.get("count") is not None:
        _build_items(production, order, recipient)
        return
    ship, new = ship_to_build(production, order["ship"])
    _finish(production, order, ship, recipient, new=new)


def icontinue(production: SpeciesProduction, order: Order) -> None:
    """ICONTINUE SP name, ship; ICONTINUE SP name, BAS name, amount.

    Finishes ships begun with BUILD, and enlarges any own starbase, even one received from others
    (FH-IBUILD-008, FH-IBUILD-011, FH-IBUILD-016).
    """
    ship: Ship = order["ship"]
    refuse_to_continue(ship)
    _finish(production, order, ship, order["species"], new=False)


def refuse_unskilled(context: StepContext, species: Species) -> None:
    """Refuse to build for others without enough manufacturing technology (FH-IBUILD-001)."""
    level, minimum = species.level("MA"), context.economy.construction_level
    if level < minimum:
        reason = f"MA tech level must be at least {minimum} to do interspecies construction."
        raise OrderRefused("low-tech", reason, f"yours is {level}")


def refuse_recipient(species: Species, recipient: Species) -> None:
    """Refuse to build for a species that was not met, or for an enemy (FH-IBUILD-013)."""
    if recipient.id not in species.met:
        reason = "You can't do interspecies construction for a species you haven't met."
        raise OrderRefused("species-not-met", reason, at="species")
    if recipient.id in species.enemies:
        reason = "You can't do interspecies construction for an ENEMY."
        raise OrderRefused("species-is-enemy", reason, "declare neutrality before it", "species")


def name_unused(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse a ship's name that a ship of the recipient has (FH-IBUILD-006)."""
    recipient: Species = order["species"]
    ship: WrittenName | Ship | None = order.get("ship")
    if ship is None or ship_named(context.names, recipient, ship.name) is None:
        return None
    return Refusal("name-in-use", "Ship name is already in use by the recipient.")


# items


def _build_items(production: SpeciesProduction, order: Order, recipient: Species) -> None:
    """Build items other than people, at prices by the builder's levels."""
    item: str = order["item"]
    # FH-IBUILD-012
    if item in PEOPLE_ITEMS:
        reason = "You cannot build CUs or PDs for another species."
        raise OrderRefused("no-colonists-for-others", reason, at="item")
    unit = production.economy.item_cost(item, production.level("BI"))  # FH-IBUILD-015
    count = _affordable(production, order, unit, order["count"])
    if count == 0:
        return
    # FH-IBUILD-009
    cost = count * unit + production.economy.premium(count * unit)
    production.pay(cost, f"{units(count, item)} for {recipient.name}")
    colony = _planet_of(production, recipient)
    add(colony.items, item, count)
    if item == "TP":
        production.note_plants(recipient, production.level("BI"))
    production.step.active.add(recipient.number)
    production.notify(
        BUILT_FOR,
        items=units(count, item),
        was=were(count),
        name=recipient.name,
        cost=cost,
    )
    production.context.deal(
        transaction(
            TransactionKind.BUILT_FOR,
            donor=production.species.number,
            recipient=recipient.number,
            what=int(BuiltKind.ITEMS),
            quantity=count,
            item=ITEM_OF[item].code,
            cost=cost,
            donor_name=production.species.name,
            receiver=colony.name,
        )
    )


def _affordable(production: SpeciesProduction, order: Order, unit: int, requested: int) -> int:
    """Return the number to build, or for 0 the most that the balance pays, premium included.

    (FH-IBUILD-009)
    """
    economy, funds = production.economy, production.funds
    # FH-IBUILD-005, FH-ZERO-002
    count = requested or economy.price_for_balance(production.open_planet.balance) // unit
    if count <= 0:
        note_nothing_left(production, order)
        return 0
    if count * unit + economy.premium(count * unit) > funds:
        count = max(0, economy.price_within(funds) // unit)
        if count == 0:
            raise no_funds(production, unit + economy.premium(unit))
        substitute(production, order, "funds", count, requested)
    return count


def _planet_of(production: SpeciesProduction, recipient: Species) -> Colony:
    """Return the recipient's planet there, or a new one with the builder's name (FH-IBUILD-007)."""
    place = production.place
    for colony in recipient.living_colonies():
        if colony.place == place:
            return colony
    name = _free_name(production.context.names, recipient, production.open_planet.colony.name)
    colony = Colony(name=name, place=place, status=int(Status.COLONY))
    production.context.add_colony(recipient, colony)
    return colony


def _free_name(names: Names, recipient: Species, name: str) -> str:
    """Return a name that the recipient does not use yet, with a number if necessary."""
    used = {names.key(colony.name) for colony in recipient.living_colonies()}
    free, number = name, 2
    while names.key(free) in used:
        free, number = f"{name[: 30 - len(str(number))]} {number}", number + 1
    return free


# ships


def _finish(
    production: SpeciesProduction, order: Order, ship: Ship, recipient: Species, *, new: bool
) -> None:
    """Pay the rest or the amount, and the premium."""
    # FH-IBUILD-004
    if order.get("amount") is not None and not ship.starbase:
        reason = "Amount to spend may not be specified for a ship."
        hint = "a ship for another species is always finished"
        raise OrderRefused("amount-not-allowed", reason, hint, "amount")
    paid, worth = ship.unpaid, production.economy.original_cost(ship)
    if ship.starbase:
        paid = _starbase_amount(production, order, ship)
        if paid == 0:
            return
        worth += paid  # FH-IBUILD-010, FH-IBUILD-011
    carry_out(production, HullWork(ship, paid, new, production.economy.premium(worth), recipient))


def _starbase_amount(production: SpeciesProduction, order: Order, ship: Ship) -> int:
    """Return the payment; an amount of 0 leaves room for the premium (FH-ZERO-003)."""
    economy = production.economy
    balance = economy.price_for_balance(production.open_planet.balance, economy.original_cost(ship))
    return starbase_payment(production, order, ship, balance)
