"""Positions of species, and their meetings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from attrs import define, field

from variants.far_horizons.model import Place, Sector, ShipLocation, Species

_VISIBLE = (ShipLocation.ORBIT, ShipLocation.DEEP_SPACE)
_IN_TRANSIT = (ShipLocation.WITHDREW, ShipLocation.FORCED)


def sectors_of(species: Species) -> list[Sector]:
    """Return the sectors with a species' populated planets, then those with its ships.

    No sector appears twice. Ships that fled from combat have no position until they jump.
    """
    planets = (c.place.sector for c in species.living_colonies() if c.populated)
    ships = (s.place.sector for s in species.living_ships() if s.where not in _IN_TRANSIT)
    return list(dict.fromkeys((*planets, *ships)))


def locations(empires: Iterable[Species]) -> dict[Sector, list[Species]]:
    """Return the species in each sector, in the order of species and of their sectors."""
    present: dict[Sector, list[Species]] = {}
    for species in empires:
        for sector in sectors_of(species):
            present.setdefault(sector, []).append(species)
    return present


def meet(empires: Sequence[Species]) -> None:
    """Introduce each species to those that are visible where it is (FH-MISC-006)."""
    visible = {species.id: _visible(species) for species in empires}
    for sector, present in locations(empires).items():
        for species in present:
            for other in present:
                if other is species or other.id in species.met:
                    continue
                if _sees(species, visible[other.id][sector]):
                    _introduce(empires, species, other)


@define
class _SectorPresence:
    """A species in a sector, visible to all or only on the planets of hidden colonies."""

    openly: bool = False
    hidden: set[Place] = field(factory=set)


def _visible(species: Species) -> dict[Sector, _SectorPresence]:
    visible: dict[Sector, _SectorPresence] = defaultdict(_SectorPresence)
    for ship in species.living_ships():
        if ship.where in _VISIBLE and not ship.distorted:
            visible[ship.place.sector].openly = True
    for colony in species.living_colonies():
        if colony.populated and colony.hidden:
            visible[colony.place.sector].hidden.add(colony.place)
        elif colony.populated:
            visible[colony.place.sector].openly = True
    return visible


def _sees(species: Species, presence: _SectorPresence) -> bool:
    return presence.openly or any(
        colony.populated and colony.place in presence.hidden for colony in species.living_colonies()
    )


def _introduce(empires: Sequence[Species], species: Species, other: Species) -> None:
    met = {*species.met, other.id}
    species.met = [e.id for e in empires if e.id in met]
