"""Studies as YAML files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import horizons_lab as lab
from tests.lab.raids import LONG_WAR, RULES, raids

WHOLE = """
title: Raiders and others
variant: ./moon_raiders.py
seats: [raider, {program: [perl, miner.pl], seconds: 2}]
games: 3
key: 7
options: {goal: 30}
mods: [long_war.toml]
rotate: false
max_turns: 9
measures: {empires: length(empires)}
turn_measures: {turn: turn}
factors:
  seats: [[raider, idle], [raider, {program: [cat]}]]
  mods: [[], long_war.toml]
  players: [2]
sample: 2
stop: {player: raider, width: 0.2}
"""


@pytest.fixture
def folder(tmp_path):
    for file in (RULES, LONG_WAR):
        shutil.copy(file, tmp_path)
    return tmp_path


def write(folder: Path, text: str) -> Path:
    file = folder / "study.yaml"
    file.write_text(text)
    return file


def test_every_field_can_stand_in_a_file(folder):
    study = lab.Study.from_file(write(folder, WHOLE.replace("turn: turn", "now: turn")))
    assert study.title == "Raiders and others"
    assert study.variant == str(folder / "moon_raiders.py")
    assert study.mods == [str(folder / "long_war.toml")]
    assert study.seats == ["raider", lab.Outside(["perl", "miner.pl"], 2)]
    assert study.seats[1].base == str(folder)
    assert (study.games, study.key, study.rotate, study.max_turns) == (3, 7, False, 9)
    assert study.options == {"goal": 30}
    assert study.factors["seats"][1][1] == lab.Outside(["cat"])
    assert study.factors["seats"][1][1].base == str(folder)
    assert study.factors["mods"] == [[], str(folder / "long_war.toml")]
    assert len(study.cells) == study.sample == 2
    assert study.stop == {"player": "raider", "width": 0.2}


def test_a_study_in_a_file_is_the_study_in_python(folder):
    file = write(
        folder,
        "{variant: ./moon_raiders.py, seats: [raider, idle], games: 2, key: raids, max_turns: 12}",
    )
    python = raids(seats=["raider", "idle"], games=2)
    assert lab.Study.from_file(str(file)).run().records == python.run().records


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant: [", r"study\.yaml:\d+:\d+: "),
        ("7", r"study\.yaml: this is not a study"),
        (
            "{variant: x, seats: [a], game: 3}",
            r"study\.yaml: a study has no field 'game' .*'games'",
        ),
        ("{seats: [a, b]}", "it has no variant"),
        ("{variant: event_horizon}", "it has no seats"),
        ("{variant: event_horizon, seats: [{pogram: [x]}]}", "no field 'pogram' .*'program'"),
        ("{variant: event_horizon, seats: greedy}", "seats are 'greedy'"),
        ("{variant: event_horizon, seats: [greedy, greedy], mods: a.toml}", "mods is "),
        ("{variant: event_horizon, seats: [greedy, greedy], factors: 3}", "factors is 3"),
        ("{variant: 7, seats: [greedy, greedy]}", "variant is 7"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path, text, message):
    with pytest.raises(lab.StudyError, match=message):
        lab.Study.from_file(write(tmp_path, text))
