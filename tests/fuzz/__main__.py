"""`make fuzz`: thousands of inputs that are almost valid, and no traceback.

`python -m tests.fuzz [PART...] [--cases N] [--seed S] [--only CASE]`; a failure names part, seed
and case, which make the same input again on any machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import process_time

from tests.fuzz.parts import PARTS, PREPARATIONS
from tests.fuzz.running import Failure, bound_memory, failures


def main() -> int:
    """Run the named parts; return 1 if a case failed."""
    arguments = _parser().parse_args()
    bound_memory()
    failed = [
        failure
        for part in arguments.parts or sorted(PARTS)
        for failure in _run(part, arguments.seed, _numbers(arguments))
    ]
    for failure in failed[:1] if arguments.only is not None else ():
        _keep(failure)
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[*sorted(PARTS), []])
    parser.add_argument("--cases", type=int, default=20_000, help="of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="CASE", help="one case; its input is kept")
    return parser


def _numbers(arguments: argparse.Namespace) -> range:
    if arguments.only is None:
        return range(arguments.cases)
    return range(arguments.only, arguments.only + 1)


def _run(part: str, seed: int, numbers: range) -> list[Failure]:
    """Return the failures of a part, after printing the first of each place in full."""
    PREPARATIONS.get(part, lambda: None)()
    begun, places, fails = process_time(), Counter[str](), []
    for failure in failures(part, PARTS[part], seed, numbers):
        place = failure.trace.partition(" < ")[0] + failure.problem.partition(":")[0]
        places[place] += 1
        fails.append(failure)
        if places[place] == 1:
            print(failure, flush=True)
    seconds = process_time() - begun
    print(
        f"{part}: seed {seed}, {len(numbers):,} cases, {len(fails)} failed in {len(places)} places,"
        f" {seconds:.0f} s",
        flush=True,
    )
    return fails


def _keep(failure: Failure) -> None:
    for number, tried in enumerate(failure.tried):
        file = Path(f"fuzz-{failure.part}-{failure.number}-{number}.txt")
        file.write_bytes(tried if isinstance(tried, bytes) else str(tried).encode())
        print(f"  tried: {file}")


if __name__ == "__main__":
    sys.exit(main())
