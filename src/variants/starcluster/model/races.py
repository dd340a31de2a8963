"""Races: statistics, advantages and disadvantages, and the modifiers they cause (SC-RACE)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from attrs import frozen

from horizons_core.sums import int_sum

#: The stage of the game in which races are chosen (SC-RACE-018).
RACE = "race"
#: The values of a statistic (SC-RACE-002).
LOW, HIGH = 33, 66
#: The legal arrays of RD, RC and RM, with the points that they grant (SC-RACE-008).
ARRAYS: Mapping[tuple[int, int, int], int] = MappingProxyType(
    {
        (66, 66, 33): 0,
        (66, 33, 66): 0,
        (33, 66, 66): 0,
        (66, 33, 33): 1,
        (33, 66, 33): 1,
        (33, 33, 66): 1,
        (33, 33, 33): 2,
    }
)
#: Each advantage with the disadvantage that is its opposite (SC-RACE-011, SC-RACE-012).
OPPOSITES: Mapping[str, str] = MappingProxyType(
    {
        "Wealthy": "Poor",
        "Adaptable": "Specialized",
        "Prolific": "Slow Growth",
        "Creative": "Stolid",
        "Warrior Culture": "Pacifist Culture",
        "Industrialist": "Agriculturalist",
    }
)
ADVANTAGES, DISADVANTAGES = tuple(OPPOSITES), tuple(OPPOSITES.values())
#: Points that each race may spend on advantages, before its array and disadvantages (SC-RACE-009).
POINTS = 1


@frozen(kw_only=True)
class Race:
    """A race, by default that of SC-RACE-018.

    Attributes:
        array: its determination, chauvinism and militancy (RD, RC, RM).
        traits: its advantages and disadvantages.
        short_range, long_range: the codes of the weapons it starts with.
    """

    array: tuple[int, int, int] = (66, 66, 33)
    traits: tuple[str, ...] = ("Industrialist",)
    short_range: str = "L"
    long_range: str = "K"

    @property
    def determination(self) -> int:
        return self.array[0]

    @property
    def chauvinism(self) -> int:
        return self.array[1]

    @property
    def militancy(self) -> int:
        return self.array[2]

    @property
    def points(self) -> int:
        """Points available for advantages (SC-RACE-009)."""
        return POINTS + ARRAYS[self.array] + int_sum(t in DISADVANTAGES for t in self.traits)

    @property
    def spent(self) -> int:
        """The cost of its advantages (SC-RACE-010)."""
        return int_sum(trait in ADVANTAGES for trait in self.traits)

    @property
    def wealth(self) -> int:
        """The Global Wealth Modifier, in MC for each system (SC-ECO-002)."""
        return 2 * self._balance("Wealthy")

    @property
    def wealth_of_systems(self) -> int:
        """Modifier added to the Wealth Modifier of each system (SC-RACE-004)."""
        return -1 if self.determination == LOW else 0

    @property
    def growth(self) -> int:
        """The Global Growth Modifier (SC-RACE-014)."""
        return self._balance("Prolific") + (-1 if self.determination == LOW else 0)

    @property
    def habitability(self) -> int:
        """Modifier added to the range of habitability (SC-RACE-013)."""
        return self._balance("Adaptable") + (-1 if self.determination == LOW else 0)

    @property
    def research(self) -> Fraction:
        """Factor on chances of breakthroughs (SC-RACE-015)."""
        return 1 + Fraction(5 * self._balance("Creative"), 100)

    @property
    def combat(self) -> Fraction:
        """Factor on offensive ratings and ground strength (SC-RACE-016)."""
        return 1 + Fraction(5 * self._balance("Warrior Culture"), 100)

    @property
    def ship_price(self) -> Fraction:
        """Factor on prices of Large Units (SC-RACE-017)."""
        return 1 - Fraction(5 * self._balance("Industrialist"), 100)

    @property
    def military_price(self) -> Fraction:
        """Factor on prices of military units and installations (SC-RACE-007)."""
        return Fraction(1, 2) if self.militancy == HIGH else Fraction(1)

    def _balance(self, advantage: str) -> int:
        """1 with an advantage, -1 with its opposite, 0 with neither."""
        return (advantage in self.traits) - (OPPOSITES[advantage] in self.traits)
