"""Results loaded from their folder, without the rules and bots that played them."""

from __future__ import annotations

import pytest

import horizons_lab as lab
from horizons_lab.plan import StudyPlan
from horizons_lab.study_data import study_data
from tests.lab.raids import digger, raids
from tests.lab.report.example_results import folder, record


def ore(game, empire):
    return game.empire(empire).stock["ore"]


def test_what_is_read_back_is_what_was_played(tmp_path):
    study = raids(
        measures={"ore": ore}, turn_measures={"ore then": ore}, factors={"options.goal": [20, 30]}
    )
    played = study.run(out=tmp_path)
    read = lab.read_results(tmp_path)
    assert read.finished
    assert (read.missing, read.left_out) == (0, 0)
    assert read.table.equals(played.table)
    assert read.turns.equals(played.turns)
    assert read.win_rate("raider", cell=1) == played.win_rate("raider", cell=1)
    assert read.mean("digger", "ore") == played.mean("digger", "ore")
    assert read.versions["moon_raiders"] == study.variants[0].info.version
    assert [cell.key for cell in read.study.cells] == [cell.key for cell in study.cells]


def test_neither_the_variant_nor_the_players_need_be_there(tmp_path):
    read = lab.read_results(folder(tmp_path))
    assert read.study.variant == "lost_game"
    assert read.win_rate("ada").n == 12
    assert read.table["ore"].dtype.is_numeric()


def test_results_can_be_the_keys_of_a_mapping(tmp_path):
    played, read = raids(games=1).run(out=tmp_path), lab.read_results(tmp_path)
    assert len({played, read, read}) == 2


@pytest.mark.parametrize("games", [3, 100])
def test_a_study_that_was_stopped_by_a_rule_is_finished(tmp_path, games):
    stop = {"player": "raider", "p0": 0.1, "p1": 0.9}
    played = raids(seats=["raider", digger], games=games, stop=stop).run(out=tmp_path)
    read = lab.read_results(tmp_path)
    assert read.records == played.records
    assert read.finished


def test_of_a_study_that_goes_on_the_games_before_the_first_missing_one_count(tmp_path):
    numbers = [4, 0, 1, 2, 7]
    read = lab.read_results(folder(tmp_path, map(record, numbers)))
    assert [record_.game for record_ in read.records] == [0, 1, 2]
    assert not read.finished
    assert read.left_out == 2
    assert read.missing == 12 - len(numbers)


def test_games_beyond_the_study_do_not_count(tmp_path):
    read = lab.read_results(folder(tmp_path, games=5))
    assert (read.games, read.finished, read.missing) == (5, True, 0)
    read = lab.read_results(folder(tmp_path, map(record, [0, 1, 3, 9, 11]), games=5))
    assert (read.games, read.left_out, read.missing) == (2, 1, 2)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("study.json", None, "contains no results of a study: study.json is missing"),
        ("versions.json", None, "versions.json is missing"),
        ("games.jsonl", None, "games.jsonl is missing"),
        ("study.json", "{", r"study\.json:1:2"),
        ("study.json", "[]", "study.json is not a mapping"),
        ("study.json", "{}", "study.json is not a study"),
        ("study.json", '{"variant": "x", "seats": ["a"], "gmaes": 3}', "study.json is not a study"),
        ("study.json", '{"variant": "x", "seats": ["a"], "games": "3"}', "study.json: games is"),
        ("study.json", '{"variant": "x", "seats": 3}', "study.json: seats are 3"),
        ("study.json", '{"variant": "x", "seats": ["a"], "factors": {"x": [1]}}', "no factor 'x'"),
        ("study.json", '{"variant": "x", "seats": ["a"], "factors": {"seats": [3]}}', "seats are"),
        ("study.json", '{"variant": "x", "seats": ["a"], "stop": {}}', "stop names no player"),
        ("study.json", '{"variant": "x", "seats": ["a"]}', "different measures from study.json"),
        ("versions.json", "{}", "versions.json lists no versions"),
        ("games.jsonl", "{}\n", r"games\.jsonl:1: this line is not a game"),
    ],
)
def test_a_folder_that_holds_no_results_is_refused_in_words(tmp_path, file, text, message):
    folder(tmp_path)
    if text is None:
        (tmp_path / file).unlink()
    else:
        (tmp_path / file).write_text(text)
    with pytest.raises(lab.StudyError, match=message):
        lab.read_results(tmp_path)


def test_a_level_of_players_says_how_many_seats_a_round_has():
    study = raids(factors={"players": [2, 3], "seats": [["raider", "idle"], [digger] * 4]})
    for plan in (study, StudyPlan(**study_data(study))):
        assert [plan.seat_count(cell) for cell in plan.cells] == [2, 2, 3, 3]
    seats = raids(factors={"seats": [["raider", "idle"], [digger] * 4]})
    assert [seats.seat_count(cell) for cell in seats.cells] == [2, 4]
