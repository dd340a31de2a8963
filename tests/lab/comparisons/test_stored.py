"""Stored games of people under changed rules: same, different from a turn on, or refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

import horizons_core as hz
import horizons_lab as lab
from horizons_core.errors import HorizonsError, SaveError
from horizons_core.stored_games import read_stored_game
from horizons_host.cli.main import cli
from horizons_lab.comparisons import stored

EXAMPLES = Path(__file__).parents[3] / "examples"
SPRING = EXAMPLES / "stored_games" / "spring.json"
CREWS = EXAMPLES / "rules_changes" / "campaign2e.toml"
WEEKS = list(range(12))

#: The head of a house rule.
PLATE = """[mod]
name = "worded"
variant = "campaign2e"
title = "Other words"
summary = "An event is told in other words."

[messages]
"""


def replay(*words):
    return CliRunner().invoke(cli, ["lab", "replay", *map(str, words)])


@pytest.fixture(scope="module")
def spring():
    return read_stored_game(SPRING)


def test_by_the_same_rules_all_turns_are_the_same(spring):
    verdict = lab.compare_stored(spring)
    assert [(turn.turn, turn.status) for turn in verdict.turns] == [(n, "same") for n in WEEKS]
    assert str(verdict) == "same in all 11 turns"
    assert verdict.first is None


def test_a_change_shows_where_it_first_acts_and_who_sees_it(spring, tmp_path):
    """The text of one event changes: the games differ from the first turn with this event."""
    events = [(turn.turn, event) for turn in spring.turns for event in turn.events]
    code = next(event["code"] for turn, event in events if turn == 4 and all(
        other["code"] != event["code"] for before, other in events if before < 4))  # fmt: skip
    file = tmp_path / "worded.toml"
    file.write_text(PLATE + f'"{code}" = "Told otherwise."\n', "utf-8")
    verdict = lab.compare_stored(spring, mods=[str(file)])
    assert [turn.status for turn in verdict.turns[:5]] == ["same"] * 4 + ["different"]
    event = next(event for turn, event in events if turn == 4 and event["code"] == code)
    assert verdict.first.difference.after == "Told otherwise."
    assert verdict.first.difference.before == event["text"]
    assert set(verdict.first.difference.seen_by) >= set(event["audience"]) - {"*"}


def test_a_clause_of_the_economy_acts_from_the_first_week_on(spring):
    verdict = lab.compare_stored(spring, mods=[str(CREWS)], set_up_again=False)
    assert (verdict.first.turn, verdict.mods) == (1, ("costly_crews",))
    assert "1.07 credits" in verdict.first.difference.before
    assert "1.12 credits" in verdict.first.difference.after
    recreated = lab.compare_stored(spring, mods=[str(CREWS)])
    assert (recreated.first.turn, recreated.first.difference.what) == (0, "set-up")
    assert recreated.set_up_again


def test_options_are_others_from_the_set_up_on(spring):
    assert lab.compare_stored(spring, options={"income": 1.0}).status == "same"
    shorter = lab.compare_stored(spring, options={"weeks": 6})
    ended = shorter.turns[-1]
    assert (ended.turn, ended.difference.what) == (7, "end")
    assert set(ended.difference.seen_by) >= {"Ada", "Brin", "Cleo"}
    with pytest.raises(lab.StudyError, match="options only take effect at the set-up"):
        lab.compare_stored(spring, options={"weeks": 6}, set_up_again=False)


def test_an_imported_game_keeps_its_set_up(spring):
    imported = attrs.evolve(spring, set_up=None)
    assert lab.compare_stored(imported).status == "same"
    refused = lab.compare_stored(imported, options={"weeks": 6})
    assert (refused.status, refused.first.turn) == ("refused", 0)
    assert "it cannot be set up again" in refused.first.reason


def test_rules_of_another_game_are_refused(spring):
    verdict = lab.compare_stored(spring, variant="event_horizon")
    assert verdict.status == "refused"
    assert "not a saved game of Event Horizon" in verdict.first.reason


def test_house_rules_of_the_game_are_those_that_it_has_as_texts_and_come_first(
    spring, monkeypatch, tmp_path
):
    """Mods stored by name only are those that are installed; a new one comes last."""
    data_mod = PLATE.replace("worded", "kept") + '"no.such" = "Never told."\n'
    start = {**spring.start, "mods": ["kept", "installed"], "data_mods": {"kept": data_mod}}
    calls = []
    monkeypatch.setattr(stored, "variant_of", lambda *words: calls.append(words) or "the rules")
    monkeypatch.setattr(stored, "compare_rules", lambda game, rules, **more: (rules, more))
    verdict = lab.compare_stored(attrs.evolve(spring, start=start), mods=["more"])
    assert verdict == ("the rules", {"options": {}, "set_up_again": True})
    ((source, (first, *rest)),) = calls
    assert (source, rest) == ("campaign2e", ["installed", "more"])
    assert not isinstance(first, str)
    lab.compare_stored(attrs.evolve(spring, start=start), variant="other")
    assert (calls[1][0], calls[1][1][1:]) == ("other", ["installed"])


@pytest.mark.parametrize(
    ("change", "options", "recreated"),
    [
        ({}, {}, False),
        ({"set_up_again": True}, {}, True),
        ({"options": {"weeks": 6}}, {"weeks": 6}, True),
        ({"mods": ["x"]}, {}, True),
        ({"mods": ["x"], "set_up_again": False}, {}, False),
        ({"variant": "other"}, {}, False),
        ({"variant": "other", "set_up_again": True}, {}, True),
    ],
)
def test_house_rules_and_options_are_in_force_from_the_set_up_on_unless_told(
    spring, monkeypatch, change, options, recreated
):
    monkeypatch.setattr(stored, "variant_of", lambda *_: "rules")
    monkeypatch.setattr(stored, "compare_rules", lambda game, rules, **more: (rules, more))
    rules, more = lab.compare_stored(spring, **change)
    assert more == {"options": options, "set_up_again": recreated}
    assert rules == ("rules" if {"mods", "variant"} & set(change) else None)


def test_rules_that_fail_are_refused_in_their_turn(spring):
    class Failing:
        """Fails from turn 3 on."""

        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("failing", "campaign2e", "Failing", "1.0.0", "Fails.")

        @hz.hookimpl
        def horizons_turn_started(self, context):
            if context.turn == 3:
                raise ZeroDivisionError("in the mod")

    verdict = lab.compare_stored(spring, mods=[Failing()])
    assert [turn.status for turn in verdict.turns] == ["same"] * 3 + ["refused"]
    assert "ZeroDivisionError: in the mod" in verdict.turns[-1].reason


# another environment


@pytest.mark.slow
def test_another_python_answers_for_its_versions():
    verdict = lab.compare_stored(SPRING, python=sys.executable)
    assert verdict == lab.compare_stored(SPRING)


def test_a_python_that_cannot_answer_is_told(tmp_path):
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\necho 'No module named stored_games' >&2\nexit 1\n", "utf-8")
    old.chmod(0o755)
    with pytest.raises(HorizonsError, match="No module named stored_games"):
        lab.compare_stored(SPRING, python=old)
    with pytest.raises(HorizonsError, match="cannot be started"):
        lab.compare_stored(SPRING, python=tmp_path / "none")
    for change in ({"mods": ["x"]}, {"options": {"weeks": 6}}, {"variant": "campaign2e"},
                   {"set_up_again": True}):  # fmt: skip
        with pytest.raises(lab.StudyError, match="with the rules named in its file"):
            lab.compare_stored(SPRING, python=old, **change)
    with pytest.raises(SaveError, match="not a stored game"):
        lab.compare_stored(_empty(tmp_path), python=old)


def _empty(folder):
    file = folder / "empty.json"
    file.write_text("{}", "utf-8")
    return file


# the command


def test_the_command_tells_of_each_turn():
    same = replay(SPRING)
    assert same.exit_code == 0
    assert "'spring' by campaign2e 1.0.0: same in all 11 turns" in same.output
    other = replay(SPRING, "--mod", CREWS, "--keep-set-up", "--json")
    assert other.exit_code == 1
    answer = json.loads(other.output)[0]
    assert (answer["status"], answer["turns"][1]["difference"]["seen_by"]) == ("different", ["Ada"])
    assert answer["says"].startswith("different from turn 1: event in administration: ")


def test_the_command_refuses_in_words(tmp_path):
    for words, message in (
        ((_empty(tmp_path),), "empty.json: this is not a stored game"),
        ((SPRING, "--option", "weeks"), "'weeks' must have the form NAME=VALUE"),
        ((SPRING, "--mod", "no_such"), "no mod 'no_such' is installed"),
        ((tmp_path / "none.json",), "none.json"),
    ):
        result = replay(*words)
        assert message in result.output
        assert result.exit_code in {1, 2}
        assert isinstance(result.exception, SystemExit)
