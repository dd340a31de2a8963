"""Pausing Python's garbage collector during work that makes many objects and no cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["gc_paused"]

#: A full collection runs after this many new objects in pauses, or as many as were alive at the
#: last collection, if that is more. A program may run turns for weeks.
MAX_UNSEEN = 1_000_000
#: Python 3.12 freezes some hundred objects at start; a program that freezes its own has more.
_FROZEN_AT_START = 1_000


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector, as a context manager or a decorator of a function.

    A turn and its reports make hundreds of thousands of objects, which all stay alive. The
    collector would traverse them again and again without finding cycles, for a third of the time of
    a large turn. It does not traverse them when the pause ends, either, because they count as old
    then. Cycles among them (a mod may make some) are freed after at most a million new objects, or
    as many as are alive if that is more.
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
    """Objects that reached the oldest generation without a traversal.

    A pause alone would only delay the traversal, because the collector runs as soon as there are
    some hundred young objects. Objects outside cycles are freed by reference counting as usual.
    """

    def __init__(self) -> None:
        self.count = 0
        self.lived = 0
        self.is_frozen = False  # cached, because counting frozen objects takes milliseconds

    def pass_on(self) -> None:
        """Make all young objects old if they would cause a collection, and count them.

        A program that has frozen objects (`gc.freeze`, before a fork) keeps them frozen, and the
        collector works as usual. Now and then there is a full collection.
        """
        young, middle, _ = gc.get_count()
        threshold = gc.get_threshold()[0]
        if self.is_frozen or not 0 < threshold < young:
            return
        self.is_frozen = gc.get_freeze_count() > _FROZEN_AT_START
        if self.is_frozen:
            return
        self.count += young + middle * threshold
        is_full = self.count >= max(MAX_UNSEEN, self.lived)
        if is_full:
            gc.collect()
        gc.freeze()
        if is_full:
            self.count, self.lived = 0, gc.get_freeze_count()
        gc.unfreeze()


_unseen = _Unseen()
