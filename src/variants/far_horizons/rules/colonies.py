"""Changes of each named planet at the end of the turn."""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.model import Colony, Place, Species, Status
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.rules import population, population_losses
from variants.far_horizons.rules.inbox import SpeciesTransactions
from variants.far_horizons.step_context import StepContext

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
        population.renew(context, species, colony)
        population_losses.shrink(context, species, colony)  # after growth (FH-LOSS-002)
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
        context.tell(
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
    """Set whether a planet is populated, as it is while people are there (FH-COL-001)."""
    if population_losses.total(colony) > 0:
        colony.status |= Status.POPULATED
    else:
        colony.status &= ~Status.POPULATED
