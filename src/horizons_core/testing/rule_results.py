"""The results file of the pytest plug-in: the clauses of each test, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

#: Path of the file, under pytest's root directory.
RESULTS = Path(".horizons", "rule-tests.json")

#: By test (pytest's node id): its `outcome` and the `rules` that it names.
Results = dict[str, dict[str, Any]]


def read_results(file: Path) -> Results:
    """Return the latest results; none if the file is missing or unreadable."""
    try:
        tests: Results = json.loads(file.read_text("utf-8"))["tests"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return tests


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Let no other process write the file meanwhile, on systems with such locks."""
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
