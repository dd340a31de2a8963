"""Assertions that every seat has the same chance, by the wins from each."""

import pytest

from horizons_lab.balance import NotBalancedError, UndecidedError, assert_fair_seats, limited_to
from horizons_lab.statistics import StatisticsError
from tests.lab.balance.throws import throws


def test_fair_seats_pass_as_soon_as_each_is_known_well_enough():
    shares = assert_fair_seats(throws(seats=["weak", "weak"]), margin=0.2)
    assert len(shares) == 2
    assert sum(share.value for share in shares) == pytest.approx(1)
    assert all(0.3 <= share.low <= share.high <= 0.7 for share in shares)
    assert shares[0].n < 200
    assert shares[0].confidence == 0.995


def test_an_advantage_fails_with_the_evidence_and_games_to_look_at():
    study = throws(seats=["weak", "weak"], options={"first": 40})
    with pytest.raises(NotBalancedError) as failure:
        assert_fair_seats(study)
    text = str(failure.value)
    assert text.startswith(
        "the seats are not fair: of the games with a single winner, a fair share is 0.5"
    )
    assert ": seat 1 0." in text
    assert ", seat 2 0." in text
    first = [record.game for record in study.run().records if seats_won(record) == [1]]
    assert f"; won by seat 1: games {', '.join(map(str, first[:5]))} and others" in text


def seats_won(record):
    return [seat.seat for seat in record.seats if seat.won]


def test_players_of_different_skill_do_not_matter_if_they_rotate():
    shares = assert_fair_seats(throws(), margin=0.2)
    assert shares[0].value == pytest.approx(0.5, abs=0.1)
    with pytest.raises(NotBalancedError, match="the seats are not fair"):
        assert_fair_seats(throws(rotate=False), margin=0.2)


def test_of_three_seats_a_third_is_fair_and_each_has_its_share_of_alpha():
    shares = assert_fair_seats(throws(seats=["weak"] * 3), margin=0.25, alpha=0.03)
    assert [share.confidence for share in shares] == [0.99] * 3
    with pytest.raises(NotBalancedError, match="a fair share is 0.333"):
        assert_fair_seats(throws(seats=["weak"] * 3, options={"first": 60}), margin=0.25)


def test_too_few_games_leave_it_undecided_with_what_is_known():
    study = throws(seats=["weak", "weak"], games=31)
    with pytest.raises(UndecidedError) as undecided:
        assert_fair_seats(study)
    decided = sum(len(seats_won(record)) == 1 for record in study.run().records[:30])
    assert f"n = {decided})" in str(undecided.value), "game 31 is no whole rotation"
    assert assert_fair_seats(study, if_undecided="pass")[0].n == decided
    with limited_to(4):
        assert assert_fair_seats(study, if_undecided="pass")[0].n <= 4


def test_games_that_nobody_wins_alone_say_nothing():
    study = throws(seats=["weak", "weak"], games=10, options={"sides": 1})
    with pytest.raises(UndecidedError, match="no game had a single winner"):
        assert_fair_seats(study)


@pytest.mark.parametrize("settings", [{"margin": 0}, {"alpha": 1}])
def test_settings_that_cannot_be_are_refused(settings):
    with pytest.raises(StatisticsError, match="use a number between 0 and 1"):
        assert_fair_seats(throws(), **settings)
