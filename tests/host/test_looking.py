"""Views of a game: maps and explanations; and of installed variants."""

from __future__ import annotations

import json
import os
import sys
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, as_file, fine, image, make_game, new_game, refused
from tests.page_parts import sources


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game of two turns; in the first Ada built and moved."""
    folder = new_game(tmp_path_factory.mktemp("looking") / "mars")
    fine("orders", "submit", "-g", folder, "-p", "Ada", as_file(folder, ORDERS))
    fine("turn", "--yes", "-g", folder, "--until", "2")
    return folder


def test_a_map_is_drawn_as_svg(played, tmp_path):
    fine("map", "-g", played, "-p", "Ada", "--out", tmp_path / "ada.svg")
    assert ET.parse(tmp_path / "ada.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert fine("map", "-g", played, "-p", "Ada").stdout == (tmp_path / "ada.svg").read_text()


def test_a_map_is_a_page_that_asks_for_nothing_from_outside(played, tmp_path):
    file = tmp_path / "ada.html"
    fine("map", "-g", played, "-p", "Ada", "--out", file)
    page = file.read_text("utf-8")
    (script,) = sources(page)
    assert f"script-src {script};" in page
    assert page.count("<svg") > page.count('class="hz-map hz-symbol"') > 0
    assert "src=" not in page
    assert file.stat().st_mode & 0o077 == 0


def test_a_map_as_png_is_drawn_from_colours_and_not_from_variables(played, tmp_path, monkeypatch):
    calls = []
    library = SimpleNamespace(svg_to_bytes=lambda **parts: calls.append(parts) or b"picture")
    monkeypatch.setitem(sys.modules, "resvg_py", library)
    fine("map", "-g", played, "--gamemaster", "--out", tmp_path / "all.PNG")
    assert (tmp_path / "all.PNG").read_bytes() == b"picture"
    drawing = calls[0]["svg_string"]
    assert ET.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in drawing
    assert 'fill="#0072b2"' in drawing, "Ada's colour on light pages"


def test_a_map_in_a_form_that_is_not_there_is_refused_and_nothing_written(
    played, tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = tmp_path / "new" / "ada.png"
    assert "pip install 'horizons[png]'" in refused("map", "-g", played, "-p", "Ada", "--out", out)
    for name in ("ada.pdf", "ada", "svg"):
        output = refused("map", "-g", played, "-p", "Ada", "--out", tmp_path / "new" / name)
        assert "use a file name that ends in .svg, .html or .png" in output
    out = tmp_path / "new" / "ada.svg"
    assert "can't be used with --out" in refused(
        *("map", "-g", played, "-p", "Ada", "--json", "--out", out), status=2
    )
    assert not (tmp_path / "new").exists()


def test_a_player_gets_the_map_of_the_report(played):
    document = json.loads(fine("map", "-g", played, "-p", "ada", "--turn", 1, "--json").stdout)
    with GameStore(played) as store:
        assert document == store.report(1, "Ada")["map"]


def test_the_gamemaster_sees_more_than_a_player(played):
    full_map = json.loads(fine("map", "-g", played, "--gamemaster", "--json").stdout)
    known = json.loads(fine("map", "-g", played, "-p", "Ada", "--json").stdout)
    assert len(json.dumps(full_map)) > len(json.dumps(known))


@pytest.mark.parametrize(
    ("variant", "bot"),
    [
        ("event_horizon", "greedy"),
        ("galaxy_g", "expander"),
        pytest.param("far_horizons", "settler", marks=pytest.mark.slow),
        pytest.param("campaign2e", "trader", marks=pytest.mark.slow),
    ],
)
def test_markers_are_the_same_on_a_map_and_in_the_report(tmp_path, variant, bot):
    folder = tmp_path / "mars"
    bots = ("--bot", f"Ada={bot}", "--bot", f"Brin={bot}", "--bot", f"Cleo={bot}")
    make_game(folder, "--variant", variant, *bots, "--seed", 3)
    fine("turn", "-g", folder, "--until", 2, "--yes")
    for player in ("Ada", "Brin", "Cleo"):
        chart = json.loads(fine("map", "-g", folder, "-p", player, "--json").stdout)
        with GameStore(folder) as store:
            report = store.report(2, player)
        assert chart["empires"] == [empire["name"] for empire in report["empires"]], player


def test_an_explanation_gives_the_clause(played):
    output = fine("explain", "-g", played, "-p", "Ada", "--turn", 1, "--code", "ship.built").stdout
    assert "Turn 1: 1 event\n" in output
    assert "Built Probe" in output
    assert "rule EH-CON-001: Only the mothership builds" in output


def test_explanations_are_found_by_their_words(played):
    output = fine(
        "explain", "-g", played, "-p", "Ada", "-t", 1, "--contains", "PROBE", "--json"
    ).stdout
    events = json.loads(output)["events"]
    assert events
    assert all("probe" in event["text"].casefold() for event in events)
    none = json.loads(
        fine("explain", "-g", played, "-p", "Ada", "--contains", "zebra", "--json").stdout
    )
    assert none["events"] == []


def test_a_player_is_told_of_no_event_of_others(played):
    ada = fine("explain", "-g", played, "-p", "Ada", "-t", 1).stdout
    brin = fine("explain", "-g", played, "-p", "Brin", "-t", 1).stdout
    output = fine("explain", "-g", played, "--gamemaster", "-t", 1).stdout
    assert "Built Probe" in ada
    assert "Built Probe" not in brin
    assert "visible to: Ada" in output
    assert "told to" not in ada


def test_dice_are_named_by_who_may_know_them(tmp_path):
    keys, text = {}, {}
    for variant, bot, turn in (("starcluster", "random", 1), ("event_horizon", "greedy", 9)):
        folder = tmp_path / variant
        bots = ("--bot", f"Ada={bot}", "--bot", f"Brin={bot}")
        make_game(folder, "--variant", variant, *bots, "--seed", 3)
        fine("turn", "-g", folder, "--until", turn, "--yes")
        words = ("explain", "-g", folder, "--gamemaster", "-t", turn)
        keys[variant] = json.loads(fine(*words, "--json").stdout)["keys"]
        text[variant] = fine(*words).stdout
    assert keys["starcluster"].keys() == {"*", "Brin"}
    assert f"Key of the public dice: {keys['starcluster']['*']}\n" in text["starcluster"]
    assert f"Key of Brin's own dice: {keys['starcluster']['Brin']}\n" in text["starcluster"]
    assert keys["event_horizon"].keys() == {""}
    hidden = f"Key of the hidden dice, for the gamemaster only: {keys['event_horizon']['']}\n"
    assert hidden in text["event_horizon"]


def test_the_gamemasters_report_tells_of_everybody_in_the_form_of_players_reports(played):
    report = json.loads(
        fine("report", "-g", played, "--gamemaster", "-t", 1, "--format", "json").stdout
    )
    with GameStore(played) as store:
        ada = store.report(1, "Ada")
        happened = [event["text"] for event in store.stored(1).events]
    assert {*report} == {*ada, "role"}
    assert report["role"] == "gamemaster"
    assert [order["text"] for order in report["orders"]] == [
        f"Ada: {order['text']}" for order in ada["orders"]
    ]
    assert len(report["ledger"]) > len(ada["ledger"]) > 0
    texts = [event["text"] for event in report["events"]]
    assert [text.removeprefix("Ada: ").removeprefix("Brin: ") for text in texts] == happened
    assert len(happened) > len(ada["events"])
    assert {ship["owner"] for ship in report["view"]["ships"]} == {"Ada", "Brin"}
    assert report["map"] == json.loads(
        fine("map", "-g", played, "--gamemaster", "-t", 1, "--json").stdout
    )


def test_the_gamemasters_report_is_shown_as_text_and_as_a_page(played, tmp_path):
    text = fine("report", "-g", played, "--gamemaster", "-t", 1).stdout
    assert "Gamemaster, turn 1\n" in text
    assert "* Ada: Built Probe" in text
    file = tmp_path / "all.html"
    fine("report", "-g", played, "--gamemaster", "-t", 1, "--format", "html", "--out", file)
    assert "Ada: Built Probe" in file.read_text("utf-8")
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "words", [(), ("-p", "Ada", "--gamemaster"), ("--gamemaster", "--all"), ("--all", "-p", "Ada")]
)
def test_a_report_is_of_one_of_them(played, words):
    assert "use one of" in refused("report", "-g", played, *words, status=2)


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
    output = fine("variants", "event_horizon").stdout
    for words in ("2 to 12 players", "turn_limit=", "Shield Charging", "MOVE ship", "greedy"):
        assert words in output
    answer = json.loads(fine("variants", "event_horizon", "--json").stdout)
    assert {"random", "greedy"} <= set(answer["bots"])
    assert [option["name"] for option in answer["options"]] == ["side", "turn_limit"]
    assert "MOVE" in [order["keyword"] for order in answer["commands"]]


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
