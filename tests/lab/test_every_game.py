"""The lab's functions, on every installed game and on rules that are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

import horizons_core as hz
import horizons_lab as lab
from tests.effort import first

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


every_game = pytest.mark.parametrize("name", first(STUDIES, 2))


def study_of(name: str, **more: object) -> lab.Study:
    return lab.Study(**{"variant": name, "games": 2, "max_turns": 2, **STUDIES[name], **more})


@every_game
def test_a_study_is_run_and_looked_into(name, tmp_path):
    study = study_of(name, key="every game", measures={"reached": "turn"})
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
    rate = lab.assert_win_rate(study, first, at_least=0.5, if_undecided="pass")
    assert rate.n <= 2


@every_game
def test_a_tournament_is_played_and_rated(name):
    study = study_of(name)
    cup = lab.tournament(
        variant=study.variant, mods=study.mods, players=study.seats, games=2, max_turns=2
    )
    assert {standing.player for standing in cup.standings} == set(study.seats)
    assert {standing.rating.games for standing in cup.standings} == {2}


@every_game
def test_a_rule_that_changes_nothing_makes_no_difference(name):
    study = study_of(name)
    changed = lab.compare(study, mods=[listener(study.variants[0].name)])
    change = changed.change("won", study.seats[0])
    assert (change.difference.value, change.moved) == (0, 0)
    assert changed.first_difference(1) is None


def listener(variant: str) -> object:
    """Return a mod that changes nothing."""

    class Listener:
        @hz.hookimpl
        def horizons_mod_info(self) -> hz.ModInfo:
            return hz.ModInfo("listener", variant, "Listener", "1.0", "It only listens.")

    return Listener


@every_game
def test_an_environment_goes_on_from_what_was_saved(name):
    study = study_of(name)
    env = lab.parallel_env(study.variant, mods=study.mods, max_cycles=3, slots=2)
    env.reset(seed=1)
    env.step({})
    saved = env.save()
    first = env.step({})
    env.restore(saved)
    assert str(env.step({})) == str(first)
