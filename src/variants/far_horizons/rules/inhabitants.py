"""Inhabitants and stocks of planets.

Population, contents, and planets that several species know.
"""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.orders import Order
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import HOME_POINT, Colony, Place, Ship, Species, Status
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.step_context import OrderRefused, StepContext


def add(items: dict[str, int], item: str, count: int) -> None:
    """Add `count` of an item, or remove it if negative; an amount of 0 has no entry."""
    amount = items.get(item, 0) + count
    if amount:
        items[item] = amount
    else:
        items.pop(item, None)


def free_room(ship: Ship) -> int:
    """Return the unused cargo capacity (FH-TR-003)."""
    return ship.capacity - int_sum(ITEM_OF[item].room * count for item, count in ship.cargo.items())


def mark_inhabited(colony: Colony) -> None:
    """Mark a planet with colonists or defenders as populated."""
    if any(colony.items.get(item, 0) for item in PEOPLE_ITEMS):
        colony.status |= Status.POPULATED


def has_people(colony: Colony) -> bool:
    """Return whether a species has population of any kind on a planet (FH-TRAN-001)."""
    installing = colony.mining_units.installing + colony.manufacturing_units.installing
    living = colony.population + colony.items.get("CU", 0) + colony.items.get("PD", 0)
    return colony.base + installing + living > 0


def count_people(colony: Colony) -> None:
    """Mark a planet as populated or not, after people came or left."""
    if has_people(colony):
        colony.status |= Status.POPULATED
    else:
        colony.status &= ~Status.POPULATED


def inhabitants(
    context: StepContext, place: Place, excluded: Species
) -> Iterator[tuple[Species, Colony]]:
    """Yield the other species that populate a planet, in order, with their names for it."""
    for species, colony in context.named_at(place):
        if species is not excluded and colony.populated:
            yield species, colony


def point_of(species: Species, colony: Colony) -> int:
    """Return the number under which ships note where they were loaded."""
    if colony.home:
        return HOME_POINT
    return next(i for i, other in enumerate(species.colonies) if other is colony)


def lsn(context: StepContext, species: Species, colony: Colony) -> int:
    """Return the life support that a species needs on a planet that it has named."""
    return context.economy.lsn(context.planet(colony), context.home(species), species.atmosphere)


def warn_of_air(context: StepContext, species: Species, order: Order, colony: Colony) -> None:
    """Warn of settling without enough Life Support, which ends in death (FH-COL-006)."""
    if colony.home:
        return
    needed, level = lsn(context, species, colony), species.level("LS")
    if needed > level:
        message = f"PL {colony.name} needs Life Support {needed}, and yours is {level}"
        hint = "the colony will be destroyed at the end of the turn"
        context.note(species, order, "too-little-life-support", message, hint=hint)


def refuse_infected(context: StepContext, colony: Colony) -> None:
    """Refuse to settle where germs have killed all people this turn (FH-GERM-007)."""
    if not context.economy.germs_linger or colony.populated:
        return
    for deal in context.game.transactions:
        if deal.kind == TransactionKind.LOOTING:
            victims = context.game.species(deal.facts["donor"]).living_colonies()
            name = deal.facts["planet"]
            if any(victim.name == name and victim.place == colony.place for victim in victims):
                reason = f"Germ warfare has made PL {colony.name} uninhabitable for this turn."
                raise OrderRefused("infected", reason, "it can be settled from the next turn on")
