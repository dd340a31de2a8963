"""The command: draw mutants, try them in copies of the tree, and report.

It never changes the tree it is called in, except for its report and journal in `.horizons/`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import TypeVar

from benchmarks.mutation import copies, measuring, mutants, reporting, trial
from benchmarks.mutation.baseline import Baseline, merge
from benchmarks.mutation.client import TestServer
from benchmarks.mutation.journal import Journal
from benchmarks.mutation.plans import FOLDER, SessionPlan, make_plan
from benchmarks.mutation.stages import MAX_WORK
from benchmarks.mutation.trial import Attempt, Verdict

ROOT = Path(__file__).resolve().parents[2]
#: Number of files of tests to measure in one run.
AT_ONCE = 6

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")
Servers = Callable[[], list[TestServer]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a session; returns 0 if enough mutants are killed, 1 if not, 2 on errors."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.marks and not mutants.is_variant(options.variant):
        parser.error(f"the {options.variant} has no rulebook: name a variant with --marks")
    plan = make_plan(options, ROOT)
    print(plan.title, flush=True)
    if options.list:
        print(
            "\n".join(
                f"{reporting.location(a.mutant, a.clause)} {a.mutant.start[1] + 1}"
                for a in plan.attempts
            )
        )
        return 0
    try:
        left_out, unmarked, verdicts = _try_all(plan.attempts, options)
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: repeat the command to continue", file=sys.stderr)
        return 130
    verdicts += plan.before
    _write(plan, verdicts, left_out, unmarked)
    print(f"{reporting.summary(verdicts)}\nsurvivors: {plan.report}")
    return int(not reporting.is_enough(verdicts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python benchmarks/mutants.py",
        description=(
            "Change the code in many small ways and count how often the tests notice. Results are"
            " kept in .horizons/mutants: repeat the command to continue an interrupted session,"
            " until code or tests change."
        ),
        epilog="Example: python benchmarks/mutants.py --variant galaxy_g --only kernels",
    )
    parser.add_argument(
        "--variant",
        default=mutants.CORE,
        choices=mutants.parts(ROOT),
        help=f"the variant, {mutants.LAB}, {mutants.HOST}, {mutants.CORE} (the default), or all of"
        f" these three: {mutants.FRAMEWORK}",
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
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="FILE",
        help="those of files named like this; may be given often",
    )
    parser.add_argument(
        "--tests",
        action="append",
        default=[],
        metavar="PATH",
        help="tests in this file or folder and no others: quicker to measure, and what they do not"
        " notice others may; may be given often",
    )
    parser.add_argument(
        "--work",
        type=float,
        default=MAX_WORK,
        metavar="SECONDS",
        help=f"seconds of passed tests after which a mutant has survived ({MAX_WORK:.0f})",
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="tries at a time")
    parser.add_argument("--list", action="store_true", help="show the sample and try nothing")
    parser.add_argument(
        "--afresh", action="store_true", help="forget what was found with the same code and tests"
    )
    parser.add_argument(
        "--rerun-survivors",
        action="store_true",
        help="try the survivors of the last session again, and count the others as they were",
    )
    return parser


def _try_all(
    attempts: Sequence[Attempt], options: argparse.Namespace
) -> tuple[list[str], list[str], list[Verdict]]:
    """Return tests left out, clauses without marked tests, and the verdicts."""
    clauses = sorted({attempt.clause for attempt in attempts} - {""})
    start = time.monotonic()
    with ExitStack() as stack:
        trees = _copies(options, stack)
        folders = options.tests or measuring.folders_of(options.variant)

        @cache
        def servers() -> list[TestServer]:
            started = (TestServer(copy, options.variant, folders) for copy in trees)
            return [stack.enter_context(closing(server)) for server in started]

        journal = _journal(options, trees[0], folders)
        baseline = _measure(journal, options.variant, clauses, trees[0], servers)
        unmarked = [clause for clause in clauses if not baseline.marked(clause)]
        chosen = [attempt for attempt in attempts if attempt.clause not in unmarked]
        known = journal.verdicts(chosen)
        if known:
            print(f"{len(known)} of them were tried before ({journal.folder})", flush=True)
        new = [attempt for attempt in chosen if attempt not in known]
        for verdict in _print_verdicts(new, baseline, servers, options.work):
            journal.note_verdict(verdict)
    print(f"{(time.monotonic() - start) / 60:.0f} minutes")
    tried = journal.verdicts(chosen)
    return baseline.left_out, unmarked, [tried[attempt] for attempt in chosen]


def _copies(options: argparse.Namespace, stack: ExitStack) -> list[Path]:
    """Make a copy of the tree for each worker."""
    folder = stack.enter_context(TemporaryDirectory(prefix="mutants-"))
    first = copies.copy_tree(ROOT, Path(folder, "0"))
    if mutants.is_variant(options.variant):
        copies.keep_scenarios_of(first, options.variant)
    numbers = range(1, options.workers)
    return [first, *(copies.copy_tree(first, Path(folder, str(number))) for number in numbers)]


def _journal(options: argparse.Namespace, copy: Path, folders: Sequence[str]) -> Journal:
    tests = copies.digests_of_tests(copy, folders)
    code = copies.digest_without(copy, tests)
    folder = ROOT / FOLDER / "mutants" / f"{options.variant}-{code}"
    if options.afresh:
        shutil.rmtree(folder, ignore_errors=True)
    return Journal(folder, tests)


def _measure(
    journal: Journal, part: str, clauses: Sequence[str], copy: Path, servers: Servers
) -> Baseline:
    """Return the baseline on unchanged code, measured now as far as it is not saved."""
    files = [
        file for file in journal.tests if not clauses or measuring.may_mark(copy / file, clauses)
    ]
    by_file = {file: journal.measured(file, clauses) for file in files}
    missing = [file for file, known in by_file.items() if known is None]
    groups = [missing[start : start + AT_ONCE] for start in range(0, len(missing), AT_ONCE)]

    def measure_group(group: Sequence[str], server: TestServer) -> None:
        journal.note(group, measuring.measure(group, part, clauses, server), clauses)

    for _ in _run_on_servers(groups, measure_group, servers):
        pass
    baseline = merge(journal.measured(file, clauses) for file in files)
    tests, seconds = len(baseline.useful), sum(baseline.useful.values())
    print(f"unchanged: {tests} tests pass, in {seconds:.0f} seconds of work", flush=True)
    for test in baseline.left_out:
        print(f"left out: {test}")
    return baseline


def _print_verdicts(
    attempts: Sequence[Attempt], baseline: Baseline, servers: Servers, work: float
) -> Iterator[Verdict]:
    """Yield the verdicts as they come, and print a line for each."""

    def tried(attempt: Attempt, server: TestServer) -> Verdict:
        return trial.try_mutant(attempt, baseline, server, work)

    for number, verdict in enumerate(_run_on_servers(attempts, tried, servers), start=1):
        place = reporting.location(verdict.mutant, verdict.clause)
        killer = verdict.killer[:100] if verdict.outcome == "killed" else ""
        print(f"{number}/{len(attempts)} {verdict.outcome} {place}  {killer}", flush=True)
        yield verdict


def _run_on_servers(
    tasks: Sequence[TaskT], do: Callable[[TaskT, TestServer], ResultT], servers: Servers
) -> Iterator[ResultT]:
    """Yield the results of tasks as they come; each is done by an idle server."""
    if not tasks:
        return
    idle: SimpleQueue[TestServer] = SimpleQueue()
    for server in servers():
        idle.put(server)

    def run_task(task: TaskT) -> ResultT:
        server = idle.get()
        try:
            return do(task, server)
        finally:
            idle.put(server)

    with ThreadPoolExecutor(len(servers())) as pool:
        tries = [pool.submit(run_task, task) for task in tasks]
        try:
            for future in as_completed(tries):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _write(
    plan: SessionPlan, verdicts: Sequence[Verdict], left_out: Sequence[str], unmarked: Sequence[str]
) -> None:
    unmarked_note = reporting.list_untested_clauses({"no passing test is marked with it": unmarked})
    notes = "\n".join(part for part in (plan.notes, unmarked_note) if part)
    text = reporting.report(plan.title, verdicts, left_out, notes=notes)
    (ROOT / plan.report).parent.mkdir(exist_ok=True)
    (ROOT / plan.report).write_text(text)
    record = [verdict.record for verdict in verdicts]
    (ROOT / plan.report.with_suffix(".json")).write_text(json.dumps(record, indent=1) + "\n")
