"""Standard output that says so when an answer could not be written whole."""

from __future__ import annotations

import io
import os
from typing import TextIO


def whole(stream: TextIO) -> TextIO:
    """The stream so that it writes all or raises OSError, and shows any name as it can.

    Without buffers (PYTHONUNBUFFERED, `python -u`) Python drops without a word what a full disk or
    a reader that is gone did not take.
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
    """Forget what could not be written, of which the user knows, or Python complains at its end."""
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
