"""Building items (FH-BUILD-002, FH-BUILD-003, FH-BUILD-004); `loading` delivers them."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.transactions import Discovery
from variants.far_horizons.rules.amounts import note_nothing_left, substitute
from variants.far_horizons.rules.loading import deliver
from variants.far_horizons.rules.production_state import SpeciesProduction, no_funds
from variants.far_horizons.rules.siege import is_detected, report_discovery
from variants.far_horizons.rules.stock import add, mark_inhabited
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import units, were

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
        production.tell(DEFENSES_FOUND, items=units(count, item), was=was)
        report_discovery(production, Discovery.DEFENSE_BUILDING)
        return
    production.tell(
        BUILT,
        items=units(count, item),
        was=was,
        price=f" at a cost of {price}" if unit != 1 else "",
        destination=deliver(production, order, item, count),
    )


def item_to_build(context: StepContext, species: Species, order: Order, argument: str) -> str:
    """Return the item to build; refuses unknown ones, such as money, and those out of reach."""
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
