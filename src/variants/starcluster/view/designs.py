"""Figures of a design: prices and ratings, for views and the design calculator."""

from __future__ import annotations

from typing import Any

from horizons_core.amounts import in_units
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import (
    Refinements,
    cruising_speed,
    defense_rating,
    offensive_ratings,
    tactical_speed,
)
from variants.starcluster.designs.text import design_string
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Race
from variants.starcluster.view.figures import figure, in_points


def figures_of(
    design: Design, economy: StarclusterEconomy, race: Race, twigs: Refinements
) -> dict[str, Any]:
    """The figures of a design for a race and its drive refinements, as in `OwnClass`."""
    tactical = tactical_speed(design, None, twigs)
    long, short = offensive_ratings(design, None, race.combat)
    return {
        "hull": design.hull.code,
        "hull_name": design.hull.name,
        "design": design_string(design.systems),
        "spaces": design.spaces,
        "price": in_units(economy.unit_price(design, race)),
        "list_price": in_units(design.list_price),
        "upkeep": in_units(economy.upkeep_of_units([design.list_price])),
        "military": design.is_military,
        "points": in_points(design.points),
        "long": figure(long),
        "short": figure(short),
        "defense": figure(defense_rating(design, tactical, twigs)),
        "tactical": figure(tactical),
        "cruising": figure(cruising_speed(design, None, twigs)),
        "quarters": design.count("Q"),
    }
