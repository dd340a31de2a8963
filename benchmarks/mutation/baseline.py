"""Results of the tests on unchanged code, and the order of tests for a mutant."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from attrs import frozen

#: Seconds above which a test is slow.
SLOW = 1.0
#: Number of cases of a parametrized test that come first, followed by those of other tests.
CASES = 20
#: Words that are too common to identify the subject of a test.
_EVERYWHERE = frozenset({"a", "an", "and", "i", "init", "it", "of", "test", "the"})


@frozen(slots=False)
class Baseline:
    """Results on unchanged code: outcome and seconds by test, tests by file and line."""

    tests: dict[str, dict[str, Any]]
    lines: dict[str, dict[str, list[str]]]

    @cached_property
    def useful(self) -> dict[str, float]:
        """Seconds of the tests that pass."""
        return {name: t["seconds"] for name, t in self.tests.items() if t["outcome"] == "passed"}

    @property
    def left_out(self) -> list[str]:
        """Tests that fail on unchanged code, or take too long, and so show nothing."""
        return [name for name, test in self.tests.items() if test["outcome"] == "failed"]

    def marked(self, clause: str) -> list[str]:
        """Return the tests that pass and are marked with a clause."""
        return [name for name in self.useful if clause in self.tests[name].get("rules", ())]

    @cached_property
    def cases(self) -> dict[str, int]:
        """The index of each case among a parametrized test's cases."""
        counts: dict[str, int] = {}
        numbers = {}
        for name in self.useful:
            function = name.partition("[")[0]
            numbers[name] = counts.get(function, 0)
            counts[function] = numbers[name] + 1
        return numbers

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """The weight of each word in tests' names: larger if fewer tests have it."""
        named = Counter(word for test in self.useful for word in _named(test))
        return {word: math.log(len(self.useful) / count) for word, count in named.items()}

    def in_order(self, tests: Iterable[str], words: frozenset[str]) -> list[str]:
        """Sort tests: slow ones last; first some cases of each, similar names, and quick ones."""
        return sorted(
            (test for test in tests if test in self.useful),
            key=lambda test: (
                self.useful[test] > SLOW,
                self.cases[test] // CASES,
                -sum(self._rarity[word] for word in words & _named(test)),
                self.useful[test],
            ),
        )


@cache
def _named(path: str) -> frozenset[str]:
    """Return the words in a path, or in a test's name with its path: tests are sentences."""
    return words_in(path.partition("[")[0].replace(".py", "").split("/", 2)[-1])


@cache
def words_in(text: str) -> frozenset[str]:
    """Return the words of a text and of names in it, each without a final `s`."""
    words = re.findall(r"[a-z]+", text.lower())
    return frozenset(word.removesuffix("s") for word in words) - _EVERYWHERE


def to_dict(baseline: Baseline) -> dict[str, Any]:
    """Convert a baseline to plain data, with numbers instead of names of tests in the lines."""
    numbers = {test: number for number, test in enumerate(baseline.tests)}
    lines = {
        file: {line: [numbers[test] for test in tests] for line, tests in by_line.items()}
        for file, by_line in baseline.lines.items()
    }
    return {"tests": baseline.tests, "lines": lines}


def from_dict(data: Mapping[str, Any]) -> Baseline:
    """Parse a baseline from plain data."""
    names = list(data["tests"])
    lines = {
        file: {line: [names[number] for number in tests] for line, tests in by_line.items()}
        for file, by_line in data["lines"].items()
    }
    return Baseline(data["tests"], lines)


def by_file(baseline: Baseline) -> dict[str, Baseline]:
    """Split a baseline by files of tests."""
    baselines: dict[str, Baseline] = {}
    for test, result in baseline.tests.items():
        baselines.setdefault(test.partition("::")[0], Baseline({}, {})).tests[test] = result
    for code, by_line in baseline.lines.items():
        for line, tests in by_line.items():
            for test in tests:
                lines = baselines[test.partition("::")[0]].lines.setdefault(code, {})
                lines.setdefault(line, []).append(test)
    return baselines


def merge(runs: Iterable[Baseline]) -> Baseline:
    """Merge the baselines of several runs of different tests."""
    tests: dict[str, dict[str, Any]] = {}
    lines: dict[str, dict[str, list[str]]] = {}
    for run in runs:
        tests |= run.tests
        for file, by_line in run.lines.items():
            known = lines.setdefault(file, {})
            for line, names in by_line.items():
                known[line] = known.get(line, []) + names
    return Baseline(tests, lines)
