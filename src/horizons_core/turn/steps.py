"""A measure of the work of a check or forecast, the same on every machine."""

from __future__ import annotations

from attrs import define

from horizons_core.errors import TooManyStepsError


@define
class Steps:
    """A counter of steps, with a limit.

    A step is a line of orders, an attempted order, an event, a booking, a remark or a stream.

    Attributes:
        most: the limit; None for no limit.
        taken: the steps so far.
    """

    most: int | None = None
    taken: int = 0

    def take(self, count: int = 1) -> None:
        """Count steps; raises TooManyStepsError beyond the limit."""
        self.taken += count
        if self.most is not None and self.taken > self.most:
            raise TooManyStepsError(
                f"these orders take more than {self.most:,} steps to check: lines, orders tried,"
                " events and bookings together",
                "leave out lines that repeat others or change nothing",
            )
