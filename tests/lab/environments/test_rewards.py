"""Rewards by the final place: equal places share theirs, and winners rank before all others."""

from __future__ import annotations

import pytest

import horizons_lab as lab
from horizons_lab.environments import rewards
from horizons_lab.games import EmpireStanding
from tests.lab.environments.moons import moons


@pytest.mark.parametrize(
    ("places", "winners", "expected"),
    [
        ([1, 2, 3], [0], [1, 0, -1]),
        ([1, 2, 2], [0], [1, -0.5, -0.5]),
        ([1, 1, 3], [0, 1], [0.5, 0.5, -1]),
        ([1, 1, 1], [], [0, 0, 0]),
        ([3, 2, 1], [2], [-1, 0, 1]),
        ([None, None, None], [1], [-0.5, 1, -0.5]),
        ([None, None, None], [], [0, 0, 0]),
    ],
)
def test_the_place_is_worth_from_one_to_minus_one(monkeypatch, places, winners, expected):
    env = moons(players=3)
    stands = {
        agent: EmpireStanding(place, number in winners, None)
        for number, (agent, place) in enumerate(zip(env.possible_agents, places, strict=True))
    }
    monkeypatch.setattr(rewards, "standings", lambda variant, game: stands)
    by_rank = rewards.Rewards(env.variant)
    before = by_rank.base_values(env.game, env.possible_agents)
    rewards_, _ = by_rank.after(env.game, before, is_over=True)
    assert list(rewards_.values()) == expected
    rewards_, _ = by_rank.after(env.game, before, is_over=False)
    assert list(rewards_.values()) == [0, 0, 0]


def test_what_is_not_there_is_rewarded_as_nothing():
    env = moons(reward="empires[?id=='nobody'] | [0].stock.ore", max_cycles=2)
    env.reset()
    _, rewards_, *_ = env.step({})
    assert rewards_ == {"P1": 0.0, "P2": 0.0}
    scoreless = lab.parallel_env(env.variant, reward="score", max_cycles=2)
    scoreless.reset()
    assert scoreless.step({})[1] == {"P1": 0.0, "P2": 0.0}
