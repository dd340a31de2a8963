"""The tests that a mutant is run against, and their order."""

from __future__ import annotations

import pytest

from benchmarks.mutation.baseline import Baseline
from benchmarks.mutation.mutants import mutants_of
from benchmarks.mutation.stages import MAX_WORK, stages

FILE = "src/tolls/dues.py"
SOURCE = '''\
"""A module."""

from functools import cache


@cache
def chosen(first: int | None, *, second: int = 5) -> int | str:
    """Answer × something."""
    if first is None:
        raise ValueError(f"not {second + 1}")
    return first + second


class Thing:
    def __repr__(self) -> str:
        return "x" * 3
'''
HEAD, LAST, THING = 7, 11, 16
SLOW, OTHER = "tests/core/t.py::slow", "tests/variants/v.py::other"


@pytest.fixture
def tree(tmp_path):
    """Return a tree with the module, a file of tests that imports it, and others that do not."""
    files = {FILE: SOURCE, "tests/core/t.py": "from tolls.dues import chosen\n"}
    files |= {"tests/variants/v.py": "", **{f"tests/{number}.py": "" for number in range(6)}}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def baseline(lines):
    seconds = {SLOW: 3.0, **{f"tests/core/t.py::case[{number}]": 0.1 for number in range(3)}}
    seconds |= {OTHER: 0.2, "tests/variants/v.py::broken": 0.0}
    tests = {
        name: {"outcome": "failed" if "broken" in name else "passed", "seconds": time}
        for name, time in seconds.items()
    }
    return Baseline(tests, {FILE: lines})


def mutant_at(line):
    return next(mutant for mutant in mutants_of(SOURCE, FILE) if mutant.start[0] == line)


def test_the_tests_of_a_line_come_some_cases_first_and_slow_ones_last(tree, monkeypatch):
    monkeypatch.setattr("benchmarks.mutation.baseline.CASES", 2)
    known = baseline({str(LAST): list(baseline({}).tests)})
    (first,) = stages(mutant_at(LAST), tree, known)

    assert first == [
        "tests/core/t.py::case[0]",
        "tests/core/t.py::case[1]",
        OTHER,
        "tests/core/t.py::case[2]",
        SLOW,
    ]


def test_a_mutant_meets_tests_of_a_few_files_before_the_others_are_collected(tree):
    tests = {f"tests/{n}.py::test": {"outcome": "passed", "seconds": n / 100} for n in range(6)}
    known = Baseline(tests, {FILE: {str(LAST): list(tests)}})
    assert [len(stage) for stage in stages(mutant_at(LAST), tree, known)] == [3, 3]


def test_tests_come_first_that_are_named_with_rare_words_of_what_is_changed(tree):
    names = ("of_an_addition", "the_second_of_them", "the_first", "the_first_of_them", "dues")
    seconds = {f"tests/1.py::test_{name}": 0.01 * n for n, name in enumerate(names)}
    tests = {name: {"outcome": "passed", "seconds": time} for name, time in seconds.items()}
    known = Baseline(tests, {FILE: {str(LAST): list(tests)}})
    ((*in_order,),) = stages(mutant_at(LAST), tree, known)
    assert [name.removeprefix("tests/1.py::test_") for name in in_order] == [
        *("the_second_of_them", "dues", "the_first", "the_first_of_them", "of_an_addition")
    ]


def test_a_mutant_need_not_pass_tests_without_end(tree):
    half = {"outcome": "passed", "seconds": MAX_WORK / 2}
    tests = {f"tests/1.py::test{n}": half for n in range(9)}
    known = Baseline(tests, {FILE: {str(LAST): list(tests)}})
    assert [len(stage) for stage in stages(mutant_at(LAST), tree, known)] == [2]
    assert [len(stage) for stage in stages(mutant_at(LAST), tree, known, 2 * MAX_WORK)] == [4]


def test_a_line_that_runs_on_import_meets_as_many_others_as_tests_that_are_about_it(tree):
    half = {"outcome": "passed", "seconds": MAX_WORK / 2}
    near, other_tests = (
        [f"tests/{file}.py::test{n}" for n in range(9)] for file in ("core/t", "variants/v")
    )
    known = Baseline(dict.fromkeys([*near, *other_tests], half), {FILE: {str(LAST): near}})
    first, *more = stages(mutant_at(HEAD), tree, known)
    assert first == near[:2]
    assert more == [other_tests[:2]]


def test_a_line_that_few_tests_execute_meets_all_tests(tree):
    first, rest = stages(mutant_at(LAST), tree, baseline({str(LAST): [SLOW]}))

    assert first == [SLOW]
    assert len(rest) == 4


def test_a_line_that_runs_on_import_meets_the_tests_of_files_that_import_it_first(tree):
    known = baseline({str(HEAD): [], str(LAST): [SLOW], str(THING): [OTHER]})
    first, rest = stages(mutant_at(HEAD), tree, known)

    assert sorted(first[:3]) == [f"tests/core/t.py::case[{number}]" for number in range(3)]
    assert first[3:] == [SLOW]
    assert rest == [OTHER]
