"""The entry point of `horizons`: the command line, or what to install where it cannot be had.

The core alone is a library. It brings the script, too, and whoever calls that is told what is
missing; so is who has some of the libraries, which other ones brought.
"""

from __future__ import annotations

import sys
from typing import Final, NoReturn

#: What the extra `host` brings, by the names by which it is imported.
LIBRARIES: Final = frozenset({
    "alembic", "argon2", "babel", "click", "dateutil", "httpx", "icalendar", "imap_tools",
    "litestar", "lxml", "matplotlib", "prometheus_client", "psycopg", "rich", "scipy",
    "sqlalchemy", "uvicorn",
})  # fmt: skip


def main() -> NoReturn:
    """Run the command line; ends the process."""
    try:
        from horizons_host.cli import main as command_line

        command_line()
    except ModuleNotFoundError as problem:
        library = (problem.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        _without(library)


def _without(library: str) -> NoReturn:
    """Say that the command line is not installed; `--version` is answered all the same."""
    from horizons_core.version import VERSION  # the core, which no start waits for

    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"horizons, version {VERSION}\n")
        sys.exit(0)
    sys.stderr.write(
        f"Error: the command line of Horizons needs {library}, which is not"
        " installed\n  install it with: pip install 'horizons[host]'\n"
    )
    sys.exit(1)
