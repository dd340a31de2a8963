"""The command: measured cases fought by our kernel, and held against the engine's figures.

Each case is fought 100,000 times by the engine's battle rules. Exit status 0 if all figures
agree within four combined standard errors, 1 if one does not, 2 if a file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from horizons_core.combat import battle_key
from horizons_core.errors import BattleError
from horizons_core.sums import ordered_sum
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.kernels.fights import fight_runs
from variants.far_horizons.mods.engine_1999.battle.rules import ENGINE_1999_BATTLES
from variants.far_horizons.mods.engine_1999.battle_parity.cases import ParityCase, read_cases
from variants.far_horizons.mods.engine_1999.battle_parity.statistics import (
    LIMIT,
    Row,
    rows,
    unknown,
)

#: Beside the project's folder, where it is laid out.
MEASURED = Path("shared/reference/data/far_horizons/battle_statistics.yaml")


def main(arguments: Sequence[str] | None = None) -> int:
    """Fight all cases and print the table."""
    asked = _parser().parse_args(arguments)
    rules = RULEBOOK_BATTLES if asked.rulebook else ENGINE_1999_BATTLES
    differing = 0
    try:
        for path in asked.files or [_default()]:
            _say(f"{path}: {asked.runs:,} runs each")
            _say(_line("case", "figures", "beyond", "largest", "mean square"))
            for case in read_cases(path, rules):
                differing += _compare(case, asked)
    except (BattleError, OSError) as problem:
        sys.stderr.write(f"error: {problem}\n")
        return 2
    limit = f"{LIMIT:g} combined standard errors"
    _say(f"\n{differing} figures beyond {limit}" if differing else f"\nall within {limit}")
    return int(differing > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m variants.far_horizons.mods.engine_1999.battle_parity",
        description="Fight measured cases and compare them with the engine of 1999.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--runs", type=int, default=100_000, metavar="N")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--key", default="match-ups", metavar="K")
    parser.add_argument("--rulebook", action="store_true", help="by the rules of the rulebook")
    parser.add_argument("--all", action="store_true", help="show every figure")
    return parser


def _default() -> Path:
    """The measurements in `shared` beside or above the working folder."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / MEASURED).exists():
            return folder / MEASURED
    raise BattleError(f"{MEASURED} is not here", "name a file of cases")


def _compare(case: ParityCase, asked: argparse.Namespace) -> int:
    """Fight a case, print its lines; answer how many figures differ."""
    field = case.battle.field
    fought = fight_runs(field, battle_key(asked.key), asked.runs, asked.threads)
    found = list(rows(case, fought))
    beyond = [row for row in found if not row.agrees]
    errors = [row.errors for row in found]
    square = ordered_sum(error**2 for error in errors) / len(errors) if errors else 0.0
    _say(_line(case.id, str(len(found)), str(len(beyond)), f"{max(errors, default=0):.2f}",
                f"{square:.2f}"))  # fmt: skip
    for line in _details(found if asked.all else beyond, case):
        _say(line)
    return len(beyond)


def _details(shown: Sequence[Row], case: ParityCase) -> Iterator[str]:
    for row in shown:
        figures = f"engine {row.engine:.4f}, ours {row.ours:.4f}"
        yield f"    {row.name}: {figures}, {row.errors:.2f} standard errors"
    for name in unknown(case):
        yield f"    {name}: not compared"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _line(name: str, *cells: str) -> str:
    return "  " + name.ljust(40) + "".join(cell.rjust(13) for cell in cells)
