"""A report shows the estimates of the result, each with the appropriate interval."""

from __future__ import annotations

import pytest

import horizons_lab as lab
from horizons_lab.report import estimates
from horizons_lab.report.study_report import study_report
from horizons_lab.statistics import share_at_any_time, student_mean
from tests.lab.report.example_results import HOSTILE, folder, grid, record


def test_shares_and_means_are_those_of_the_result(tmp_path):
    report = study_report(folder(tmp_path))
    result = lab.read_results(tmp_path)
    assert {share.player: share.estimate for share in report.won} == {
        player: result.win_rate(player) for player in ("ada", HOSTILE)
    }
    assert {(row.player, row.column): row.estimate for row in report.measure_means} == {
        (player, column): result.mean(player, column)
        for player in ("ada", HOSTILE)
        for column in ("score", "ore")
    }
    assert {share.interval for share in report.won} == {"Wilson"}
    assert {row.interval for row in report.measure_means} == {"bootstrap"}


def test_texts_have_no_mean(tmp_path):
    assert study_report(folder(tmp_path)).columns == ("score", "ore")


def test_seats_are_compared_whoever_sits_there(tmp_path):
    report = study_report(folder(tmp_path))
    won = [sum(seat.won for game in map(record, range(12)) for seat in game.seats if seat.seat == n)
           for n in (1, 2)]  # fmt: skip
    assert [share.estimate.value for share in report.seats] == pytest.approx([n / 12 for n in won])
    assert report.fair_shares == {0: pytest.approx(0.5)}


def test_games_that_were_cut_off_did_not_end_by_the_rules(tmp_path):
    turns, ended = study_report(folder(tmp_path)).lengths
    assert turns.estimate.value == pytest.approx(sum(3 + n % 3 for n in range(12)) / 12)
    assert ended.estimate.value == pytest.approx(11 / 12)


def test_who_gave_up_is_told_and_nobody_else(tmp_path):
    (share,) = study_report(folder(tmp_path)).forfeit_rates
    assert (share.player, share.estimate.value) == (HOSTILE, pytest.approx(1 / 12))


def test_a_mean_of_a_turn_is_of_the_games_that_reached_it(tmp_path):
    report = study_report(folder(tmp_path))
    last = [row for row in report.by_turn if row.turn == 5 and row.player == "ada"]
    assert [row.estimate.n for row in last] == [4]
    seats = [(n, next(s.seat for s in record(n).seats if s.player == "ada")) for n in (2, 5, 8, 11)]
    assert last[0].estimate == student_mean([5 * seat + n % 5 for n, seat in seats])


def test_each_cell_is_told_by_itself_with_its_levels(tmp_path):
    report = study_report(grid(tmp_path))
    assert [(share.cell, share.levels) for share in report.won if share.player == "ada"] == [
        (0, {"mods": "none"}), (1, {"mods": "-fast"})
    ]  # fmt: skip
    assert {share.estimate.n for share in report.won} == {12}


def test_a_level_is_told_whatever_the_levels_of_the_others(tmp_path):
    cells = [f'{{"options.a":{a},"players":{b}}}' for a in (1, 2) for b in (2, 3)]
    records = [record(game, cell) for game in range(12) for cell in cells]
    study_folder = folder(tmp_path, records, factors={"options.a": [1, 2], "players": [2, 3]})
    shares = [share for share in study_report(study_folder).won_by_level if share.player == "ada"]
    assert [(dict(share.levels), share.estimate.n) for share in shares] == [
        ({"options.a": 1}, 24), ({"options.a": 2}, 24), ({"players": 2}, 24), ({"players": 3}, 24)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("games", "changes"),
    [(12, {"stop": {"player": "ada", "width": 0.9}, "games": 100}), (8, {})],
    ids=["a rule", "somebody looked"],
)
def test_where_the_games_decide_their_number_intervals_hold_at_every_look(tmp_path, games, changes):
    report = study_report(folder(tmp_path, map(record, range(games)), **changes))
    ada = report.won[0]
    assert ada.interval == "any time"
    wins, played = sum(report.result.outcomes("ada")), report.result.games
    assert ada.estimate == share_at_any_time(wins, played)


def test_where_a_bootstrap_would_take_long_there_are_fewer_resamples_or_none(tmp_path, monkeypatch):
    folder(tmp_path)
    for draws, resamples, interval in [(10**6, 9_999, "bootstrap"), (10**5, 999, "bootstrap"),
                                       (10**3, 0, "Student")]:  # fmt: skip
        monkeypatch.setattr(estimates, "MAX_DRAWS", draws)
        report = study_report(tmp_path)
        assert report.means.resamples == resamples
        assert {row.interval for row in report.measure_means} == {interval}


def test_a_folder_in_which_no_game_is_finished_has_no_report(tmp_path):
    with pytest.raises(lab.StudyError, match=".* has no finished game yet"):
        study_report(folder(tmp_path, []))
