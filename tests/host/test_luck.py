"""`horizons battle luck`: of a battle in a file, and of a game's battles."""

from __future__ import annotations

import json
import re
import shutil

import pytest

import horizons_core as hz
from horizons_core.luck import luck
from horizons_core.turn import reopened
from horizons_host import reruns
from horizons_host.store import GameStore
from tests.host.helpers import fine, refused

RAID = """\
variant: event_horizon
title: A raid
sides:
  Red: [{count: 2, hull: 4, thrusters: 1, weapons: 3}]
  Blue: [{count: 2, hull: 4, weapons: 2, shields: 2}]
"""


@pytest.fixture
def raid(tmp_path):
    file = tmp_path / "raid.yaml"
    file.write_text(RAID)
    return file


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A game of bots that is over, with battles that dice decided."""
    folder = tmp_path_factory.mktemp("games") / "game"
    bots = ("--bot", "Ada=greedy", "--bot", "Brin=greedy")
    limit = ("--option", "turn_limit=9")
    fine("new", folder, "--variant", "event_horizon", *bots, *limit, "--seed", 4)
    for _ in range(9):
        fine("turn", "-g", folder)
    return folder


def answer(*words):
    return json.loads(fine("battle", "luck", *words, "--runs", 30, "--json").stdout)


def test_the_luck_of_a_run_is_that_of_the_core(raid):
    variant = hz.load_variant("event_horizon")
    battle = variant.battle(
        {
            "sides": {
                "Red": [{"count": 2, "hull": 4, "thrusters": 1, "weapons": 3}],
                "Blue": [{"count": 2, "hull": 4, "weapons": 2, "shields": 2}],
            }
        }
    )
    expected = [one.told() for one in luck(variant.combat, battle, "fate", 3, runs=30)]
    told = answer(raid, "--key", "fate", "--run", 3)
    assert told["luck"] == expected
    assert (told["title"], told["run"], told["runs"]) == ("A raid", 3, 30)


def test_the_table_tells_of_each_side(raid):
    said = fine("battle", "luck", raid, "--runs", 30).output
    assert said.startswith("A raid: run 0 against 30 battles\nMEASURE")
    assert len([line for line in said.splitlines() if line.startswith("won ")]) == 2


def test_a_game_adds_the_luck_of_its_battles_up(ended):
    told = answer("-g", ended)
    assert any(one["luck"] for one in told["luck"])
    parts = [one for battle in told["battles"] for one in battle["luck"]]
    assert len(told["battles"]) > 1
    for one in told["luck"]:
        own = [p for p in parts if (p["side"], p["measure"]) == (one["side"], one["measure"])]
        assert one["battles"] == len(own)
        assert one["luck"] == pytest.approx(sum(part["luck"] for part in own), abs=1e-9)
        assert one["deviation"] ** 2 == pytest.approx(sum(p["deviation"] ** 2 for p in own))


def test_what_came_of_a_games_battles_is_what_its_events_tell(ended):
    """The dice of the battle that is held against others are those that the turn threw."""
    with GameStore(ended) as store:
        events = [
            event
            for turn in range(1, store.latest() + 1)
            for event in store.stored(turn).events
            if "units" in event["data"] and not event["audience"]
        ]
        lost = {}
        for event in events:
            for unit in event["data"]["units"]:
                side = event["data"]["sides"][unit["side"]]
                lost[side] = lost.get(side, 0) + unit["destroyed"]
    told = answer("-g", ended)["luck"]
    assert {one["side"]: one["actual"] for one in told if one["measure"] == "ships lost"} == lost
    assert sum(lost.values()) > 0


def test_a_turn_or_a_place_is_a_part_of_the_game(ended):
    told = answer("-g", ended)["battles"]
    turn, place = told[-1]["turn"], told[-1]["place"]
    assert answer("-g", ended, "--turn", turn)["battles"] == [b for b in told if b["turn"] == turn]
    there = answer("-g", ended, "--place", place)["battles"]
    assert there == [battle for battle in told if battle["place"] == place]
    said = refused("battle", "luck", "-g", ended, "--place", "nowhere", "--runs", 2)
    assert "there was no battle" in said


def test_a_player_hears_of_luck_only_when_the_game_is_over(ended, tmp_path):
    whole = answer("-g", ended)["battles"]
    name = whole[0]["luck"][0]["side"]
    own = answer("-g", ended, "-p", name)["battles"]
    assert own == [b for b in whole if any(one["side"] == name for one in b["luck"])]
    going = tmp_path / "going"
    shutil.copytree(ended, going)
    fine("undo", "-g", going, "--reason", "again")
    said = refused("battle", "luck", "-g", going, "-p", name)
    assert "after the end of the game" in said
    assert "no player" in refused("battle", "luck", "-g", ended, "-p", "Nobody").lower()


def test_options_of_games_are_not_for_files(raid):
    said = refused("battle", "luck", raid, "--turn", 1, status=2)
    assert "can't be used with FILE" in said


def test_a_turn_that_was_run_once_more_has_the_luck_of_its_last_dice(ended, tmp_path):
    again = tmp_path / "again"
    shutil.copytree(ended, again)
    fine("undo", "-g", again, "--reason", "again")
    fine("turn", "-g", again)
    last = answer("-g", ended)["battles"][-1]["turn"]
    assert answer("-g", again, "--turn", last)["battles"][-1]["turn"] == last


def test_a_turn_that_does_not_come_out_as_it_is_stored_has_no_luck(ended, monkeypatch):
    monkeypatch.setattr(reruns, "reopened", lambda game, _attempt: reopened(game, 2))
    said = refused("battle", "luck", "-g", ended)
    assert "does not replay identically" in said


def test_a_run_that_is_too_far_is_refused(raid, tmp_path):
    for words in (("luck",), ("replay", "--luck", "--out", tmp_path / "page.html")):
        said = refused("battle", words[0], raid, *words[1:], "--run", 1_000_001)
        assert "up to 1,000,000" in said


def test_the_set_up_was_not_fought(ended):
    assert "turn 0 was not run" in refused("battle", "luck", "-g", ended, "--turn", 0)


def luck_shown(page):
    """What a replay page says of the luck of each side."""
    return re.findall(r"[+-][0-9.]+ ± [0-9.]+ ships left", page.read_text("utf-8"))


def test_the_page_of_a_battle_says_its_luck_if_it_is_asked_for(raid, ended, tmp_path):
    page = tmp_path / "page.html"
    fine("battle", "replay", raid, "--out", page)
    assert luck_shown(page) == []
    fine("battle", "replay", raid, "--run", 3, "--luck", "--out", page)
    told = [one for one in answer_in_full(raid, "--run", 3) if one["measure"] == "ships left"]
    shown = [f"{one['luck']:+.1f} ± {one['deviation']:.1f} ships left" for one in told]
    assert luck_shown(page) == shown

    battle = answer("-g", ended)["battles"][-1]
    of_game = ("-g", ended, "--turn", battle["turn"], "--place", battle["place"])
    fine("battle", "replay", *of_game, "--luck", "--out", page)
    assert len(luck_shown(page)) == len({one["side"] for one in battle["luck"]})
    said = refused("battle", "replay", *of_game, "--luck", "-p", "Ada", "--out", page, status=2)
    assert "omit -p" in said


def answer_in_full(*words):
    return json.loads(fine("battle", "luck", *words, "--json").stdout)["luck"]
