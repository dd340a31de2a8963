"""Sightings of other species, in every sector where the observer is present (FH-SCAN-004)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from horizons_core.report import row_of
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import Colony, Place, Sector, Ship, ShipLocation, Species, Status
from variants.far_horizons.view.sector_index import (
    DISGUISE,
    IN_TRANSIT,
    Disguise,
    SectorIndex,
    hull,
)
from variants.far_horizons.view.shapes import AlienPlanetShown, AlienSectorShown, AlienShipShown


def aliens(
    species: Species,
    index: SectorIndex,
    disguise: Disguise = DISGUISE,
    economy: Economy = RULEBOOK_ECONOMY,
) -> list[AlienSectorShown]:
    """Return the sectors where others are seen, each with their planets and ships there."""
    inhabited = {colony.place for colony in species.living_colonies() if colony.populated}
    watch = _Watcher(species, index, inhabited, disguise, economy)
    sightings = (watch.seen_in(sector) for sector in watched_sectors(species))
    return [sector for sector in sightings if sector.order]


def watched_sectors(species: Species) -> list[Sector]:
    """Return the sectors that a species can see: first its populated planets, then its ships.

    A ship destroyed in the strikes sees nothing (FH-STRIKE-005).
    """
    # FH-SCAN-004
    colonies = (c.place.sector for c in species.living_colonies() if c.populated)
    # FH-SCAN-004
    ships = (s.place.sector for s in species.living_ships() if s.where not in IN_TRANSIT)
    return list(dict.fromkeys((*colonies, *ships)))


@frozen
class _Watcher:
    """An observing species; `inhabited` are the planets where its own people live."""

    species: Species
    index: SectorIndex
    inhabited: set[Place]
    disguise: Disguise
    economy: Economy

    def seen_in(self, sector: Sector) -> AlienSectorShown:
        own_presence = self.index.presence(sector, self.species)
        system = own_presence.colonies[0].name if own_presence and own_presence.colonies else ""
        sighting = AlienSectorShown(sector=sector, system=system, planets=[], ships=[], order=[])
        disguised: list[AlienShipShown] = []
        for other, presence in self.index.other_species(sector, self.species):
            for colony in self._visible_colonies(presence.colonies):
                sighting.order.append(["planets", len(sighting.planets)])
                shared = colony.place in self.inhabited
                sighting.planets.append(_planet(other, colony, shared=shared))
            for ship in self._visible_ships(presence.ships):
                if ship.distorted and not self.disguise.by_species:
                    disguised.append(self._ship(other, ship))
                else:
                    _add_ship(sighting, self._ship(other, ship))
        for hidden in sorted(disguised, key=_looks):
            _add_ship(sighting, hidden)
        return sighting

    def _visible_colonies(self, colonies: list[Colony]) -> Iterator[Colony]:
        """Yield populated planets; hidden ones only where the observer has people too."""
        for colony in filter(lambda colony: colony.populated, colonies):
            # FH-HIDE-005, FH-HIDE-007, FH-HIDE-008
            if not colony.hidden or colony.place in self.inhabited:
                yield colony

    def _visible_ships(self, ships: list[Ship]) -> Iterator[Ship]:
        """Yield ships in space; those landed or in a shipyard only where the observer has people.

        (FH-LAND-006, FH-LAND-007, FH-LAND-008, FH-SCAN-005.) It makes no difference whether a
        colony hides (FH-HIDE-006).
        """
        for ship in ships:
            if (
                ship.where not in (ShipLocation.BUILDING, ShipLocation.LANDED)
                or ship.place in self.inhabited
            ):
                yield ship

    def _ship(self, owner: Species, ship: Ship) -> AlienShipShown:
        """Return a ship as others see it: its exterior, or a disguise (FH-FD-003)."""
        sighting = row_of(AlienShipShown, ship, **hull(ship), species=owner.name)
        if ship.distorted:
            sighting.name, sighting.sub_light, sighting.age = "???", False, None
            sighting.species = str(self.economy.distortion_number(owner))
        return sighting


def _add_ship(sighting: AlienSectorShown, ship: AlienShipShown) -> None:
    sighting.order.append(["ships", len(sighting.ships)])
    sighting.ships.append(ship)


def _looks(ship: AlienShipShown) -> tuple[object, ...]:
    """Return a sort key for a disguised ship that does not reveal its owner (FH-FD-003)."""
    return (int(ship.species), ship.orbit, -ship.tonnage, ship.class_, ship.where)


def _planet(owner: Species, colony: Colony, *, shared: bool) -> AlienPlanetShown:
    return row_of(
        AlienPlanetShown,
        colony,
        kind=_kind(colony),
        orbit=colony.place.orbit,
        species=owner.name,
        approximate_base=approximate_base(colony.base),
        defenses=colony.items.get("PD", 0) if shared else 0,
        shipyards=colony.shipyards if shared else 0,
        hidden=bool(colony.hidden),
    )


def _kind(colony: Colony) -> Literal["mining", "resort", "home", "colony", "uncolonized"]:
    if colony.has(Status.MINING):
        return "mining"
    if colony.has(Status.RESORT):
        return "resort"
    if colony.home:
        return "home"
    return "colony" if colony.base else "uncolonized"


def approximate_base(base: int) -> int | None:
    """Round a base (in tenths) to units or tens, as others see it; None for 0 (FH-SCAN-006)."""
    if not base:
        return None
    return truncated(base + 5, 10) if base < 100 else 10 * ((base + 50) // 100)
