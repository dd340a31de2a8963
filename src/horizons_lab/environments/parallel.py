"""A PettingZoo environment in which all seats give orders at the same time."""

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
from horizons_lab.checks import StudyError, check_integer
from horizons_lab.design import MAX_TURNS
from horizons_lab.environments.actions import CHOICES, SLOTS, action_encoding
from horizons_lab.environments.observations import ROWS, observation_layout
from horizons_lab.environments.rewards import RANK, Reward, Rewards
from horizons_lab.rule_sources import VariantSource, variant_of
from horizons_lab.seats import find_bot

#: Kinds of actions: numbers that choose among the offered orders, or text.
CHOOSE, WRITE = "orders", "text"
RENDER_MODES = ("ansi", "human")
#: The longest order text of an action.
_LONGEST = 20_000


class HorizonsEnv(ParallelEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment (`horizons_lab.parallel_env`).

    Agents are the seats P1, P2, ... A step is a turn. An observation is a mapping of `observation`,
    arrays by the names of tables (`layout`), and `action_mask` if actions choose orders. A seat
    terminates when its empire is out of the game, all do when the game ends, and they are truncated
    after `max_cycles` turns. `infos` has, for each agent, its `orders` of the last turn and the
    number of its `refused` orders.

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
        self.bots = {seat: find_bot(name, variant) for seat, name in bots.items()}
        self.possible_agents = [seat for seat in seats if seat not in self.bots]
        self.agents: list[str] = []
        self.layout = observation_layout(variant, players, self.options, rows)
        self.choices = action_encoding(variant, slots, choices)
        self._acts_by_text = actions == WRITE
        self._seats = seats
        self._rewards = Rewards(variant, reward)
        self._base_values: dict[str, float] = {}
        self._views: dict[str, hz.View] = {}
        self._offered: dict[str, dict[str, OrderOptions]] = {}
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
        parts: dict[str, spaces.Space[Any]] = {"observation": self.layout.space()}
        if not self._acts_by_text:
            counts = self.choices.space().nvec
            parts["action_mask"] = spaces.Tuple(
                [spaces.MultiBinary(int(count)) for count in counts]
            )
        return spaces.Dict(parts)

    def _action_space(self) -> spaces.Space[Any]:
        return spaces.Text(_LONGEST, min_length=0) if self._acts_by_text else self.choices.space()

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
        """Play a turn; returns observations, rewards, terminations, truncations and infos.

        An agent without an action gives no orders. Raises ValueError for an action of another
        shape, and for an unknown agent.
        """
        acting = list(self.agents)
        for agent in actions:
            if agent not in acting:
                raise ValueError(f"'{agent}' is not an agent of this turn: {', '.join(acting)}")
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
        infos = self._infos(acting, orders, turn)
        observations = self._observations(acting)
        self.agents = [agent for agent in acting if not terminated[agent] and not truncated[agent]]
        rewards = {agent: earned[agent] for agent in acting}
        return observations, rewards, terminated, truncated, infos

    def orders(self, agent: str, action: Any) -> str:
        """Return the order text of an agent's action.

        Raises ValueError for an action of another shape.
        """
        if self._acts_by_text:
            return str(action)
        return self.variant.order_text(self.choices.orders(action, self._options(agent)))

    def view(self, agent: str) -> hz.View:
        """Return all that an agent knows now; `data` is that of reports, in plain JSON types."""
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
        return bot_orders(self.variant, self.game, self.bots, self._game_seed, self._views)

    def _observations(self, agents: Sequence[str]) -> dict[str, Any]:
        return {agent: self._observation(agent) for agent in agents}

    def _observation(self, agent: str) -> dict[str, Any]:
        view = self._views[agent]
        observation: dict[str, Any] = {"observation": self.layout.arrays(view)}
        if not self._acts_by_text:
            observation["action_mask"] = self.choices.mask(self._options(agent))
        return observation

    def _options(self, agent: str) -> dict[str, OrderOptions]:
        """Return the orders that an agent is offered now; the mask and the action share them."""
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
            refused = sum(remark.severity == "error" for remark in remarks)
            text = (orders or {}).get(agent, "")
            infos[agent] = {"turn": self.game.turn, "orders": text, "refused": refused}
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
    actions: str = CHOOSE,
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
        key: the key of all dice, with the seed of `reset`.
        bots: seats that the game's bots play, by the seat's name; they are no agents.
        max_cycles: the turn limit.
        actions: "orders", numbers that choose among the orders that the game offers (see
            `horizons_lab.environments.actions`), or "text", the orders as a player writes them.
        reward: "rank", from 1 for the first to -1 for the last at the end; "score", the growth of
            the first figure of the variant's ranking in the turn; or the growth of a measure.
        slots: most orders of an action.
        choices: number of values of each number of an action.
        rows: number of rows of each table of an observation.
        render_mode: "ansi" to return reports as text, "human" to print them.

    Raises StudyError, and the errors of `Variant.new_game` for players and options.
    """
    rules = variant_of(variant, mods)
    if actions not in {CHOOSE, WRITE}:
        raise StudyError(f"actions are {actions!r}", f"known: {CHOOSE}, {WRITE}")
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
