"""Progress of a study, measured by a clock that the test controls."""

from __future__ import annotations

import pytest

from horizons_lab.progress import LATEST, Progress, ProgressMeter


def meter(times, played=0, total=10) -> ProgressMeter:
    ticks = iter(times)
    return ProgressMeter(played, total, clock=lambda: next(ticks))


def test_the_rate_and_the_time_left_follow_from_the_games_of_this_run():
    progress = meter([0.0, 2.0, 4.0], played=6)
    assert progress.game_ended() == Progress(7, 10, 2.0, 0.5, 6.0)
    assert progress.game_ended() == Progress(8, 10, 4.0, 0.5, 4.0)


def test_the_rate_is_that_of_the_latest_games():
    times = [0.0] + [10.0 * n for n in range(1, 11)] + [100.0 + n for n in range(1, LATEST + 1)]
    progress = meter(times, total=1000)
    last = [progress.game_ended() for _ in times[1:]][-1]
    assert last.rate == 1.0
    assert last.left == 1000 - len(times) + 1


def test_a_clock_that_stands_still_tells_no_rate():
    assert meter([5.0, 5.0]).game_ended() == Progress(1, 10, 0.0, 0.0, None)


def test_games_that_take_less_than_a_second_have_a_rate_too():
    assert meter([0.0, 0.25]).game_ended() == Progress(1, 10, 0.25, 4.0, 2.25)


@pytest.mark.parametrize(
    ("seconds", "span"),
    [(99.4, "99 s"), (99.6, "2 min"), (99.4 * 60, "99 min"), (99.6 * 60, "1.7 h")],
)
def test_a_span_of_time_is_told_in_the_unit_that_keeps_it_below_a_hundred(seconds, span):
    assert str(Progress(0, 9, 1.0, 1.0, seconds)).endswith(f", {span} left")


def test_progress_is_told_in_words():
    assert str(Progress(120, 500, 40.0, 3.0, 126.7)) == "120 of 500 games, 3 a second, 2 min left"
    assert (
        str(Progress(1, 5000, 9.0, 0.11, 45_000.0))
        == "1 of 5,000 games, 0.11 a second, 12.5 h left"
    )
    assert str(Progress(9, 10, 9.0, 1.0, 1.4)) == "9 of 10 games, 1 a second, 1 s left"
    assert str(Progress(0, 10, 0.0, 0.0, None)) == "0 of 10 games"
