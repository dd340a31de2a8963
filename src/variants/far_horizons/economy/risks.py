"""Risks of jumps, old telescopes, interceptions and sieges; numbers of disguised species."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from horizons_core.limits import number
from horizons_core.sums import ordered_sum
from variants.far_horizons.model import WORMHOLED, Ship, Species

CERTAIN = 10_000  #: certainty as a chance in hundredths of a percent


@frozen(kw_only=True, slots=False)
class Risks:
    """Chances and prices of risks. Tonnages are in units of 10,000 tons."""

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
        """Return whether a ship is too large to be intercepted; never after using a wormhole.

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


@frozen
class SpoilsClaimant:
    """A besieger of a colony that is being assimilated.

    Attributes:
        weight: strength of its besieging ships; may have a fraction.
        base: its own base on the planet, including units being installed.
    """

    weight: Fraction
    base: int


@frozen(kw_only=True, slots=False)
class Sieges:
    """Rules of sieges, whose effects are in percent."""

    #: maximum effect of a siege, and chance of detection by residents (FH-SIEGE-004, FH-SIEGE-015)
    most_siege: int = number(95, 0, 99)

    #: whether each ship's strength is rounded down rather than the siege's (FH-SIEGE-002)
    sieges_round_each_ship: bool = False
    #: whether intercepted ships survive if their owners produced nothing (FH-INTERCEPT-008)
    idle_ships_are_spared: bool = False
    #: whether besiegers get the inventory of a colony that they assimilate (FH-ASSIM-005)
    inventories_are_inherited: bool = True
    #: whether a lost colony keeps the units of the next order form (FH-ASSIM-005)
    plans_outlast_colonies: bool = False

    def assimilated_shares(
        self, besiegers: Sequence[SpoilsClaimant], mining: int, manufacturing: int
    ) -> list[tuple[int, int]]:
        """Return each besieger's share of both bases, before half of it is lost (FH-ASSIM-006).

        Shares are proportional to the strength of the besieging ships.
        """
        weights = ordered_sum(Fraction(sharer.weight) for sharer in besiegers)
        return [
            (int(sharer.weight * mining / weights), int(sharer.weight * manufacturing / weights))
            for sharer in besiegers
        ]

    def siege_effectiveness(self, strength: Fraction, worth: int) -> int:
        """Return the effectiveness of a siege by its strength (FH-SIEGE-002, FH-SIEGE-004).

        `strength` is in quarters of 10,000 tons, times the besiegers' Military and divided by that
        of the besieged plus 1. `worth` is the output of the planet's bases at its owner's levels,
        without any reduction.
        """
        if worth == 0:
            return self.most_siege
        return min(self.most_siege, int(2500 * Fraction(strength) / worth))

    def detection_chance(self, siege: int, *, resident: bool) -> int:
        """Return the chance that besiegers notice work on ships and defenses, in percent.

        `resident` means that some of them live on the planet (FH-SIEGE-014, FH-SIEGE-015).
        """
        return self.most_siege if resident else siege

    def told_besiegers(self, owners: Sequence[int]) -> Sequence[int]:
        """Return the owners who learn of a discovery, without duplicates, from those of the ships.

        (FH-SIEGE-022)
        """
        return list(dict.fromkeys(owners))
