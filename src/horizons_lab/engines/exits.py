"""The exit of a study's workers."""

from __future__ import annotations

import atexit
import os


def exit_quickly() -> None:
    """Let this process exit without tearing its libraries down.

    That would take half a second, and free memory that the system reclaims anyway. Functions that
    bots registered with atexit run before.
    """
    atexit.register(os._exit, 0)
