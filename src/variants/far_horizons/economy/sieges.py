"""What a siege takes, and what besiegers notice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from horizons_core.limits import number
from horizons_core.sums import ordered_sum


@frozen
class Sharer:
    """A besieger of a colony that is assimilated.

    Attributes:
        weight: what its ships there count; it may have a fraction.
        base: its own base on the planet, with what is being installed.
    """

    weight: Fraction
    base: int


@frozen(kw_only=True, slots=False)
class Sieges:
    """Effects of sieges are in percent."""

    #: what a siege can do at most, and detect besiegers on the planet (FH-SIEGE-004, FH-SIEGE-015)
    most_siege: int = number(95, 0, 99)

    #: whether fractions of each ship's strength are dropped, not of the siege's (FH-SIEGE-002)
    sieges_round_each_ship: bool = False
    #: whether intercepted ships live on if their owners produced nothing (FH-INTERCEPT-008)
    idle_ships_are_spared: bool = False
    #: whether besiegers get the inventory of a colony that they assimilate (FH-ASSIM-005)
    inventories_are_inherited: bool = True
    #: whether the next order form installs units in a colony that is lost (FH-ASSIM-005)
    plans_outlast_colonies: bool = False

    def assimilated_shares(
        self, besiegers: Sequence[Sharer], mining: int, manufacturing: int
    ) -> list[tuple[int, int]]:
        """What each besieger gets of both bases, before half of it is lost (FH-ASSIM-006).

        Shares go by the strength of the ships that besiege the colony.
        """
        weights = ordered_sum(Fraction(one.weight) for one in besiegers)
        return [
            (int(one.weight * mining / weights), int(one.weight * manufacturing / weights))
            for one in besiegers
        ]

    def siege_effectiveness(self, strength: Fraction, worth: int) -> int:
        """How effective a siege is, by the besiegers' strength (FH-SIEGE-002, FH-SIEGE-004).

        `strength` is in quarters of 10,000 tons, times Military of the besiegers and divided by
        that of the besieged and 1. `worth` is what the planet's bases make at its owner's levels,
        without any reduction.
        """
        if worth == 0:
            return self.most_siege
        return min(self.most_siege, int(2500 * Fraction(strength) / worth))

    def detection_chance(self, siege: int, *, resident: bool) -> int:
        """The chance that besiegers notice work on ships and defenses, in percent.

        `resident`: some of them live on the planet (FH-SIEGE-014, FH-SIEGE-015).
        """
        return self.most_siege if resident else siege

    def told_besiegers(self, owners: Sequence[int]) -> Sequence[int]:
        """Who is told of a discovery, by the owners of the ships that besiege: each once.

        (FH-SIEGE-022)
        """
        return list(dict.fromkeys(owners))
