"""Sieges: their effects, and what besiegers notice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from horizons_core.limits import number
from horizons_core.sums import ordered_sum


@frozen
class SpoilsClaimant:
    """A besieger of a colony that is assimilated.

    Attributes:
        weight: strength of its besieging ships; may have a fraction.
        base: its own base on the planet, including units being installed.
    """

    weight: Fraction
    base: int


@frozen(kw_only=True, slots=False)
class Sieges:
    """Effects of sieges are in percent."""

    #: the highest effect of a siege, and the detection by residents (FH-SIEGE-004, FH-SIEGE-015)
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

        `resident`: some of them live on the planet (FH-SIEGE-014, FH-SIEGE-015).
        """
        return self.most_siege if resident else siege

    def told_besiegers(self, owners: Sequence[int]) -> Sequence[int]:
        """Return the owners told of a discovery, each once, from the owners of besieging ships.

        (FH-SIEGE-022)
        """
        return list(dict.fromkeys(owners))
