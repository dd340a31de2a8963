"""The tests for a mutant, in stages.

A mutant first meets the tests that execute the changed line, quick ones before slow ones and some
cases of each parametrized test before the others. If the line runs on import, as tables do, it
meets the tests of files that import the module, and those that execute code around the line. If
they pass and few tests were seen to execute the line (it runs on import, in another process, or its
result is cached for all later tests), other tests follow; else those of files that import the
module. Tests are sentences: those with rare words of the module's name, of the function's and of
the line come first. A mutant that has passed tests of `MAX_WORK` seconds (and, for a line that
runs on import, other tests of the same time) has survived, though an omitted test may notice it:
the share of killed mutants is a low estimate.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from benchmarks.mutation.baseline import SLOW, Baseline, words_in
from benchmarks.mutation.mutants import Mutant

FEW = 3
#: Number of files of tests in the first stage: most mutants fall to the first few tests.
FIRST_FILES = 3
#: Seconds of tests, as measured on unchanged code, that a mutant has to pass.
MAX_WORK = 30.0


def stages(
    mutant: Mutant, copy: Path, baseline: Baseline, most: float = MAX_WORK
) -> list[list[str]]:
    """Return the tests for a mutant in a copy of the tree, in order.

    A stage is run only if the one before has passed. They are of `most` seconds of work.
    """
    words = _words(mutant)
    on_import = _runs_on_import((copy / mutant.file).read_text(), mutant.start[0])
    if on_import:
        first = _about_import(mutant, copy, baseline)
    else:
        executing = baseline.lines.get(mutant.file, {}).get(str(mutant.start[0]), ())
        first = baseline.in_order(executing, words)
        if len(first) > FEW:  # of a function that is called on import, the first to import it
            importers = _of_importers(mutant, copy, baseline).difference(first)
            return _cut_to_time(baseline, most, first, baseline.in_order(importers, words))
    met = set(first)
    rest = baseline.in_order((t for t in baseline.useful if t not in met), words)
    folder = "tests/core" if "horizons_core" in mutant.file else "tests/variants"
    rest.sort(key=lambda test: not test.startswith(folder))
    if on_import:  # tests seen to execute such a line are not necessarily about it
        return [*_cut_to_time(baseline, most, first), *_cut_to_time(baseline, most, rest)]
    return _cut_to_time(baseline, most, first, rest)


def _about_import(mutant: Mutant, copy: Path, baseline: Baseline) -> list[str]:
    """Return tests of files that import the module, then those that execute code around the line.

    Those that were seen to execute it were only the first to import the module.
    """
    lines = baseline.lines.get(mutant.file, {})
    about = _lines_about((copy / mutant.file).read_text(), mutant.start[0])
    near = {test for line in about for test in lines.get(str(line), ())}
    near = near or {test for tests in lines.values() for test in tests}
    importing = _of_importers(mutant, copy, baseline)
    return sorted(
        baseline.in_order(sorted(near | importing), _words(mutant)),
        key=lambda test: (baseline.useful[test] > SLOW, test not in importing),
    )


def _of_importers(mutant: Mutant, copy: Path, baseline: Baseline) -> set[str]:
    """Return the tests of files that import the module, or names of it."""
    importing = _importing(mutant.file, copy, _files(baseline.useful))
    return {test for test in baseline.useful if _file(test) in importing}


def marked_stages(mutant: Mutant, clause: str, baseline: Baseline) -> list[list[str]]:
    """Return the tests that are marked with the clause, in order and in stages."""
    return _cut_to_time(
        baseline, MAX_WORK, baseline.in_order(baseline.marked(clause), _words(mutant))
    )


def _words(mutant: Mutant) -> frozenset[str]:
    """Return the words of the file's path, of the function and of the line that is changed."""
    return words_in(mutant.place.replace(".py", "").split("/", 2)[-1])


def _cut_to_time(baseline: Baseline, most: float, *stages: Sequence[str]) -> list[list[str]]:
    """Cut the stages to the time limit, and split the first: its first files, and others."""
    work, batches = 0.0, []
    for stage in stages:
        chosen = []
        for test in stage:
            if work < most:
                work += baseline.useful[test]
                chosen.append(test)
        batches.append(chosen)
    head = _of_few_files(batches[0])
    return [batch for batch in (head, batches[0][len(head) :], *batches[1:]) if batch]


def _of_few_files(tests: Sequence[str]) -> list[str]:
    """Return the tests before the first one beyond the first files."""
    files: set[str] = set()
    for number, test in enumerate(tests):
        files.add(_file(test))
        if len(files) > FIRST_FILES:
            return list(tests[:number])
    return list(tests)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _files(tests: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({_file(test) for test in tests}))


@cache
def _importing(file: str, copy: Path, tests: tuple[str, ...]) -> frozenset[str]:
    """Return those of some files of tests that import a module or names of it."""
    parts = Path(file).relative_to("src").with_suffix("").parts
    *package, name = parts[:-1] if parts[-1] == "__init__" else parts
    folder = re.escape(".".join(package))
    import_of = re.compile(
        rf"(from|import) {folder}\.{name}\b|from {folder} import (\([^)]*|[^\n]*)\b{name}\b"
    )
    return frozenset(test for test in tests if import_of.search((copy / test).read_text()))


@cache
def _definitions(source: str) -> list[range]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    ranges = []
    for node in ast.walk(_tree(source)):
        if isinstance(node, kinds):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            ranges.append(range(first, (node.end_lineno or first) + 1))
    return sorted(ranges, key=len)


def _runs_on_import(source: str, line: int) -> bool:
    """Return whether a line is in no function, or at the head of one."""
    bodies = (
        range(node.body[0].lineno, (node.end_lineno or 0) + 1)
        for node in ast.walk(_tree(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return not any(line in body for body in bodies)


@cache
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


def _lines_about(source: str, line: int) -> range:
    """Return the lines of the innermost definition around a line; empty at module level."""
    return next((lines for lines in _definitions(source) if line in lines), range(0))
