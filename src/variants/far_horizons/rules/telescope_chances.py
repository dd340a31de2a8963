"""Chances of a telescope to see something, and to be noticed (FH-GT-006, FH-GT-008)."""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import Colony, Ship, Species


@frozen
class Observer:
    """An observing starbase: its species with its Gravitics, telescope units aboard, its age.

    The economy reduces chances for age (FH-AGE-005).
    """

    species: Species
    starbase: Ship
    economy: Economy = RULEBOOK_ECONOMY

    @property
    def gravitics(self) -> int:
        return self.species.level("GV")

    @property
    def units(self) -> int:
        return telescope_units(self.starbase)

    @property
    def range(self) -> int:
        """The range of sight in parsecs (FH-GT-002)."""
        return min(self.units // 2, self.gravitics // 10)

    def chance_of_planet(self, colony: Colony) -> int:
        """Return the chance to see a populated planet, in percent (FH-GT-006, FH-GT-011)."""
        chance = self.gravitics + self.units + truncated(colony.base - 500, 20)
        if colony.hiding or colony.hidden:
            chance = truncated(chance, 10)
        return self.economy.aged_chance(chance, self.starbase.age)

    def chance_of_ship(self, ship: Ship) -> int:
        """Return the chance to see a ship or starbase, in percent (FH-GT-006)."""
        chance = self.gravitics + self.units + ship.tonnage - 10
        if ship.starbase:
            chance *= 2
        elif ship.transport:
            chance = truncated(3 * chance, 2)
        return self.economy.aged_chance(chance, self.starbase.age)

    def chance_to_be_noticed(self, other: Species, ship: Ship) -> int:
        """Return the chance that an observed ship notices it, in percent (FH-GT-008)."""
        chance = 2 * (other.level("GV") - self.gravitics)
        if ship.starbase:
            chance += 2 * telescope_units(ship)
        return self.economy.aged_chance(chance, ship.age)


def telescope_units(ship: Ship) -> int:
    """Return the number of gravitic telescope units aboard."""
    return ship.cargo.get("GT", 0)
