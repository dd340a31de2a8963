"""The contents of views and reports in 1999, as data of the view model.

Disguised ships are listed among those of their species, in the order of the species, which hints
at their owner (FH-FD-003). A report may list the species' own distorted ships in disguise,
depending on what the engine printed before (FH-FD-004). Its text separates raw material on a
producing planet from the other items, and gives the warships that planetary defenses equal; it
does not give the total population (FH-REPORT-002, FH-POP-001). Each line of a notice of enmity is
in its log twice.
"""

from __future__ import annotations

from attrs import evolve

from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Game, Species
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY
from variants.far_horizons.view.model import FarHorizonsView
from variants.far_horizons.view.sector_index import IN_TRANSIT, Disguise, Sightings


def own_disguises(game: Game, sightings: Sightings, economy: Economy) -> dict[str, int]:
    """Follow the engine's switch, which a ship at a colony turns off and others' ships turn on."""
    numbers: dict[str, int] = {}
    is_on = True
    for species in game.empires:
        if _has_ship_at_colony(species):
            is_on = False
        if is_on:
            numbers[species.id] = economy.distortion_number(species)
        is_on = is_on or any(sector["ships"] for sector in sightings[species.id])
    return numbers


def _has_ship_at_colony(species: Species) -> bool:
    """Return whether a ship is at the home planet or at another planet with a base."""
    colonies = {colony.place for colony in species.living_colonies() if colony.base or colony.home}
    ships = (ship for ship in species.living_ships() if ship.where not in IN_TRANSIT)
    return any(ship.place in colonies for ship in ships)


DISGUISE = Disguise(by_species=True, own=own_disguises)


def as_in_1999(view: FarHorizonsView) -> FarHorizonsView:
    """Return the view model with the disguises and the report of 1999.

    A transport continues to a colony that no longer exists, which the order form calls "Unused".
    """
    return evolve(view, disguise=DISGUISE, lost_goal="Unused", layout_1999=True)


VIEW_1999 = as_in_1999(FarHorizonsView(ENGINE_ECONOMY))
