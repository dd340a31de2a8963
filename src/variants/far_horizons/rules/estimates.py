"""ESTIMATE: rough levels of another species (FH-ESTIMATE-001, FH-ESTIMATE-002)."""

from __future__ import annotations

from typing import Any

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model import Species
from variants.far_horizons.rules.production_state import SpeciesProduction
from variants.far_horizons.step_context import OrderRefused

ESTIMATED = EventKind(
    "technology-estimated",
    "Estimate of the technology of SP {name} (government name '{government}', government type"
    " '{government_type}'):",
    ("FH-ESTIMATE-001",),
)
LEVELS = EventKind(
    "levels-estimated",
    "MI = {MI}, MA = {MA}, ML = {ML}, GV = {GV}, LS = {LS}, BI = {BI}.",
    ("FH-ESTIMATE-002",),
)


def estimate(production: SpeciesProduction, order: Order) -> None:
    """ESTIMATE SP name."""
    species = production.species
    other: Species = order["species"]
    if other.id not in species.met:
        reason = "You can't estimate the technology of a species you haven't met."
        raise OrderRefused("species-not-met", reason, at="species")
    production.pay(production.economy.estimate_price, f"estimate of {other.name}")
    subject = ("estimate", species.number, str(production.place), other.number)
    dice = production.context.chance.dice(*subject)
    levels: dict[str, Any] = {
        tech: production.economy.estimate(species.level(tech), other.level(tech), dice)
        for tech in TECHS
    }
    production.tell(
        ESTIMATED,
        name=other.name,
        government=other.government,
        government_type=other.government_type,
    )
    drawn = production.context.chance.drawn(*subject)
    production.context.tell(species, LEVELS, place=production.place, dice=drawn, **levels)
