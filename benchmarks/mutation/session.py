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

from benchmarks.mutation import copies, measuring, mutants, telling, trial
from benchmarks.mutation.baseline import Baseline, merged
from benchmarks.mutation.client import TestServer
from benchmarks.mutation.journal import Journal
from benchmarks.mutation.plans import FOLDER, Plan, planned
from benchmarks.mutation.stages import MOST_WORK
from benchmarks.mutation.trial import Attempt, Verdict

ROOT = Path(__file__).resolve().parents[2]
#: The files of tests that are measured in one run.
AT_ONCE = 6

Task = TypeVar("Task")
Done = TypeVar("Done")
Servers = Callable[[], list[TestServer]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 if enough mutants are killed, 1 if not, 2 if the tests cannot tell."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.marks and not mutants.is_variant(asked.variant):
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
        left_out, unmarked, verdicts = _try_all(plan.attempts, asked)
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("cut short: the same command goes on from here", file=sys.stderr)
        return 130
    verdicts += plan.before
    _write(plan, verdicts, left_out, unmarked)
    print(f"{telling.summary(verdicts)}\nsurvivors: {plan.report}")
    return int(not telling.is_enough(verdicts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python benchmarks/mutants.py",
        description=(
            "Change the code in many small ways and count how often the tests notice. What was"
            " found so far is kept in .horizons/mutants: after one that was cut short the same"
            " command goes on where it was, until code or tests change."
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
        default=MOST_WORK,
        metavar="SECONDS",
        help=f"what has passed so many seconds of tests has survived ({MOST_WORK:.0f})",
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
    attempts: Sequence[Attempt], asked: argparse.Namespace
) -> tuple[list[str], list[str], list[Verdict]]:
    """Tests left out, clauses that no test is marked with, and the verdicts."""
    clauses = sorted({attempt.clause for attempt in attempts} - {""})
    begun = time.monotonic()
    with ExitStack() as stack:
        trees = _copies(asked, stack)
        folders = asked.tests or measuring.folders_of(asked.variant)

        @cache
        def servers() -> list[TestServer]:
            started = (TestServer(copy, asked.variant, folders) for copy in trees)
            return [stack.enter_context(closing(server)) for server in started]

        journal = _journal(asked, trees[0], folders)
        baseline = _measured(journal, asked.variant, clauses, trees[0], servers)
        unmarked = [clause for clause in clauses if not baseline.marked(clause)]
        chosen = [attempt for attempt in attempts if attempt.clause not in unmarked]
        known = journal.verdicts(chosen)
        if known:
            print(f"{len(known)} of them were tried before ({journal.folder})", flush=True)
        new = [one for one in chosen if one not in known]
        for verdict in _told(new, baseline, servers, asked.work):
            journal.note_verdict(verdict)
    print(f"{(time.monotonic() - begun) / 60:.0f} minutes")
    tried = journal.verdicts(chosen)
    return baseline.left_out, unmarked, [tried[attempt] for attempt in chosen]


def _copies(asked: argparse.Namespace, stack: ExitStack) -> list[Path]:
    """A copy of the tree for each worker."""
    folder = stack.enter_context(TemporaryDirectory(prefix="mutants-"))
    first = copies.copy_tree(ROOT, Path(folder, "0"))
    if mutants.is_variant(asked.variant):
        copies.keep_scenarios_of(first, asked.variant)
    more = range(1, asked.workers)
    return [first, *(copies.copy_tree(first, Path(folder, str(number))) for number in more)]


def _journal(asked: argparse.Namespace, copy: Path, folders: Sequence[str]) -> Journal:
    tests = copies.digests_of_tests(copy, folders)
    code = copies.digest_but(copy, tests)
    folder = ROOT / FOLDER / "mutants" / f"{asked.variant}-{code}"
    if asked.afresh:
        shutil.rmtree(folder, ignore_errors=True)
    return Journal(folder, tests)


def _measured(
    journal: Journal, part: str, clauses: Sequence[str], copy: Path, servers: Servers
) -> Baseline:
    """What the tests do on unchanged code: what is known, and what has to be measured now."""
    files = [
        file for file in journal.tests if not clauses or measuring.may_mark(copy / file, clauses)
    ]
    found = {file: journal.measured(file, clauses) for file in files}
    missing = [file for file, known in found.items() if known is None]
    groups = [missing[start : start + AT_ONCE] for start in range(0, len(missing), AT_ONCE)]

    def measured(group: Sequence[str], server: TestServer) -> None:
        journal.note(group, measuring.measure(group, part, clauses, server), clauses)

    for _ in _shared(groups, measured, servers):
        pass
    baseline = merged(journal.measured(file, clauses) for file in files)
    tests, seconds = len(baseline.useful), sum(baseline.useful.values())
    print(f"unchanged: {tests} tests pass, in {seconds:.0f} seconds of work", flush=True)
    for test in baseline.left_out:
        print(f"left out: {test}")
    return baseline


def _told(
    attempts: Sequence[Attempt], baseline: Baseline, servers: Servers, work: float
) -> Iterator[Verdict]:
    """The verdicts as they come, each in a line."""

    def tried(attempt: Attempt, server: TestServer) -> Verdict:
        return trial.try_mutant(attempt, baseline, server, work)

    for number, verdict in enumerate(_shared(attempts, tried, servers), start=1):
        where = telling.where(verdict.mutant, verdict.clause)
        killer = verdict.killer[:100] if verdict.outcome == "killed" else ""
        print(f"{number}/{len(attempts)} {verdict.outcome} {where}  {killer}", flush=True)
        yield verdict


def _shared(
    tasks: Sequence[Task], do: Callable[[Task, TestServer], Done], servers: Servers
) -> Iterator[Done]:
    """What comes of some tasks, as it comes: each is done by a server that has nothing to do."""
    if not tasks:
        return
    idle: SimpleQueue[TestServer] = SimpleQueue()
    for server in servers():
        idle.put(server)

    def done(task: Task) -> Done:
        server = idle.get()
        try:
            return do(task, server)
        finally:
            idle.put(server)

    with ThreadPoolExecutor(len(servers())) as pool:
        tries = [pool.submit(done, task) for task in tasks]
        try:
            for one in as_completed(tries):
                yield one.result()
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
    record = [verdict.record for verdict in verdicts]
    (ROOT / plan.report.with_suffix(".json")).write_text(json.dumps(record, indent=1) + "\n")
