"""Games that are worth looking at, with the reason for each."""

from __future__ import annotations

import attrs

from horizons_lab import Result
from horizons_lab.plan import Cell
from horizons_lab.report.page import notable_games
from tests.lab.report.example_results import HOSTILE, record

NAMES = tuple(f"player {n}" for n in range(8))


def reasons(records, **cells):
    """Return the reasons for records of one cell, by call."""
    games = notable_games([(Cell(0, {}, "{}"), Result(None, tuple(records)))])
    return {game.call: game.reasons for game in games}


def won_by(game: int, *winners: str, turns: int = 4):
    """Return a game of eight players with these winners."""
    game_record = attrs.evolve(record(game, players=NAMES), ended=True, reason="", turns=turns)
    seats = [attrs.evolve(seat, won=seat.player in winners) for seat in game_record.seats]
    return attrs.evolve(game_record, seats=tuple(seats))


def test_the_first_of_each_kind_is_named_and_each_game_stands_once():
    assert reasons(map(record, range(12))) == {
        "study.game(0)": ("the shortest", f"the first that {HOSTILE} won"),
        "study.game(2)": ("the longest",),
        "study.game(5)": ("the first that reached the turn limit",),
        "study.game(7)": ("the first with a forfeit",),
        "study.game(1)": ("the first that ada won",),
    }


def test_the_first_of_games_of_equal_length_is_named():
    by_call = reasons([won_by(game, turns=turns) for game, turns in enumerate([5, 3, 3, 5])])
    assert by_call["study.game(1)"][0] == "the shortest"
    assert by_call["study.game(0)"] == ("the longest", "the first without a winner")


def test_of_the_first_six_players_a_game_that_they_won_is_named():
    by_call = reasons([won_by(game, NAMES[game]) for game in range(8)])
    named = [reason for reasons in by_call.values() for reason in reasons if "player" in reason]
    assert named == [f"the first that {name} won" for name in NAMES[:6]]


def test_winners_are_named_once_each_in_the_order_of_their_seats():
    won = won_by(0, NAMES[3], NAMES[1])
    twice = attrs.evolve(won, seats=(*won.seats, attrs.evolve(won.seats[1], seat=9)))
    (game,) = notable_games([(Cell(0, {}, "{}"), Result(None, (twice,)))])
    assert game.winners == (NAMES[1], NAMES[3])
    assert game.record is twice
