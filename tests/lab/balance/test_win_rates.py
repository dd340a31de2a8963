"""Assertions about a player's share of wins, decided with as few games as possible."""

import attrs
import pytest

import horizons_lab as lab
from horizons_lab.balance import (
    NotBalancedError,
    UndecidedError,
    assert_win_rate,
    limited_to,
)
from horizons_lab.statistics import Sprt, StatisticsError, share_at_any_time
from tests.lab.balance.throws import throws
from tests.lab.raids import RULES as RAIDERS


def test_it_passes_when_the_games_prove_it_and_plays_no_more():
    study = throws()
    rate = assert_win_rate(study, "strong", at_least=0.8, alpha=0.05)
    test = Sprt(0.8, 0.75, 0.05, 0.05, every=2)
    test.add(study.run().outcomes("strong"))
    assert test.verdict == "p0"
    assert rate == share_at_any_time(test.wins, test.n, 0.95)
    assert rate.n < study.games / 2


def test_it_fails_with_the_evidence_and_games_to_look_at():
    study = throws()
    with pytest.raises(NotBalancedError) as failure:
        assert_win_rate(study, "weak", at_least=0.3)
    message = str(failure.value)
    assert message.startswith(
        "weak wins too rarely: expected at least 0.3 of the games, but it won "
    )
    assert "likelier if the share is 0.25 than 0.3" in message
    assert "(99% interval" in message
    lost = [game for game, won in enumerate(study.run().outcomes("weak")) if not won][:5]
    named = ", ".join(map(str, lost))
    assert f"; not won: games {named} and others (study.game({lost[0]}) plays it again)" in message


def test_who_wins_too_often_is_told_by_the_games_won():
    with pytest.raises(
        NotBalancedError, match="strong wins too often: expected at most 0.5"
    ) as failure:
        assert_win_rate(throws(), "strong", at_most=0.5)
    assert "likelier if the share is 0.55 than 0.5" in str(failure.value)
    assert "; won: games " in str(failure.value)
    assert assert_win_rate(throws(), "weak", at_most=0.5, margin=0.2).value < 0.2


@pytest.mark.slow
def test_the_answer_is_the_same_with_any_workers():
    study = throws(variant=RAIDERS, seats=["raider", "raider"], max_turns=8, games=60)
    single, parallel = (
        assert_win_rate(study, "raider", at_most=0.4, margin=0.3, workers=workers)
        for workers in (1, 2)
    )
    assert single == parallel
    assert single.n < 60


def test_games_that_do_not_decide_fail_unless_they_need_not():
    few = throws(games=8)
    with pytest.raises(UndecidedError, match="undecided whether strong wins at least 0.9 of the"):
        assert_win_rate(few, "strong", at_least=0.9)
    assert assert_win_rate(few, "strong", at_least=0.9, if_undecided="pass").n == 8


def test_a_budget_cuts_the_games():
    with limited_to(10):
        assert assert_win_rate(throws(), "strong", at_least=0.9, if_undecided="pass").n == 10
    with limited_to(10_000), pytest.raises(UndecidedError, match="n = 8"):
        assert_win_rate(throws(games=8), "strong", at_least=0.9)


def test_seats_that_rotate_are_judged_after_whole_rotations():
    """With all in the first seat's favour, a player who rotates doesn't win too often."""
    study = throws(seats=["middling", "weak"], options={"first": 100})
    half = assert_win_rate(study, "middling", at_most=0.5, margin=0.4, alpha=0.2)
    assert half.n % 2 == 0
    fixed = attrs.evolve(study, rotate=False)
    with pytest.raises(NotBalancedError, match="won 3 of 3"):
        assert_win_rate(fixed, "middling", at_most=0.5, margin=0.4, alpha=0.2)


def test_a_cell_of_a_study_with_several_is_named():
    study = throws(factors={"options.first": [0, 100]}, seats=["strong", "weak"], rotate=False)
    with pytest.raises(
        lab.StudyError, match="the study has 2 cells .choose one, from cell=0 to cell=1"
    ):
        assert_win_rate(study, "strong", at_least=0.5)
    with pytest.raises(lab.StudyError, match="there is no cell 2"):
        assert_win_rate(study, "strong", at_least=0.5, cell=2)
    with pytest.raises(NotBalancedError, match=r"study.game\(0, cell=1\) plays it again"):
        assert_win_rate(study, "strong", at_most=0.5, cell=1)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        (
            {},
            StatisticsError,
            "one bound is needed, not none or both (pass either at_least or at_most)",
        ),
        (
            {"at_least": 0.5, "at_most": 0.6},
            StatisticsError,
            "one bound is needed, not none or both",
        ),
        ({"at_least": 90}, StatisticsError, "at_least is 90"),
        ({"at_most": 1}, StatisticsError, "at_most is 1"),
        ({"at_least": 0.9, "alpha": 5}, StatisticsError, "alpha is 5"),
        (
            {"at_least": 0.04},
            StatisticsError,
            "the margin 0.05 is too large: no share of wins can refute 0.04",
        ),
        (
            {"at_most": 0.96},
            StatisticsError,
            "the margin 0.05 is too large: no share of wins can refute 0.96",
        ),
        ({"at_least": 0.9, "player": "stong"}, lab.StudyError, "did you mean 'strong'?"),
    ],
)
def test_what_cannot_be_tested_is_refused_in_words(settings, error, words):
    with pytest.raises(error) as refusal:
        assert_win_rate(throws(), **{"player": "strong", **settings})
    assert words in str(refusal.value)


def test_a_budget_has_at_least_one_game():
    with pytest.raises(StatisticsError, match="a budget of 0 games"), limited_to(0):
        pass
