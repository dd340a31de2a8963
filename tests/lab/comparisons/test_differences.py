"""Differences of games that were never played: pairs, columns, tables, and where games part."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import attrs
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_core import Stream
from horizons_lab.comparisons import compare as comparing
from horizons_lab.comparisons import divergence, elsewhere
from horizons_lab.comparisons.changes import change, changes_of, players_of, turn_changes_of, value
from horizons_lab.comparisons.compare import changed_study
from horizons_lab.comparisons.comparison import Comparison
from horizons_lab.comparisons.divergence import Divergence, first_difference
from horizons_lab.records import GameRecord, SeatRecord, TurnRecord
from horizons_lab.statistics import independent_difference, mean, paired_difference, share
from tests.lab.raids import LONG_WAR, RULES, raids

STRONGBOXES = str(Path(RULES).with_name("strongboxes.py"))


def seat(number, player, place=1, won=False, score=None, **measures):
    return SeatRecord(number, player, place, won, score, "", measures)


def record(*seats, game=0, cell="", turns=10, ended=True, by_turn=(), digest=""):
    return GameRecord(cell, game, turns, ended, "", digest, seats, tuple(by_turn))


# quantities


def test_columns_come_in_order_games_first_then_players_as_they_are_seated():
    one = record(
        seat(1, "bob", 1, True, 3.0, ore=1, tin=2), seat(2, "ann", 2, False, 1.0, ore=1, tin=2)
    )
    found = list(changes_of([(one, one)] * 2, 4, "k", 0.9))
    assert [(c.column, c.player) for c in found] == [
        ("turns", ""), ("ended", ""),
        *((column, name) for name in ("bob", "ann")
          for column in ("won", "place", "score", "ore", "tin")),
    ]  # fmt: skip
    assert {(c.cell, c.turn, c.moved) for c in found} == {(4, None, 0)}
    assert {c.difference.confidence for c in found} == {0.9}
    assert players_of([(one, one)]) == ["bob", "ann"]


def test_estimates_are_those_of_pairs_and_of_two_samples():
    values = [(float(n % 5), float(n % 3 + 1)) for n in range(12)]
    before, after = [a for a, _ in values], [b for _, b in values]
    for turn, number in ((None, 0), (3, 3)):
        stream = Stream.from_key("lab-compare", "k", "ore", "ann", 2, number)
        found = change(
            values, column="ore", player="ann", cell=2, key="k", confidence=0.9, turn=turn
        )
        assert found.before == mean(before, stream, confidence=0.9)
        assert found.after == mean(after, stream, confidence=0.9)
        assert found.difference == paired_difference(before, after, stream, confidence=0.9,
                                                     counted=False)  # fmt: skip
        assert found.apart == independent_difference(before, after, confidence=0.9, counted=False)
        assert (found.turn, found.moved) == (turn, sum(a != b for a, b in values))


@pytest.mark.parametrize("column", ["won", "ended"])
def test_outcomes_are_shares(column):
    values = [(True, True), (False, True), (False, True), (False, False)]
    found = change(values, column=column, player="", cell=0, key="k", confidence=0.95)
    assert (found.before, found.after) == (share(1, 4, 0.95), share(3, 4, 0.95))
    assert found.moved == 2


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
    one = record(seat(1, "a", 3, False, 4.0, x=None), seat(2, "b", 1, True, 9.0, x="words"),
                 seat(3, "a", 2, True, None, x=6))  # fmt: skip
    assert value(one, "a", "won") is True
    assert value(one, "b", "won") is True
    assert (value(one, "a", "place"), value(one, "a", "score"), value(one, "a", "x")) == (2.5, 4, 6)
    assert (value(one, "b", "x"), value(one, "c", "won"), value(one, "c", "score")) == (None,) * 3
    lost = record(seat(1, "a", 2, False))
    assert value(lost, "a", "won") is False


def test_measures_of_turns_are_compared_seat_by_seat_and_in_order():
    def told(*rows):
        return record(seat(1, "b"), seat(2, "a"), seat(3, "b"), by_turn=[
            TurnRecord(turn, number, {"ore": ore, "name": "x", "none": None})
            for turn, number, ore in rows])  # fmt: skip

    one = told((1, 1, 2), (1, 3, 4), (2, 1, 5), (1, 2, 7), (3, 1, 1))
    two = told((1, 1, 4), (1, 3, 8), (2, 1, 5), (1, 2, 6))
    found = list(turn_changes_of([(one, two)] * 3, 1, "k", 0.95))
    assert [(c.player, c.column, c.turn, c.before.value, c.after.value, c.cell) for c in found] == [
        ("a", "ore", 1, 7, 6, 1), ("b", "ore", 1, 3, 6, 1), ("b", "ore", 2, 5, 5, 1)
    ]  # fmt: skip
    assert [c.moved for c in found] == [3, 3, 0]


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
    told = Comparison(before, after)
    assert [(a.cell, a.game, b.seats[0].score) for a, b in told.pairs] == [
        ("", 1, 2.0), ("", 2, 3.5), ("x", 0, 5.0)
    ]  # fmt: skip
    assert [a.game for a, _ in told.pairs_of(0)] == [1, 2]
    assert [a.game for a, _ in told.pairs_of(1)] == [0]
    assert [(a.cell, a.game) for a, _ in told.moved_pairs] == [("", 2), ("x", 0)]
    assert told.same == 1
    assert told.confidence == 0.95
    assert told.change("score", "a").difference.value == 0.25
    assert told.change("score", "a", cell=1).difference.value == 1.0
    assert {c.cell for c in told.changes} == {0, 1}
    lonely = Comparison(result(game(0, 1.0)), result(game(1, 1.0)))
    assert (lonely.pairs, lonely.changes, lonely.turn_changes, lonely.same) == ((), (), (), 0)


def test_what_is_known_is_named_when_something_else_is_asked_for():
    told = Comparison(result(game(0, 1.0)), result(game(0, 2.0)))
    for column, player, cell in (("gold", "a", 0), ("score", "b", 0), ("score", "a", 1)):
        with pytest.raises(lab.StudyError) as problem:
            told.change(column, player, cell=cell)
        assert problem.value.message == (
            f"nothing is known of '{column}' of '{player}' in cell {cell}"
        )
        assert problem.value.hint == "known: ended, place of a, score of a, turns, won of a"


def test_the_table_has_a_row_for_each_quantity_with_all_intervals():
    told = Comparison(result(*(game(n, float(n)) for n in range(4))),
                      result(*(game(n, n * 2.0) for n in range(4))))  # fmt: skip
    rows = {(row["quantity"], row["player"]): row for row in told.table.to_dicts()}
    one = told.change("score", "a")
    assert rows["score", "a"] == {
        "cell": 0, "quantity": "score", "player": "a", "turn": None,
        "before": 1.5, "before low": one.before.low, "before high": one.before.high,
        "after": 3.0, "after low": one.after.low, "after high": one.after.high,
        "difference": 1.5, "difference low": one.difference.low,
        "difference high": one.difference.high,
        "apart low": one.apart.low, "apart high": one.apart.high, "pairs": 4, "moved": 3,
    }  # fmt: skip


# where games part


def event(text="Boom.", phase="combat", **more):
    return hz.Event(1, phase, "boom", text, ("*",), **more)


@pytest.fixture
def parted(monkeypatch):
    """Where two games part, each given as turns of orders and events, and how they ended."""

    def turns_of(told, ended):
        for number, (orders, events) in enumerate(told, start=1):
            last = number == len(told)
            outcome = SimpleNamespace(reason=ended) if last and ended else None
            after = SimpleNamespace(
                game=SimpleNamespace(turn=number, outcome=outcome), events=events
            )
            yield SimpleNamespace(orders=orders, after=after)

    def told(one, two, ends=("", "")):
        starts = [SimpleNamespace(turn=0, outcome=None) for _ in range(2)]
        found = {id(start): turns_of(*given) for start, given in
                 zip(starts, ((one, ends[0]), (two, ends[1])), strict=True)}  # fmt: skip
        monkeypatch.setattr(divergence, "seated", lambda match, stack: {})
        monkeypatch.setattr(divergence, "play", lambda variant, start, *_: found[id(start)])
        matches = (
            SimpleNamespace(new_game=lambda start=start: start, variant=None, seed="", max_turns=9)
            for start in starts
        )
        return first_difference(*matches)

    return told


def test_orders_are_held_before_events_turn_by_turn(parted):
    same = ({"P1": "DIG", "P2": ""}, [event()])
    assert parted([same, same], [same, same]) is None
    other = ({"P1": "DIG", "P2": "RAID"}, [event("Bang.")])
    assert parted([same, same], [same, other]) == Divergence(2, "orders", "P2", "", "RAID")
    gone = ({"P1": "DIG"}, [event()])
    assert parted([other], [gone]) == Divergence(1, "orders", "P2", "RAID", "")


@pytest.mark.parametrize(
    ("one", "two", "told"),
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
def test_the_first_event_that_says_something_else_is_told(parted, one, two, told):
    assert parted([({}, one)], [({}, two)]) == told


def test_a_game_that_goes_on_parts_from_one_that_ended_in_its_last_turn(parted):
    turn = ({}, [])
    assert parted([turn] * 2, [turn] * 3, ("60 ore", "")) == Divergence(2, "end", "", "60 ore", "")
    assert parted([turn] * 3, [turn], ("", "9 ore")) == Divergence(1, "end", "", "", "9 ore")


@pytest.mark.parametrize(
    ("told", "line"),
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
def test_a_difference_is_told_in_a_line(told, line):
    assert str(told) == line


def test_records_but_for_their_digest_are_held_against_each_other():
    one = game(0, 1.0, digest="a")
    for other, same in ((attrs.evolve(one, digest="b"), 1), (attrs.evolve(one, turns=11), 0)):
        assert Comparison(result(one), result(other)).same == same


def test_the_table_of_turns_has_a_row_for_each_turn():
    def told(ore):
        return record(seat(1, "a"), by_turn=[TurnRecord(n, 1, {"ore": ore * n}) for n in (1, 2)])

    comparison = Comparison(result(told(1.0)), result(told(3.0)))
    rows = comparison.turns.to_dicts()
    assert [(row["quantity"], row["player"], row["turn"]) for row in rows] == [
        ("ore", "a", 1), ("ore", "a", 2)
    ]  # fmt: skip
    assert [row["difference"] for row in rows] == [2.0, 4.0]


# changes of a study


def test_house_rules_come_after_those_of_the_study_and_options_in_their_place():
    study = raids(mods=[LONG_WAR], options={"goal": 20})
    other = changed_study(study, mods=[STRONGBOXES], options={"goal": 30})
    assert list(other.mods) == [LONG_WAR, STRONGBOXES]
    assert dict(other.options) == {"goal": 30}
    assert (other.variant, other.key, other.games) == (study.variant, study.key, study.games)
    assert (list(study.mods), dict(study.options)) == ([LONG_WAR], {"goal": 20})
    elsewhere = changed_study(raids(variant="event_horizon", seats=["greedy"] * 2), variant=RULES,
                              options={"goal": 40})  # fmt: skip
    assert (elsewhere.variant, dict(elsewhere.options)) == (RULES, {"goal": 40})


def test_what_is_varied_may_be_beside_what_is_changed():
    study = raids(factors={"mods": [[], [STRONGBOXES]]})
    assert dict(changed_study(study, options={"goal": 40}).options) == {"goal": 40}
    varied = raids(factors={"options.goal": [20, 30]})
    assert list(changed_study(varied, mods=[STRONGBOXES]).mods) == [STRONGBOXES]


@pytest.mark.parametrize("confidence", [0.0, 1.0, 1.5])
def test_a_confidence_that_is_none_is_refused_before_anything_is_played(monkeypatch, confidence):
    monkeypatch.setattr(lab.Study, "run", None)
    with pytest.raises(hz.HorizonsError, match=f"confidence is {confidence}"):
        lab.compare(raids(), options={"goal": 40}, confidence=confidence)


def test_both_are_played_as_they_are_told_and_kept_side_by_side(monkeypatch, tmp_path):
    played = []

    def run(study, workers, **more):
        played.append((dict(study.options), workers, more))
        return result(game(0, float(len(played))))

    monkeypatch.setattr(lab.Study, "run", run)
    study = raids(options={"goal": 20})
    told = lab.compare(study, options={"goal": 30}, workers=3, out=tmp_path, confidence=0.9,
                       progress=print)  # fmt: skip
    assert played == [
        ({"goal": 20}, 3, {"out": tmp_path / "before", "progress": print}),
        ({"goal": 30}, 3, {"out": tmp_path / "after", "progress": print}),
    ]
    assert (told.confidence, told.study, dict(told.changed.options)) == (0.9, study, {"goal": 30})
    assert told.change("score", "a").difference.value == 1.0
    played.clear()
    assert lab.compare(study, options={"goal": 30}).confidence == 0.95
    assert [more for *_, more in played] == [{"out": None, "progress": None}] * 2
    assert [workers for _, workers, _ in played] == [1, 1]


def test_the_first_difference_is_of_the_game_and_cell_that_are_asked_for(monkeypatch):
    def played(name):
        return SimpleNamespace(
            game=lambda number, cell: SimpleNamespace(match=(name, number, cell))
        )

    monkeypatch.setattr(comparing, "first_difference", lambda one, two: (one, two))
    it = comparing.RulesComparison(None, None, study=played("without"), changed=played("with"))
    assert it.first_difference(7) == (("without", 7, 0), ("with", 7, 0))
    assert it.first_difference(7, 2) == (("without", 7, 2), ("with", 7, 2))


# other versions


@pytest.mark.parametrize(("games", "words"), [(None, []), (3, ["--games", "3"])])
def test_another_python_is_asked_for_the_same_study(monkeypatch, tmp_path, games, words):
    asked, played = [], []
    file = tmp_path / "study.yaml"
    file.write_text(f"{{variant: {RULES}, seats: [raider, idle], games: 9}}", "utf-8")

    def run(study, workers, **more):
        played.append((study.games, workers, more))
        return "before"

    monkeypatch.setattr(lab.Study, "run", run)
    monkeypatch.setattr(elsewhere, "answer_of", lambda *given, **more: asked.append((given, more)))
    monkeypatch.setattr(elsewhere, "read_results", lambda folder: f"read from {folder}")
    told = lab.compare_versions(file, "new/python", tmp_path / "out", games=games)
    after = str(tmp_path / "out" / "after")
    assert played == [(games or 9, 1, {"out": tmp_path / "out" / "before"})]
    (((python, module, given), _),) = asked
    assert (python, module) == ("new/python", "horizons_host")
    assert given == ["lab", "run", str(file), "--out", after, "--workers", "1", "--json", *words]
    assert (told.before, told.after, told.confidence) == ("before", f"read from {after}", 0.95)
    told = lab.compare_versions(file, "x", tmp_path, workers=2, games=games, confidence=0.9)
    assert (told.confidence, played[1][1]) == (0.9, 2)
    assert asked[1][0][2][6] == "2"
    elsewhere.run_elsewhere(file, "x", tmp_path)
    assert asked[2][0][2][3:] == ["--out", str(tmp_path), "--workers", "1", "--json"]
