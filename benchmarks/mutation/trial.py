"""Copies of the tree, the unchanged tests' lines and seconds, and the tests run on one mutant.

A mutant first meets the tests that execute the changed line, quick ones before slow ones and one
case of each parametrized test before the others. If they pass and the line is one that few tests
are seen to execute (it runs on import, in another process, or its result is cached for all later
tests), other tests follow. A mutant that has passed tests of `MOST_WORK` seconds has survived,
though one of those left out may notice it: the share of killed mutants is told rather too low.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from attrs import frozen
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome

from benchmarks.mutation.mutants import CORE, LAB, Mutant
from benchmarks.mutation.probe import TOO_LONG, WRONG_CODE
from horizons_core.testing.clause_code import whole_ids

#: The folders of tests in which the core is seen at work: two whole games, and others' code on it.
AT_WORK = ("mods", "examples", "variants/event_horizon", "variants/galaxy_g")
FEW = 3
#: Files of tests that are collected at once at first: most mutants fall to the first few tests.
FIRST_FILES = 3
#: A test of more seconds is a slow one.
SLOW = 1.0
#: The seconds of work of the tests, as measured on unchanged code, that a mutant has to pass.
MOST_WORK = 30.0
#: A text in which an id of a clause is put together.
_IDS_MADE = re.compile(r"""f["'][A-Z]{2}-\{""")
NOT_COPIED = shutil.ignore_patterns(
    ".*", "__pycache__", "_build", "dist", "build", "mutants", "shared", "*.db", "*.sqlite"
)
PYTEST = (
    "-m", "pytest", "-p", "benchmarks.mutation.probe", "-p", "no:cacheprovider", "-p", "no:xdist",
    "-q", "--tb=no",
)  # fmt: skip


def copy_tree(root: Path, target: Path) -> Path:
    """A copy in which code may be changed."""
    return Path(shutil.copytree(root, target, ignore=NOT_COPIED))


def enter(copy: Path) -> None:
    """Make this process, and the tests it starts, work in the copy and import the copy's code."""
    os.chdir(copy)
    os.environ.update(
        PYTHONPATH=os.pathsep.join([str(copy / "src"), str(copy)]),
        NUMBA_DISABLE_JIT="1",
        HORIZONS_MUTANTS="1",
        PYTHONHASHSEED="0",
    )


@frozen(slots=False)
class Baseline:
    """What the tests do on unchanged code: outcome and seconds by test, tests by file and line."""

    tests: dict[str, dict[str, Any]]
    lines: dict[str, dict[str, list[str]]]

    @cached_property
    def useful(self) -> dict[str, float]:
        """Seconds of the tests that pass."""
        return {name: t["seconds"] for name, t in self.tests.items() if t["outcome"] == "passed"}

    @property
    def left_out(self) -> list[str]:
        """Tests that fail on unchanged code, or take too long, and so can tell nothing."""
        return [name for name, test in self.tests.items() if test["outcome"] == "failed"]

    def marked(self, clause: str) -> list[str]:
        """The tests that pass and are marked with a clause."""
        return [name for name in self.useful if clause in self.tests[name].get("rules", ())]

    @cached_property
    def cases(self) -> dict[str, int]:
        """Of a parametrized test's cases, the number of each."""
        counts: dict[str, int] = {}
        numbers = {}
        for name in self.useful:
            function = name.partition("[")[0]
            numbers[name] = counts.get(function, 0)
            counts[function] = numbers[name] + 1
        return numbers

    def in_order(self, tests: Iterable[str], file: str) -> list[str]:
        """Slow ones last; first cases before others, tests named after the file, quick ones."""
        namesake = f"/test_{Path(file).stem.removesuffix('s')}"
        return sorted(
            (test for test in tests if test in self.useful),
            key=lambda test: (
                self.useful[test] > SLOW,
                self.cases[test],
                namesake not in test,
                self.useful[test],
            ),
        )


def folders_of(part: str) -> list[str]:
    """The tests that are about the code; those of the host start many slow processes.

    Much of the core can only be seen at work: in games, in mods, in a variant of one file.
    """
    if part == LAB:
        return ["tests/lab"]
    own = ["core", *AT_WORK] if part == CORE else [f"variants/{part}"]
    return [f"tests/{folder}" for folder in [*own, "scenarios"]]


def measure(copy: Path, variant: str, workers: int, clauses: Sequence[str] = ()) -> Baseline:
    """Run all tests once on the unchanged copy; with clauses only those that are marked with one.

    Raises RuntimeError if that is not possible.
    """
    enter(copy)
    files = [
        path.relative_to(copy)
        for folder in folders_of(variant)
        for path in sorted((copy / folder).rglob("test_*.py"))
    ]
    tests = [file.as_posix() for file in files if not clauses or may_mark(copy / file, clauses)]
    with ThreadPoolExecutor(workers) as pool:
        runs = pool.map(
            lambda n: _measured(copy / f"baseline-{n}.json", tests[n::workers], clauses),
            range(min(workers, len(tests))),
        )
        return merged(runs)


def may_mark(file: Path, clauses: Sequence[str]) -> bool:
    """Whether tests of a file can be marked with these clauses: by name, example or scenario.

    Where a file puts ids together, as in f"FH-{topic}", they can be any.
    """
    text = file.read_text("utf-8")
    computed = "rule_examples" in text or "load_scenario" in text or _IDS_MADE.search(text)
    return bool(computed or whole_ids(clauses).search(text))


def keep_scenarios_of(copy: Path, variant: str) -> None:
    """Take other variants' scenarios out of a copy: every run of scenarios reads them all."""
    for folder in (copy / "tests" / "scenarios").iterdir():
        if folder.is_dir() and folder.name != variant:
            shutil.rmtree(folder)


def _measured(file: Path, tests: Sequence[str], clauses: Sequence[str]) -> Baseline:
    command = [sys.executable, *PYTEST, f"--mutants-baseline={file}", *tests]
    if clauses:
        chosen = file.with_suffix(".clauses")
        chosen.write_text(json.dumps(clauses))
        command.append(f"--mutants-clauses={chosen}")
    ran = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    if not file.exists():
        raise RuntimeError(f"the tests do not run on unchanged code:\n{ran.stdout}\n{ran.stderr}")
    read = json.loads(file.read_text())
    return Baseline(read["tests"], read["lines"])


def merged(runs: Iterable[Baseline]) -> Baseline:
    """What several runs of other tests found, together."""
    tests: dict[str, dict[str, Any]] = {}
    lines: dict[str, dict[str, list[str]]] = {}
    for run in runs:
        tests |= run.tests
        for file, by_line in run.lines.items():
            known = lines.setdefault(file, {})
            for line, names in by_line.items():
                known[line] = known.get(line, []) + names
    return Baseline(tests, lines)


def stages(mutant: Mutant, source: str, baseline: Baseline) -> list[list[str]]:
    """The tests for a mutant, in order: a stage is run only if the one before has passed."""
    lines = baseline.lines.get(mutant.file, {})
    first = baseline.in_order(lines.get(str(mutant.start[0]), ()), mutant.file)
    if len(first) > FEW:
        return _bites(baseline, first)
    if not first:  # it runs on import: the tests that execute what stands around it
        about = _lines_about(source, mutant.start[0])
        near = {test for line in about for test in lines.get(str(line), ())}
        near = near or {test for tests in lines.values() for test in tests}
        first = baseline.in_order(sorted(near), mutant.file)
    met = set(first)
    rest = baseline.in_order((t for t in baseline.useful if t not in met), mutant.file)
    folder = "tests/core" if "horizons_core" in mutant.file else "tests/variants"
    rest.sort(key=lambda test: not test.startswith(folder))
    return _bites(baseline, first, rest)


def marked_stages(mutant: Mutant, clause: str, baseline: Baseline) -> list[list[str]]:
    """The tests that are marked with the clause, in order and in stages."""
    return _bites(baseline, baseline.in_order(baseline.marked(clause), mutant.file))


def _bites(baseline: Baseline, *stages: Sequence[str]) -> list[list[str]]:
    """The stages as far as there is time, the first of them in two: its first files, and others."""
    work, bites = 0.0, []
    for stage in stages:
        chosen = []
        for test in stage:
            if work < MOST_WORK:
                work += baseline.useful[test]
                chosen.append(test)
        bites.append(chosen)
    head = _of_few_files(bites[0])
    return [bite for bite in (head, bites[0][len(head) :], *bites[1:]) if bite]


def _of_few_files(tests: Sequence[str]) -> list[str]:
    """The tests up to the first that is not of the first files."""
    files: set[str] = set()
    for number, test in enumerate(tests):
        files.add(test.partition("::")[0])
        if len(files) > FIRST_FILES:
            return list(tests[:number])
    return list(tests)


@cache
def _definitions(source: str) -> list[range]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.append(range(first, (node.end_lineno or first) + 1))
    return sorted(found, key=len)


def _lines_about(source: str, line: int) -> range:
    """The lines of the innermost definition around a line; none at the level of the module."""
    return next((lines for lines in _definitions(source) if line in lines), range(0))


@frozen
class Attempt:
    """A mutant to try, with all tests or with those that are marked with a clause."""

    mutant: Mutant
    clause: str = ""


@frozen
class Verdict:
    """What became of a mutant: killed, timeout (which counts as killed) or survived.

    `clause` is that whose tests were run, or empty.
    """

    mutant: Mutant
    outcome: str
    diff: str
    killer: str = ""
    tests: int = 0
    clause: str = ""


def try_mutant(attempt: Attempt, baseline: Baseline) -> Verdict:
    """Run the tests on a mutant, in the copy that the process has entered."""
    mutant, clause = attempt.mutant, attempt.clause
    if clause:
        runs = marked_stages(mutant, clause, baseline)
    else:
        runs = stages(mutant, Path(mutant.file).read_text(), baseline)
    spec = MutationSpec(mutant.file, mutant.operator, mutant.occurrence, mutant.start, mutant.end)
    outcome, output, diff = _run(spec, runs, baseline)
    return Verdict(mutant, outcome, diff, _killer(output), sum(map(len, runs)), clause)


def control(baseline: Baseline, share: int, shares: int) -> str:
    """The output of a share of all tests run like a mutant's on unchanged code; empty if fine."""
    file = "src/horizons_core/__init__.py"
    spec = MutationSpec(file, "core/NoOp", 0, (1, 0), (1, 1))
    outcome, output, _ = _run(spec, [list(baseline.useful)[share::shares]], baseline)
    return "" if outcome == "survived" else output


def _run(
    spec: MutationSpec, runs: Sequence[Sequence[str]], baseline: Baseline
) -> tuple[str, str, str]:
    commands = [_command(number, tests, baseline) for number, tests in enumerate(runs)]
    seconds = sum(baseline.useful[test] for tests in runs for test in tests)
    command = shlex.join(["sh", "-c", " && ".join(commands) or "true"])
    result = mutate_and_test([spec], command, timeout=300 + 10 * seconds)
    output = result.output or ""
    if result.worker_outcome != WorkerOutcome.NORMAL or WRONG_CODE in output:
        raise RuntimeError(f"{spec}: {output}")
    if result.test_outcome == TestOutcome.SURVIVED:
        return "survived", output, result.diff or ""
    timeout = TOO_LONG in output or output == "timeout"
    return "timeout" if timeout else "killed", output, result.diff or ""


def _command(number: int, tests: Sequence[str], baseline: Baseline) -> str:
    file = Path(f"trial-{number}.json").resolve()
    file.write_text(json.dumps({test: 10 + 5 * baseline.useful[test] for test in tests}))
    files = sorted({test.partition("::")[0] for test in tests})
    command = [sys.executable, *PYTEST, "-x", "-rfE", f"--mutants-tests={file}", *files]
    return shlex.join(command)


def _killer(output: str) -> str:
    """The test that failed, or what else ended the run."""
    lines = [line for line in output.splitlines() if line.strip()]
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR ")) or line == TOO_LONG]
    return (failed or lines or [""])[-1] if failed else (lines[-1] if lines else "")
