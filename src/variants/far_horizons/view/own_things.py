"""A species' own planets and ships in a view, in full detail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from attrs import frozen

from horizons_core.report import data_maker
from horizons_core.sums import int_sum
from variants.far_horizons.constants import PEOPLE_ITEMS
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import (
    HOME_POINT,
    Colony,
    Planet,
    Propulsion,
    Ship,
    ShipLocation,
    Species,
    Status,
)
from variants.far_horizons.view.sector_index import IN_TRANSIT, SectorIndex, hull
from variants.far_horizons.view.shapes import (
    ColonyShown,
    OwnShipShown,
    ProducingColonyShown,
    ScoutShown,
)

_Kind = Literal["home", "mining", "resort", "colony", "named"]


_NAMED = "sector orbit kind total_population hidden besieged units_needed units_ordered bombed"
_SHIP = "class_ where orbit sector unpaid loaded_at bound_for"

_colony_row = data_maker(ColonyShown, _NAMED)
_producing_row = data_maker(
    ProducingColonyShown,
    f"{_NAMED} life_support penalty efficiency mining_difficulty raw_material capacity earned"
    " fleet_share to_spend recovery",
)
_ship_row = data_maker(OwnShipShown, _SHIP)
_scout_row = data_maker(ScoutShown, f"{_SHIP} nearest_stars")


@frozen
class OwnThings:
    """A species' planets and ships, with their production by the economy of the game.

    Everything has its state at the end of the turn, which combat in the next one may change.

    `lost_goal` is the name shown for a transport's planet that is no longer a colony.
    """

    species: Species
    index: SectorIndex
    economy: Economy
    lost_goal: str

    def colonies(self) -> list[dict[str, Any]]:
        """Return every named planet, home first: `ColonyShown`."""
        return [self._colony(colony) for colony in self.species.living_colonies()]

    def _colony(self, colony: Colony) -> dict[str, Any]:
        facts = self._named(colony)
        # a base in an engine's file may be below zero, so the sum of both may be misleading
        if colony.mining_base or colony.manufacturing_base or colony.home:
            return _producing_row(colony, **facts, **self._figures(colony))
        return _colony_row(colony, **facts)

    def _named(self, colony: Colony) -> dict[str, Any]:
        """Return the fields of a named planet that `Colony` does not have as attributes."""
        mining, manufacturing = colony.mining_units, colony.manufacturing_units
        return {
            "sector": colony.place.sector,
            "orbit": colony.place.orbit,
            "kind": _kind(colony),
            "total_population": _total_population(colony),
            "hidden": bool(colony.hidden),
            "besieged": colony.siege != 0,
            "units_needed": _units(mining.needed, manufacturing.needed),
            "units_ordered": _units(mining.ordered, manufacturing.ordered),
            "bombed": colony.home and self.species.home_base != 0,
        }

    def _figures(self, colony: Colony) -> dict[str, Any]:
        """Return the production fields of a planet with a base."""
        planet, home = (self.index.planet(place) for place in (colony.place, self.species.home))
        site = self.economy.site(self.species, colony, planet, home)
        output = self.economy.output(self.species, colony, site)
        stock = colony.items.get("RM", 0)
        earned = self.economy.income(colony, output, stock) if colony.populated else 0
        share = self.economy.fleet_share(self.species.fleet_percent, earned)
        return {
            "life_support": site.lsn,
            "penalty": site.penalty,
            "efficiency": int(site.efficiency),
            "mining_difficulty": planet.mining_difficulty,
            "raw_material": output.raw_material,
            "capacity": output.capacity,
            "earned": earned,
            "fleet_share": share,
            "to_spend": earned - share,
            "recovery": self._recovery(colony, planet),
        }

    def _recovery(self, colony: Colony, planet: Planet) -> dict[str, int] | None:
        """Return the units that a bombed home planet lacks, or None."""
        lacking = self.species.home_base - colony.base
        if not colony.home or lacking <= 0:
            return None
        split = self.economy.balanced_units(
            lacking, planet.mining_difficulty, colony.mining_base, colony.manufacturing_base
        )
        return _units(split.mining, split.manufacturing)

    def ships(self) -> list[dict[str, Any]]:
        """Return every ship and starbase with its capacity (FH-TR-006): `OwnShipShown`.

        Scouts include the stars that they may be sent to.
        """
        ships = list(self.species.living_ships())
        scouts = [ship.place.sector for ship in ships if is_scout(ship)]
        stars = iter(self.index.nearest_stars(self.species, scouts))
        return [self._ship(ship, stars) for ship in ships]

    def _ship(self, ship: Ship, stars: Iterator[Any]) -> dict[str, Any]:
        """Return a ship at its position, which a battle may still change (FH-STATUS-001)."""
        fields: dict[str, Any] = {
            **hull(ship),
            "sector": ship.place.sector,
            "unpaid": ship.unpaid if ship.where == ShipLocation.BUILDING else 0,
            "loaded_at": self._point(ship.loading_point),
            "bound_for": self._point(ship.unloading_point),
        }
        if is_scout(ship):
            return _scout_row(ship, **fields, nearest_stars=next(stars))
        return _ship_row(ship, **fields)

    def _point(self, number: int) -> str:
        """Return the name of a planet by its number; "" for none."""
        if number == 0:
            return ""
        index, colonies = 0 if number == HOME_POINT else number, self.species.colonies
        colony = colonies[index] if index < len(colonies) else None
        return self.lost_goal if colony is None else colony.name


def is_scout(ship: Ship) -> bool:
    """Return whether a ship is a finished FTL TR1 with a position (FH-AUTO-003)."""
    small = ship.transport and ship.tonnage == 1 and ship.drive == Propulsion.FTL
    return small and ship.where not in (ShipLocation.BUILDING, *IN_TRANSIT)


def _kind(colony: Colony) -> _Kind:
    """Return the kind of a named planet for its species; "named" without population."""
    if not colony.populated:
        return "named"
    if colony.home:
        return "home"
    if colony.has(Status.MINING):
        return "mining"
    return "resort" if colony.has(Status.RESORT) else "colony"


def _total_population(colony: Colony) -> int:
    """Return all people on a planet, in units of 1,000 (FH-POP-002); a base of 0.1 holds one."""
    coming = colony.mining_units.installing + colony.manufacturing_units.installing
    stored = int_sum(colony.items.get(people, 0) for people in PEOPLE_ITEMS)
    return colony.population + stored + coming + colony.base


def _units(mining: int, manufacturing: int) -> dict[str, int]:
    return {"IU": mining, "AU": manufacturing}
