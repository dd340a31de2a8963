"""Luck in studies: a column of a game's rows and turns, and of a single game."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import horizons_lab as lab
from horizons_lab.measures import RUNS

PROSPECTORS = Path(__file__).parents[2] / "examples" / "prospectors" / "src" / "prospectors"
WON, ROBOTS, SPREAD = {"luck": "won"}, {"luck": "units left"}, {"luck deviation": "units left"}


def jumpers(**more):
    """Return a few short games of prospectors who jump each other's claims."""
    plan = {
        "variant": str(PROSPECTORS),
        "seats": ["greedy", "greedy"],
        "games": 2,
        "max_turns": 7,
        "key": "luck",
        "measures": {"won by luck": WON, "robots by luck": ROBOTS, "spread": SPREAD},
    }
    return lab.Study(**{**plan, **more})


@pytest.fixture(scope="module")
def result():
    return jumpers(turn_measures={"robots by luck": ROBOTS, "spread": SPREAD}).run()


def test_the_luck_of_a_row_is_that_of_the_games_battles(result):
    for record in result.records:
        luck = result.study.game(record.game).luck(runs=RUNS)
        by_seat = {(entry.side, entry.measure): entry for entry in luck}
        assert {entry.battles for entry in luck} != {0}
        for seat in record.seats:
            robots = by_seat[f"P{seat.seat}", "units left"]
            assert seat.measures["robots by luck"] == pytest.approx(robots.amount)
            assert seat.measures["spread"] == pytest.approx(robots.deviation)
            won = by_seat[f"P{seat.seat}", "won"]
            assert seat.measures["won by luck"] == pytest.approx(won.amount)


def test_of_two_players_one_has_the_luck_that_the_other_lacks(result):
    for record in result.records:
        assert math.fsum(s.measures["won by luck"] for s in record.seats) == pytest.approx(0)
        assert any(seat.measures["won by luck"] for seat in record.seats)


def test_the_luck_of_a_game_is_that_of_its_turns(result):
    for record in result.records:
        for seat in record.seats:
            turns = [row.measures for row in record.by_turn if row.seat == seat.seat]
            luck = [t["robots by luck"] for t in turns if t["robots by luck"] is not None]
            spread = [t["spread"] ** 2 for t in turns if t["spread"] is not None]
            assert len(luck) < len(turns)
            assert seat.measures["robots by luck"] == pytest.approx(math.fsum(luck))
            assert seat.measures["spread"] ** 2 == pytest.approx(math.fsum(spread))


def test_a_study_has_the_same_luck_again_and_names_it_in_its_tables(result):
    repeated = jumpers().run().table.rows()
    assert result.table.rows() == repeated


def test_who_fought_no_such_battle_has_no_luck():
    played = jumpers(games=1, max_turns=1, measures={"robots": ROBOTS}).run()
    assert [seat.measures["robots"] for seat in played.records[0].seats] == [None, None]
    unknown = jumpers(games=1, measures={"ghosts": {"luck": "ghosts left"}}).run()
    assert [seat.measures["ghosts"] for seat in unknown.records[0].seats] == [None, None]


def test_the_luck_of_a_turn_is_a_part_of_the_games():
    game = jumpers().game(0)
    by_turn = [game.luck(turn, runs=20) for turn in range(1, len(game.turns))]
    total = game.luck(runs=20)
    assert sum(part.battles for turn in by_turn for part in turn) == sum(o.battles for o in total)
    with pytest.raises(lab.StudyError, match="turn 0 was not played"):
        game.luck(0)


@pytest.mark.parametrize("source", [{"lucks": "won"}, {"luck": 1}, {"luck": "a", "events": "b"}])
def test_what_is_no_measure_of_luck_is_refused(source):
    with pytest.raises(lab.StudyError, match="luck: a measure of battles"):
        jumpers(measures={"it": source})
