"""The demonstration: a whole game in a folder of its own."""

from __future__ import annotations

import json
from pathlib import Path

from horizons_host.games.demo import fresh_folder
from tests.host.helpers import fine


def test_the_demonstration_is_a_game_with_battles_that_verifies():
    answer = json.loads(fine("demo", "--turns", 9, "--json").stdout)
    assert answer["turns"] >= 9
    assert answer["battles"] > 0
    for part in ("report", "map", "replay"):
        assert Path(answer[part]).stat().st_size > 1000
    assert "replayed identically" in fine("verify", "-g", "horizons-demo").stdout


def test_a_folder_that_is_there_is_left_alone(tmp_path):
    assert fresh_folder(tmp_path / "show") == tmp_path / "show"
    (tmp_path / "show").mkdir()
    (tmp_path / "show-2").mkdir()
    assert fresh_folder(tmp_path / "show") == tmp_path / "show-3"


def test_it_says_where_everything_lies(tmp_path):
    output = fine("demo", "--dir", tmp_path / "show", "--turns", 2).stdout
    assert output.startswith("Playing 2 turns of Event Horizon between four bots in ")
    assert str(tmp_path / "show" / "map.svg") in output
    assert f"horizons verify -g '{tmp_path / 'show'}'" in output
