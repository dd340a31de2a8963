"""Log messages of the core on the command line, such as "compiling kernels", one line each.

A traceback, from a fault in a game's rules, goes to a file; the command prints the message.
"""

from __future__ import annotations

import logging
import tempfile

import click


class _Lines(logging.Handler):
    """Log handler that writes to the current `sys.stderr`, which a progress bar may replace."""

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


def show_log_messages() -> None:
    """Print the core's log messages on the command line."""
    logger = logging.getLogger("horizons_core")
    logger.setLevel(logging.INFO)
    logger.addHandler(_LINES)  # adding it twice has no effect
