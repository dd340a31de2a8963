"""Runs of the tests on a mutant in a copy of the tree."""

from __future__ import annotations

import difflib
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import frozen
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator

from benchmarks.mutation.baseline import Baseline
from benchmarks.mutation.client import TestServer
from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.probe import TOO_LONG, WRONG_CODE
from benchmarks.mutation.server import PYTEST
from benchmarks.mutation.stages import MAX_WORK, marked_stages, stages


@frozen
class Attempt:
    """A mutant to try, with all tests or with those that are marked with a clause."""

    mutant: Mutant
    clause: str = ""


@frozen
class Verdict:
    """The outcome for a mutant: killed, timeout (which counts as killed) or survived.

    `clause` is that whose tests were run, or empty.
    """

    mutant: Mutant
    outcome: str
    diff: str
    killer: str = ""
    tests: int = 0
    clause: str = ""

    @property
    def record(self) -> dict[str, Any]:
        """Everything as plain data, with the mutant's id."""
        return {
            "id": self.mutant.id,
            "clause": self.clause,
            "outcome": self.outcome,
            "diff": self.diff if self.outcome == "survived" else "",
            "killer": self.killer,
            "tests": self.tests,
        }


def try_mutant(
    attempt: Attempt, baseline: Baseline, server: TestServer, most: float = MAX_WORK
) -> Verdict:
    """Run the tests on a mutant, in the server's copy; of all tests those of `most` seconds.

    Raises RuntimeError if the failing test also fails without the mutant.
    """
    mutant, clause = attempt.mutant, attempt.clause
    if clause:
        runs = marked_stages(mutant, clause, baseline)
    else:
        runs = stages(mutant, server.copy, baseline, most)
    with _mutated(server.copy, mutant) as diff:
        outcome, output, ran = _run(runs, baseline, server)
    killer = _killer(output)
    if outcome == "killed":
        _check_unchanged(_suspects(killer, ran), baseline, server)
    return Verdict(mutant, outcome, diff, killer, sum(map(len, runs)), clause)


def _suspects(killer: str, tests: Sequence[str]) -> Sequence[str]:
    """Return the test that failed; one of a file that failed; or all, if unknown."""
    name = killer.removeprefix("FAILED ").removeprefix("ERROR ")
    failed = [test for test in tests if f"{name} ".startswith(f"{test} ")]
    failed = failed or [test for test in tests if name.startswith(test.partition("::")[0])]
    return failed[-1:] or tests


def _check_unchanged(tests: Sequence[str], baseline: Baseline, server: TestServer) -> None:
    """Raise RuntimeError if tests fail on unchanged code, run like a mutant's."""
    if not server.known_to_pass.issuperset(tests):
        outcome, output, _ = _run([tests], baseline, server)
        if outcome != "survived":
            raise RuntimeError(f"the tests fail on unchanged code:\n{output}")
        server.known_to_pass.update(tests)


@contextmanager
def _mutated(copy: Path, mutant: Mutant) -> Iterator[str]:
    """Put a mutant into a file of the copy; yields the diff, or raises RuntimeError without one."""
    file = copy / mutant.file
    stamp = file.stat()
    with use_mutation(file, get_operator(mutant.operator)(), mutant.occurrence) as (before, after):
        if after is None:
            raise RuntimeError(f"{mutant}: there is nothing to change")
        lines = difflib.unified_diff(
            before.split("\n"), after.split("\n"), mutant.file, mutant.file, lineterm=""
        )
        yield "\n".join(lines)
    # Make the bytecode of the unchanged file valid again.
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def _run(
    runs: Sequence[Sequence[str]], baseline: Baseline, server: TestServer
) -> tuple[str, str, Sequence[str]]:
    """Return the outcome of stages of tests, with the output and tests of the last stage."""
    seconds = sum(baseline.useful[test] for tests in runs for test in tests)
    deadline, output = time.monotonic() + 300 + 10 * seconds, ""
    for tests in runs:
        left = max(1.0, deadline - time.monotonic())
        status, output = server.run(_arguments(tests, baseline, server.copy), left)
        if WRONG_CODE in output:
            raise RuntimeError(output)
        if status is None or TOO_LONG in output:
            return "timeout", output, tests
        if status:
            return "killed", output, tests
    return "survived", output, ()


def _arguments(tests: Sequence[str], baseline: Baseline, copy: Path) -> list[str]:
    file = copy / "trial.json"
    file.write_text(json.dumps({test: 10 + 5 * baseline.useful[test] for test in tests}))
    files = sorted({test.partition("::")[0] for test in tests})
    return [*PYTEST, "-x", "-rfE", f"--mutants-tests={file}", *files]


def _killer(output: str) -> str:
    """Return the test that failed, or the reason of another end."""
    lines = [line for line in output.splitlines() if line.strip()]
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR ")) or line == TOO_LONG]
    return (failed or lines or [""])[-1] if failed else (lines[-1] if lines else "")
