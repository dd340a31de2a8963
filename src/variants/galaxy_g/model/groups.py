"""Groups of equal ships, and fleets of groups."""

from __future__ import annotations

from attrs import define, field

from variants.galaxy_g.model.limits import Amount, Cargo, Count, PlanetId, PlanetOrNone
from variants.galaxy_g.model.ships import Techs


@define(kw_only=True)
class Group:
    """Equal ships of one race: same type, techs, load and place.

    `at` is the planet where it is, or its origin in hyperspace. `to` is its destination, `left` the
    light years to go; `under_way` means that it is in hyperspace, `intercepts` that step 6 decides
    its destination. `load` is per ship. `fleet` is a fleet's id, or "".
    """

    number: Count = field(default=0)
    type: str
    ships: Count
    techs: Techs
    at: PlanetId
    cargo: Cargo = field(default="")
    load: Amount = field(default=0.0)
    fleet: str = field(default="")
    to: PlanetOrNone = field(default="")
    left: Amount = field(default=0.0)
    under_way: bool = field(default=False)
    intercepts: bool = field(default=False)

    @property
    def sent(self) -> bool:
        """True if it is leaving or in flight, when only H acts on it (GG-MOV-006)."""
        return bool(self.to)


@define(kw_only=True)
class Fleet:
    """A named set of groups that move together (GG-FLT-001); renaming keeps `id`."""

    id: str
    name: str
