"""The command: fight measured cases with our kernel, and compare the figures with the engine's.

Each case is fought 100,000 times by the engine's battle rules. Exit status 0 if all figures
agree within four combined standard errors, 1 if some do not, 2 if a file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from horizons_core.combat import battle_key
from horizons_core.errors import BattleError
from horizons_core.sums import ordered_sum
from tools.far_horizons_battle_parity.cases import ParityCase, read_cases
from tools.far_horizons_battle_parity.statistics import LIMIT, FigureRow, rows, unknown
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.kernels.fights import fight_runs
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

#: The measurements, in a folder beside or above the project.
MEASURED = Path("shared/reference/data/far_horizons/battle_statistics.yaml")


def main(arguments: Sequence[str] | None = None) -> int:
    """Fight all cases and print the table."""
    options = _parser().parse_args(arguments)
    rules = RULEBOOK_BATTLES if options.rulebook else ENGINE_1999_BATTLES
    differing = 0
    try:
        for path in options.files or [_find_measured()]:
            _print(f"{path}: {options.runs:,} runs each")
            _print(_line("case", "figures", "beyond", "largest", "mean square"))
            for case in read_cases(path, rules):
                differing += _compare(case, options)
    except (BattleError, OSError) as problem:
        sys.stderr.write(f"error: {problem}\n")
        return 2
    limit = f"{LIMIT:g} combined standard errors"
    _print(f"\n{differing} figures beyond {limit}" if differing else f"\nall within {limit}")
    return int(differing > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.far_horizons_battle_parity",
        description="Fight measured cases and compare them with the engine of 1999.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--runs", type=int, default=100_000, metavar="N")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--key", default="match-ups", metavar="K")
    parser.add_argument("--rulebook", action="store_true", help="by the rules of the rulebook")
    parser.add_argument("--all", action="store_true", help="show every figure")
    return parser


def _find_measured() -> Path:
    """Return the measurements in `shared` beside or above the working folder."""
    working_folder = Path.cwd()
    for folder in (working_folder, *working_folder.parents):
        if (folder / MEASURED).exists():
            return folder / MEASURED
    raise BattleError(f"{MEASURED} is not here", "name a file of cases")


def _compare(case: ParityCase, options: argparse.Namespace) -> int:
    """Fight a case and print its lines; return how many figures differ."""
    field = case.battle.field
    runs = fight_runs(field, battle_key(options.key), options.runs, options.threads)
    compared = list(rows(case, runs))
    beyond = [row for row in compared if not row.agrees]
    errors = [row.errors for row in compared]
    square = ordered_sum(error**2 for error in errors) / len(errors) if errors else 0.0
    _print(_line(case.id, str(len(compared)), str(len(beyond)), f"{max(errors, default=0):.2f}",
                f"{square:.2f}"))  # fmt: skip
    for line in _details(compared if options.all else beyond, case):
        _print(line)
    return len(beyond)


def _details(compared: Sequence[FigureRow], case: ParityCase) -> Iterator[str]:
    for row in compared:
        figures = f"engine {row.engine:.4f}, ours {row.ours:.4f}"
        yield f"    {row.name}: {figures}, {row.errors:.2f} standard errors"
    for name in unknown(case):
        yield f"    {name}: not compared"


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _line(name: str, *cells: str) -> str:
    return "  " + name.ljust(40) + "".join(cell.rjust(13) for cell in cells)


if __name__ == "__main__":
    sys.exit(main())
