"""Making environments, with all arguments checked first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_lab.checks import check_integer
from horizons_lab.design import MOST_TURNS
from horizons_lab.environments.actions import CHOICES, SLOTS
from horizons_lab.environments.layout import ROWS
from horizons_lab.environments.parallel import CHOOSE, RENDER_MODES, WRITE, HorizonsEnv
from horizons_lab.environments.rewards import RANK, Reward
from horizons_lab.errors import StudyError
from horizons_lab.rule_sources import VariantSource, variant_of


def parallel_env(
    variant: VariantSource,
    players: int = 2,
    *,
    options: Mapping[str, Any] | None = None,
    mods: Sequence[Any] = (),
    key: str | int = "",
    bots: Mapping[str, str] | None = None,
    max_cycles: int = MOST_TURNS,
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
