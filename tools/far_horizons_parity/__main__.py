"""The command that compares recorded games and prints one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from horizons_core.errors import HorizonsError
from tools.far_horizons_parity.causes import Findings
from tools.far_horizons_parity.comparing import compare_game
from tools.far_horizons_parity.recorded import VARIABLE, default_files, open_recorded
from tools.far_horizons_parity.table import table, unexplained

_EXAMPLE = """example:
  python -m tools.far_horizons_parity game_a.tar.xz game_b.tar.xz

exit status: 0 all is as recorded, or otherwise for a known reason; 1 something is otherwise without
a reason; 2 there was nothing to compare, or something could not be compared"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: those of the process)."""
    options = _parser().parse_args(arguments)
    files: list[Path] = options.files or default_files()
    if not files:
        return _fail(f"there is no recorded game: name an archive or set {VARIABLE}")
    findings = Findings()
    for file in files:
        try:
            compare_game(open_recorded(file), findings, _progress, set(options.turns))
        except HorizonsError as problem:
            findings.unreadable.append(str(problem))
    _progress("")
    sys.stdout.write(table(findings, options.show))
    if unexplained(findings):
        return 1
    return 0 if findings.complete else 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.far_horizons_parity",
        description="Replay recorded games of the 1999 engine step by step and compare.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE",
                        help="a recorded game: its archive or its folder")  # fmt: skip
    parser.add_argument("--turns", type=int, nargs="*", default=[], metavar="N",
                        help="compare these turns alone")  # fmt: skip
    parser.add_argument("--show", type=int, default=20, metavar="N",
                        help="show so many unexplained differences (default 20)")  # fmt: skip
    return parser


def _progress(turn: str) -> None:
    """Show the turn that is being compared, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{turn}")
        sys.stderr.flush()


def _fail(problem: str) -> int:
    sys.stderr.write(f"{problem}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
