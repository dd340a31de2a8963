"""The economy: prices, outputs, chances and limits of the rulebook that a house rule may change.

Orders, phases, checks, forecasts, views, reports, bots and the ranking all use this object, so a
house rule that changes a field or a method changes it for all of them. It depends on the model and
not on `rules/`.
"""

from __future__ import annotations

from typing import cast

from attrs import frozen

from horizons_core.turn import TurnContext
from variants.far_horizons.economy.people import People
from variants.far_horizons.economy.prices import FleetUpkeep, Prices
from variants.far_horizons.economy.production import Output, Production, Site, Split
from variants.far_horizons.economy.risks import Risks, Sieges
from variants.far_horizons.economy.technology import TechnologyCosts
from variants.far_horizons.model import Game

__all__ = ["RULEBOOK_ECONOMY", "Economy", "Output", "Site", "Split", "economy_of"]


@frozen(kw_only=True, slots=False)
class Economy(Prices, Production, FleetUpkeep, People, TechnologyCosts, Sieges, Risks):
    """The rulebook's economy: its constants are fields, its formulas methods.

    A mod supplies another: this class with other numbers, a subclass, or an object with the same
    fields and methods. All amounts are whole numbers of economic units, raw material or capacity
    unless a method says otherwise. Impossible constants raise ValueError.
    """

    #: Name of the treasury in `Species.stock`; bases and items stay where they are (FH-EU-001).
    accounts: tuple[str, ...] = ("EU",)


#: The rulebook's own numbers.
RULEBOOK_ECONOMY = Economy()


def economy_of(context: TurnContext[Game]) -> Economy:
    """Return the economy in force this turn."""
    return cast(Economy, context.variant.economy)
