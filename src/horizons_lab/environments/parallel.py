"""A game as a PettingZoo environment: all seats order at the same time, turn by turn."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import ParallelEnv

import horizons_core as hz
from horizons_core.orders import OrderOptions
from horizons_core.testing.playing import bot_orders
from horizons_lab.environments.actions import choices_of
from horizons_lab.environments.layout import layout_of
from horizons_lab.environments.rewards import Reward, Rewards
from horizons_lab.errors import StudyError
from horizons_lab.seats import bot_named

#: What an action is: numbers that choose among the orders that are offered, or text.
CHOOSE, WRITE = "orders", "text"
RENDER_MODES = ("ansi", "human")
#: The longest order text of an action.
_LONGEST = 20_000


class HorizonsEnv(ParallelEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment (`horizons_lab.parallel_env`).

    Agents are the seats P1, P2, ... A step is a turn. An observation is a mapping of `observation`,
    arrays by the names of tables (`layout`), and with chosen orders of `action_mask`. A seat is
    done when its empire is out of the game, all are when the game ends, and they are cut off after
    `max_cycles` turns. `infos` has for each agent its `orders` of the last turn and how many of
    them were `refused`.

    The same seed gives the same game; without one, each reset plays the next game of the same key.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "horizons_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
    }

    def __init__(
        self,
        variant: hz.Variant,
        *,
        players: int,
        options: Mapping[str, Any],
        key: str | int,
        bots: Mapping[str, str],
        max_cycles: int,
        actions: str,
        reward: Reward,
        slots: int,
        choices: int,
        rows: int,
        render_mode: str | None,
    ) -> None:
        self.variant = variant
        self.options = dict(options)
        self.key = key
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        seats = [f"P{number}" for number in range(1, players + 1)]
        self.bots = {seat: bot_named(name, variant) for seat, name in bots.items()}
        self.possible_agents = [seat for seat in seats if seat not in self.bots]
        self.agents: list[str] = []
        self.layout = layout_of(variant, players, self.options, rows)
        self.choices = choices_of(variant, slots, choices)
        self._writes = actions == WRITE
        self._seats = seats
        self._rewards = Rewards(variant, reward)
        self._levels: dict[str, float] = {}
        self._views: dict[str, hz.View] = {}
        self._offered: dict[str, dict[str, OrderOptions]] = {}
        self._seed: str | int = ""
        self._episode = -1
        self.game: hz.Game = self._new_game()
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {agent: self._action_space() for agent in self.possible_agents}

    # spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, always the same object."""
        return self._actions[agent]

    def _space(self) -> spaces.Space[Any]:
        parts: dict[str, spaces.Space[Any]] = {"observation": self.layout.space()}
        if not self._writes:
            counts = self.choices.space().nvec
            parts["action_mask"] = spaces.Tuple(
                [spaces.MultiBinary(int(count)) for count in counts]
            )
        return spaces.Dict(parts)

    def _action_space(self) -> spaces.Space[Any]:
        return spaces.Text(_LONGEST, min_length=0) if self._writes else self.choices.space()

    # playing

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - a part of the interface
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new game; answers observations and infos by agent.

        A seed decides all dice of this game and of those after it.
        """
        if seed is not None:
            self._seed, self._episode = seed, -1
        self._episode += 1
        self.game = self._new_game()
        self.agents = list(self.possible_agents)
        self._levels = self._rewards.levels(self.game, self.possible_agents)
        self._look()
        return self._observations(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play a turn; answers observations, rewards, terminations, truncations and infos.

        An agent without an action orders nothing. Raises ValueError for an action of another shape,
        and for one of an agent who is not there.
        """
        acting = list(self.agents)
        for agent in actions:
            if agent not in acting:
                raise ValueError(f"'{agent}' is no agent of this turn: {', '.join(acting)}")
        orders = {agent: self.orders(agent, action) for agent, action in actions.items()}
        turn = hz.run_turn(self.game, orders | self._bot_orders(), variant=self.variant)
        self.game = turn.game
        is_ended = self.game.outcome is not None
        is_cut = not is_ended and self.game.turn >= self.max_cycles
        told, self._levels = self._rewards.after(
            self.game, self._levels, is_over=is_ended or is_cut
        )
        terminated = {agent: is_ended or not self.game.empire(agent).active for agent in acting}
        truncated = {agent: is_cut and not terminated[agent] for agent in acting}
        self._look()
        infos = self._infos(acting, orders, turn)
        observations = self._observations(acting)
        self.agents = [one for one in acting if not terminated[one] and not truncated[one]]
        rewards = {agent: told[agent] for agent in acting}
        return observations, rewards, terminated, truncated, infos

    def orders(self, agent: str, action: Any) -> str:
        """The order text that an action of an agent stands for now.

        Raises ValueError for an action of another shape.
        """
        if self._writes:
            return str(action)
        return self.variant.order_text(self.choices.orders(action, self._options(agent)))

    def view(self, agent: str) -> hz.View:
        """All that an agent knows now; its `data` is what reports hold, in plain JSON types."""
        return self._views[agent]

    def render(self) -> str | None:
        """The reports of all agents after the last turn, as text; printed in mode "human"."""
        turn = hz.opening(self.game, self.variant)
        told = "\n".join(turn.report(agent).text for agent in self.possible_agents)
        if self.render_mode == "ansi":
            return told
        if self.render_mode == "human":
            sys.stdout.write(f"{told}\n")
        return None

    def close(self) -> None:
        """Nothing is open."""

    # keeping

    def save(self) -> bytes:
        """The game and all that decides how it goes on, as JSON; `restore` takes it."""
        told = {
            "game": hz.dump(self.game),
            "agents": self.agents,
            "seed": self._seed,
            "episode": self._episode,
            "levels": self._levels,
        }
        return json.dumps(told).encode()

    def restore(self, saved: bytes) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Go on from what `save` gave, here or in another environment of the same game.

        Answers observations and infos, as `reset` does. Raises StudyError for other data, and what
        `horizons_core.load` raises.
        """
        try:
            told = json.loads(saved)
            game = hz.load(told["game"], self.variant)
            rest = (told["seed"], told["episode"], told["agents"], told["levels"])
        except (ValueError, KeyError, TypeError) as problem:
            if isinstance(problem, hz.HorizonsError):
                raise
            raise StudyError(
                "this is no saved environment", "give what `save` answered"
            ) from problem
        self.game = game
        self._seed, self._episode, self.agents, self._levels = rest
        self._look()
        return self._observations(self.agents), self._infos(self.agents)

    # within

    @property
    def _dice(self) -> str:
        return hz.canonical(["env", self.key, self._seed, self._episode]).decode()

    def _new_game(self) -> hz.Game:
        return self.variant.new_game(self._seats, seed=self._dice, options=self.options)

    def _look(self) -> None:
        self._offered = {}
        self._views = dict(
            zip(
                self._seats,
                self.variant.views(
                    self.game, [self.game.empire(seat).id for seat in self._seats]
                ).values(),
                strict=True,
            )
        )

    def _bot_orders(self) -> dict[str, str]:
        return bot_orders(self.variant, self.game, self.bots, self._dice, self._views)

    def _observations(self, agents: Sequence[str]) -> dict[str, Any]:
        return {agent: self._observation(agent) for agent in agents}

    def _observation(self, agent: str) -> dict[str, Any]:
        view = self._views[agent]
        told: dict[str, Any] = {"observation": self.layout.arrays(view)}
        if not self._writes:
            told["action_mask"] = self.choices.mask(self._options(agent))
        return told

    def _options(self, agent: str) -> dict[str, OrderOptions]:
        """The orders that an agent is offered now, told in the mask and read of an action."""
        if agent not in self._offered:
            self._offered[agent] = self.variant.order_options(self._views[agent])
        return self._offered[agent]

    def _infos(
        self,
        agents: Sequence[str],
        orders: Mapping[str, str] | None = None,
        turn: hz.Turn | None = None,
    ) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            remarks = turn.diagnostics.get(self.game.empire(agent).id, ()) if turn else ()
            refused = sum(one.severity == "error" for one in remarks)
            text = (orders or {}).get(agent, "")
            infos[agent] = {"turn": self.game.turn, "orders": text, "refused": refused}
        return infos
