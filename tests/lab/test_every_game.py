"""What the lab offers, on every installed game and on rules that are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

import horizons_lab as lab

EXAMPLES = Path(__file__).parents[2] / "examples"
STUDIES = {
    "campaign2e": {"seats": ["trader", "random"]},
    "event_horizon": {"seats": ["greedy", "random"]},
    "galaxy_g": {"seats": ["expander", "random"]},
    "far_horizons": {"seats": ["settler", "raider"]},
    "starcluster": {"seats": ["settler", "random"]},
    "a mod's file": {
        "variant": "event_horizon",
        "seats": ["greedy", "random"],
        "mods": [str(EXAMPLES / "mods" / "event_horizon" / "battle_rule.py")],
    },
    "a package's folder": {
        "variant": str(EXAMPLES / "prospectors" / "src" / "prospectors"),
        "seats": ["greedy", "timid"],
    },
    "one file": {
        "variant": str(EXAMPLES / "one_file" / "moon_raiders.py"),
        "seats": ["raider", "idle"],
    },
}


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_is_run_and_looked_into(name, tmp_path):
    study = lab.Study(
        **{"variant": name, "games": 2, "max_turns": 2, **STUDIES[name]},
        key="every game",
        measures={"reached": "turn"},
    )
    result = study.run(out=tmp_path)
    first, second = study.seats
    assert result.table.select("game", "seat", "player", "reached").rows() == [
        (0, 1, first, 2), (0, 2, second, 2), (1, 1, second, 2), (1, 2, first, 2)
    ]  # fmt: skip
    assert result.win_rate(first).n == result.mean(first, "reached").n == 2
    game = study.game(1)
    assert game.players == {"P1": second, "P2": first}
    assert "P1" in game.report("P1").text
    assert game.digest == result.records[1].digest
    told = lab.assert_win_rate(study, first, at_least=0.5, if_undecided="pass")
    assert told.n <= 2
