"""Rate limits of requests, counted in the memory of each process.

Every client has a budget of requests that refills over time. An account has its own; strangers at
one place share one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from attrs import define, field, frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock
from horizons_host.server.people.limits import TooManyError


@frozen
class Rate:
    """A burst limit of requests, and a limit per second in the long run."""

    burst: float
    per_second: float


#: All requests.
REQUESTS = Rate(600, 10)
#: Changes and computations, such as checked orders and trial runs.
CHANGES = Rate(240, 4)
#: Hashed passwords, right ones included: each takes as long as many other requests.
PASSWORDS = Rate(60, 0.5)
#: Number of budgets in memory; the least recently seen client is forgotten first.
MOST_KNOWN = 20_000


@define
class RateLimiter:
    """The remaining budgets of recently seen clients."""

    clock: Clock
    most_known: int = MOST_KNOWN
    _left: OrderedDict[tuple[str, Rate], tuple[float, float]] = field(
        factory=OrderedDict, init=False
    )
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def demand(self, client: str, rate: Rate) -> None:
        """Take one request from a client's budget; raises TooManyError if it is empty."""
        now = self.clock().timestamp()
        with self._lock:
            left, last_seen = self._left.pop((client, rate), (rate.burst, now))
            # A clock that was set back neither adds to the budget nor reduces it.
            left = min(rate.burst, left + max(0.0, now - last_seen) * rate.per_second)
            self._left[client, rate] = (max(0.0, left - 1), now)
            while len(self._left) > self.most_known:
                self._left.popitem(last=False)
        if left < 1:
            raise TooManyError(
                LocalizedText("too many requests"),
                LocalizedText("wait a minute and try again"),
            )

    @property
    def known(self) -> int:
        """Number of budgets in memory."""
        return len(self._left)
