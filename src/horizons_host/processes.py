"""Which process wrote something down, and whether it still lives."""

from __future__ import annotations

import os
import re
import socket

_WRITTEN = re.compile(r"([0-9]{1,10}) (\S.*)")


def this_process() -> str:
    """This process in words that `is_gone` understands: its number and the name of its machine."""
    return f"{os.getpid()} {socket.gethostname()}"


def is_gone(process: str) -> bool | None:
    """Whether a process that was so written down has ended.

    None if that cannot be told: it ran on another machine, or the text is no process.
    """
    found = _WRITTEN.fullmatch(process.strip())
    if found is None or found.group(2) != socket.gethostname():
        return None
    try:
        os.kill(int(found.group(1)), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False
