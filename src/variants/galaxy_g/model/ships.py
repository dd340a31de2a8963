"""Ship types, the technology of ships, groups of identical ships, and fleets of groups."""

from __future__ import annotations

from functools import cached_property

from attrs import define, field, frozen

from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.model.planets import Amount, Cargo, Count, PlanetId, PlanetOrNone


@frozen
class Design:
    """The five numbers of a ship type (GG-DSN-001)."""

    drive: Amount
    attacks: Count
    weapons: Amount
    shields: Amount
    cargo: Amount

    @property
    def weapons_mass(self) -> float:
        """Mass of guns: each attack after the first adds half the weapons number (GG-DSN-006)."""
        if not self.attacks:
            return 0.0
        return self.weapons + (self.attacks - 1) * self.weapons / 2

    @cached_property
    def mass(self) -> float:
        """Mass without cargo (GG-DSN-006)."""
        return self.drive + self.weapons_mass + self.shields + self.cargo

    @cached_property
    def armed(self) -> bool:
        return self.attacks > 0

    @property
    def warship(self) -> bool:
        """True if a WAR route takes it: it has guns and no cargo hold (GG-ROU-009)."""
        return self.armed and self.cargo == 0

    @property
    def numbers(self) -> tuple[float, int, float, float, float]:
        """The numbers in the order of a D order."""
        return self.drive, self.attacks, self.weapons, self.shields, self.cargo


def design_fault(design: Design) -> tuple[str, str, str] | None:
    """The fault of a design: the number's name, the reason, and the remedy.

    None if it can be built (GG-DSN-003, GG-DSN-004, GG-DSN-005).
    """
    if design.attacks < 0:
        return "attacks", f"{design.attacks} attacks: at least 0", "write a whole number from 0 on"
    for name in ("drive", "weapons", "shields", "cargo"):
        value = getattr(design, name)
        if value != 0 and value < 1:
            return name, f"{name} {value:g}: it must be 0 or at least 1", f"write {name} 0 or 1"
    if design.attacks and not design.weapons:
        return "weapons", "attacks without weapons", "give weapons of at least 1, or attacks 0"
    if design.weapons and not design.attacks:
        return "attacks", "weapons without attacks", "give at least 1 attack, or weapons 0"
    if not any(design.numbers):
        return "drive", "all five numbers are 0", "give at least one component"
    return None


@frozen(kw_only=True)
class Techs:
    """Four technology levels, of a race or of the ships of a group."""

    drive: Amount = field(default=0.0)
    weapons: Amount = field(default=0.0)
    shields: Amount = field(default=0.0)
    cargo: Amount = field(default=0.0)

    @property
    def sum(self) -> float:
        """The tech sum (GG-TEC-002)."""
        return self.drive + self.weapons + self.shields + self.cargo

    @property
    def levels(self) -> tuple[float, float, float, float]:
        """Drive, weapons, shields and cargo (GG-TEC-001)."""
        return self.drive, self.weapons, self.shields, self.cargo

    def lacks(self, design: Design) -> bool:
        """True if a component of the design has no technology at all."""
        return any(getattr(design, area) and not getattr(self, area) for area in AREAS)

    def fitting(self, design: Design) -> Techs:
        """These levels for ships of a design: 0 for missing components (GG-GRP-002)."""
        return Techs(**{a: getattr(self, a) if getattr(design, a) else 0.0 for a in AREAS})


@define(kw_only=True)
class ShipType:
    """A ship type designed by a race; renaming keeps `id`."""

    id: str
    name: str
    design: Design


@define(kw_only=True)
class Group:
    """Identical ships of one race, with the same type, techs, load and place.

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
        """True if it is leaving or in flight, so that only H acts on it (GG-MOV-006)."""
        return bool(self.to)


@define(kw_only=True)
class Fleet:
    """A named set of groups that move together (GG-FLT-001); renaming keeps `id`."""

    id: str
    name: str
