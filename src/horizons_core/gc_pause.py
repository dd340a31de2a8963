"""Pausing Python's garbage collector while work makes many objects and no cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["gc_paused"]


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector: a context manager, or a decorator of a function.

    A turn and its reports make objects by the hundred thousand, all of which stay. The collector
    would look at all of them again and again and find nothing: a third of the time of a large turn.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()
