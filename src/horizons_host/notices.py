"""What the core says on the side, such as that it compiles kernels: a line each, on stderr."""

from __future__ import annotations

import logging

import click


class _Lines(logging.Handler):
    """Writes what is said to the stderr of this moment, under which a progress bar makes room."""

    def emit(self, record: logging.LogRecord) -> None:
        click.echo(self.format(record), err=True)


_LINES = _Lines()


def show_notices() -> None:
    """Let the core's notices be read by whoever called the command line."""
    logger = logging.getLogger("horizons_core")
    logger.setLevel(logging.INFO)
    logger.addHandler(_LINES)  # which a logger takes once
