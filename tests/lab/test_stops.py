"""Studies that end before all their games are played."""

from __future__ import annotations

import pytest

import horizons_lab as lab
from horizons_lab.sequences import sequence_of
from horizons_lab.statistics import share, share_at_any_time
from tests.lab.raids import raids

#: The digger wins every game: idlers have no ore.
ONE_SIDED = {"seats": [lambda view, stream: "DIG", "idle"], "options": {"goal": 10}, "games": 400}


def test_a_study_ends_when_its_test_is_decided():
    stop = {"player": "function", "p0": 0.5, "p1": 0.9}
    result = raids(**ONE_SIDED, stop=stop).run()
    assert [record.game for record in result.records] == list(range(result.games))
    assert 5 <= result.games <= 12
    assert result.games % 2 == 0, "everybody has sat on every seat as often"


def test_where_nobody_moves_it_is_looked_after_every_game():
    stop = {"player": "function", "p0": 0.5, "p1": 0.95}
    rule = raids(**ONE_SIDED, stop=stop).stop_rule.rule()
    needed = next(n for n in range(1, 100) if rule.add([True]) or rule.is_finished)
    assert needed % 2, "else rounds of two would end there, too"
    assert raids(**ONE_SIDED, stop=stop, rotate=False).run().games == needed
    assert raids(**ONE_SIDED, stop=stop).run().games == needed + 1


def test_a_study_ends_when_its_interval_is_narrow():
    wide = raids(**ONE_SIDED, stop={"player": "idle", "width": 0.6}).run().games
    narrow = raids(**ONE_SIDED, stop={"player": "idle", "width": 0.3}).run().games
    assert 4 < wide < narrow < 100


def test_a_rule_that_is_never_satisfied_changes_nothing():
    stop = {"player": "raider", "width": 0.001}
    assert raids(stop=stop).run().records == raids().run().records


def test_every_cell_has_to_say_enough():
    fields = {**ONE_SIDED, "factors": {"options.goal": [10, 11]}}
    result = raids(**fields, stop={"player": "function", "p0": 0.5, "p1": 0.9}).run()
    counts = [sum(game.cell == cell.key for game in result.records) for cell in result.study.cells]
    assert (
        counts[0]
        == counts[1]
        == raids(**ONE_SIDED, stop={"player": "function", "p0": 0.5, "p1": 0.9}).run().games
    )


def test_games_that_end_in_another_order_stop_the_study_at_the_same_one():
    study = raids(**ONE_SIDED, stop={"player": "function", "p0": 0.5, "p1": 0.9})
    records = study.run().records
    late = raids(**{**ONE_SIDED, "games": len(records) + 5}).run().records
    sequence = sequence_of(study)
    assert not sequence.add(late[1:])
    assert sequence.records == []
    assert sequence.add(late[:1])
    assert tuple(sequence.records) == records


def test_a_study_that_stopped_has_the_same_rows_when_it_is_run_again(tmp_path):
    study = raids(**ONE_SIDED, stop={"player": "function", "p0": 0.5, "p1": 0.9})
    first = study.run(out=tmp_path).records
    reported = []
    assert study.run(out=tmp_path, progress=reported.append).records == first
    assert reported == []


@pytest.mark.parametrize(
    ("stop", "message"),
    [
        ({}, "stop names no player"),
        ({"player": "raidr", "width": 0.1}, "'raidr', who does not play .*'raider'"),
        ({"player": "raider", "widht": 0.1}, "no 'widht' .*'width'"),
        ({"player": "raider", "width": "narrow"}, "'width' of stop is 'narrow'"),
        ({"player": "raider", "p0": 0.5}, "'p1' of stop is None"),
        ({"player": "raider", "p0": 0.5, "p1": True}, "'p1' of stop is True"),
        ({"player": "raider", "p0": 0.5, "p1": 0.5}, "p0 and p1 are both 0.5"),
        ({"player": "raider", "width": 0}, "width of 0"),
        ("soon", "stop is 'soon'"),
    ],
)
def test_what_is_wrong_with_a_rule_is_told_when_the_study_is_made(stop, message):
    with pytest.raises(lab.StudyError.__mro__[1], match=message):
        raids(stop=stop)


def test_a_win_rate_of_a_study_that_may_stop_holds_at_every_look():
    study = raids(games=40, stop={"player": "raider", "width": 0.01})
    result = study.run()
    wins = result.outcomes("raider")
    assert result.win_rate("raider") == share_at_any_time(sum(wins), len(wins))
    assert raids(games=40).run().win_rate("raider") == share(sum(wins), len(wins))
