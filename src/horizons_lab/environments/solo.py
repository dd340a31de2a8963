"""A game as a Gymnasium environment of one seat, and the registry of these environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

import gymnasium
import numpy as np

from horizons_lab.checks import StudyError
from horizons_lab.environments.parallel import parallel_env
from horizons_lab.rule_sources import VariantSource

NAMESPACE = "horizons"


class SoloEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game as a Gymnasium environment.

    `gymnasium.make("horizons/event_horizon-v0", opponents=["greedy"])` makes one after
    `register_environments()`. Spaces, rewards and infos are those of `parallel_env`, for seat P1.

    Attributes:
        parallel: the underlying environment of all seats.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self, variant: VariantSource, opponents: Sequence[str] = ("random",), **arguments: Any
    ) -> None:
        """`opponents` are the bots of the seats from P2 on; the rest is as in `parallel_env`.

        Raises StudyError, UnknownNameError for an unknown bot, and the errors of `parallel_env`.
        """
        if isinstance(opponents, str) or not opponents:
            raise StudyError(f"opponents are {opponents!r}", "pass a list of bots: ['random']")
        bots = {f"P{seat}": name for seat, name in enumerate(opponents, start=2)}
        self.parallel = parallel_env(variant, 1 + len(opponents), bots=bots, **arguments)
        (self._agent,) = self.parallel.possible_agents
        self.render_mode = self.parallel.render_mode
        self.observation_space = self.parallel.observation_space(self._agent)
        self.action_space = self.parallel.action_space(self._agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; returns the observation and the infos."""
        super().reset(seed=seed)
        observations, infos = self.parallel.reset(seed, options)
        return observations[self._agent], infos[self._agent]

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play a turn; returns observation, reward, termination, truncation and infos.

        Raises ValueError for an action of another shape, and after the end.
        """
        results: Sequence[Mapping[str, Any]] = self.parallel.step({self._agent: action})
        observation, reward, terminated, truncated, info = (
            by_agent[self._agent] for by_agent in results
        )
        return observation, float(reward), bool(terminated), bool(truncated), info

    def action_masks(self) -> Any:
        """Return which numbers of an action have a meaning now, as one array of booleans.

        This is the method that MaskablePPO of sb3-contrib calls; see `HorizonsEnv.action_mask`.
        """
        mask = self.parallel.action_mask(self._agent)
        return np.concatenate(
            [np.atleast_1d(part) for part in mask] if isinstance(mask, tuple) else [mask]
        ).astype(bool)

    def render(self) -> str | None:
        """Return the report after the last turn as text; print it in mode "human"."""
        return self.parallel.render()


def register_environments() -> list[str]:
    """Register `horizons/NAME-v0` for each installed variant; returns the ids.

    No variant is loaded. Afterwards `gymnasium.make("horizons/event_horizon-v0")` makes a
    `SoloEnv`. Calling it again has no effect.
    """
    import gymnasium

    names = sorted({entry.name for entry in entry_points(group="horizons.variants")})
    ids = [f"{NAMESPACE}/{name}-v0" for name in names]
    for name, id_ in zip(names, ids, strict=True):
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id=id_,
                entry_point="horizons_lab.environments.solo:SoloEnv",
                kwargs={"variant": name},
            )
    return ids
