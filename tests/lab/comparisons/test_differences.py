"""Differences of fictional games: pairs, columns, tables, and the first difference."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_core import Stream
from horizons_lab.comparisons import compare
from horizons_lab.comparisons.compare import Divergence, first_difference
from horizons_lab.comparisons.comparison import (
    Comparison,
    change,
    changes_of,
    players_of,
    turn_changes_of,
    value,
)
from horizons_lab.records import GameRecord, SeatRecord, TurnRecord
from horizons_lab.statistics import independent_difference, mean, paired_difference, share


def seat(number, player, place=1, won=False, score=None, **measures):
    return SeatRecord(number, player, place, won, score, "", measures)


def record(*seats, game=0, cell="", turns=10, ended=True, by_turn=(), digest=""):
    return GameRecord(cell, game, turns, ended, "", digest, seats, tuple(by_turn))


# quantities


def test_columns_come_in_order_games_first_then_players_as_they_are_seated():
    game_record = record(
        seat(1, "bob", 1, True, 3.0, ore=1, tin=2), seat(2, "ann", 2, False, 1.0, ore=1, tin=2)
    )
    changes = list(changes_of([(game_record, game_record)] * 2, 4, "k", 0.9))
    assert [(c.column, c.player) for c in changes] == [
        ("turns", ""), ("ended", ""),
        *((column, name) for name in ("bob", "ann")
          for column in ("won", "place", "score", "ore", "tin")),
    ]  # fmt: skip
    assert {(c.cell, c.turn, c.moved) for c in changes} == {(4, None, 0)}
    assert {c.difference.confidence for c in changes} == {0.9}
    assert players_of([(game_record, game_record)]) == ["bob", "ann"]


def test_estimates_are_those_of_pairs_and_of_two_samples():
    values = [(float(n % 5), float(n % 3 + 1)) for n in range(12)]
    before, after = [a for a, _ in values], [b for _, b in values]
    for turn, number in ((None, 0), (3, 3)):
        stream = Stream.from_key("lab-compare", "k", "ore", "ann", 2, number)
        ore = change(values, column="ore", player="ann", cell=2, key="k", confidence=0.9, turn=turn)
        assert ore.before == mean(before, stream, confidence=0.9)
        assert ore.after == mean(after, stream, confidence=0.9)
        assert ore.difference == paired_difference(before, after, stream, confidence=0.9,
                                                     counted=False)  # fmt: skip
        assert ore.apart == independent_difference(before, after, confidence=0.9, counted=False)
        assert (ore.turn, ore.moved) == (turn, sum(a != b for a, b in values))


@pytest.mark.parametrize("column", ["won", "ended"])
def test_outcomes_are_shares(column):
    values = [(True, True), (False, True), (False, True), (False, False)]
    shares = change(values, column=column, player="", cell=0, key="k", confidence=0.95)
    assert (shares.before, shares.after) == (share(1, 4, 0.95), share(3, 4, 0.95))
    assert shares.moved == 2


def test_a_change_is_clear_if_nothing_lies_within_its_interval():
    level, moved = (
        change([(1.0, 1.0 + n + step) for n in range(9)], column="x", player="", cell=0, key="k",
               confidence=0.95) for step in (-4, 40)
    )  # fmt: skip
    assert (level.is_clear, moved.is_clear) == (False, True)
    for step, is_clear in ((-0.4, False), (0.6, True), (-1.4, True)):  # from 0 to 0.8 more
        near = change([(1.0, 1.0 + n / 10 + step) for n in range(9)], column="x", player="",
                      cell=0, key="k", confidence=0.95)  # fmt: skip
        assert near.is_clear == is_clear
    assert moved.gain == moved.difference.width / moved.apart.width
    still = change([(1.0, 1.0)] * 4, column="x", player="", cell=0, key="k", confidence=0.95)
    assert (still.gain, still.is_clear) == (None, False)


def test_a_player_of_several_seats_has_the_mean_and_wins_with_any():
    rec = record(seat(1, "a", 3, False, 4.0, x=None), seat(2, "b", 1, True, 9.0, x="words"),
                 seat(3, "a", 2, True, None, x=6))  # fmt: skip
    assert value(rec, "a", "won") is True
    assert value(rec, "b", "won") is True
    assert (value(rec, "a", "place"), value(rec, "a", "score"), value(rec, "a", "x")) == (2.5, 4, 6)
    assert (value(rec, "b", "x"), value(rec, "c", "won"), value(rec, "c", "score")) == (None,) * 3
    lost = record(seat(1, "a", 2, False))
    assert value(lost, "a", "won") is False


def test_measures_of_turns_are_compared_seat_by_seat_and_in_order():
    def by_turn(*rows):
        return record(seat(1, "b"), seat(2, "a"), seat(3, "b"), by_turn=[
            TurnRecord(turn, number, {"ore": ore, "name": "x", "none": None})
            for turn, number, ore in rows])  # fmt: skip

    before = by_turn((1, 1, 2), (1, 3, 4), (2, 1, 5), (1, 2, 7), (3, 1, 1))
    after = by_turn((1, 1, 4), (1, 3, 8), (2, 1, 5), (1, 2, 6))
    diffs = list(turn_changes_of([(before, after)] * 3, 1, "k", 0.95))
    assert [(c.player, c.column, c.turn, c.before.value, c.after.value, c.cell) for c in diffs] == [
        ("a", "ore", 1, 7, 6, 1), ("b", "ore", 1, 3, 6, 1), ("b", "ore", 2, 5, 5, 1)
    ]  # fmt: skip
    assert [c.moved for c in diffs] == [3, 3, 0]


# comparisons


def result(*records, cells=("",), key="k"):
    study = SimpleNamespace(
        cells=[SimpleNamespace(key=cell, index=index) for index, cell in enumerate(cells)], key=key
    )
    return SimpleNamespace(study=study, records=list(records))


def game(number, score, cell="", turns=10, digest=""):
    return record(seat(1, "a", 1, True, score), game=number, cell=cell, turns=turns, digest=digest)


def test_games_that_were_played_both_ways_are_pairs():
    before = result(game(0, 1.0), game(1, 2.0), game(2, 3.0), game(0, 4.0, "x"), cells=("", "x"))
    after = result(game(0, 5.0, "x"), game(2, 3.5), game(1, 2.0, digest="other"), cells=("", "x"))
    comparison = Comparison(before, after)
    assert [(a.cell, a.game, b.seats[0].score) for a, b in comparison.pairs] == [
        ("", 1, 2.0), ("", 2, 3.5), ("x", 0, 5.0)
    ]  # fmt: skip
    assert [a.game for a, _ in comparison.pairs_of(0)] == [1, 2]
    assert [a.game for a, _ in comparison.pairs_of(1)] == [0]
    assert [(a.cell, a.game) for a, _ in comparison.moved_pairs] == [("", 2), ("x", 0)]
    assert comparison.same == 1
    assert comparison.confidence == 0.95
    assert comparison.change("score", "a").difference.value == 0.25
    assert comparison.change("score", "a", cell=1).difference.value == 1.0
    assert {c.cell for c in comparison.changes} == {0, 1}
    lonely = Comparison(result(game(0, 1.0)), result(game(1, 1.0)))
    assert (lonely.pairs, lonely.changes, lonely.turn_changes, lonely.same) == ((), (), (), 0)


def test_what_is_known_is_named_when_something_else_is_asked_for():
    comparison = Comparison(result(game(0, 1.0)), result(game(0, 2.0)))
    for column, player, cell in (("gold", "a", 0), ("score", "b", 0), ("score", "a", 1)):
        with pytest.raises(lab.StudyError) as problem:
            comparison.change(column, player, cell=cell)
        assert problem.value.message == (f"there is no '{column}' of '{player}' in cell {cell}")
        assert problem.value.hint == "known: ended, place of a, score of a, turns, won of a"


def test_the_table_has_a_row_for_each_quantity_with_all_intervals():
    comparison = Comparison(result(*(game(n, float(n)) for n in range(4))),
                      result(*(game(n, n * 2.0) for n in range(4))))  # fmt: skip
    rows = {(row["quantity"], row["player"]): row for row in comparison.table.to_dicts()}
    score = comparison.change("score", "a")
    assert rows["score", "a"] == {
        "cell": 0, "quantity": "score", "player": "a", "turn": None,
        "before": 1.5, "before low": score.before.low, "before high": score.before.high,
        "after": 3.0, "after low": score.after.low, "after high": score.after.high,
        "difference": 1.5, "difference low": score.difference.low,
        "difference high": score.difference.high,
        "apart low": score.apart.low, "apart high": score.apart.high, "pairs": 4, "moved": 3,
    }  # fmt: skip


# the first difference


def event(text="Boom.", phase="combat", **more):
    return hz.Event(1, phase, "boom", text, ("*",), **more)


@pytest.fixture
def differ(monkeypatch):
    """Return the first difference of two games: their turns (orders and events) and their ends."""

    def turns_of(rounds, ended):
        for number, (orders, events) in enumerate(rounds, start=1):
            last = number == len(rounds)
            outcome = SimpleNamespace(reason=ended) if last and ended else None
            after = SimpleNamespace(
                game=SimpleNamespace(turn=number, outcome=outcome), events=events
            )
            yield SimpleNamespace(orders=orders, after=after)

    def difference(first, second, ends=("", "")):
        starts = [SimpleNamespace(turn=0, outcome=None) for _ in range(2)]
        turns = {id(start): turns_of(*arguments) for start, arguments in
                 zip(starts, ((first, ends[0]), (second, ends[1])), strict=True)}  # fmt: skip
        monkeypatch.setattr(compare, "seat_bots", lambda spec, stack: {})
        monkeypatch.setattr(compare, "play", lambda variant, start, *_: turns[id(start)])
        matches = (
            SimpleNamespace(new_game=lambda start=start: start, variant=None, seed="", max_turns=9)
            for start in starts
        )
        return first_difference(*matches)

    return difference


def test_orders_are_held_before_events_turn_by_turn(differ):
    same = ({"P1": "DIG", "P2": ""}, [event()])
    assert differ([same, same], [same, same]) is None
    other = ({"P1": "DIG", "P2": "RAID"}, [event("Bang.")])
    assert differ([same, same], [same, other]) == Divergence(2, "orders", "P2", "", "RAID")
    gone = ({"P1": "DIG"}, [event()])
    assert differ([other], [gone]) == Divergence(1, "orders", "P2", "RAID", "")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([event()], [event("Bang.")], Divergence(1, "event", "combat", "Boom.", "Bang.")),
        ([event()], [event(), event("Bang.", "later")],
         Divergence(1, "event", "later", "", "Bang.")),
        ([event("Bang.", "later")], [], Divergence(1, "event", "later", "Bang.", "")),
        ([event()], [event(place="1,1")], Divergence(1, "event", "combat", "Boom.", "Boom.")),
        ([event()], [event(data={"n": 1})], Divergence(1, "event", "combat", "Boom.", "Boom.")),
        ([event()], [event(rules=("X-1",))], None),
    ],
)  # fmt: skip
def test_the_first_event_that_says_something_else_is_told(differ, before, after, expected):
    assert differ([({}, before)], [({}, after)]) == expected


def test_a_game_that_goes_on_parts_from_one_that_ended_in_its_last_turn(differ):
    turn = ({}, [])
    assert differ([turn] * 2, [turn] * 3, ("60 ore", "")) == Divergence(2, "end", "", "60 ore", "")
    assert differ([turn] * 3, [turn], ("", "9 ore")) == Divergence(1, "end", "", "", "9 ore")


@pytest.mark.parametrize(
    ("difference", "line"),
    [
        (
            Divergence(7, "event", "combat", "a\n  b\n\nc", "d"),
            "turn 7, event in combat: a / b / c | d",
        ),
        (Divergence(1, "event", "", "", "d"), "turn 1, event: nothing | d"),
        (Divergence(1, "orders", "P1", "DIG\n", ""), "turn 1, orders of P1: DIG | nothing"),
        (Divergence(3, "end", "", "60 ore", ""), "turn 3, end: 60 ore | nothing"),
    ],
)
def test_a_difference_is_told_in_a_line(difference, line):
    assert str(difference) == line


def test_records_but_for_their_digest_are_held_against_each_other():
    base = game(0, 1.0, digest="a")
    for other, same in ((attrs.evolve(base, digest="b"), 1), (attrs.evolve(base, turns=11), 0)):
        assert Comparison(result(base), result(other)).same == same


def test_the_table_of_turns_has_a_row_for_each_turn():
    def with_ore(ore):
        return record(seat(1, "a"), by_turn=[TurnRecord(n, 1, {"ore": ore * n}) for n in (1, 2)])

    comparison = Comparison(result(with_ore(1.0)), result(with_ore(3.0)))
    rows = comparison.turns.to_dicts()
    assert [(row["quantity"], row["player"], row["turn"]) for row in rows] == [
        ("ore", "a", 1), ("ore", "a", 2)
    ]  # fmt: skip
    assert [row["difference"] for row in rows] == [2.0, 4.0]
