"""Moon Raiders as an environment, and games of sampled actions."""

from __future__ import annotations

from typing import Any

import horizons_lab as lab
from tests.lab.raids import RULES


def moons(**changes: Any) -> lab.HorizonsEnv:
    """Moon Raiders for two, with changes."""
    return lab.parallel_env(**{"variant": RULES, "max_cycles": 12, "slots": 2, **changes})


def sampled(it: lab.HorizonsEnv, observations) -> dict[str, Any]:
    return {
        agent: it.action_space(agent).sample(observations[agent]["action_mask"])
        for agent in it.agents
    }


def played(it: lab.HorizonsEnv, seed: int = 1) -> list[Any]:
    """All that an environment says in a game of sampled actions."""
    observations, infos = it.reset(seed=seed)
    for place, agent in enumerate(it.agents):
        it.action_space(agent).seed(seed + place)
    told: list[Any] = [(observations, infos)]
    while it.agents:
        told.append(it.step(sampled(it, told[-1][0])))
    return told
