"""What the tests do on unchanged code, and the order in which a mutant meets them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from attrs import frozen

#: A test of more seconds is a slow one.
SLOW = 1.0
#: So many cases of a parametrized test come before further ones, and those of other tests as well.
CASES = 20
#: Words that say little of what a test is about.
_EVERYWHERE = frozenset({"a", "an", "and", "i", "init", "it", "of", "test", "the"})


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

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a word tells of what a test is about: more if fewer tests are named with it."""
        named = Counter(word for test in self.useful for word in _named(test))
        return {word: math.log(len(self.useful) / count) for word, count in named.items()}

    def in_order(self, tests: Iterable[str], words: frozenset[str]) -> list[str]:
        """Slow ones last; some cases before all others, those named with the words, quick ones."""
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
    """The words that a path, or a test's name with its path, is made of: tests are sentences."""
    return words_in(path.partition("[")[0].replace(".py", "").split("/", 2)[-1])


@cache
def words_in(text: str) -> frozenset[str]:
    """The words of a text, those of names in it too, each without the `s` at its end."""
    found = re.findall(r"[a-z]+", text.lower())
    return frozenset(word.removesuffix("s") for word in found) - _EVERYWHERE


def plain(baseline: Baseline) -> dict[str, Any]:
    """A baseline as plain data, in which the lines name tests by their numbers."""
    numbers = {test: number for number, test in enumerate(baseline.tests)}
    lines = {
        file: {line: [numbers[test] for test in tests] for line, tests in by_line.items()}
        for file, by_line in baseline.lines.items()
    }
    return {"tests": baseline.tests, "lines": lines}


def from_plain(data: Mapping[str, Any]) -> Baseline:
    """The baseline that was written as plain data."""
    names = list(data["tests"])
    lines = {
        file: {line: [names[number] for number in tests] for line, tests in by_line.items()}
        for file, by_line in data["lines"].items()
    }
    return Baseline(data["tests"], lines)


def by_file(baseline: Baseline) -> dict[str, Baseline]:
    """What was found about the tests of each file of tests."""
    found: dict[str, Baseline] = {}
    for test, noted in baseline.tests.items():
        found.setdefault(test.partition("::")[0], Baseline({}, {})).tests[test] = noted
    for code, by_line in baseline.lines.items():
        for line, tests in by_line.items():
            for test in tests:
                lines = found[test.partition("::")[0]].lines.setdefault(code, {})
                lines.setdefault(line, []).append(test)
    return found


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
