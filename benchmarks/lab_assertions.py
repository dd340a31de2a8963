"""Verdicts of balance assertions on games of known truth: `python -m benchmarks.lab_assertions`.

Each assertion is tested on fair games, and on games that are off by its margin or a little more, in
repeated studies with other dice (`--studies`, by default 200 of each). The table shows how often it
failed, passed, and was undecided. The figures depend on the dice alone, so they are the same on
every computer; this is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence

from attrs import frozen

import horizons_core as hz
from horizons_lab import Study
from horizons_lab.balance import (
    NotBalancedError,
    UndecidedError,
    assert_fair_seats,
    assert_never_hurts,
    assert_no_dominant,
    assert_same_distribution,
    assert_win_rate,
)
from horizons_lab.statistics import share
from horizons_lab.statistics.dice import uniforms
from tests.lab.balance.test_battles import Chances
from tests.lab.balance.throws import Thrower, throws

STUDIES = 200
ALPHA, MARGIN = 0.05, 0.1
#: Limits of games per study, and of runs per battle.
GAMES, RUNS = 3_000, 32_000
#: The handicap with which a player of Throws loses by the margin: of two with a die of 100 each, it
#: wins or shares (100 - n) (101 - n) / 20,000 of the games, which is 0.505 for n = 0.
BEHIND = 12
PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"
HEADS = ("assertion", "truth", "failed", "passed", "undecided", "stated at most")


@frozen
class Case:
    """An assertion on games of known truth.

    Attributes:
        assertion: the name of the assertion.
        truth: the truth about the games.
        wrong: the wrong verdict for them; the assertion states its largest rate.
        asserted: makes the assertion in the study of a number.
    """

    assertion: str
    truth: str
    wrong: str
    asserted: Callable[[int], object]


def verdicts(case: Case, studies: int) -> Counter[str]:
    """Count how often the assertion failed, passed and was undecided."""
    return Counter(_verdict(case.asserted, study) for study in range(studies))


def _verdict(asserted: Callable[[int], object], study: int) -> str:
    try:
        asserted(study)
    except NotBalancedError:
        return FAILED
    except UndecidedError:
        return UNDECIDED
    return PASSED


def _thrower(skill: int) -> Callable[[hz.View, hz.Stream], str]:
    """Return a separate player object, distinct from others of the same skill."""
    return lambda _view, _stream: f"THROW {skill}"


def _study(study: int, *name: str, **changes: object) -> Study:
    return throws(games=GAMES, key=" ".join(["assertions", *name, str(study)]), **changes)


def _win_rate(behind: int) -> Callable[[int], object]:
    return lambda study: assert_win_rate(
        _study(study, "win rate", str(behind), seats=["weak", Thrower(behind)]),
        "weak", at_least=0.5, margin=MARGIN, alpha=ALPHA,
    )  # fmt: skip


def _seats(first: int) -> Callable[[int], object]:
    return lambda study: assert_fair_seats(
        _study(study, "seats", str(first), seats=["weak", "weak"], options={"first": first}),
        margin=MARGIN, alpha=ALPHA,
    )  # fmt: skip


def _dominant(ahead: int) -> Callable[[int], object]:
    return lambda study: assert_no_dominant(
        _study(study, "dominant", str(ahead), seats=[_thrower(ahead), _thrower(0), _thrower(0)]),
        margin=MARGIN, alpha=ALPHA,
    )  # fmt: skip


def _battles(worse: float) -> Callable[[int], object]:
    return lambda study: assert_never_hurts(
        Chances(), {"chance": 0.5}, {"chance": 0.5 - worse}, "Ada",
        margin=MARGIN, alpha=ALPHA, runs=RUNS, key=study,
    )  # fmt: skip


def _distributions(worse: float) -> Callable[[int], object]:
    def asserted(study: int) -> object:
        before, after = (uniforms(2 * study + part, range(1), 60)[0] for part in (0, 1))
        return assert_same_distribution(before, after - worse, key=study, alpha=ALPHA)

    return asserted


FAIR, OFF = "fair", "off by the margin"
CASES = (
    Case("assert_win_rate", FAIR, FAILED, _win_rate(0)),
    Case("assert_win_rate", OFF, PASSED, _win_rate(BEHIND)),
    Case("assert_fair_seats", FAIR, FAILED, _seats(0)),
    Case("assert_fair_seats", OFF, PASSED, _seats(BEHIND - 1)),
    Case("assert_no_dominant", FAIR, FAILED, _dominant(0)),
    Case("assert_no_dominant", OFF, PASSED, _dominant(BEHIND)),
    Case("assert_never_hurts", FAIR, FAILED, _battles(0)),
    Case("assert_never_hurts", OFF, PASSED, _battles(MARGIN)),
    Case("assert_same_distribution", FAIR, FAILED, _distributions(0)),
)  # fmt: skip


def row(case: Case, studies: int) -> list[str]:
    """Return the cells of a case, with an interval for the wrong verdict."""
    counted = verdicts(case, studies)
    rare = share(counted[case.wrong], studies)
    rates = {
        verdict: f"{rare.value:.1%} ({rare.low:.1%} to {rare.high:.1%})"
        if verdict == case.wrong
        else f"{counted[verdict] / studies:.1%}"
        for verdict in (FAILED, PASSED, UNDECIDED)
    }
    return [f"`{case.assertion}`", case.truth, *rates.values(), f"{ALPHA:.0%} {case.wrong}"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lab_assertions", description=__doc__
    )
    parser.add_argument("--studies", type=int, default=STUDIES, help="of each kind")
    studies = parser.parse_args(arguments).studies
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for case in CASES:
        print(f"| {' | '.join(row(case, studies))} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
