"""Notices of the core are printed to stderr, one line each."""

import json
import logging

import pytest

from horizons_core.kernels import jit, work
from horizons_core.kernels.work import A_BATTLE, LARGE
from tests.host.helpers import fine
from variants.event_horizon.battle.kernels import fight_many

RAID = """\
variant: event_horizon
sides:
  Red: [{hull: 4, thrusters: 1, weapons: 2}]
  Blue: [{hull: 4, thrusters: 1, weapons: 2}]
"""
MANY, FEW = LARGE // A_BATTLE + 1, 10


@pytest.fixture
def raid(tmp_path):
    file = tmp_path / "raid.yaml"
    file.write_text(RAID)
    return file


@pytest.fixture
def nothing_compiled(monkeypatch, caplog):
    """Simulate a new process without kernels on disk that compile instantly."""
    caplog.set_level(logging.INFO, "horizons_core.kernels")
    kernel = fight_many.compiled()
    monkeypatch.setattr(work, "_counted", 0)
    monkeypatch.setattr(fight_many, "_compiled", None)
    monkeypatch.setattr(fight_many, "_missed", False)
    monkeypatch.setattr(jit, "_notified", set())
    monkeypatch.setattr(jit, "_announce", lambda: None)
    monkeypatch.setattr(jit.Entrance, "_from_disk", lambda _: None)
    monkeypatch.setattr(jit.Entrance, "_filled", lambda *_: kernel)


@pytest.mark.usefixtures("nothing_compiled")
def test_that_kernels_are_compiled_is_one_line_on_stderr(raid):
    for expected in (f"{jit.NOTICE}\n", ""):
        result = fine("battle", raid, "--runs", MANY, "--json")
        assert result.stderr == expected
        assert json.loads(result.stdout)["runs"] == MANY


@pytest.mark.usefixtures("nothing_compiled")
def test_a_few_battles_say_nothing(raid):
    result = fine("battle", raid, "--runs", FEW, "--json")
    assert result.stderr == ""
