"""Risks: jumps, old telescopes, interceptions; and the numbers of disguised species."""

from __future__ import annotations

from attrs import frozen

from horizons_core.limits import number
from variants.far_horizons.model import WORMHOLED, Ship, Species

CERTAIN = 10_000  #: certainty as a chance in hundredths of a percent


@frozen(kw_only=True, slots=False)
class Risks:
    """Tonnages are in units of 10,000 tons."""

    #: the price of intercepting 10,000 tons of a warship (FH-INTERCEPT-005)
    interception_price: int = number(100)
    #: the largest warship that can be intercepted (FH-INTERCEPT-009)
    largest_intercepted: int = number(5)
    #: the largest transport that can be intercepted (FH-INTERCEPT-009)
    largest_intercepted_transport: int = number(20)

    def mishap_chance(self, squared: int, gravitics: int, age: int = 0) -> int:
        """Return the chance that a jump goes wrong, in hundredths of a percent.

        `squared` is the square of the distance in parsecs, `age` that of the ship. Without
        Gravitics a jump always goes wrong (FH-MISHAP-001, FH-MISHAP-003).
        """
        chance = 100 * squared // gravitics if gravitics > 0 else CERTAIN
        if chance >= CERTAIN:
            return CERTAIN
        success = CERTAIN - chance
        if age > 0:
            success -= 2 * age * success // 100
        return CERTAIN - success

    def aged_chance(self, chance: int, age: int) -> int:
        """Reduce a telescope's chance in percent for its starbase's age (FH-AGE-005)."""
        chance = max(0, min(chance, 100))
        return chance - 2 * max(age, 0) * chance // 100

    def interception_cost(self, ship: Ship) -> int:
        """Return the price of destroying an arriving ship (FH-INTERCEPT-005, FH-INTERCEPT-006)."""
        return self.interception_price * ship.tonnage // (10 if ship.transport else 1)

    def escapes_interception(self, ship: Ship) -> bool:
        """Tell whether a ship is too large to be intercepted; never after using a wormhole.

        (FH-INTERCEPT-009, FH-INTERCEPT-010.)
        """
        transport = ship.transport
        largest = self.largest_intercepted_transport if transport else self.largest_intercepted
        return ship.tonnage > largest and ship.moved != WORMHOLED

    def distortion_number(self, species: Species) -> int:
        """Return the number shown for a species with disguised ships (FH-FD-005)."""
        return species.distortion or self.computed_distortion(species)

    def computed_distortion(self, species: Species) -> int:
        """Return the number used until one is drawn.

        It follows from the species' number and its initial Life Support this turn (FH-FD-005).
        """
        number, level = species.number, species.techs["LS"].initial
        mixed = 4 * (number % 16) + number // 16 % 16
        return (level % 5 + 3) * mixed + level % 11 + 7
