"""A PettingZoo environment in which all seats give orders at the same time."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

import horizons_core as hz
from horizons_core.sums import int_sum
from horizons_core.testing.playing import bot_orders
from horizons_lab.checks import StudyError, check_integer
from horizons_lab.design import MAX_TURNS
from horizons_lab.environments.actions import (
    CHOICES,
    SLOTS,
    STATE_COLUMNS,
    StepwiseOrders,
    action_encoding,
)
from horizons_lab.environments.observations import ROWS, observation_layout
from horizons_lab.environments.rewards import RANK, Reward, Rewards
from horizons_lab.rule_sources import VariantSource, variant_of
from horizons_lab.seats import find_bot

#: Kinds of actions: slots of numbers, a number for each choice, or text.
SLOTTED, STEPWISE, WRITTEN = "orders", "stepwise", "text"
#: Kinds of observations: arrays by table, or one array.
BY_TABLE, FLAT = "dict", "box"
RENDER_MODES = ("ansi", "human")
#: Maximum length of an action's order text.
_MAX_LENGTH = 20_000


class HorizonsEnv(ParallelEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment (`horizons_lab.parallel_env`).

    Agents are the seats P1, P2, ... A step is a turn, or with actions "stepwise" one choice of
    every agent; the turn runs when all have ended their orders. An observation is a mapping of
    `observation`, arrays by the names of tables (`layout`), and `action_mask` if actions are
    numbers; or, as "box", one array (`columns`). A seat terminates when its empire is out of the
    game, and all seats do when the game ends; they are truncated after `max_cycles` turns. `infos`
    has each agent's `orders` of the last turn, the number of `refused` ones, and the `action_mask`.

    The same seed gives the same game; without a seed, each reset plays the next game of the same
    key.
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
        observations: str,
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
        self.bots = {seat: find_bot(name, variant) for seat, name in bots.items()}
        self.possible_agents = [seat for seat in seats if seat not in self.bots]
        self.agents: list[str] = []
        self.layout = observation_layout(variant, players, self.options, rows)
        self.choices = action_encoding(variant, slots, choices)
        self._kind = actions
        self._is_flat = observations == FLAT
        self._size = 1 + max(choices, len(self.choices.keywords))
        self._seats = seats
        self._rewards = Rewards(variant, reward)
        self._base_values: dict[str, float] = {}
        self._views: dict[str, hz.View] = {}
        self._stepwise: dict[str, StepwiseOrders] = {}
        self._reports: dict[str, tuple[str, int]] = {}
        self._seed: str | int = ""
        self._episode = -1
        self.game: hz.Game = self._new_game()
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {agent: self._action_space() for agent in self.possible_agents}

    # spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object."""
        return self._actions[agent]

    def _space(self) -> spaces.Space[Any]:
        if self._is_flat:
            shape = (len(self.columns),)
            return spaces.Box(-np.inf, np.inf, shape, np.float32)
        parts: dict[str, spaces.Space[Any]] = {"observation": self.layout.space()}
        if self._kind == STEPWISE:
            parts["action_mask"] = spaces.MultiBinary(self._size)
            parts["orders"] = spaces.Box(0, np.inf, (len(STATE_COLUMNS),), np.float32)
        elif self._kind == SLOTTED:
            counts = self.choices.space().nvec
            parts["action_mask"] = spaces.Tuple(
                [spaces.MultiBinary(int(count)) for count in counts]
            )
        return spaces.Dict(parts)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers of a flat observation, in order."""
        state = STATE_COLUMNS if self._kind == STEPWISE else ()
        return (*self.layout.flat_columns, *state)

    def _action_space(self) -> spaces.Space[Any]:
        if self._kind == WRITTEN:
            return spaces.Text(_MAX_LENGTH, min_length=0)
        return spaces.Discrete(self._size) if self._kind == STEPWISE else self.choices.space()

    # playing

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - part of the interface
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new game; returns observations and infos by agent.

        A seed determines all dice of this game and of later ones.
        """
        if seed is not None:
            self._seed, self._episode = seed, -1
        self._episode += 1
        self.game = self._new_game()
        self.agents = list(self.possible_agents)
        self._base_values = self._rewards.base_values(self.game, self.possible_agents)
        self._reports = {}
        self._update_views()
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
        """Play a turn, or make a choice of every agent.

        Returns observations, rewards, terminations, truncations and infos. An agent without an
        action gives no orders, or stepwise, no further ones. Raises ValueError for an action of the
        wrong shape, and for an unknown agent.
        """
        acting = list(self.agents)
        for agent in actions:
            if agent not in acting:
                raise ValueError(f"'{agent}' is not an agent of this turn: {', '.join(acting)}")
        if self._kind == STEPWISE:
            for agent in acting:
                self._orders_of(agent).choose(int(actions.get(agent, 0)) if agent in actions else 0)
            if not all(self._orders_of(agent).ended for agent in acting):
                nothing = dict.fromkeys(acting, False)
                rewards = dict.fromkeys(acting, 0.0)
                return (
                    self._observations(acting),
                    rewards,
                    nothing,
                    dict(nothing),
                    self._infos(acting),
                )
            orders = {agent: self._stepwise_text(agent) for agent in acting}
        else:
            orders = {agent: self.orders(agent, action) for agent, action in actions.items()}
        turn = hz.run_turn(self.game, orders | self._bot_orders(), variant=self.variant)
        self.game = turn.game
        is_ended = self.game.outcome is not None
        is_cut = not is_ended and self.game.turn >= self.max_cycles
        earned, self._base_values = self._rewards.after(
            self.game, self._base_values, is_over=is_ended or is_cut
        )
        terminated = {agent: is_ended or not self.game.empire(agent).active for agent in acting}
        truncated = {agent: is_cut and not terminated[agent] for agent in acting}
        self._update_views()
        self._keep_reports(acting, orders, turn)
        infos = self._infos(acting)
        observations = self._observations(acting)
        self.agents = [agent for agent in acting if not terminated[agent] and not truncated[agent]]
        rewards = {agent: earned[agent] for agent in acting}
        return observations, rewards, terminated, truncated, infos

    def orders(self, agent: str, action: Any) -> str:
        """Return the order text of an agent's action; stepwise, of its choices so far.

        Raises ValueError for an action of the wrong shape.
        """
        if self._kind == WRITTEN:
            return str(action)
        if self._kind == STEPWISE:
            return self._stepwise_text(agent)
        lines = self.choices.orders(action, self.variant, self._views[agent])
        return self.variant.order_text(lines)

    def _stepwise_text(self, agent: str) -> str:
        return self.variant.order_text(self._orders_of(agent).lines)

    def view(self, agent: str) -> hz.View:
        """Return everything that an agent knows now; `data` has it as plain JSON types."""
        return self._views[agent]

    def render(self) -> str | None:
        """Return the reports of all agents after the last turn; print them in mode "human"."""
        turn = hz.opening(self.game, self.variant)
        text = "\n".join(turn.report(agent).text for agent in self.possible_agents)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Do nothing: no resource is open."""

    # saving

    def save(self) -> bytes:
        """Return the game and the state of the environment as JSON, for `restore`."""
        state = {
            "game": hz.dump(self.game),
            "agents": self.agents,
            "seed": self._seed,
            "episode": self._episode,
            "levels": self._base_values,
        }
        return json.dumps(state).encode()

    def restore(self, saved: bytes) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Continue from the result of `save`, here or in another environment of the same game.

        Returns observations and infos, as `reset` does. Raises StudyError for other data, and the
        errors of `horizons_core.load`.
        """
        try:
            state = json.loads(saved)
            game = hz.load(state["game"], self.variant)
            rest = (state["seed"], state["episode"], state["agents"], state["levels"])
        except (ValueError, KeyError, TypeError) as problem:
            if isinstance(problem, hz.HorizonsError):
                raise
            raise StudyError(
                "this is not a saved environment", "pass the result of `save`"
            ) from problem
        self.game = game
        self._seed, self._episode, self.agents, self._base_values = rest
        self._update_views()
        return self._observations(self.agents), self._infos(self.agents)

    # internals

    @property
    def _game_seed(self) -> str:
        return hz.canonical(["env", self.key, self._seed, self._episode]).decode()

    def _new_game(self) -> hz.Game:
        return self.variant.new_game(self._seats, seed=self._game_seed, options=self.options)

    def _update_views(self) -> None:
        self._stepwise = {}
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
        return bot_orders(self.variant, self.game, self.bots, self._game_seed, self._views)

    def _observations(self, agents: Sequence[str]) -> dict[str, Any]:
        return {agent: self._observation(agent) for agent in agents}

    def _observation(self, agent: str) -> Any:
        arrays = self.layout.arrays(self._views[agent])
        state = [self._orders_of(agent).state()] if self._kind == STEPWISE else []
        if self._is_flat:
            return np.concatenate([*(array.ravel() for array in arrays.values()), *state])
        observation: dict[str, Any] = {"observation": arrays}
        if self._kind != WRITTEN:
            observation["action_mask"] = self.action_mask(agent)
        if state:
            observation["orders"] = state[0]
        return observation

    def action_mask(self, agent: str) -> Any:
        """Return a mask of an agent's action: 1 for each number that is valid now, 0 for others.

        One array for actions "stepwise", one for each place of an action for "orders"; None for
        "text".
        """
        if self._kind == STEPWISE:
            return self._orders_of(agent).mask()
        if self._kind == SLOTTED:
            return self.choices.mask(self.variant.order_options(self._views[agent]))
        return None

    def _orders_of(self, agent: str) -> StepwiseOrders:
        if agent not in self._stepwise:
            view, maximum = self._views[agent], self.choices.slots
            self._stepwise[agent] = StepwiseOrders(self.variant, view, self._size, maximum)
        return self._stepwise[agent]

    def _keep_reports(
        self, agents: Sequence[str], orders: Mapping[str, str], turn: hz.Turn
    ) -> None:
        """Remember the orders of each agent and how many of them were refused."""
        for agent in agents:
            remarks = turn.diagnostics.get(self.game.empire(agent).id, ())
            refused = int_sum(remark.severity == "error" for remark in remarks)
            self._reports[agent] = orders.get(agent, ""), refused

    def _infos(self, agents: Sequence[str]) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            text, refused = self._reports.get(agent, ("", 0))
            infos[agent] = {"turn": self.game.turn, "orders": text, "refused": refused}
            if self._kind != WRITTEN:
                infos[agent]["action_mask"] = self.action_mask(agent)
        return infos


def parallel_env(
    variant: VariantSource,
    players: int = 2,
    *,
    options: Mapping[str, Any] | None = None,
    mods: Sequence[Any] = (),
    key: str | int = "",
    bots: Mapping[str, str] | None = None,
    max_cycles: int = MAX_TURNS,
    actions: str = SLOTTED,
    observations: str = BY_TABLE,
    reward: Reward = RANK,
    slots: int = SLOTS,
    choices: int = CHOICES,
    rows: int = ROWS,
    render_mode: str | None = None,
) -> HorizonsEnv:
    """Return a game as a PettingZoo environment.

    For example::

        env = parallel_env("event_horizon", players=2)
        observations, infos = env.reset(seed=1)
        while env.agents:
            actions = {
                agent: env.action_space(agent).sample(observations[agent]["action_mask"])
                for agent in env.agents
            }
            observations, rewards, terminations, truncations, infos = env.step(actions)

    Args:
        variant: the name of an installed variant, the path of its file, or a `Variant`.
        players: number of seats.
        options: options of the game, by name.
        mods: house rules in order.
        key: determines all dice, together with the seed of `reset`.
        bots: seats that the game's bots play, by the seat's name; they are not agents.
        max_cycles: the turn limit.
        actions: "stepwise", one number for each choice; "orders", slots of numbers, one for each
            order (see `horizons_lab.environments.actions` for both); or "text", the orders as a
            player writes them.
        observations: "dict", arrays by table, or "box", one array (`env.columns`), with the mask
            only in the infos.
        reward: "rank", at the end, from 1 for the first to -1 for the last; "score", the growth
            in the turn of the first figure of the variant's ranking; or the growth of a measure.
        slots: maximum number of orders in a turn.
        choices: maximum number of values; stepwise, choosing from a longer list takes two steps.
        rows: number of rows of each table of an observation.
        render_mode: "ansi" to return reports as text, "human" to print them.

    Raises StudyError, and the errors of `Variant.new_game` for players and options.
    """
    rules = variant_of(variant, mods)
    if actions not in (SLOTTED, STEPWISE, WRITTEN):
        raise StudyError(f"actions are {actions!r}", f"known: {SLOTTED}, {STEPWISE}, {WRITTEN}")
    if observations not in (BY_TABLE, FLAT):
        raise StudyError(f"observations are {observations!r}", f"known: {BY_TABLE}, {FLAT}")
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise StudyError(
            f"render_mode is {render_mode!r}", f"known: {', '.join(RENDER_MODES)}, or None"
        )
    for name, value in (("players", players), ("max_cycles", max_cycles), ("slots", slots),
                        ("choices", choices), ("rows", rows)):  # fmt: skip
        check_integer(name, value, 1)
    seats = [f"P{number}" for number in range(1, players + 1)]
    for seat in bots or {}:
        if seat not in seats:
            raise StudyError(f"there is no seat '{seat}'", f"known: {', '.join(seats)}")
    if len(bots or {}) == players:
        raise StudyError("bots play all seats", "leave a seat to an agent")
    return HorizonsEnv(
        rules,
        players=players,
        options=options or {},
        key=key,
        bots=bots or {},
        max_cycles=max_cycles,
        actions=actions,
        observations=observations,
        reward=reward,
        slots=slots,
        choices=choices,
        rows=rows,
        render_mode=render_mode,
    )


def env(variant: VariantSource, players: int = 2, **arguments: Any) -> Any:
    """Return the same game as an environment whose agents act in turn (PettingZoo's AEC).

    Its arguments are those of `parallel_env`.
    """
    from pettingzoo.utils import parallel_to_aec

    return parallel_to_aec(parallel_env(variant, players, **arguments))
