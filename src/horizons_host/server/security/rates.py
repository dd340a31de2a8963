"""How many requests somebody may make: counted by each process, and forgotten in time.

Everybody has a store of requests that fills up again. An account has one of its own; of strangers
those from one place share one.
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
    """At most so many requests at once, and so many a second in the long run."""

    most: float
    a_second: float


#: Everything that is asked for.
REQUESTS = Rate(600, 10)
#: What is changed or computed: orders that are checked, turns that are tried out.
CHANGES = Rate(240, 4)
#: Passwords that are hashed, right ones too: each takes as long as many other requests.
PASSWORDS = Rate(60, 0.5)
#: So many are kept in mind at once; whoever was not seen for longest is forgotten first.
MOST_KNOWN = 20_000


@define
class Rates:
    """What is left of each rate for everybody who was seen lately."""

    clock: Clock
    most_known: int = MOST_KNOWN
    _left: OrderedDict[tuple[str, Rate], tuple[float, float]] = field(
        factory=OrderedDict, init=False
    )
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def demand(self, who: str, rate: Rate) -> None:
        """Take one request from somebody's store; raises TooManyError if it is empty."""
        now = self.clock().timestamp()
        with self._lock:
            left, then = self._left.pop((who, rate), (rate.most, now))
            # A clock that was set back fills nothing, and takes nothing away.
            left = min(rate.most, left + max(0.0, now - then) * rate.a_second)
            self._left[who, rate] = (max(0.0, left - 1), now)
            while len(self._left) > self.most_known:
                self._left.popitem(last=False)
        if left < 1:
            raise TooManyError(
                LocalizedText("too many requests"),
                LocalizedText("wait a minute and try again"),
            )

    @property
    def known(self) -> int:
        """How many stores are kept in mind."""
        return len(self._left)
