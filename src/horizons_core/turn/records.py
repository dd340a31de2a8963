"""Records of a turn in progress, such as the battles fought."""

from __future__ import annotations

from attrs import define, frozen

from horizons_core.combat import Battle
from horizons_core.errors import TooManyStepsError


@frozen
class FoughtBattle:
    """A battle of a turn: run 0 of the battle that the variant's resolver simulates.

    Attributes:
        phase: the name of the phase.
        place: its place, as in events; None for no particular place.
        battle: the resolver's input.
        key: the key of its dice.
        empires: the ids of the empires of each side, in the order of the sides.
    """

    phase: str
    place: str | None
    battle: Battle
    key: int
    empires: tuple[tuple[str, ...], ...]


@define
class Steps:
    """A counter of steps, with a limit.

    A step is a line of orders, an attempted order, an event, a booking, a remark or a stream.

    Attributes:
        limit: the maximum; None for no limit.
        taken: the steps so far.
    """

    limit: int | None = None
    taken: int = 0

    def take(self, count: int = 1) -> None:
        """Count steps; raises TooManyStepsError beyond the limit."""
        self.taken += count
        if self.limit is not None and self.taken > self.limit:
            raise TooManyStepsError(
                f"these orders take more than {self.limit:,} steps to check: lines, orders tried,"
                " events and bookings together",
                "leave out lines that repeat others or change nothing",
            )
