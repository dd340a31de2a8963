"""The pytest plug-in: `@pytest.mark.rule("EH-SET-001")` names the clauses that a test proves.

After every run `.horizons/rule-tests.json` under pytest's root directory says which clauses were
named by which test and how the test ended; `horizons rules NAME --check` reads it. A whole run
replaces the file. A run of chosen tests (paths, -k, -m, --lf, ...) or one that was stopped early
replaces the results of the tests that it ran.

A mark with a clause that the catalogue does not know is a usage error.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from typing import Any

import pytest

from horizons_core.testing.rule_results import (
    RESULTS,
    Results,
    merged,
    read_results,
    write_results,
)

# The laws are made of assertions: a failing one shall say what it compared.
pytest.register_assert_rewrite("horizons_core.testing.laws")

_PROPERTY = "horizons_rules"
_FAULTS = "horizons_faults"
_CHOOSING = (
    "-k", "-m", "--lf", "--last-failed", "--sw", "--stepwise", "--deselect", "--ignore",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and gather results in the process that reports them."""
    config.addinivalue_line("markers", "rule(*ids): names the rule clauses that the test proves")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Gatherer(config), "horizons-rule-results")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note every test's clauses on the test; raises UsageError for one that no catalogue has.

    A worker of xdist may not raise: it runs nothing, and the controlling process complains.
    """
    marked = [(item, rules) for item in items if (rules := _rules_of(item))]
    for item, rules in marked:
        item.user_properties.append((_PROPERTY, rules))
    faults = _unknown(marked)
    if faults and hasattr(config, "workeroutput"):
        config.workeroutput[_FAULTS] = faults
        items.clear()
    elif faults:
        raise pytest.UsageError("\n".join(faults))


def _rules_of(item: pytest.Item) -> list[str]:
    return sorted({str(rule) for mark in item.iter_markers("rule") for rule in mark.args})


def _unknown(marked: Iterable[tuple[pytest.Item, list[str]]]) -> list[str]:
    """One line for each clause with an installed variant's prefix that its catalogue has not."""
    named = {rule: item.nodeid for item, rules in marked for rule in rules}
    if not named:
        return []
    from horizons_core.errors import nearest

    catalogues = _catalogues({_prefix(rule) for rule in named})
    faults = []
    for rule, test in sorted(named.items()):
        known = catalogues.get(_prefix(rule))
        if known is not None and rule not in known:
            near = nearest(rule, known)
            hint = f"; did you mean '{near}'?" if near else ""
            faults.append(f"{test} names clause '{rule}', which is in no catalogue{hint}")
    return faults


def _catalogues(prefixes: Iterable[str]) -> dict[str, set[str]]:
    """The clauses of the installed variants by prefix (`EH` of `EH-SET-001`): of these, at least.

    To load a variant takes a while: those whose rulebook has none of these prefixes are left out.
    """
    from horizons_core.errors import HorizonsError
    from horizons_core.plugins.loader import load_variant, variant_modules

    found: dict[str, set[str]] = {}
    for name, module in variant_modules().items():
        if not _may_have(module, prefixes):
            continue
        try:
            clauses = load_variant(name).rules
        except HorizonsError:
            continue
        for clause in clauses:
            found.setdefault(_prefix(clause.id), set()).add(clause.id)
    return found


def _may_have(module: str, prefixes: Iterable[str]) -> bool:
    """Whether the clauses of a variant may have such ids; yes if they do not lie beside it."""
    from horizons_core.testing.clause_code import package_folder

    try:
        folder = package_folder(module)
    except ImportError:
        return True
    rules = folder / "rules.yaml" if folder else None
    if rules is None or not rules.is_file():
        return True
    ids = "|".join(map(re.escape, prefixes))
    return bool(re.search(rf"\b(?:{ids})-", rules.read_text("utf-8")))


def _prefix(rule: str) -> str:
    return rule.split("-", maxsplit=1)[0]


class _Gatherer:
    """Collects the results of marked tests; under xdist it sits in the controlling process."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._results: Results = {}
        self._faults: set[str] = set()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Hear from a worker of xdist which marks it found to be wrong."""
        self._faults.update(getattr(node, "workeroutput", {}).get(_FAULTS, ()))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Complain of the marks that workers found to be wrong."""
        for fault in sorted(self._faults):
            terminalreporter.write_line(f"ERROR: {fault}", red=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take down how each part of a marked test (set-up, call, tear-down) ended."""
        rules = next((value for name, value in report.user_properties if name == _PROPERTY), None)
        if rules is None:
            return
        result = self._results.setdefault(report.nodeid, {"outcome": "passed", "rules": rules})
        if report.outcome != "passed" and result["outcome"] != "failed":
            result["outcome"] = report.outcome

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write the file; a run without marked tests makes none."""
        if self._faults:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
        if self._faults or self._config.option.collectonly:
            return
        root = self._config.rootpath
        older = read_results(root / RESULTS)
        whole = _ran_to_the_end(session, exitstatus) and not _chose_tests(self._config)
        results = self._results if whole else merged(older, self._results, root)
        if results or older:
            write_results(root / RESULTS, results)


def _ran_to_the_end(session: pytest.Session, exitstatus: int) -> bool:
    finished = exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    return finished and not session.shouldfail and not session.shouldstop


def _chose_tests(config: pytest.Config) -> bool:
    """Whether somebody asked for less than the project's usual tests."""
    given: list[Any] = [*config.invocation_params.args]
    given += shlex.split(os.environ.get("PYTEST_ADDOPTS", ""))
    by_path = config.args_source is pytest.Config.ArgsSource.ARGS
    return by_path or any(str(argument).startswith(_CHOOSING) for argument in given)
