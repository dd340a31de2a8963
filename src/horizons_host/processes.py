"""Identifying the process that wrote a record, and checking whether it still runs."""

from __future__ import annotations

import os
import re
import socket

_WRITTEN = re.compile(r"([0-9]{1,10}) (\S.*)")


def this_process() -> str:
    """Return this process as a text for `is_gone`: process id and host name."""
    return f"{os.getpid()} {socket.gethostname()}"


def is_gone(process: str) -> bool | None:
    """Return whether a process, as written by `this_process`, has ended.

    None if unknown: it ran on another machine, or the text is malformed.
    """
    match = _WRITTEN.fullmatch(process.strip())
    if match is None or match.group(2) != socket.gethostname():
        return None
    try:
        os.kill(int(match.group(1)), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False
