"""The command: draw mutants, try them in copies of the tree, and report.

It never changes the tree it is called in, except for its report in `.horizons/`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from benchmarks.mutation import mutants, telling, trial
from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.trial import Baseline, Verdict

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(".horizons")


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 if enough mutants are killed, 1 if not, 2 if the tests cannot tell."""
    asked = _parser().parse_args(arguments)
    found = mutants.all_mutants(ROOT, mutants.files_under_test(ROOT, asked.variant))
    report = FOLDER / f"mutants-{asked.variant}.txt"
    if asked.rerun_survivors:
        chosen, before = _recorded(found, asked.only, report.with_suffix(".json"))
        title = f"{len(chosen)} survivors of the last session, again"
    else:
        found = [mutant for mutant in found if asked.only in mutant.file]
        chosen, before = mutants.sample(found, asked.sample, asked.seed), []
        files = len({mutant.file for mutant in found})
        title = f"{len(chosen)} of {len(found)} mutants of {files} files, seed {asked.seed}"
    print(title, flush=True)
    if asked.list:
        print("\n".join(f"{telling.where(m)} {m.start[1] + 1}" for m in chosen))
        return 0
    try:
        left_out, verdicts = _try_all(chosen, asked.variant, asked.workers)
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 2
    verdicts += before
    _write(title, verdicts, left_out, report)
    print(f"{telling.summary(verdicts)}\nsurvivors: {report}")
    return int(telling.killed_share(verdicts) < telling.BAR)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python benchmarks/mutants.py",
        description="Change the code in many small ways and count how often the tests notice.",
        epilog="Example: python benchmarks/mutants.py --variant galaxy_g --only kernels",
    )
    parser.add_argument(
        "--variant",
        default=mutants.CORE,
        choices=mutants.parts(ROOT),
        help=f"the variant, or {mutants.CORE} (the default)",
    )
    parser.add_argument("--sample", type=int, default=300, help="how many mutants (300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--only", default="", metavar="FILE", help="those of files named like this")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="tries at a time")
    parser.add_argument("--list", action="store_true", help="show the sample and try nothing")
    parser.add_argument(
        "--rerun-survivors",
        action="store_true",
        help="try the survivors of the last session again, and count the others as they were",
    )
    return parser


def _recorded(
    found: Sequence[Mutant], only: str, record: Path
) -> tuple[list[Mutant], list[Verdict]]:
    """The last session's survivors, and its verdicts on the rest of what is still there."""
    by_id = {mutant.id: mutant for mutant in found}
    again, rest = [], []
    for entry in json.loads((ROOT / record).read_text()):
        mutant = by_id.get(entry.pop("id"))
        if mutant and entry["outcome"] == "survived" and only in mutant.file:
            again.append(mutant)
        elif mutant:
            rest.append(Verdict(mutant, **entry))
    return again, rest


def _try_all(
    chosen: Sequence[Mutant], variant: str, workers: int
) -> tuple[list[str], list[Verdict]]:
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = trial.copy_tree(ROOT, Path(folder, "0"))
        begun = time.monotonic()
        baseline = trial.measure(first, variant, workers)
        tests, seconds = len(baseline.useful), sum(baseline.useful.values())
        print(f"unchanged: {tests} tests pass, in {seconds:.0f} seconds of work", flush=True)
        for test in baseline.left_out:
            print(f"left out: {test}")
        copies = [first, *(trial.copy_tree(first, Path(folder, str(n))) for n in range(1, workers))]
        context = multiprocessing.get_context("spawn")
        queue = context.Queue()
        for copy in copies:
            queue.put(copy)
        with ProcessPoolExecutor(workers, context, _start, (queue, baseline)) as pool:
            for fault in pool.map(_control, range(workers), [workers] * workers):
                if fault:
                    raise RuntimeError(f"the tests fail on unchanged code:\n{fault}")
            verdicts = list(_told(pool, chosen))
        print(f"{(time.monotonic() - begun) / 60:.0f} minutes")
        return baseline.left_out, verdicts


_baseline: Baseline


def _start(queue: Any, baseline: Baseline) -> None:
    """A worker's beginning: it gets a copy of its own."""
    global _baseline  # noqa: PLW0603 - each worker process sets it once
    _baseline = baseline
    trial.enter(queue.get())


def _control(share: int, shares: int) -> str:
    return trial.control(_baseline, share, shares)


def _try(mutant: Mutant) -> Verdict:
    return trial.try_mutant(mutant, _baseline)


def _told(pool: ProcessPoolExecutor, chosen: Sequence[Mutant]) -> Iterator[Verdict]:
    """The verdicts as they come, each in a line."""
    tries = [pool.submit(_try, mutant) for mutant in chosen]
    try:
        for number, done in enumerate(as_completed(tries), start=1):
            verdict = done.result()
            where = telling.where(verdict.mutant)
            killer = verdict.killer[:100] if verdict.outcome == "killed" else ""
            print(f"{number}/{len(tries)} {verdict.outcome} {where}  {killer}", flush=True)
            yield verdict
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _write(title: str, verdicts: Sequence[Verdict], left_out: Sequence[str], report: Path) -> None:
    (ROOT / report).parent.mkdir(exist_ok=True)
    (ROOT / report).write_text(telling.report(title, verdicts, left_out))
    record = [
        {
            "id": v.mutant.id,
            "outcome": v.outcome,
            "diff": v.diff if v.outcome == "survived" else "",
            "killer": v.killer,
            "tests": v.tests,
        }
        for v in verdicts
    ]
    (ROOT / report.with_suffix(".json")).write_text(json.dumps(record, indent=1) + "\n")
