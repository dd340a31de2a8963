"""What the core says on the side is a line on stderr."""

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
    """As if in a new process no kernel were on disk, but compiled in no time."""
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
        said = fine("battle", raid, "--runs", MANY, "--json")
        assert said.stderr == expected
        assert json.loads(said.stdout)["runs"] == MANY


@pytest.mark.usefixtures("nothing_compiled")
def test_a_few_battles_say_nothing(raid):
    said = fine("battle", raid, "--runs", FEW, "--json")
    assert said.stderr == ""
