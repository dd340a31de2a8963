"""A variant's rulebook as a page for players, and its clauses with their code and tests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from attrs import field, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError, UnknownNameError, did_you_mean
from horizons_core.plugins import load_variant
from horizons_core.report import html_table, text_column
from horizons_core.rules import Catalogue, Clause
from horizons_core.testing.clauses import (
    CodeLine,
    MarkedTest,
    code_lines,
    is_rulebook,
    marked_tests,
    package_folder,
    tests_folder,
)
from horizons_host.files import write_atomically
from horizons_host.reports.pages import page

#: The results file of the pytest plug-in, relative to the folder of the test run.
RESULTS = Path(".horizons", "rule-tests.json")
#: The sources at the end of a decision, which are only useful to developers.
_SOURCES = re.compile(r"\s*\bFacts: .*\Z", re.DOTALL)


@frozen
class ClauseIndex:
    """A variant's clauses with the code lines that name them.

    Attributes:
        folder: the folder of the variant's package; None if it has none.
        code: by clause id, the lines that name it; no entry for a clause that is never named.
    """

    folder: Path | None
    code: Mapping[str, Sequence[CodeLine]] = field(factory=dict)

    @property
    def tests(self) -> Path | None:
        """The folder of the package's tests; None if they are not installed."""
        return self.folder and tests_folder(self.folder)

    def code_of(self, clause: Clause) -> Sequence[CodeLine]:
        """Return the code lines that name the clause."""
        return self.code.get(clause.id, ())

    def is_carried_out(self, clause: Clause) -> bool:
        """Return whether the rulebook's code names the clause, not just a house rule or a bot."""
        lines = self.code_of(clause)
        return any(self.folder and is_rulebook(self.folder, line) for line in lines)

    def tests_of(self, clause: Clause) -> list[MarkedTest] | None:
        """Return tests and scenarios that name the clause, or None if tests are not installed."""
        return None if self.tests is None else marked_tests(self.tests, clause.id)


def clause_index(variant: str) -> ClauseIndex:
    """Index the package of an installed variant; raises UnknownNameError."""
    rules = load_variant(variant)
    folder = package_folder(rules.info.package)
    if folder is None:
        return ClauseIndex(None)
    return ClauseIndex(folder, code_lines(folder, [clause.id for clause in rules.rules]))


def format_line(line: CodeLine) -> str:
    """Format a line as `file:number`, relative to the current folder if the file is below it."""
    return f"{_file(line)}:{line.number}"


def line_data(line: CodeLine, **more: str) -> dict[str, Any]:
    """Return a line as plain data, with `more` entries."""
    return {"file": _file(line), "line": line.number, **more}


def _file(line: CodeLine) -> str:
    cwd = Path.cwd()
    return str(line.file.relative_to(cwd) if line.file.is_relative_to(cwd) else line.file)


@frozen
class ClauseState:
    """A clause and the passed tests that name it; `tried` if any test names it.

    `left_out` clauses are on a list of clauses that are not implemented yet.
    """

    clause: Clause
    tests: Sequence[str]
    tried: bool
    left_out: bool = False

    @property
    def words(self) -> str:
        """The state as text: "advice", "proved", "left out", "its tests fail" or "not run"."""
        if not self.clause.binding:
            return "advice"
        if self.tests:
            return "proved"
        if self.left_out:
            return "left out"
        return "its tests fail" if self.tried else "not run"

    def to_dict(self) -> dict[str, Any]:
        """Return the clause with its state as plain data."""
        clause = self.clause
        return {
            "id": clause.id,
            "title": clause.title,
            "kind": clause.kind,
            "rule": clause.rule,
            "open": clause.open,
            "decision": clause.decision,
            "source": clause.source,
            "examples": [
                {"given": dict(e.given), "expect": dict(e.expect)} for e in clause.examples
            ],
            "state": self.words,
            "tests": list(self.tests),
        }


@frozen
class UnknownClause:
    """A clause id in tests that is not in the rulebook."""

    clause: str
    tests: Sequence[str]


@frozen
class Rulebook:
    """All clauses of a variant, in order, with their states."""

    variant: str
    states: tuple[ClauseState, ...]
    unproved: tuple[ClauseState, ...]
    unknown: tuple[UnknownClause, ...]

    def state(self, clause: str) -> ClauseState:
        """Return the state of a clause (case-insensitive); raises UnknownNameError."""
        for state in self.states:
            if state.clause.id.casefold() == clause.casefold():
                return state
        known = [state.clause.id for state in self.states]
        raise UnknownNameError(
            f"{self.variant} has no clause '{clause}'", did_you_mean(clause, known)
        )


def rulebook(
    variant: str,
    results: Path | None = None,
    *,
    must_exist: bool = False,
    without: Sequence[str] = (),
) -> Rulebook:
    """Build the rulebook with test results from a results file (None: `RESULTS`).

    `without` names lists of clauses, in the variant's package, that need no test yet.

    Raises HorizonsError if the file cannot be read, or `must_exist` and is missing; and for a list
    that does not exist or that has an unknown clause.
    """
    from horizons_core.testing.clauses import passed_rules

    catalogue = load_variant(variant).rules
    package = load_variant(variant).info.package
    left_out = {clause for name in without for clause in _left_out(catalogue, package, name)}
    file = RESULTS if results is None else results
    named = _tests_by_clause(file) if must_exist or results is not None or file.exists() else {}
    passed = passed_rules(file) if named else {}
    unproved = {clause.id for clause in catalogue.untested(passed)} - left_out
    states = tuple(
        ClauseState(c, passed.get(c.id, ()), c.id in named, c.id in left_out) for c in catalogue
    )
    return Rulebook(
        catalogue.variant,
        states,
        tuple(state for state in states if state.clause.id in unproved),
        _unknown(catalogue, named),
    )


def _left_out(catalogue: Catalogue, package: str, name: str) -> list[str]:
    """Read a list of clauses: one per line in `left_out/NAME.txt`, `#` begins a comment."""
    folder = resources.files(package).joinpath("left_out")
    lists = sorted(path.name[:-4] for path in folder.iterdir()) if folder.is_dir() else []
    if name not in lists:
        raise UnknownNameError(
            f"{catalogue.variant} has no list '{name}' of left-out clauses",
            did_you_mean(name, lists) if lists else "omit --without",
        )
    lines = folder.joinpath(f"{name}.txt").read_text("utf-8").splitlines()
    clauses = [word for line in lines if (word := line.partition("#")[0].strip())]
    for clause in clauses:
        if clause not in catalogue:
            raise HorizonsError(
                f"left_out/{name}.txt: {catalogue.variant} has no clause '{clause}'",
                "remove it from the list",
            )
    return clauses


def _tests_by_clause(file: Path) -> Mapping[str, Sequence[str]]:
    """Return the tests that name each clause, passed or not."""
    from horizons_core.testing.clauses import read_results

    tests = read_results(file)
    if not tests and file.exists():
        raise HorizonsError(
            f"'{file}' contains no tests of clauses",
            'mark tests with @pytest.mark.rule("...") and run them: python -m pytest',
        )
    if not tests:
        raise HorizonsError(f"there is no '{file}'", "run the tests first: python -m pytest")
    named: dict[str, list[str]] = {}
    for test, result in tests.items():
        for rule in result["rules"]:
            named.setdefault(rule, []).append(test)
    return named


def _unknown(catalogue: Catalogue, named: Mapping[str, Sequence[str]]) -> tuple[UnknownClause, ...]:
    """Return ids in tests with this variant's prefixes that are not in the catalogue."""
    prefixes = {clause.id.split("-")[0] for clause in catalogue}
    return tuple(
        UnknownClause(rule, sorted(tests))
        for rule, tests in sorted(named.items())
        if rule.split("-")[0] in prefixes and rule not in catalogue
    )


def write_rules_page(variant: hz.Variant, path: Path) -> None:
    """Write the rulebook; raises HorizonsError for a file that is not `.html`, OSError."""
    if path.suffix.lower() != ".html":
        raise HorizonsError(f"can't write rules to '{path}'", "use a file name that ends in .html")
    clauses = [_clause_parts(clause) for clause in variant.rules]
    write_atomically(path, page("rules.html.jinja", title=variant.info.title, clauses=clauses))


def _clause_parts(clause: Clause) -> dict[str, Any]:
    """Return the template's data for a clause; its decisions count as rules."""
    decided = _SOURCES.sub("", clause.decision)
    return {
        "id": clause.id,
        "title": clause.title,
        "texts": [text for text in (clause.rule, decided) if text],
        "syntax": clause.syntax,
        "table": html_table(
            [text_column(name) for name in _columns(clause)],
            [[_value_text(row.get(name, "")) for name in _columns(clause)] for row in clause.rows],
        ),
        "examples": [f"{_facts(e.given)}: {_facts(e.expect)}" for e in clause.examples],
    }


def _columns(clause: Clause) -> tuple[str, ...]:
    return clause.columns or tuple(dict.fromkeys(name for row in clause.rows for name in row))


def _facts(facts: Mapping[str, Any]) -> str:
    return "; ".join(
        f"{name.replace('_', ' ')} {_value_text(value)}" for name, value in facts.items()
    )


def _value_text(value: Any) -> str:
    """Format a value of a table or an example."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return _facts(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_value_text, value))
    return "none" if value is None else str(value)
