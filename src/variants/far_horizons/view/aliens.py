"""What a species sees of others: in every sector where it has people or ships (FH-SCAN-004)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import Colony, Place, Sector, Ship, Species, Status, Where
from variants.far_horizons.view.disguise import DISGUISE, Disguise
from variants.far_horizons.view.hulls import hull
from variants.far_horizons.view.sector_index import IN_TRANSIT, SectorIndex
from variants.far_horizons.view.shapes import AlienPlanetShown, AlienSectorShown, AlienShipShown


def aliens(
    species: Species,
    index: SectorIndex,
    disguise: Disguise = DISGUISE,
    economy: Economy = RULEBOOK_ECONOMY,
) -> list[AlienSectorShown]:
    """The sectors in which others are seen, each with the planets and ships seen there."""
    inhabited = {colony.place for colony in species.living_colonies() if colony.populated}
    watch = _Watch(species, index, inhabited, disguise, economy)
    seen = (watch.seen_in(sector) for sector in watched_sectors(species))
    return [sector for sector in seen if sector.order]


def watched_sectors(species: Species) -> list[Sector]:
    """Where a species can see: its populated planets first, then its ships.

    A ship destroyed in the strikes sees nothing more (FH-STRIKE-005).
    """
    # FH-SCAN-004
    colonies = (c.place.sector for c in species.living_colonies() if c.populated)
    # FH-SCAN-004
    ships = (s.place.sector for s in species.living_ships() if s.where not in IN_TRANSIT)
    return list(dict.fromkeys((*colonies, *ships)))


@frozen
class _Watch:
    """A species that looks around; `inhabited` are the planets where its own people live."""

    species: Species
    index: SectorIndex
    inhabited: set[Place]
    disguise: Disguise
    economy: Economy

    def seen_in(self, sector: Sector) -> AlienSectorShown:
        own = self.index.presence(sector, self.species)
        system = own.colonies[0].name if own and own.colonies else ""
        shown = AlienSectorShown(sector=sector, system=system, planets=[], ships=[], order=[])
        disguised: list[AlienShipShown] = []
        for other, presence in self.index.others(sector, self.species):
            for colony in self._visible_colonies(presence.colonies):
                shown.order.append(["planets", len(shown.planets)])
                shown.planets.append(_planet(other, colony, shared=colony.place in self.inhabited))
            for ship in self._visible_ships(presence.ships):
                if ship.distorted and not self.disguise.by_species:
                    disguised.append(self._ship(other, ship))
                else:
                    _add_ship(shown, self._ship(other, ship))
        for hidden in sorted(disguised, key=_looks):
            _add_ship(shown, hidden)
        return shown

    def _visible_colonies(self, colonies: list[Colony]) -> Iterator[Colony]:
        """Populated planets; hidden ones where one has people too."""
        for colony in filter(lambda colony: colony.populated, colonies):
            # FH-HIDE-005, FH-HIDE-007, FH-HIDE-008
            if not colony.hidden or colony.place in self.inhabited:
                yield colony

    def _visible_ships(self, ships: list[Ship]) -> Iterator[Ship]:
        """Ships in space; those on the ground or in a yard only where one has people too.

        (FH-LAND-006, FH-LAND-007, FH-LAND-008, FH-SCAN-005.) That a colony hides does not count
        (FH-HIDE-006).
        """
        for ship in ships:
            if ship.where not in (Where.BUILDING, Where.LANDED) or ship.place in self.inhabited:
                yield ship

    def _ship(self, owner: Species, ship: Ship) -> AlienShipShown:
        """What others see of a ship: all that shows outside, or a disguise (FH-FD-003)."""
        shown = AlienShipShown(**hull(ship), age=ship.age, species=owner.name)
        if ship.distorted:
            shown.name, shown.sub_light, shown.age = "???", False, None
            shown.species = str(self.economy.distortion_number(owner))
        return shown


def _add_ship(shown: AlienSectorShown, ship: AlienShipShown) -> None:
    shown.order.append(["ships", len(shown.ships)])
    shown.ships.append(ship)


def _looks(ship: AlienShipShown) -> tuple[object, ...]:
    """An order of ships in disguise that tells nothing of whose they are (FH-FD-003)."""
    return (int(ship.species), ship.orbit, -ship.tonnage, ship.class_, ship.where)


def _planet(owner: Species, colony: Colony, *, shared: bool) -> AlienPlanetShown:
    return AlienPlanetShown(
        kind=_kind(colony),
        name=colony.name,
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
    """An economic base in tenths as others see it, whole or to the next ten; None for none.

    (FH-SCAN-006)
    """
    if not base:
        return None
    return truncated(base + 5, 10) if base < 100 else 10 * ((base + 50) // 100)
