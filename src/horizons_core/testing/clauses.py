"""Find where code, examples and tests name rule clauses, and store which of these tests passed."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from horizons_core.data_text import DataError, read_yaml
from horizons_core.plugins.loader import load_variant

#: Suffixes of code: modules, grammars, templates and scripts of pages.
_CODE = frozenset({".py", ".lark", ".jinja", ".js"})
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
#: Path of the file, under pytest's root directory.
RESULTS = Path(".horizons", "rule-tests.json")
#: For each test (pytest's node id), its `outcome` and the `rules` that it names.
Results = dict[str, dict[str, Any]]


@frozen(order=True)
class CodeLine:
    """A line of a file; `number` counts from 1."""

    file: Path
    number: int


def package_folder(package: str) -> Path | None:
    """Return the folder of an importable package; None for "" or a package without a folder."""
    spec = find_spec(package) if package else None
    folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
    return next((folder for folder in folders if folder.is_dir()), None)


def code_files(folder: Path) -> list[Path]:
    """Return the code files of a package, sorted; rules.yaml and topics.yaml are not code."""
    return sorted(path for path in folder.rglob("*") if path.suffix in _CODE)


def whole_ids(clauses: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of these clauses as a whole id, not as part of another."""
    longest_first = sorted(clauses, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?!-?\w)")


def code_lines(folder: Path, clauses: Iterable[str]) -> Mapping[str, list[CodeLine]]:
    """Return the lines of a package's code that name a clause, by clause."""
    pattern = whole_ids(clauses)
    lines: dict[str, list[CodeLine]] = {}
    for file in code_files(folder):
        for number, text in enumerate(file.read_text("utf-8").splitlines(), start=1):
            for clause in dict.fromkeys(pattern.findall(text)):
                lines.setdefault(clause, []).append(CodeLine(file, number))
    return lines


def is_rulebook(folder: Path, line: CodeLine) -> bool:
    """Return whether code implements the rulebook; `mods/` change it, and `bots/` play by it."""
    return line.file.relative_to(folder).parts[0] not in {"mods", "bots"}


@frozen(order=True)
class MarkedTest:
    """A test that names a clause.

    Attributes:
        line: the line of the clause's id.
        name: the function (`test_it`, `TestShips.test_it`), class or scenario; empty for a module.
    """

    line: CodeLine
    name: str


def tests_folder(package: Path) -> Path | None:
    """Return `tests` next to the pyproject.toml above a package; None for an installed copy."""
    for folder in package.parents:
        if folder.name in {"site-packages", "dist-packages"}:
            return None
        if (folder / "pyproject.toml").is_file():
            tests = folder / "tests"
            return tests if tests.is_dir() else None
    return None


def marked_tests(tests: Path, clause: str) -> list[MarkedTest]:
    """Return the tests and scenarios of a folder that name a clause, sorted by file and line."""
    pattern = whole_ids([clause])
    tests_with_marks: set[MarkedTest] = set()
    for file in sorted([*tests.rglob("*.py"), *tests.rglob("*.yaml")]):
        text = file.read_text("utf-8")
        if pattern.search(text):
            marked = _marks(text, clause) if file.suffix == ".py" else _scenario_marks(text, clause)
            tests_with_marks.update(MarkedTest(CodeLine(file, line), name) for line, name in marked)
    return sorted(tests_with_marks)


def _marks(text: str, clause: str) -> Iterator[tuple[int, str]]:
    yield from _marks_below(ast.parse(text), clause, ())


def _marks_below(node: ast.AST, clause: str, scopes: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield ids in decorators and in statements of modules and classes, not of functions."""
    if isinstance(node, ast.Constant) and node.value == clause:
        yield node.lineno, ".".join(scopes)
    parts: list[ast.AST] = list(ast.iter_child_nodes(node))
    if isinstance(node, _Definition):
        scopes = (*scopes, node.name)
        parts = list(node.decorator_list)
        parts += node.body if isinstance(node, ast.ClassDef) else []
    for part in parts:
        yield from _marks_below(part, clause, scopes)


def _scenario_marks(text: str, clause: str) -> Iterator[tuple[int, str]]:
    """Yield the line with the clause in the scenario's `rules`, and the scenario's title."""
    try:
        data = read_yaml(text)
    except DataError:
        return
    if isinstance(data, dict) and "scenario" in data and clause in (data.get("rules") or ()):
        pattern, lines = whole_ids([clause]), text.splitlines()
        first = next(n for n, line in enumerate(lines) if line.startswith("rules:"))
        yield (
            next(n for n, line in enumerate(lines[first:], first + 1) if pattern.search(line)),
            str(data["scenario"]),
        )


def rule_examples(variant: str, *clauses: str) -> list[Any]:
    """Return the examples of these clauses (default: all), each marked with its clause.

    For example::

        @pytest.mark.parametrize("example", rule_examples("event_horizon", "EH-SET-001"))
        def test_the_map_is_a_rhombus(example): ...

    Raises KeyError for a clause that is not in the variant's catalogue.
    """
    return [
        pytest.param(example, id=str(example), marks=pytest.mark.rule(example.clause))
        for example in load_variant(variant).rules.examples(*clauses)
    ]


def read_results(file: Path) -> Results:
    """Return the latest results; none if the file is missing or unreadable."""
    try:
        tests: Results = json.loads(file.read_text("utf-8"))["tests"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return tests


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Lock the file against other writers for the block, on systems with such locks."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_suffix(".lock").open("w") as lock:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def write_results(file: Path, results: Mapping[str, Mapping[str, Any]]) -> None:
    """Replace the file atomically: readers get the old or the new results."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new_file = file.with_suffix(".new")
    text = json.dumps({"tests": dict(sorted(results.items()))}, indent=1, ensure_ascii=False)
    new_file.write_text(text + "\n", "utf-8")
    new_file.replace(file)


def merged(older: Results, newer: Results, root: Path) -> Results:
    """Combine a partial run's results with older ones of test files that still exist."""
    still_valid = {
        test: result for test, result in older.items() if (root / test.split("::")[0]).is_file()
    }
    return {**still_valid, **newer}


def passed_rules(file: Path = RESULTS) -> dict[str, list[str]]:
    """Return, by clause, the tests that name it and passed, as `Catalogue.untested` needs them.

    A parametrized test (named without its brackets) counts for a clause only if all of its cases
    that name the clause passed.
    """
    outcomes: dict[tuple[str, str], bool] = {}
    for test, result in read_results(file).items():
        for rule in result["rules"]:
            case = (rule, test.split("[")[0])
            outcomes[case] = outcomes.get(case, True) and result["outcome"] == "passed"
    passed: dict[str, list[str]] = {}
    for (rule, test), has_passed in sorted(outcomes.items()):
        if has_passed:
            passed.setdefault(rule, []).append(test)
    return passed
