"""Looking at a game: maps and explanations; and at what is installed."""

from __future__ import annotations

import json
import os
from xml.etree import ElementTree as ET

import pytest

from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, fine, image, new_game, refused, written


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game of two turns; in the first Ada built and moved."""
    folder = new_game(tmp_path_factory.mktemp("looking") / "mars")
    fine("orders", "submit", "-g", folder, "-p", "Ada", written(folder, ORDERS))
    fine("turn", "-g", folder, "--until", "2")
    return folder


def test_a_map_is_drawn_as_svg(played, tmp_path):
    fine("map", "-g", played, "-p", "Ada", "--out", tmp_path / "ada.svg")
    assert ET.parse(tmp_path / "ada.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert fine("map", "-g", played, "-p", "Ada").stdout == (tmp_path / "ada.svg").read_text()


def test_a_player_gets_the_map_of_the_report(played):
    document = json.loads(fine("map", "-g", played, "-p", "ada", "--turn", 1, "--json").stdout)
    with GameStore(played) as store:
        assert document == store.report(1, "Ada")["map"]


def test_the_gamemaster_sees_more_than_a_player(played):
    everything = json.loads(fine("map", "-g", played, "--gamemaster", "--json").stdout)
    known = json.loads(fine("map", "-g", played, "-p", "Ada", "--json").stdout)
    assert len(json.dumps(everything)) > len(json.dumps(known))


def test_an_explanation_gives_the_clause(played):
    said = fine("explain", "-g", played, "-p", "Ada", "--turn", 1, "--code", "ship.built").stdout
    assert "Turn 1: 1 event\n" in said
    assert "Built Probe" in said
    assert "rule EH-CON-001: Only the mothership builds" in said


def test_explanations_are_found_by_their_words(played):
    said = fine(
        "explain", "-g", played, "-p", "Ada", "-t", 1, "--contains", "PROBE", "--json"
    ).stdout
    events = json.loads(said)["events"]
    assert events
    assert all("probe" in event["text"].casefold() for event in events)
    none = json.loads(
        fine("explain", "-g", played, "-p", "Ada", "--contains", "zebra", "--json").stdout
    )
    assert none["events"] == []


def test_a_player_is_told_of_no_event_of_others(played):
    ada = fine("explain", "-g", played, "-p", "Ada", "-t", 1).stdout
    brin = fine("explain", "-g", played, "-p", "Brin", "-t", 1).stdout
    everything = fine("explain", "-g", played, "--gamemaster", "-t", 1).stdout
    assert "Built Probe" in ada
    assert "Built Probe" not in brin
    assert "told to: Ada" in everything
    assert "told to" not in ada


def test_looking_changes_nothing(played):
    before = image(played)
    for words in (("report", "-p", "Ada"), ("map", "--gamemaster"), ("explain", "--gamemaster")):
        fine(*words, "-g", played)
    assert image(played) == before


@pytest.mark.parametrize("command", ["report", "map", "explain"])
def test_names_and_turns_that_are_not_are_refused(played, command):
    assert "did you mean 'Ada'?" in refused(command, "-g", played, "-p", "Adda")
    assert "the latest is turn 2" in refused(command, "-g", played, "-p", "Ada", "--turn", 3)


def test_installed_variants_and_house_rules_are_listed():
    assert "event_horizon" in fine("variants").stdout
    answer = json.loads(fine("variants", "--json").stdout)
    assert "event_horizon" in [variant["name"] for variant in answer["variants"]]
    assert "shared_mining" in [mod["name"] for mod in answer["mods"]]


def test_a_variant_is_described():
    said = fine("variants", "event_horizon").stdout
    for words in ("2 to 12 players", "turn_limit=", "Shield Charging", "MOVE ship", "greedy"):
        assert words in said
    answer = json.loads(fine("variants", "event_horizon", "--json").stdout)
    assert {"random", "greedy"} <= set(answer["bots"])
    assert [one["name"] for one in answer["options"]] == ["side", "turn_limit"]
    assert "MOVE" in [one["keyword"] for one in answer["commands"]]


def test_what_a_player_is_told_can_be_read_by_the_gamemaster_alone(mars, tmp_path):
    before = os.umask(0o022)
    try:
        fine("turn", "-g", mars, "--bots", "greedy")
        fine("report", "-g", mars, "-p", "Ada", "--out", tmp_path / "ada.txt")
        fine("report", "-g", mars, "--all", "--out", tmp_path / "all")
        fine("map", "-g", mars, "-p", "Ada", "--out", tmp_path / "map.svg")
        fine("orders", "template", "-g", mars, "-p", "Ada", "--out", tmp_path / "form.txt")
    finally:
        os.umask(before)
    written = [path for folder in (mars / "reports", tmp_path) for path in folder.rglob("*.*")]
    files = [path for path in written if path.is_file() and path.parent != mars]
    assert {path.name for path in files} >= {"Ada.txt", "Ada.html", "Ada.json", "map.svg"}
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}
    folders = {path.parent for path in files} - {tmp_path}
    assert {oct(path.stat().st_mode & 0o777) for path in folders} == {"0o700"}
