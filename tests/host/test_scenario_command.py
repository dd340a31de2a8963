"""Running scenario files."""

from __future__ import annotations

import json

import pytest

from tests.host.helpers import fine, refused

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
    said = fine("scenario", folder / "good.yaml").stdout
    assert "passed" in said
    assert "1 passed, 0 failed" in said


def test_one_that_does_not_fails_and_says_why(folder):
    said = refused("scenario", folder)
    assert "1 passed, 1 failed" in said
    assert "FAILED" in said
    answer = json.loads(refused("scenario", folder, "--json"))
    assert [run["passed"] for run in answer] == [False, True]
    assert answer[0]["failures"]


@pytest.mark.parametrize("content", ["scenario: x\n", "- 1\n", "a: [\n", GOOD + "colour: red\n"])
def test_a_file_that_is_no_scenario_fails_without_a_traceback(folder, content):
    (folder / "good.yaml").write_text(content)
    assert "1 failed" in refused("scenario", folder / "good.yaml")


def test_what_is_not_there_is_said(folder, tmp_path):
    assert "No such file" in refused("scenario", folder / "nothing.yaml")
    (tmp_path / "empty").mkdir()
    assert "no YAML file" in refused("scenario", tmp_path / "empty")
