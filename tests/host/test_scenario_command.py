"""Running scenario files."""

from __future__ import annotations

import json

import pytest

from tests.examples.distributions import EXAMPLES
from tests.host.helpers import fine, refused

ONE_FILE = EXAMPLES / "one_file"

GOOD = """\
scenario: A probe costs one thruster
variant: event_horizon
rules: [EH-CMP-002]
players: [Ada, Brin]
orders: {Ada: "BUILD 1 0 1 0 0 Probe"}
expect:
  - {diagnostics: Ada, count: 0}
"""


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "scenarios"
    (place / "deep").mkdir(parents=True)
    (place / "good.yaml").write_text(GOOD)
    (place / "deep" / "bad.yaml").write_text(GOOD.replace("count: 0", "count: 3"))
    return place


def test_a_scenario_that_holds_passes(folder):
    output = fine("scenario", folder / "good.yaml").stdout
    assert "passed" in output
    assert "1 passed, 0 failed" in output


def test_one_that_does_not_fails_and_says_why(folder):
    output = refused("scenario", folder)
    assert "1 passed, 1 failed" in output
    assert "FAILED" in output
    answer = json.loads(refused("scenario", folder, "--json"))
    assert [run["passed"] for run in answer] == [False, True]
    assert answer[0]["failures"]


@pytest.mark.parametrize("content", ["scenario: x\n", "- 1\n", "a: [\n", GOOD + "colour: red\n"])
def test_a_file_that_is_no_scenario_fails_without_a_traceback(folder, content):
    (folder / "good.yaml").write_text(content)
    assert "1 failed" in refused("scenario", folder / "good.yaml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[" * 100_000, ":1:51: this is not YAML: lists and mappings are"),
        (GOOD + f"seed: {'9' * 1_000_000}\n", ":8:7: this is not YAML: a number has more than"),
        (GOOD + "players: [Cy]\n", ":8:1: this is not YAML: the key 'players' appears twice"),
        ("#" * 4_000_001, ": this is not YAML: it has more than 4,000,000 bytes"),
    ],
)
def test_a_file_without_measure_fails_with_its_place(folder, content, message):
    file = folder / "good.yaml"
    file.write_text(content)
    assert f"{file}{message}" in refused("scenario", file)


def test_what_is_not_there_is_said(folder, tmp_path):
    assert "No such file" in refused("scenario", folder / "nothing.yaml")
    (tmp_path / "empty").mkdir()
    assert "no YAML file" in refused("scenario", tmp_path / "empty")


def test_a_variant_in_a_file_needs_no_installation():
    game = ("--variant-file", ONE_FILE / "moon_raiders.py")
    assert "1 passed" in fine("scenario", ONE_FILE / "scenarios", *game).stdout
    assert "no variant 'moon_raiders'" in refused("scenario", ONE_FILE / "scenarios")
    mod = ("--mod", ONE_FILE / "long_war.toml")  # it makes a trap too expensive
    assert "1 failed" in refused("scenario", ONE_FILE / "scenarios", *game, *mod)


def test_a_scenario_of_another_variant_is_told_apart(folder):
    game = ("--variant-file", ONE_FILE / "moon_raiders.py")
    output = refused("scenario", folder / "good.yaml", *game)
    assert "it is for the variant event_horizon, not moon_raiders" in output


def test_mods_in_files_go_with_a_variant_in_a_file(folder):
    mod = ("--mod", ONE_FILE / "strongboxes.py")
    assert "--variant-file" in refused("scenario", folder / "good.yaml", *mod, status=2)
