"""Replaying a stored game finds and describes the first difference from the recording."""

from __future__ import annotations

import copy

import attrs
import pytest

from horizons_core.stored_games import (
    Difference,
    GameVerdict,
    Newcomer,
    StoredGameEdit,
    TurnVerdict,
    compare_rules,
    joined,
    stored_game_data,
    stored_game_of,
)
from tests.core.stored_raids import raiders, stored_raids

EVENT = "Brin raids Ada with a roll of 8: Ada loses 11 ore."
JUMP = "line 2: unknown order 'JUMP'"


@pytest.fixture(scope="module")
def raids():
    return stored_raids()


def replay(game, **more):
    return compare_rules(game, raiders(), **more)


def with_turn(game, number, **changes):
    """Return the game with one turn changed."""
    turns = list(game.turns)
    turns[number - 1] = attrs.evolve(turns[number - 1], **changes)
    return attrs.evolve(game, turns=tuple(turns))


def statuses(verdict):
    return [(turn.turn, turn.status) for turn in verdict.turns]


# playing again


def test_by_the_same_rules_every_turn_is_the_same(raids):
    verdict = replay(raids)
    assert statuses(verdict) == [(0, "same"), (1, "same"), (2, "same"), (3, "same")]
    assert (verdict.name, verdict.variant, verdict.version) == ("Moons", "moon_raiders", "1.0")
    assert (verdict.mods, verdict.set_up_again, verdict.first) == ((), False, None)
    assert statuses(replay(raids, set_up_again=True)) == statuses(verdict)


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda event: [{**event, "text": "Nothing."}],
         Difference("event", "jobs", "Nothing.", EVENT, ("Ada", "Brin"))),
        (lambda event: [], Difference("event", "jobs", "", EVENT, ("Ada", "Brin"))),
        (lambda event: [event, {**event, "text": "More.", "phase": "later", "audience": ["Brin"]}],
         Difference("event", "later", "More.", "", ("Brin",))),
        (lambda e: [e, {**e, "audience": []}], Difference("event", "jobs", EVENT, "", ())),
        (lambda event: [{**event, "place": "Ada"}],
         Difference("event", "jobs", EVENT, EVENT, ("Ada", "Brin"))),
    ],
)  # fmt: skip
def test_the_first_event_that_differs_is_reported_with_its_readers(raids, change, difference):
    (event,) = raids.turns[1].events
    verdict = replay(with_turn(raids, 2, events=tuple(change(event))))
    assert verdict.first == TurnVerdict(2, "different", difference)
    assert statuses(verdict)[3] == (3, "same")


@pytest.mark.parametrize(
    ("remarks", "difference"),
    [
        ({}, Difference("remark", "Ada", "", JUMP, ("Ada",))),
        ({"Ada": [{"message": "Well done.", "line": 0}]},
         Difference("remark", "Ada", "Well done.", JUMP, ("Ada",))),
        ({"Brin": [{"message": "So.", "line": 3}]},
         Difference("remark", "Brin", "line 3: So.", "", ("Brin",))),
    ],
)  # fmt: skip
def test_remarks_come_before_events(raids, remarks, difference):
    other = with_turn(raids, 2, remarks=remarks, events=())
    assert replay(other).first == TurnVerdict(2, "different", difference)


def test_a_hidden_change_is_a_difference_of_the_state(raids):
    other = with_turn(raids, 2, digest="0" * 64)
    assert replay(other).first == TurnVerdict(2, "different", Difference("state"))


def test_states_of_another_shape_are_not_held_against_each_other_until_games_part(raids):
    """A game that differed earlier does not count as the same after a change of shape."""
    other = with_turn(raids, 2, digest="0" * 64, versions={"schema": 99})
    assert replay(other).status == "same"
    parted = with_turn(other, 1, digest="0" * 64)
    assert [turn.status for turn in replay(parted).turns] == ["same", *["different"] * 2, "same"]


def test_a_game_that_ends_earlier_is_not_played_on(raids):
    verdict = replay(raids, options={"goal": 12})
    assert verdict.set_up_again
    assert statuses(verdict) == [(0, "same"), (1, "different"), (2, "different")]
    assert verdict.turns[2].difference == Difference(
        "end", "", "the game continued", "17 ore", ("Ada", "Brin")
    )


def test_a_different_set_up_is_reported_by_its_parts(raids):
    start = copy.deepcopy(dict(raids.start))
    start["empires"][0]["stock"]["ore"] += 1
    verdict = replay(attrs.evolve(raids, start=start), set_up_again=True)
    assert verdict.first == TurnVerdict(0, "different", Difference("set-up", "empires"))
    named = replay(attrs.evolve(raids, players=("Ada", "Cleo")), set_up_again=True)
    assert named.first.turn == 0


def test_what_people_decided_later_is_kept_in_a_new_set_up(raids):
    start = copy.deepcopy(dict(raids.start))
    start["empires"][1]["address"] = "nobody@example.invalid"
    start["shared_chance"] = {"words": "lark"}
    assert replay(attrs.evolve(raids, start=start), set_up_again=True).turns[0].status == "same"


def test_a_game_without_its_options_cannot_be_set_up_again(raids):
    imported = attrs.evolve(raids, set_up=None)
    assert replay(imported).status == "same"
    verdict = replay(imported, set_up_again=True)
    assert statuses(verdict) == [(0, "refused")]
    assert "it was imported" in verdict.first.reason
    assert "keep the options" in verdict.first.reason


def test_rules_that_fail_are_refused_in_words_that_are_not_too_long(raids, monkeypatch):
    def failing(*_, **__):
        raise ZeroDivisionError("x" * 500)

    monkeypatch.setattr("horizons_core.stored_games.replay.reopened", failing)
    verdict = replay(raids)
    assert statuses(verdict) == [(0, "same"), (1, "refused")]
    assert verdict.first.reason == f"the rules fail: ZeroDivisionError: {'x' * 500}"[:300]


def test_rules_that_are_not_there_refuse_the_game(raids):
    verdict = compare_rules(attrs.evolve(raids, variant="no_such_game"), set_up_again=True)
    assert (verdict.version, verdict.set_up_again, verdict.mods) == ("", True, ())
    assert statuses(verdict) == [(0, "refused")]
    assert "no_such_game" in verdict.first.reason
    long = compare_rules(attrs.evolve(raids, variant="x" * 400))
    assert len(long.first.reason) == 300


def test_each_attempt_has_dice_of_its_own(raids):
    rerun = with_turn(raids, 2, attempt=2)
    assert replay(rerun).first.turn == 2


def test_who_joins_a_game_is_in_it_with_an_address():
    game, calls = raiders().new_game(["Ada", "Brin"], seed=1), []

    class Joining:
        def join(self, game, name, options):
            calls.append((name, options))
            return game

        def with_seat(self, game, name, role):
            return (name, role)

    after = joined(Joining(), game, "Brin", options={"a": 1}, address="b@x.org")
    assert (after.empire("Brin").address, calls) == ("b@x.org", [("Brin", {"a": 1})])
    assert joined(Joining(), game, "Sam", role="spectator", address="s@x.org") == (
        "Sam",
        "spectator",
    )


def test_edits_are_made_between_those_who_join_as_they_were(raids, monkeypatch):
    calls = []

    def join(variant, game, seat, **more):
        calls.append((seat, *more.values()))
        return game

    def edit(variant, game, state):
        calls.append(dict(state))
        return game

    monkeypatch.setattr("horizons_core.stored_games.replay.joined", join)
    monkeypatch.setattr("horizons_core.stored_games.replay.edited", edit)
    people = (Newcomer("A", "umpire", {"a": 1}, "a@x.org"), Newcomer("B"), Newcomer("C"))
    edits = [StoredGameEdit({"edit": number}, joined) for number, joined in enumerate((0, 2, 2, 3))]
    other = with_turn(raids, 2, joined=people, edits=tuple(edits))
    assert stored_game_of(stored_game_data(other)) == other
    assert replay(other).status == "same"
    assert calls == [
        {"edit": 0}, ("A", "umpire", {"a": 1}, "a@x.org"), ("B", "", {}, ""),
        {"edit": 1}, {"edit": 2}, ("C", "", {}, ""), {"edit": 3},
    ]  # fmt: skip


def test_a_game_whose_end_was_put_off_is_put_off_again(raids, monkeypatch):
    turns = []
    monkeypatch.setattr(type(raiders()), "postpone_end", lambda _, game, turn: turns.append(turn))
    assert replay(with_turn(raids, 2, not_before=9)).status == "same"
    assert turns == [9]


def test_the_rules_of_the_game_are_loaded_if_none_are_given(raids, monkeypatch):
    calls = []

    def load(*names):
        calls.append(names)
        return raiders()

    monkeypatch.setattr("horizons_core.stored_games.replay.load_variant", load)
    assert compare_rules(raids).status == "same"
    assert calls == [("moon_raiders", (), {})]


# verdicts


@pytest.mark.parametrize(
    ("difference", "line"),
    [
        (Difference("set-up", "options, turn"), "the set-up in options, turn"),
        (Difference("state"), "the state, in hidden information"),
        (Difference("event", "combat", "a", "b", ("Ada", "Brin")),
         "event in combat: a | b (seen by Ada, Brin)"),
        (Difference("event", "", "", "b"), "event: nothing | b (seen by no player)"),
        (Difference("remark", "Ada", "a", "", ("Ada",)),
         "remark on the orders of Ada: a | nothing (seen by Ada)"),
        (Difference("end", "", "it went on", "it ended"),
         "end: it went on | it ended (seen by no player)"),
        (Difference("end", "there", "a", "b"), "end: a | b (seen by no player)"),
    ],
)  # fmt: skip
def test_a_difference_is_a_line(difference, line):
    assert str(difference) == line


SAME, MOVED = TurnVerdict(1, "same"), TurnVerdict(4, "different", Difference("state"))
REFUSED = TurnVerdict(5, "refused", reason="no ships")


@pytest.mark.parametrize(
    ("turns", "status", "first", "summary"),
    [
        ((SAME, SAME), "same", None, "same in its one turn"),
        ((SAME,), "same", None, "same in all 0 turns"),
        ((SAME,) * 4, "same", None, "same in all 3 turns"),
        ((SAME, MOVED, REFUSED), "different", MOVED,
         "different from turn 4: the state, in hidden information"),
        ((SAME, REFUSED), "refused", REFUSED, "refused in turn 5: no ships"),
    ],
)  # fmt: skip
def test_a_game_is_what_its_first_turn_is_that_is_not_the_same(turns, status, first, summary):
    verdict = GameVerdict("m", "v", "1", (), False, turns)
    assert (verdict.status, verdict.first, str(verdict)) == (status, first, summary)
    assert (verdict.to_dict()["status"], verdict.to_dict()["says"]) == (status, summary)
