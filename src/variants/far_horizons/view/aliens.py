"""What a species sees of others: in every sector where it has people or ships (economy 10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.model import Colony, Place, Sector, Ship, Species, Status, Where
from variants.far_horizons.rules.distortion import is_distorted
from variants.far_horizons.view.atlas import IN_TRANSIT, Atlas
from variants.far_horizons.view.ships import alien_ship


def aliens(species: Species, atlas: Atlas, habits: Habits = RULEBOOK) -> list[dict[str, Any]]:
    """The sectors in which others are seen, each with the planets and ships seen there.

    A sector is {"sector", "system", "planets", "ships", "order"}: "system" is the species' own
    first named planet there or "". "order" tells in which order a classic report lists them, as
    pairs of "planets" or "ships" and an index.
    """
    inhabited = {colony.place for colony in species.living_colonies() if colony.populated}
    seen = (
        _sector(species, sector, inhabited, atlas, habits) for sector in watched_sectors(species)
    )
    return [sector for sector in seen if sector["order"]]


def watched_sectors(species: Species) -> list[Sector]:
    """Where a species can see: its populated planets first, then its ships."""
    colonies = (c.place.sector for c in species.living_colonies() if c.populated)
    ships = (s.place.sector for s in species.living_ships() if s.where not in IN_TRANSIT)
    return list(dict.fromkeys((*colonies, *ships)))


def _sector(
    species: Species, sector: Sector, inhabited: set[Place], atlas: Atlas, habits: Habits
) -> dict[str, Any]:
    planets: list[dict[str, Any]] = []
    ships: list[dict[str, Any]] = []
    disguised: list[dict[str, Any]] = []
    order: list[list[Any]] = []
    for other, presence in atlas.others(sector, species):
        for colony in _visible_colonies(presence.colonies, inhabited):
            order.append(["planets", len(planets)])
            planets.append(_alien_planet(other, colony, shared=colony.place in inhabited))
        for ship in _visible_ships(presence.ships, inhabited):
            if is_distorted(ship) and not habits.disguised_by_species:
                disguised.append(alien_ship(other, ship, habits))
                continue
            order.append(["ships", len(ships)])
            ships.append(alien_ship(other, ship, habits))
    for seen in sorted(disguised, key=_looks):
        order.append(["ships", len(ships)])
        ships.append(seen)
    own = atlas.presence(sector, species)
    system = own.colonies[0].name if own and own.colonies else ""
    return {
        "sector": list(sector),
        "system": system,
        "planets": planets,
        "ships": ships,
        "order": order,
    }


def _looks(ship: dict[str, Any]) -> tuple[Any, ...]:
    """An order of ships in disguise that tells nothing of whose they are (FH-FD-003)."""
    return (int(ship["species"]), ship["orbit"], -ship["tonnage"], ship["class"], ship["where"])


def _visible_colonies(colonies: list[Colony], inhabited: set[Place]) -> Iterator[Colony]:
    """Populated planets; hidden ones only where one has people too (FH-HIDE-005, -007)."""
    for colony in colonies:
        if colony.populated and (not colony.hidden or colony.place in inhabited):
            yield colony


def _visible_ships(ships: list[Ship], inhabited: set[Place]) -> Iterator[Ship]:
    """Ships in space; those on the ground or in a yard only where one has people too."""
    for ship in ships:
        if ship.where not in (Where.BUILDING, Where.LANDED) or ship.place in inhabited:
            yield ship


def _alien_planet(owner: Species, colony: Colony, *, shared: bool) -> dict[str, Any]:
    return {
        "kind": _kind(colony),
        "name": colony.name,
        "orbit": colony.place.orbit,
        "species": owner.name,
        "approximate_base": approximate_base(colony.base),
        "defenses": colony.items.get("PD", 0) if shared else 0,
        "shipyards": colony.shipyards if shared else 0,
        "hidden": bool(colony.hidden),
    }


def _kind(colony: Colony) -> str:
    if colony.has(Status.MINING):
        return "mining"
    if colony.has(Status.RESORT):
        return "resort"
    if colony.home:
        return "home"
    return "colony" if colony.base else "uncolonized"


def approximate_base(base: int) -> int | None:
    """An economic base, in tenths, as others see it: whole or to the next ten; None for none."""
    if not base:
        return None
    return (base + 5) // 10 if base < 100 else 10 * ((base + 50) // 100)
