"""Opening and closing a planet's production: riots, output, the fleet's share, the rest."""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.economy import Output
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import Colony, Status
from variants.far_horizons.rules import siege
from variants.far_horizons.rules.production_state import OpenPlanet, SpeciesProduction

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
    """Tell whether a colony's output is sold: a mining or a resort colony."""
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
    """Cause riots if the fleet costs more than all production brings (FH-FLEET-008)."""
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
    production.context.tell(
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
    production.tell(START, planet=colony.name, balance=current.balance)
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
    production.tell(START_SPECIAL, planet=colony.name)
    production.tell(MINED if mining else HOSTED, planet=colony.name, amount=income)
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
        production.tell(END_SPECIAL, planet=colony.name)
    else:
        production.tell(END, planet=colony.name, balance=current.balance)
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
