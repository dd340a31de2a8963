"""What the core says on the side, such as that it compiles kernels: a line each, on stderr.

What it says with a traceback, a fault in a game's rules, is kept in a file: the message comes from
the command.
"""

from __future__ import annotations

import logging
import tempfile

import click


class _Lines(logging.Handler):
    """Writes what is said to the stderr of this moment, under which a progress bar makes room."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            _keep(self.format(record))
        else:
            click.echo(self.format(record), err=True)


def _keep(text: str) -> None:
    """Write a traceback to a file and name it, unless a server's log has it."""
    if logging.getLogger().handlers:
        return
    with tempfile.NamedTemporaryFile(
        "w", prefix="horizons-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        file.write(f"{text}\n")
    click.echo(f"The traceback is in {file.name}", err=True)


_LINES = _Lines()


def show_notices() -> None:
    """Let the core's notices be read by whoever called the command line."""
    logger = logging.getLogger("horizons_core")
    logger.setLevel(logging.INFO)
    logger.addHandler(_LINES)  # which a logger takes once
