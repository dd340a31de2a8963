"""Standard output that raises an error if the output could not be written completely."""

from __future__ import annotations

import io
import os
from typing import TextIO


def checked_stream(stream: TextIO) -> TextIO:
    """Wrap a stream so that it writes everything or raises OSError, and escapes characters.

    Without buffers (PYTHONUNBUFFERED, `python -u`) Python silently drops what a full disk or a
    closed pipe did not accept.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # A terminal that cannot show a player's name must not stop a turn.
    stream.reconfigure(errors="backslashreplace")
    if not isinstance(stream.buffer, io.RawIOBase):
        return stream
    encoding = stream.encoding
    buffered = io.BufferedWriter(stream.detach())
    return io.TextIOWrapper(
        buffered, encoding=encoding, errors="backslashreplace", line_buffering=True
    )


def drop_unwritten(stream: TextIO) -> None:
    """Discard unwritten output after an error was shown, or Python complains at exit."""
    try:
        stream.flush()
    except OSError:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)
