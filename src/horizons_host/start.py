"""The entry point of `horizons`: the command line, or what to install where it cannot be had.

The core alone is a library. It brings the script, too, and whoever calls that is told what is
missing.
"""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; ends the process."""
    try:
        from horizons_host.cli import main as command_line
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("horizons"):
            raise
        _without(problem.name)
    command_line()


def _without(library: str | None) -> NoReturn:
    """Say that the command line is not installed; `--version` is answered all the same."""
    from horizons_core.version import VERSION  # the core, which no start waits for

    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"horizons, version {VERSION}\n")
        sys.exit(0)
    sys.stderr.write(
        f"Error: the command line of Horizons needs {library}, which is not installed\n"
        "  install it with its other libraries: pip install 'horizons[host]'\n"
    )
    sys.exit(1)
