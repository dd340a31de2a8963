"""Entry point of `horizons`: runs the command line, or says what to install if it is missing.

The core alone is a library, but its distribution includes the script. If it is called without the
libraries of the host, or with only some of them, the message names the missing one.
"""

from __future__ import annotations

import sys
from typing import Final, NoReturn

#: Import names of the libraries in the extra `host`.
LIBRARIES: Final = frozenset({
    "alembic", "argon2", "babel", "click", "dateutil", "httpx", "icalendar", "imap_tools",
    "litestar", "lxml", "matplotlib", "openskill", "prometheus_client", "psycopg", "rich",
    "scipy", "segno", "sqlalchemy", "uvicorn",
})  # fmt: skip


def main() -> NoReturn:
    """Run the command line and exit."""
    try:
        from horizons_host.cli.main import main as command_line

        command_line()
    except ModuleNotFoundError as problem:
        library = (problem.name or "").partition(".")[0]
        if library not in LIBRARIES:
            raise
        _report_missing(library)


def _report_missing(library: str) -> NoReturn:
    """Say that the command line is not installed and exit; `--version` still works."""
    from horizons_core.version import VERSION  # the core is imported only here, for a fast start

    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"horizons, version {VERSION}\n")
        sys.exit(0)
    sys.stderr.write(
        f"Error: the command line of Horizons needs {library}, which is not"
        " installed\n  install it with: pip install 'horizons[host]'\n"
    )
    sys.exit(1)
