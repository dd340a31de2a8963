"""The production step.

Planets open one after another, their orders are executed, and they close.
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.model import EventKind
from horizons_core.orders import Check, Handler, Order, Refusal
from variants.far_horizons.economy import Output
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import Colony, Species, Status
from variants.far_horizons.rules import siege
from variants.far_horizons.rules.dispatch import carry_out, refuse_left_over, section
from variants.far_horizons.rules.interception import intercept_all, spare_idle_ships
from variants.far_horizons.rules.loading import warn_of_unknown_destinations
from variants.far_horizons.rules.production_state import (
    Making,
    OpenPlanet,
    ProductionStep,
    SpeciesProduction,
)
from variants.far_horizons.rules.siege import share_spoils
from variants.far_horizons.step_context import OrderRefused, StepContext

START = EventKind(
    "production-start",
    "Start of production on PL {planet}. (Initial balance is {balance}.)",
    ("FH-PROD-004", "FH-FLEET-005"),
)
START_SPECIAL = EventKind("special-production-start", "Start of production on PL {planet}.")
END = EventKind(
    "production-end",
    "End of production on PL {planet}. (Ending balance is {balance}.)",
    ("FH-EU-007",),
)
END_SPECIAL = EventKind("special-production-end", "End of production on PL {planet}.")
MINED = EventKind(
    "mining-income",
    "Mining colony {planet} generated {amount} economic units.",
    ("FH-MINECOL-003", "FH-MINECOL-005"),
)
HOSTED = EventKind(
    "resort-income",
    "Resort colony {planet} generated {amount} economic units.",
    ("FH-RESORT-003", "FH-RESORT-004"),
)
RIOTS = EventKind(
    "riots",
    "Riots on PL {planet} due to excessive and unpopular military build-up reduced {losses}!",
    ("FH-FLEET-008",),
)


def is_special(colony: Colony) -> bool:
    """Return whether a colony's output is sold: a mining or a resort colony."""
    return colony.has(Status.MINING | Status.RESORT)


def open_planet(production: SpeciesProduction, colony: Colony) -> None:
    """Begin the production of a planet."""
    production.opened.add(colony.place)
    planet = production.context.planet(colony)
    current = OpenPlanet(colony, planet, base=colony.base)
    production.open = production.step.latest = current
    current.slots = colony.shipyards  # a new one can be used from the next turn on (FH-YARD-004)
    _riot(production, colony)
    site = production.economy.site(
        production.species, colony, planet, production.context.home(production.species)
    )
    output = production.economy.output(production.species, colony, site)
    if is_special(colony):
        _sell(production, output)
    else:
        _manufacture(production, output)


def _riot(production: SpeciesProduction, colony: Colony) -> None:
    """Cause riots if the fleet costs more than the whole production (FH-FLEET-008)."""
    species, subject = production.species, ("riots", production.species.number, str(colony.place))
    dice = production.context.chance.dice(*subject)
    unrest = production.economy.unrest(species.fleet_percent)
    if dice(100) > unrest:
        return
    losses = []
    if not colony.has(Status.RESORT):
        share = dice(unrest)
        colony.mining_base -= production.economy.riot_loss(colony.mining_base, share)
        losses.append(f"mining base by {share} percent")
    if not colony.has(Status.MINING):
        share = dice(unrest)
        colony.manufacturing_base -= production.economy.riot_loss(colony.manufacturing_base, share)
        losses.append(f"manufacturing base by {share} percent")
    production.context.notify(
        species,
        RIOTS,
        place=colony.place,
        dice=production.context.chance.drawn(*subject),
        planet=colony.name,
        losses=" and ".join(losses),
    )


def _manufacture(production: SpeciesProduction, output: Output) -> None:
    """Produce on a normal planet: raw material and capacity are spent equally (FH-BUILD-001)."""
    current, colony = production.open_planet, production.open_planet.colony
    stock = colony.items.get("RM", 0)
    raw = output.raw_material + stock  # new material can be used at once (FH-PROD-006)
    income = production.economy.income(colony, output, stock)
    # leftover raw material is kept (FH-RM-006), leftover capacity is lost (FH-PROD-005)
    _stock(colony, "RM", raw - min(raw, output.capacity))  # FH-PROD-004
    current.balance = income - production.economy.fleet_share(
        production.species.fleet_percent, income
    )
    current.limit = _limit(production)
    production.notify(START, planet=colony.name, balance=current.balance)
    siege.besiege(production, current.balance)


def _limit(production: SpeciesProduction) -> int:
    """Return the treasury's limit for a planet (FH-EU-005, FH-EU-006, FH-BOMB-008)."""
    current, species = production.open_planet, production.species
    return production.economy.treasury_limit(
        current.balance, species.treasury, home=current.colony.home, bombed=species.home_base != 0
    )


def _sell(production: SpeciesProduction, output: Output) -> None:
    """Sell the output of a mining or resort colony (FH-MINECOL-003, FH-RESORT-003)."""
    planet, colony, species = (
        production.open_planet.planet,
        production.open_planet.colony,
        production.species,
    )
    mining = colony.has(Status.MINING)
    income = production.economy.income(colony, output)
    income -= production.economy.fleet_share(species.fleet_percent, income)
    if mining:  # mining makes further mining harder there (FH-MINECOL-004)
        planet.mining_difficulty += truncated(output.raw_material, production.economy.mining_wear)
    production.notify(START_SPECIAL, planet=colony.name)
    production.notify(MINED if mining else HOSTED, planet=colony.name, amount=income)
    kind = "mining" if mining else "resort"
    production.context.credit(species, income, f"income of {kind} colony PL {colony.name}")
    siege.besiege(production, income)


def close_planet(production: SpeciesProduction, *, another: bool = False) -> None:
    """End the production of the open planet, if any, before `another` is opened.

    The balance becomes money (FH-EU-007).
    """
    if production.open is None:
        return
    current, colony = production.open, production.open.colony
    if another and not current.ends:
        production.open = None
        return
    if is_special(colony):
        production.notify(END_SPECIAL, planet=colony.name)
    else:
        production.notify(END, planet=colony.name, balance=current.balance)
    if current.balance:
        production.context.credit(
            production.species, current.balance, f"production left over on PL {colony.name}"
        )
    production.open = None


def _stock(colony: Colony, item: str, count: int) -> None:
    """Set the stock of an item; a count of 0 removes the entry."""
    if count:
        colony.items[item] = count
    else:
        colony.items.pop(item, None)


def of_planet(making: Making) -> Handler:
    """Return the handler of a command for the open planet."""
    return lambda context, _species, order: making(context.shared, order)


def planet_open(context: StepContext, _species: Species, _order: Order) -> Refusal | None:
    """Refuse a planet's orders without a PRODUCTION order before them (FH-PROD-007)."""
    production: SpeciesProduction = context.shared
    if production.open is not None:
        return None
    hint = "begin with PRODUCTION PL and the name of a planet"
    if production.begun:
        hint = "the PRODUCTION order before it was not carried out"
    return Refusal("no-production-order", "Missing PRODUCTION order!", hint)


def no_mining_colony(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse orders other than HIDE on a mining colony (FH-HIDE-004)."""
    production: SpeciesProduction = context.shared
    if not production.open_planet.colony.has(Status.MINING):
        return None
    reason = f"You may not {order.keyword} on a mining colony."
    return Refusal("mining-colony", reason, "HIDE is the only order for a mining colony")


#: Checks before each order of the open planet except HIDE.
PLANET_CHECKS: Mapping[str, Check] = {
    "planet_open": planet_open,
    "no_mining_colony": no_mining_colony,
}


def begin(context: StepContext, _species: Species, order: Order) -> None:
    """PRODUCTION PL name; the previous planet is closed in any case (FH-PROD-007)."""
    production: SpeciesProduction = context.shared
    close_planet(production, another=True)
    production.begun = True
    refuse_left_over(context, order)
    colony: Colony | OrderRefused = order["planet"]
    if isinstance(colony, OrderRefused):
        raise colony
    if colony.has(Status.DISBANDED):  # FH-DISBAND-008
        reason = "Production orders cannot be given for a disbanded colony!"
        raise OrderRefused("disbanded", reason, at="planet")
    if colony.place in production.opened:
        reason = "More than one PRODUCTION command for planet."
        hint = "write all orders of a planet below one PRODUCTION order"
        raise OrderRefused("second-production", reason, hint, "planet")
    open_planet(production, colony)


TREASURY = EventKind(
    "treasury-before-production",
    "Number of economic units at start of production: {amount}",
)


def run(context: StepContext) -> None:
    """Run the production of all species."""
    step = ProductionStep(context)
    for species in context.game.empires:
        _produce(step, species)
    share_spoils(step.spoils)
    spare_idle_ships(step)


def _produce(step: ProductionStep, species: Species) -> None:
    """Run the production of a species, with or without orders (FH-PROD-007)."""
    context = step.context
    orders = section(context, species, "PRODUCTION")
    if orders is None and context.economy.idle_without_orders:
        return
    step.active.add(species.number)
    production = SpeciesProduction(step, species)
    _forget_plans(species)
    context.notify(species, TREASURY, amount=species.treasury)
    if orders is not None:
        context.shared = production
        carry_out(context, species, orders)
    _produce_without_orders(production)
    for tech, level in production.learnt.items():
        species.techs[tech].level = level
    warn_of_unknown_destinations(production)
    intercept_all(production)


def _forget_plans(species: Species) -> None:
    """Clear units planned for ordering or installation by last turn's DEVELOP orders."""
    for colony in species.living_colonies():
        for units in (colony.mining_units, colony.manufacturing_units):
            units.needed = units.ordered = 0


def _produce_without_orders(production: SpeciesProduction) -> None:
    """Run the production of planets with a base, but without orders (FH-PROD-007)."""
    for colony in production.species.living_colonies():
        has_base = colony.mining_base or colony.manufacturing_base
        if has_base and colony.place not in production.opened:
            close_planet(production, another=True)
            open_planet(production, colony)
    close_planet(production)
