"""The results file of the pytest plug-in: which test named which clauses, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

#: Where the plug-in writes, under pytest's root directory.
RESULTS = Path(".horizons", "rule-tests.json")

#: By test (pytest's node id): its `outcome` and the `rules` it names.
Results = dict[str, dict[str, Any]]


def read_results(file: Path) -> Results:
    """The results written last; none if there is no file or it cannot be read."""
    try:
        tests: Results = json.loads(file.read_text("utf-8"))["tests"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return tests


def write_results(file: Path, results: Mapping[str, Mapping[str, Any]]) -> None:
    """Replace the file; whoever reads meanwhile finds the old or the new one, whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".new")
    text = json.dumps({"tests": dict(sorted(results.items()))}, indent=1, ensure_ascii=False)
    draft.write_text(text + "\n", "utf-8")
    draft.replace(file)


def merged(older: Results, newer: Results, root: Path) -> Results:
    """What a partial run leaves: its own results, and older ones of test files that still exist."""
    kept = {
        test: result for test, result in older.items() if (root / test.split("::")[0]).is_file()
    }
    return {**kept, **newer}


def passed_rules(file: Path = RESULTS) -> dict[str, list[str]]:
    """By clause, the tests that name it and passed: what `Catalogue.untested` takes.

    A parametrized test (named without its brackets) counts for a clause only if all of its cases
    that name the clause passed.
    """
    outcomes: dict[tuple[str, str], bool] = {}
    for test, result in read_results(file).items():
        for rule in result["rules"]:
            case = (rule, test.split("[")[0])
            outcomes[case] = outcomes.get(case, True) and result["outcome"] == "passed"
    passed: dict[str, list[str]] = {}
    for (rule, test), fine in sorted(outcomes.items()):
        if fine:
            passed.setdefault(rule, []).append(test)
    return passed
