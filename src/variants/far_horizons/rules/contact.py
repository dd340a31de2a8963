"""Where species are, and whom they meet there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from attrs import define, field

from variants.far_horizons.model import Place, Sector, Species, Where

_VISIBLE = (Where.ORBIT, Where.DEEP_SPACE)
_IN_TRANSIT = (Where.WITHDREW, Where.FORCED)


def sectors_of(species: Species) -> list[Sector]:
    """The sectors with its populated planets, then those with its ships, each once.

    Ships that fled from combat are nowhere until they have jumped.
    """
    planets = (c.place.sector for c in species.living_colonies() if c.populated)
    ships = (s.place.sector for s in species.living_ships() if s.where not in _IN_TRANSIT)
    return list(dict.fromkeys((*planets, *ships)))


def locations(empires: Iterable[Species]) -> dict[Sector, list[Species]]:
    """Who is where, in the order of species and of their sectors."""
    present: dict[Sector, list[Species]] = {}
    for species in empires:
        for sector in sectors_of(species):
            present.setdefault(sector, []).append(species)
    return present


def meet(empires: Sequence[Species]) -> None:
    """Every species meets those that show themselves where it is, too (FH-MISC-006)."""
    shown = {species.id: _shown(species) for species in empires}
    for sector, present in locations(empires).items():
        for species in present:
            for other in present:
                if other is species or other.id in species.met:
                    continue
                if _sees(species, shown[other.id][sector]):
                    _introduce(empires, species, other)


@define
class _Shown:
    """What a species shows in a sector: something to everybody, or colonies that hide."""

    openly: bool = False
    hidden: set[Place] = field(factory=set)


def _shown(species: Species) -> dict[Sector, _Shown]:
    shown: dict[Sector, _Shown] = defaultdict(_Shown)
    for ship in species.living_ships():
        if ship.where in _VISIBLE and not ship.distorted:
            shown[ship.place.sector].openly = True
    for colony in species.living_colonies():
        if colony.populated and colony.hidden:
            shown[colony.place.sector].hidden.add(colony.place)
        elif colony.populated:
            shown[colony.place.sector].openly = True
    return shown


def _sees(species: Species, shown: _Shown) -> bool:
    return shown.openly or any(
        colony.populated and colony.place in shown.hidden for colony in species.living_colonies()
    )


def _introduce(empires: Sequence[Species], species: Species, other: Species) -> None:
    met = {*species.met, other.id}
    species.met = [each.id for each in empires if each.id in met]
