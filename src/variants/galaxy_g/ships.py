"""What a ship is by its five numbers: mass, speed, room, attack and defence (GG-DSN, GG-MOV).

All formulas take plain numbers and give plain numbers, the same on every machine.
"""

from __future__ import annotations

from attrs import frozen

from variants.galaxy_g.constants import LIGHT_YEARS, POINTS_PER_MASS
from variants.galaxy_g.exact import cbrt

#: The mass of the ship whose defence is its shields number (GG-CBT-012).
_MASS_OF_EVEN_DEFENCE = 30.0
_DEFENCE_FACTOR = cbrt(_MASS_OF_EVEN_DEFENCE)


@frozen
class Design:
    """The five numbers of a ship type (GG-DSN-001)."""

    drive: float
    attacks: int
    weapons: float
    shields: float
    cargo: float

    @property
    def weapons_mass(self) -> float:
        """Each attack beyond the first adds half the weapons number (GG-DSN-006)."""
        if not self.attacks:
            return 0.0
        return self.weapons + (self.attacks - 1) * self.weapons / 2

    @property
    def mass(self) -> float:
        """Mass without cargo (GG-DSN-006)."""
        return self.drive + self.weapons_mass + self.shields + self.cargo

    @property
    def cost(self) -> float:
        """Production points that one such ship takes, besides materials (GG-BLD-001)."""
        return POINTS_PER_MASS * self.mass

    @property
    def armed(self) -> bool:
        return self.attacks > 0

    @property
    def warship(self) -> bool:
        """Whether a WAR route takes it: guns and no cargo room (GG-ROU-009)."""
        return self.armed and self.cargo == 0

    @property
    def numbers(self) -> tuple[float, int, float, float, float]:
        """The numbers in the order of a D order."""
        return self.drive, self.attacks, self.weapons, self.shields, self.cargo


def design_fault(design: Design) -> tuple[str, str, str] | None:
    """What is wrong with a design: the number's name, why, and the remedy (GG-DSN-003 to -005).

    None if it can be built.
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


def capacity(design: Design, cargo_tech: float) -> float:
    """Cargo that one ship carries: tech * (c + c^2/10) (GG-CRG-001)."""
    return cargo_tech * (design.cargo + design.cargo * design.cargo / 10)


def total_mass(design: Design, load: float, cargo_tech: float) -> float:
    """Mass of one ship with its load, which counts for 1/tech of its weight (GG-MOV-003)."""
    return design.mass + (load / cargo_tech if load else 0.0)


def speed(design: Design, drive_tech: float, load: float, cargo_tech: float) -> float:
    """Light years a turn (GG-MOV-002)."""
    if not design.drive:
        return 0.0
    return LIGHT_YEARS * design.drive * drive_tech / total_mass(design, load, cargo_tech)


def attack_power(design: Design, weapons_tech: float) -> float:
    """The power of each shot (GG-CBT-007)."""
    return design.weapons * weapons_tech


def defence_power(design: Design, shields_tech: float) -> float:
    """Shields, diluted by the ship's size; cargo does not count (GG-CBT-008, GG-CBT-009)."""
    return design.shields * shields_tech * _DEFENCE_FACTOR / cbrt(design.mass)
