"""The learning example: its stored weights win, and training is reproducible."""

from __future__ import annotations

import importlib
from types import ModuleType

import numpy as np
import pytest

from tests.examples.distributions import EXAMPLES

LEARNING = EXAMPLES / "learning"


@pytest.fixture
def example(monkeypatch) -> ModuleType:
    monkeypatch.syspath_prepend(LEARNING)
    return importlib.import_module("train_event_horizon")


def test_the_stored_weights_beat_random(example, capsys):
    example.main(["--evaluate", str(LEARNING / "weights.json"), "--new-games", "1"])
    assert capsys.readouterr().out.startswith("games won against random: 1.00 (")


def test_a_policy_without_knowledge_orders_nothing_and_loses(example):
    env = example.environment(reward="rank")
    assert example.play(env, np.zeros(len(example.NAMES)), seed=1) < 0


def test_training_is_the_same_each_time_and_other_seeds_are_others(example, monkeypatch, tmp_path):
    monkeypatch.setattr(example, "TURN_LIMIT", 4)
    weights = [example.train(1, 4, 1, seed) for seed in (1, 1, 2)]
    assert np.array_equal(weights[0], weights[1])
    assert not np.array_equal(weights[0], weights[2])
    example.write(tmp_path / "weights.json", weights[0])
    assert np.allclose(example.read(tmp_path / "weights.json"), weights[0], atol=1e-4)


def test_what_the_policy_orders_is_carried_out(example):
    """It reads the arrays correctly: its ships exist and move, and it can pay for new ones."""
    env = example.environment(reward="score")
    policy = example.Policy(env, example.read(LEARNING / "weights.json"))
    observations, _ = env.reset(seed=5)
    orders = ""
    for turn in range(12):
        observations, *_, infos = env.step({"P1": policy.action(observations["P1"], turn)})
        assert infos["P1"]["refused"] == 0
        orders += infos["P1"]["orders"]
    assert "BUILD" in orders
    assert "MOVE" in orders
