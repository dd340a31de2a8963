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
from benchmarks.mutation.plans import Plan, planned
from benchmarks.mutation.trial import Attempt, Baseline, Verdict

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 if enough mutants are killed, 1 if not, 2 if the tests cannot tell."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.marks and asked.variant in {mutants.CORE, mutants.LAB}:
        parser.error(f"the {asked.variant} has no rulebook: name a variant with --marks")
    plan = planned(asked, ROOT)
    print(plan.title, flush=True)
    if asked.list:
        print(
            "\n".join(
                f"{telling.where(a.mutant, a.clause)} {a.mutant.start[1] + 1}"
                for a in plan.attempts
            )
        )
        return 0
    try:
        left_out, unmarked, verdicts = _try_all(plan.attempts, asked.variant, asked.workers)
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 2
    verdicts += plan.before
    _write(plan, verdicts, left_out, unmarked)
    print(f"{telling.summary(verdicts)}\nsurvivors: {plan.report}")
    return int(not telling.is_enough(verdicts))


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
        help=f"the variant, {mutants.LAB}, or {mutants.CORE} (the default)",
    )
    parser.add_argument(
        "--marks",
        action="store_true",
        help="break the code that names a clause, and run only the tests marked with that clause",
    )
    parser.add_argument(
        "--clauses",
        default="",
        metavar="REGEX",
        help="with --marks: of the clauses whose ids begin so",
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


def _try_all(
    attempts: Sequence[Attempt], variant: str, workers: int
) -> tuple[list[str], list[str], list[Verdict]]:
    """Tests left out, clauses that no test is marked with, and the verdicts."""
    clauses = sorted({attempt.clause for attempt in attempts} - {""})
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = trial.copy_tree(ROOT, Path(folder, "0"))
        if variant not in {mutants.CORE, mutants.LAB}:
            trial.keep_scenarios_of(first, variant)
        begun = time.monotonic()
        baseline = trial.measure(first, variant, workers, clauses)
        tests, seconds = len(baseline.useful), sum(baseline.useful.values())
        print(f"unchanged: {tests} tests pass, in {seconds:.0f} seconds of work", flush=True)
        for test in baseline.left_out:
            print(f"left out: {test}")
        unmarked = [clause for clause in clauses if not baseline.marked(clause)]
        chosen = [attempt for attempt in attempts if attempt.clause not in unmarked]
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
        return baseline.left_out, unmarked, verdicts


_baseline: Baseline


def _start(queue: Any, baseline: Baseline) -> None:
    """A worker's beginning: it gets a copy of its own."""
    global _baseline  # noqa: PLW0603 - each worker process sets it once
    _baseline = baseline
    trial.enter(queue.get())


def _control(share: int, shares: int) -> str:
    return trial.control(_baseline, share, shares)


def _try(attempt: Attempt) -> Verdict:
    return trial.try_mutant(attempt, _baseline)


def _told(pool: ProcessPoolExecutor, chosen: Sequence[Attempt]) -> Iterator[Verdict]:
    """The verdicts as they come, each in a line."""
    tries = [pool.submit(_try, attempt) for attempt in chosen]
    try:
        for number, done in enumerate(as_completed(tries), start=1):
            verdict = done.result()
            where = telling.where(verdict.mutant, verdict.clause)
            killer = verdict.killer[:100] if verdict.outcome == "killed" else ""
            print(f"{number}/{len(tries)} {verdict.outcome} {where}  {killer}", flush=True)
            yield verdict
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _write(
    plan: Plan, verdicts: Sequence[Verdict], left_out: Sequence[str], unmarked: Sequence[str]
) -> None:
    untold = telling.clauses_aside({"no passing test is marked with it": unmarked})
    notes = "\n".join(part for part in (plan.notes, untold) if part)
    text = telling.report(plan.title, verdicts, left_out, notes=notes)
    (ROOT / plan.report).parent.mkdir(exist_ok=True)
    (ROOT / plan.report).write_text(text)
    record = [
        {
            "id": v.mutant.id,
            "clause": v.clause,
            "outcome": v.outcome,
            "diff": v.diff if v.outcome == "survived" else "",
            "killer": v.killer,
            "tests": v.tests,
        }
        for v in verdicts
    ]
    (ROOT / plan.report.with_suffix(".json")).write_text(json.dumps(record, indent=1) + "\n")
