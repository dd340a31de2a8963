"""Output about assertions whose truth is known."""

from __future__ import annotations

import pytest

from benchmarks import lab_assertions
from benchmarks.lab_assertions import FAILED, PASSED, UNDECIDED, Case, row, verdicts
from horizons_lab.balance import NotBalancedError, UndecidedError


def judge(study: int) -> None:
    """Fail once, decide nothing twice, and pass otherwise."""
    if study == 0:
        raise NotBalancedError("it is not")
    if study < 3:
        raise UndecidedError("who knows")


def test_failures_passes_and_what_was_not_decided_are_counted():
    case = Case("assert_it", "fair", FAILED, judge)
    assert verdicts(case, 10) == {FAILED: 1, UNDECIDED: 2, PASSED: 7}
    assert row(case, 10) == [
        "`assert_it`", "fair", "10.0% (1.8% to 40.4%)", "70.0%", "20.0%", "5% failed"
    ]  # fmt: skip


@pytest.mark.slow
def test_the_table_has_a_row_for_each_assertion_and_truth(capsys):
    assert lab_assertions.main(["--studies", "1"]) == 0
    _, _, *rows = capsys.readouterr().out.splitlines()
    cases = [(line.split(" | ")[0].strip("| `"), line.split(" | ")[1]) for line in rows]
    assert cases == [(case.assertion, case.truth) for case in lab_assertions.CASES]
    assert len(set(cases)) == len(cases) == 9
