"""Colonies: their population and its losses, HIDE, and their changes at the end of the turn.

Clauses: FH-POP-006.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Colony, Place, Planet, Species, Status
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.rules.dispatch import surplus
from variants.far_horizons.rules.notices import SpeciesTransactions
from variants.far_horizons.rules.production_state import SpeciesProduction, no_funds
from variants.far_horizons.step_context import OrderRefused, StepContext

COLONY_DESTROYED = EventKind(
    "colony-destroyed",
    "Life support tech level was too low to support colony on PL {planet}. Colony was destroyed.",
    ("FH-COL-006",),
)
_SPECIAL = Status.MINING | Status.RESORT


def renew(context: StepContext, species: Species, colony: Colony) -> None:
    """Set the available population of a planet; a colony without life support dies."""
    if not colony.populated:
        colony.population = 0
    elif colony.home:
        # the bonus for Biology is for colonies only (FH-BIO-002)
        colony.population = _home_population(context, species, colony)
    else:
        planet, home = context.planet(colony), context.home(species)
        economy, level = context.economy, species.level("LS")
        lsn = economy.lsn(planet, home, species.atmosphere)
        if economy.survives(lsn, level):
            was_special = colony.status & _SPECIAL
            dice = context.chance.dice("growth", species.number, str(colony.place))
            growth = economy.growth_percent(lsn, level, species.level("BI"), dice)  # FH-BIO-001
            set_kind(colony, planet, home, lsn, economy)
            # the growth is for this turn; unused population is lost (FH-POP-001, FH-POP-007,
            # FH-POP-008)
            colony.population = economy.colony_population(colony, growth)
            if was_special:  # FH-MINECOL-002, FH-RESORT-002
                colony.population = 0
        else:
            _die(colony)
            context.notify(species, COLONY_DESTROYED, planet=colony.name, place=colony.place)


def _home_population(context: StepContext, species: Species, colony: Colony) -> int:
    """Return a home planet's available people.

    The planet recovers from bombs (FH-POP-009, FH-BOMB-007).
    """
    if colony.base >= species.home_base:
        species.home_base = 0
    return context.economy.home_population(colony.base, species.home_base)


def set_kind(colony: Colony, planet: Planet, home: Planet, lsn: int, economy: Economy) -> None:
    """Set whether it is a mining colony, a resort or neither (FH-MINECOL-001, FH-RESORT-001)."""
    colony.status &= ~_SPECIAL
    if colony.mining_base > 0 and colony.manufacturing_base == 0:
        colony.status |= Status.MINING
    elif (
        colony.manufacturing_base > 0
        and colony.mining_base == 0
        and economy.may_be_resort(lsn, planet, home)
    ):
        colony.status |= Status.RESORT


def _die(colony: Colony) -> None:
    colony.mining_base = colony.manufacturing_base = colony.population = 0
    for people in PEOPLE_ITEMS:
        colony.items.pop(people, None)


_RULES = ("FH-LOSS-001", "FH-LOSS-003", "FH-LOSS-004")
UNITS_LOST = EventKind(
    "units-lost",
    "Number of {what} units on PL {planet} was reduced by one unit due to normal attrition.{end}",
    _RULES,
)
BASE_LOST = EventKind(
    "base-lost",
    "{what} base of PL {planet} was reduced by 0.1 due to normal attrition.{end}",
    _RULES,
)
_NAMES = {"CU": "colonist", "PD": "planetary defense"}


def total(colony: Colony) -> int:
    """Return all people of a species on a planet, one per unit (FH-POP-002, FH-INST-002)."""
    items = int_sum(colony.items.get(item, 0) for item in PEOPLE_ITEMS)
    return colony.population + colony.base + items


def shrink(context: StepContext, species: Species, colony: Colony) -> None:
    """Take a unit from a small population; report it if it was in use (FH-LOSS-001)."""
    if not 0 < total(colony) < context.economy.safe_population:
        return
    lost = _take(colony)
    if lost:  # FH-LOSS-004
        kind, name = lost
        end = " The colony is dead!" if total(colony) == 0 else ""
        context.notify(species, kind, what=name, planet=colony.name, end=end, place=colony.place)


def _take(colony: Colony) -> tuple[EventKind, str] | None:
    """Take the unit; return its kind, or None if it was available population (FH-LOSS-003)."""
    if colony.population > 0:
        colony.population -= 1
        return None
    for item in PEOPLE_ITEMS:
        if colony.items.get(item, 0) > 0:
            colony.items[item] -= 1
            return UNITS_LOST, _NAMES[item]
    if colony.manufacturing_base > 0:
        colony.manufacturing_base -= 1
        return BASE_LOST, "Manufacturing"
    colony.mining_base -= 1
    return BASE_LOST, "Mining"


HIDDEN = EventKind("colony-hiding", "Spent {cost} hiding this colony.", ("FH-HIDE-003",))


def hide(production: SpeciesProduction, order: Order) -> None:
    """HIDE; not under a siege."""
    current, colony = production.open_planet, production.open_planet.colony
    if colony.home:
        raise OrderRefused("home", "You may not HIDE a home planet.")
    if colony.has(Status.RESORT):
        raise OrderRefused("resort", "You may not HIDE a resort colony.")
    if colony.siege:  # FH-SIEGE-028
        raise OrderRefused("besieged", "You may not HIDE a planet that is under siege.")
    if surplus(production.context, order) and not production.context.names.forgiving:
        hint = "HIDE with a ship is an order for battle"
        raise OrderRefused("too-many-words", "HIDE takes no argument here.", hint, "surplus")
    cost = production.economy.hiding_cost(current.base, colony.base)
    if colony.has(Status.MINING):  # FH-HIDE-004
        _pay_from_treasury(production, cost)
    else:
        production.pay(cost, "hiding")
    colony.hiding = 1  # FH-HIDE-001
    production.notify(HIDDEN, cost=cost)


def _pay_from_treasury(production: SpeciesProduction, cost: int) -> None:
    """Pay for a mining colony, which has no other money (FH-HIDE-003)."""
    if cost > production.species.treasury:
        raise no_funds(production, cost)
    if cost:
        production.context.credit(
            production.species, -cost, f"hiding on PL {production.open_planet.colony.name}"
        )


ASSIMILATED = EventKind(
    "colony-assimilated",
    "Assimilation of {loser} PL {lost} increased mining base of {owner} PL {planet} by"
    " {mining_base}, and manufacturing base by {manufacturing_base}.",
    ("FH-ASSIM-005",),
)


def process_colonies(context: StepContext, species: Species, inbox: SpeciesTransactions) -> None:
    """Process the named planets of a species, in the order of naming."""
    for colony in species.living_colonies():
        begin(colony)
        _assimilate(context, species, colony, inbox)
        renew(context, species, colony)
        shrink(context, species, colony)  # after growth (FH-LOSS-002)
        if colony.home:  # FH-PROD-003, FH-RM-004
            _grow(context, colony)
        mark_populated(colony)


def begin(colony: Colony) -> None:
    """Clear ambush money, apply HIDE orders, add installed units to the bases."""
    colony.ambush = 0
    # HIDE lasts until the end of the next turn, unless it is ordered again
    colony.hidden, colony.hiding = colony.hiding, 0  # FH-HIDE-002
    # FH-INST-005
    colony.mining_base += colony.mining_units.installing
    colony.manufacturing_base += colony.manufacturing_units.installing
    # FH-INST-005
    colony.mining_units.installing = colony.manufacturing_units.installing = 0


def _assimilate(
    context: StepContext, species: Species, colony: Colony, inbox: SpeciesTransactions
) -> None:
    """Add bases and shipyards of an assimilated colony to those of the besieger."""
    for deal in inbox.of(TransactionKind.ASSIMILATION):
        facts = deal.facts
        if Place((facts["x"], facts["y"], facts["z"]), facts["orbit"]) != colony.place:
            continue
        colony.mining_base += facts["mining_base"]
        colony.manufacturing_base += facts["manufacturing_base"]
        colony.shipyards += facts["shipyards"]
        context.notify(
            species,
            ASSIMILATED,
            place=colony.place,
            loser=facts["loser_name"],
            lost=facts["planet"],
            owner=species.name,
            planet=colony.name,
            mining_base=_in_tenths(facts["mining_base"]),
            manufacturing_base=_in_tenths(facts["manufacturing_base"]),
        )


def _in_tenths(base: int) -> str:
    return f"{base // 10}.{base % 10}"


def _grow(context: StepContext, colony: Colony) -> None:
    """Grow the bases of a home planet (FH-RM-003, FH-PROD-002)."""
    gained = context.economy.growth_at_home(colony, context.planet(colony).mining_difficulty)
    colony.mining_base += gained.mining
    colony.manufacturing_base += gained.manufacturing


def mark_populated(colony: Colony) -> None:
    """Mark a planet as populated if people are there, and otherwise not (FH-COL-001)."""
    if total(colony) > 0:
        colony.status |= Status.POPULATED
    else:
        colony.status &= ~Status.POPULATED
