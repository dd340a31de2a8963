"""Pausing Python's garbage collector while work makes many objects and no cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["gc_paused"]

#: When pauses have made so many objects, and as many as lived at the last look, the collector looks
#: at all: a program may run turns for weeks.
MOST_UNSEEN = 1_000_000
#: Python 3.12 freezes some hundred objects when it starts; who freezes a program's has more.
_FROZEN_AT_START = 1_000


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector: a context manager, or a decorator of a function.

    A turn and its reports make objects by the hundred thousand, all of which stay. The collector
    would look at all of them again and again and find nothing: a third of the time of a large turn.
    Nor does it look at them when the pause ends, for they count as old then. Cycles among them
    (a mod may make some) go when pauses have made a million objects, or as many as lived then if
    these were more, or before that.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            _unseen.pass_on()
            gc.enable()


class _Unseen:
    """Objects that went to the oldest generation without a look of the collector.

    A pause alone would only put the look off, for the collector looks at young objects as soon as
    there are some hundred. What is in no cycle goes when nobody refers to it, as ever.
    """

    def __init__(self) -> None:
        self.count = 0
        self.lived = 0

    def pass_on(self) -> None:
        """Make all young objects old if there are enough for a look, and count them.

        Whoever has frozen objects (`gc.freeze`, before a fork) keeps them frozen, and the
        collector's usual ways. Now and then it looks at everything.
        """
        young, middle, _ = gc.get_count()
        at_once = gc.get_threshold()[0]
        if not 0 < at_once < young or gc.get_freeze_count() > _FROZEN_AT_START:
            return
        self.count += young + middle * at_once
        looks = self.count >= max(MOST_UNSEEN, self.lived)
        if looks:
            gc.collect()
        gc.freeze()
        if looks:
            self.count, self.lived = 0, gc.get_freeze_count()
        gc.unfreeze()


_unseen = _Unseen()
