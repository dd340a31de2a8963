"""How workers of a study leave when their work is done."""

from __future__ import annotations

import atexit
import os


def leave_quickly() -> None:
    """Let this process end without taking its libraries down.

    That would cost half a second of the processor's time, and free memory which the system takes
    back anyway. What bots registered to be called at the end is called before.
    """
    atexit.register(os._exit, 0)
