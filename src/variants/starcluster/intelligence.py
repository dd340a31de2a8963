"""Intelligence: prices and chances of operations (SC-ESP-001, SC-ESP-002, SC-ESP-003).

A part of the economy (`StarclusterEconomy.intelligence`). Prices are in hundredths of an MC.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from horizons_core.limits import number
from variants.starcluster.constants import MC
from variants.starcluster.model.races import HIGH

SURVEY, REPORT, STEAL, POOL = "SURVEY", "REPORT", "STEAL", "POOL"
PROJECT, INCITE, GUARD = "PROJECT", "INCITE", "GUARD"
#: Price in MC (for STEAL per level) and base chance of each operation (SC-ESP-003).
OPERATIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        SURVEY: (500, 60),
        REPORT: (1000, 60),
        STEAL: (5000, 25),
        POOL: (2000, 40),
        PROJECT: (3000, 30),
        INCITE: (3000, 35),
    }
)


@frozen(kw_only=True)
class Intelligence:
    """Costs and chances of operations.

    Attributes:
        operations: the price in MC and the base chance in percent of each operation.
        guard: MC for a turn on guard.
        step: MC per step of the rating, times the new rating (SC-ESP-001).
        per_step: percent for each step of difference between the ratings (SC-ESP-002).
        loyal: penalty in percent against a target of high chauvinism.
        watched: penalty in percent against a target on guard.
        least, most: limits of chances.
        betrayed: the lowest roll with which an operation fails and is exposed (SC-ESP-004).
        exposed: rolls of 1d100 up to this expose the author of a failure.
    """

    operations: Mapping[str, tuple[int, int]] = number(OPERATIONS)
    guard: int = number(1000)
    step: int = number(5000)
    per_step: int = number(10, 0, 100)
    loyal: int = number(10, 0, 100)
    watched: int = number(20, 0, 100)
    least: int = number(5, 0, 100)
    most: int = number(95, 0, 100)
    betrayed: int = number(96, 1, 101)
    exposed: int = number(50, 0, 100)

    def rating_price(self, rating: int) -> int:
        """The price of raising the rating to this value (SC-ESP-001)."""
        return MC * self.step * rating

    def highest_rating(self, el: int) -> int:
        """The highest rating of an empire of this EL (SC-ESP-001)."""
        return el + 1

    def price(self, operation: str, level: int = 1) -> int:
        """The price of an operation; `level` is that of the technology to steal (SC-ESP-003)."""
        price, _ = self.operations[operation]
        return MC * price * (level if operation == STEAL else 1)

    def guard_price(self) -> int:
        """The price of a turn on guard (SC-ESP-003)."""
        return MC * self.guard

    def chance(
        self, operation: str, rating: int, against: int, chauvinism: int, *, guarded: bool
    ) -> int:
        """The chance of an operation in percent (SC-ESP-002).

        `rating` is the author's, `against` and `chauvinism` are the target's.
        """
        _, base = self.operations[operation]
        chance = base + self.per_step * (rating - against)
        chance -= self.loyal if chauvinism == HIGH else 0
        chance -= self.watched if guarded else 0
        return min(self.most, max(self.least, chance))

    def succeeds(self, roll: int, chance: int) -> bool:
        """True if a roll of 1d100 succeeds; the highest never do (SC-ESP-002, SC-ESP-004)."""
        return roll <= chance and roll < self.betrayed
