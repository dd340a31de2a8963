"""Clauses named in the tests of a project: marks of pytest, and scenarios.

Files are read, not run. A mark is a whole string with a clause's id in a decorator or at module
level: `@pytest.mark.rule("EH-SET-001")`, cases of a table, `pytestmark`. Only pytest sees computed
marks; it records them when the tests run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from horizons_core.data_text import DataError, read_yaml
from horizons_core.testing.clause_code import Place, whole_ids

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@frozen(order=True)
class MarkedTest:
    """A test that names a clause.

    Attributes:
        place: the line of the clause's id.
        name: the function (`test_it`, `TestShips.test_it`), class or scenario; empty for a module.
    """

    place: Place
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
            tests_with_marks.update(MarkedTest(Place(file, line), name) for line, name in marked)
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
