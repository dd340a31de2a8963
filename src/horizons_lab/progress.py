"""How far a study is, how fast it goes, and how long it will take."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import attrs

#: Over how many of the latest games the rate is taken.
LATEST = 50


@attrs.frozen
class Progress:
    """How far a study is.

    Attributes:
        done: how many games are finished, those of earlier runs among them.
        total: how many there will be; fewer if a rule stops the study.
        seconds: how long this run has taken.
        rate: games a second of late; 0 before the first one.
        left: how many seconds the rest will take at that rate; None before the first game.
    """

    done: int
    total: int
    seconds: float
    rate: float
    left: float | None

    def __str__(self) -> str:
        """It in words: "120 of 500 games, 3.1 a second, 2 min left"."""
        told = f"{self.done:,} of {self.total:,} games"
        if self.left is None:
            return told
        return f"{told}, {self.rate:.3g} a second, {_span(self.left)} left"


#: What is told how far a study is, after each game.
Watch = Callable[[Progress], None]


@attrs.define
class Meter:
    """Measures how far a study is and how fast it goes.

    Attributes:
        done: how many games are finished.
        total: how many there will be.
        clock: tells the time in seconds, from whenever on.
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
        """Count one more game."""
        now = self.clock()
        self.done += 1
        self._times.append(now)
        span = now - self._times[0]
        rate = (len(self._times) - 1) / span if span > 0 else 0.0
        left = (self.total - self.done) / rate if rate else None
        return Progress(self.done, self.total, now - self._began, rate, left)


def _span(seconds: float) -> str:
    """A span of time in words, of one unit: "40 s", "12 min", "3.5 h"."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if seconds < 99.5 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
