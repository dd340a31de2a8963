"""One's own named planets as plain data, with every figure that a report prints."""

from __future__ import annotations

from typing import Any

from variants.far_horizons.compatibility import Habits
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.formulas import balanced_split
from variants.far_horizons.model import Colony, Planet, Species, Status
from variants.far_horizons.rules.output import Output, fleet_share, output_of, site_of, sold
from variants.far_horizons.view.atlas import Atlas


def kind_of(colony: Colony) -> str:
    """What a named planet is to its species; "named" without population."""
    if not colony.populated:
        return "named"
    if colony.home:
        return "home"
    if colony.has(Status.MINING):
        return "mining"
    return "resort" if colony.has(Status.RESORT) else "colony"


def total_population(colony: Colony) -> int:
    """All people on a planet, in units of 1,000 (FH-POP-002); a base of 0.1 holds one unit."""
    coming = colony.mining_units.installing + colony.manufacturing_units.installing
    held = sum(colony.items.get(people, 0) for people in PEOPLE_ITEMS)
    return colony.population + held + coming + colony.base


def own_colony(species: Species, colony: Colony, atlas: Atlas, habits: Habits) -> dict[str, Any]:
    """All that a species knows of its named planet; figures only where it has a base."""
    data: dict[str, Any] = {
        "name": colony.name,
        "sector": list(colony.place.sector),
        "orbit": colony.place.orbit,
        "kind": kind_of(colony),
        "home": colony.home,
        "mining_base": colony.mining_base,
        "manufacturing_base": colony.manufacturing_base,
        "population": colony.population,
        "total_population": total_population(colony),
        "shipyards": colony.shipyards,
        "items": dict(colony.items),
        "hidden": bool(colony.hidden),
        "besieged": colony.siege != 0,
        "ambush": colony.ambush,
        "units_needed": {
            "IU": colony.mining_units.needed,
            "AU": colony.manufacturing_units.needed,
        },
        "units_ordered": {
            "IU": colony.mining_units.ordered,
            "AU": colony.manufacturing_units.ordered,
        },
        "bombed": colony.home and species.home_base != 0,
    }
    if colony.base or colony.home:
        data.update(_figures(species, colony, atlas, habits))
    return data


def _figures(species: Species, colony: Colony, atlas: Atlas, habits: Habits) -> dict[str, Any]:
    planet = atlas.planet(colony.place)
    site = site_of(species, colony, planet, atlas.planet(species.home), habits)
    output = output_of(species, colony, site, habits)
    earned = _earned(colony, output)
    share = fleet_share(species.fleet_percent, earned)
    return {
        "life_support": site.lsn,
        "penalty": site.penalty,
        "efficiency": site.efficiency,
        "mining_difficulty": planet.mining_difficulty,
        "raw_material": output.raw_material,
        "capacity": output.capacity,
        "earned": earned,
        "fleet_share": share,
        "to_spend": earned - share,
        "recovery": _recovery(species, colony, planet),
    }


def _earned(colony: Colony, output: Output) -> int:
    """What a planet earns before the fleet is paid; nothing where nobody lives."""
    if not colony.populated:
        return 0
    if colony.has(Status.MINING):
        return sold(output.raw_material)
    if colony.has(Status.RESORT):
        return sold(output.capacity)
    return min(output.raw_material + colony.items.get("RM", 0), output.capacity)


def _recovery(species: Species, colony: Colony, planet: Planet) -> dict[str, int] | None:
    """The units that a bombed home planet lacks."""
    lacking = species.home_base - colony.base
    if not colony.home or lacking <= 0:
        return None
    split = balanced_split(
        lacking, planet.mining_difficulty, colony.mining_base, colony.manufacturing_base
    )
    return {"IU": split.mining, "AU": split.manufacturing}
