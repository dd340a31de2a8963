"""Moon Raiders as an environment, and games of sampled actions."""

from __future__ import annotations

from typing import Any

import horizons_lab as lab
from tests.lab.raids import RULES


def moons(**changes: Any) -> lab.HorizonsEnv:
    """Return Moon Raiders for two, with changes."""
    return lab.parallel_env(**{"variant": RULES, "max_cycles": 12, "slots": 2, **changes})


def sampled(env: lab.HorizonsEnv, observations) -> dict[str, Any]:
    return {
        agent: env.action_space(agent).sample(observations[agent]["action_mask"])
        for agent in env.agents
    }


def played(env: lab.HorizonsEnv, seed: int = 1) -> list[Any]:
    """Return the results of all steps in a game of sampled actions."""
    observations, infos = env.reset(seed=seed)
    for place, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed + place)
    steps: list[Any] = [(observations, infos)]
    while env.agents:
        steps.append(env.step(sampled(env, steps[-1][0])))
    return steps
