"""The compliance tests of PettingZoo and Gymnasium, on all five games."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test, render_test

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.environments.parallel import env
from tests.effort import first
from tests.lab.environments.moons import moons
from tests.lab.raids import RULES

VARIANTS = sorted(hz.variants())
every_game = pytest.mark.parametrize(
    "name", first(["event_horizon", *(v for v in VARIANTS if v != "event_horizon")])
)


# PettingZoo's own


@every_game
def test_pettingzoos_test_of_the_interface_passes(name):
    parallel_api_test(lab.parallel_env(name, max_cycles=3, slots=3), num_cycles=3)


@every_game
def test_pettingzoos_test_of_seeds_passes(name):
    parallel_seed_test(lambda: lab.parallel_env(name, max_cycles=3, slots=3), num_cycles=2)


@pytest.mark.slow
@every_game
def test_pettingzoos_test_of_cycles_passes(name):
    module = SimpleNamespace(
        parallel_env=lambda **options: lab.parallel_env(name, slots=2, **options),
        env=lambda **options: env(name, slots=2, **options),
    )
    max_cycles_test(module)


@pytest.mark.slow
@every_game
def test_pettingzoos_test_of_rendering_passes(name, capsys):
    render_test(lambda **options: env(name, max_cycles=3, slots=2, **options))
    assert capsys.readouterr().out


@every_game
@pytest.mark.parametrize("observations", first(["box", "dict"]))
def test_stepwise_actions_pass_pettingzoos_test_too(name, observations):
    environment = lab.parallel_env(
        name, max_cycles=2, slots=2, actions="stepwise", observations=observations
    )
    parallel_api_test(environment, num_cycles=20)


def test_text_passes_pettingzoos_test_too():
    parallel_api_test(moons(actions="text"), num_cycles=4)


# one seat, by Gymnasium


def test_gymnasium_makes_an_environment_of_each_game():
    import gymnasium

    assert lab.register_environments() == [f"horizons/{name}-v0" for name in VARIANTS]
    assert lab.register_environments() == [f"horizons/{name}-v0" for name in VARIANTS]
    gym_env = gymnasium.make(
        "horizons/event_horizon-v0",
        opponents=["greedy", "random"],
        max_cycles=3,
        render_mode="ansi",
    )
    assert len(gym_env.unwrapped.parallel.game.empires) == 3
    _, info = gym_env.reset(seed=4)
    assert info["turn"] == 0
    assert "P1" in gym_env.render()
    for turn in range(3):
        _, reward, terminated, truncated, info = gym_env.step(gym_env.action_space.sample())
        assert (terminated or truncated) == (turn == 2)
    assert -1 <= reward <= 1


@pytest.mark.filterwarnings("ignore:.*Box observation space")
def test_gymnasiums_own_check_passes():
    from gymnasium.utils.env_checker import check_env

    check_env(lab.SoloEnv(RULES, ["raider"], max_cycles=5), skip_render_check=True)


def test_opponents_are_a_list():
    for wrong in ("raider", []):
        with pytest.raises(lab.StudyError, match="pass a list of bots"):
            lab.SoloEnv(RULES, wrong)
