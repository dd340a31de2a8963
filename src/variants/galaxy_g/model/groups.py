"""Groups of ships that are alike, and fleets of groups."""

from __future__ import annotations

from attrs import define, field

from variants.galaxy_g.model.limits import Amount, Cargo, Count, PlanetId, PlanetOrNone
from variants.galaxy_g.model.ships import Techs


@define(kw_only=True)
class Group:
    """Ships of one race that are alike: type, techs, load and place.

    `at` is the planet where it is, or from which it is coming. `to` is where it was sent, `left`
    the light years to go; `under_way` says that it is in hyperspace, `intercepts` that step 6
    decides whereto it goes. `load` is per ship. `fleet` is a fleet's id, or "".
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
        """Whether it is leaving or on its way: no order but H acts on it (GG-MOV-006)."""
        return bool(self.to)


@define(kw_only=True)
class Fleet:
    """A named set of groups that move as one (GG-FLT-001); `id` stays when it is renamed."""

    id: str
    name: str
