"""A clock for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from attrs import define, field


@define
class SetClock:
    """A clock that moves only if the test moves it."""

    time: datetime = field(factory=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC))

    def __call__(self) -> datetime:
        """Return the current time of the clock."""
        return self.time

    def advance(self, **parts: float) -> None:
        """Move the clock forward."""
        self.time += timedelta(**parts)
