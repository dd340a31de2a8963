"""`horizons battle luck` for a battle file and for a game's battles."""

from __future__ import annotations

import json
import re
import shutil

import pytest

import horizons_core as hz
from horizons_core.luck import luck
from horizons_core.turn import reopened
from horizons_host.games import verification
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
    """A finished game of bots with battles that dice decided."""
    folder = tmp_path_factory.mktemp("games") / "game"
    bots = ("--bot", "Ada=greedy", "--bot", "Brin=greedy")
    limit = ("--option", "turn_limit=9")
    fine("new", folder, "--variant", "event_horizon", *bots, *limit, "--seed", 4)
    for _ in range(9):
        fine("turn", "-g", folder)
    return folder


def luck_of(*words):
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
    expected = [entry.to_dict() for entry in luck(variant.combat, battle, "fate", 3, runs=30)]
    result = luck_of(raid, "--key", "fate", "--run", 3)
    assert result["luck"] == expected
    assert (result["title"], result["run"], result["runs"]) == ("A raid", 3, 30)


def test_the_table_tells_of_each_side(raid):
    output = fine("battle", "luck", raid, "--runs", 30).output
    assert output.startswith("A raid: run 0 against 30 battles\nMEASURE")
    assert len([line for line in output.splitlines() if line.startswith("won ")]) == 2


def test_a_game_adds_the_luck_of_its_battles_up(ended):
    result = luck_of("-g", ended)
    assert any(entry["luck"] for entry in result["luck"])
    parts = [entry for battle in result["battles"] for entry in battle["luck"]]
    assert len(result["battles"]) > 1
    for entry in result["luck"]:
        same = [p for p in parts if (p["side"], p["measure"]) == (entry["side"], entry["measure"])]
        assert entry["battles"] == len(same)
        assert entry["luck"] == pytest.approx(sum(part["luck"] for part in same), abs=1e-9)
        assert entry["deviation"] ** 2 == pytest.approx(sum(p["deviation"] ** 2 for p in same))


def test_what_came_of_a_games_battles_is_what_its_events_tell(ended):
    """The actual battle in the comparison uses the dice that the turn threw."""
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
    entries = luck_of("-g", ended)["luck"]
    assert {e["side"]: e["actual"] for e in entries if e["measure"] == "ships lost"} == lost
    assert sum(lost.values()) > 0


def test_a_turn_or_a_place_is_a_part_of_the_game(ended):
    rows = luck_of("-g", ended)["battles"]
    turn, place = rows[-1]["turn"], rows[-1]["place"]
    assert luck_of("-g", ended, "--turn", turn)["battles"] == [b for b in rows if b["turn"] == turn]
    at_place = luck_of("-g", ended, "--place", place)["battles"]
    assert at_place == [battle for battle in rows if battle["place"] == place]
    output = refused("battle", "luck", "-g", ended, "--place", "nowhere", "--runs", 2)
    assert "there was no battle" in output


def test_a_player_hears_of_luck_only_when_the_game_is_over(ended, tmp_path):
    battles = luck_of("-g", ended)["battles"]
    name = battles[0]["luck"][0]["side"]
    own_battles = luck_of("-g", ended, "-p", name)["battles"]
    assert own_battles == [b for b in battles if any(e["side"] == name for e in b["luck"])]
    going = tmp_path / "going"
    shutil.copytree(ended, going)
    fine("undo", "-g", going, "--reason", "again")
    output = refused("battle", "luck", "-g", going, "-p", name)
    assert "after the end of the game" in output
    assert "no player" in refused("battle", "luck", "-g", ended, "-p", "Nobody").lower()


def test_options_of_games_are_not_for_files(raid):
    output = refused("battle", "luck", raid, "--turn", 1, status=2)
    assert "can't be used with FILE" in output


def test_a_turn_that_was_run_once_more_has_the_luck_of_its_last_dice(ended, tmp_path):
    copy = tmp_path / "again"
    shutil.copytree(ended, copy)
    fine("undo", "-g", copy, "--reason", "again")
    fine("turn", "-g", copy)
    last = luck_of("-g", ended)["battles"][-1]["turn"]
    assert luck_of("-g", copy, "--turn", last)["battles"][-1]["turn"] == last


def test_a_turn_that_does_not_come_out_as_it_is_stored_has_no_luck(ended, monkeypatch):
    monkeypatch.setattr(verification, "reopened", lambda game, _attempt: reopened(game, 2))
    output = refused("battle", "luck", "-g", ended)
    assert "does not replay identically" in output


def test_a_run_that_is_too_far_is_refused(raid, tmp_path):
    for words in (("luck",), ("replay", "--luck", "--out", tmp_path / "page.html")):
        output = refused("battle", words[0], raid, *words[1:], "--run", 1_000_001)
        assert "up to 1,000,000" in output


def test_the_set_up_was_not_fought(ended):
    assert "turn 0 was not run" in refused("battle", "luck", "-g", ended, "--turn", 0)


def shown_luck(page):
    """Return the luck of each side that a replay page shows."""
    return re.findall(r"[+-][0-9.]+ ± [0-9.]+ ships left", page.read_text("utf-8"))


def test_the_page_of_a_battle_says_its_luck_if_it_is_asked_for(raid, ended, tmp_path):
    page = tmp_path / "page.html"
    fine("battle", "replay", raid, "--out", page)
    assert shown_luck(page) == []
    fine("battle", "replay", raid, "--run", 3, "--luck", "--out", page)
    entries = [e for e in answer_in_full(raid, "--run", 3) if e["measure"] == "ships left"]
    expected = [f"{entry['luck']:+.1f} ± {entry['deviation']:.1f} ships left" for entry in entries]
    assert shown_luck(page) == expected

    battle = luck_of("-g", ended)["battles"][-1]
    of_game = ("-g", ended, "--turn", battle["turn"], "--place", battle["place"])
    fine("battle", "replay", *of_game, "--luck", "--out", page)
    assert len(shown_luck(page)) == len({entry["side"] for entry in battle["luck"]})
    output = refused("battle", "replay", *of_game, "--luck", "-p", "Ada", "--out", page, status=2)
    assert "omit -p" in output


def answer_in_full(*words):
    return json.loads(fine("battle", "luck", *words, "--json").stdout)["luck"]
