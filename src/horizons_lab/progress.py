"""The progress of a study, with its rate and the time left."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import attrs

#: Number of latest games for the rate.
LATEST = 50


@attrs.frozen
class Progress:
    """The progress of a study.

    Attributes:
        done: number of finished games, including those of earlier runs.
        total: number of games; fewer are played if a rule stops the study.
        seconds: duration of this run.
        rate: latest games per second; 0 before the first one.
        left: estimated seconds for the rest; None before the first game.
    """

    done: int
    total: int
    seconds: float
    rate: float
    left: float | None

    def __str__(self) -> str:
        """Format it: "120 of 500 games, 3.1 a second, 2 min left"."""
        text = f"{self.done:,} of {self.total:,} games"
        if self.left is None:
            return text
        return f"{text}, {self.rate:.3g} a second, {_span(self.left)} left"


#: A callback that gets the progress after each game.
ProgressCallback = Callable[[Progress], None]


@attrs.define
class ProgressMeter:
    """Measures the progress of a study.

    Attributes:
        done: number of finished games.
        total: number of games.
        clock: returns the time in seconds, from any origin.
    """

    done: int
    total: int
    clock: Callable[[], float] = time.monotonic
    _began: float = attrs.field(init=False)
    _times: deque[float] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._began = self.clock()
        self._times = deque([self._began], maxlen=LATEST + 1)

    def game_ended(self) -> Progress:
        """Count a finished game."""
        now = self.clock()
        self.done += 1
        self._times.append(now)
        span = now - self._times[0]
        rate = (len(self._times) - 1) / span if span > 0 else 0.0
        left = (self.total - self.done) / rate if rate else None
        return Progress(self.done, self.total, now - self._began, rate, left)


def _span(seconds: float) -> str:
    """Format a span of time in one unit: "40 s", "12 min", "3.5 h"."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if seconds < 99.5 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
