"""Decisions per second of random play: our smallest games next to OpenSpiel's and PettingZoo's.

A decision is what one player does at once: a move there, the orders of a turn here. Games are
played as by a learning program, through an environment with arrays and masks (`parallel_env`;
OpenSpiel's `rl_environment`; PettingZoo's agents in turn), and by the engines without arrays. All
take turns in one process, so that a busy machine slows them alike, and times are processor times.
Their games are smaller: in tic-tac-toe a move is one of nine numbers, in Event Horizon orders are
some of hundreds that a turn carries out, fights over and reports. OpenSpiel and PettingZoo's
classic games are optional (`make frameworks`); rows of missing frameworks are left out, with a
message on standard error.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
import horizons_lab as lab
from benchmarks.measuring import extremes, in_turns
from horizons_core.bots import RandomBot
from horizons_core.testing import play
from horizons_lab.rule_sources import variant_of

ONE_FILE = Path(__file__).resolve().parents[1] / "examples" / "one_file" / "moon_raiders.py"
SMALL = {"side": 6, "turn_limit": 40}
#: Names by the framework's names: games in Python, and the same in C++.
OPEN_SPIEL = {
    "python_tic_tac_toe": "tic-tac-toe, Python",
    "python_kuhn_poker": "Kuhn poker, Python",
    "tic_tac_toe": "tic-tac-toe, C++",
    "chess": "chess, C++",
}
PETTINGZOO = {
    "tictactoe_v3": "tic-tac-toe",
    "connect_four_v3": "connect four",
    "chess_v6": "chess",
}
OURS = "Event Horizon, parallel_env"

#: Plays on, and yields the number of decisions of each piece of work.
Playing = Iterator[int]


@frozen
class Pace:
    """The speed of a game in each measurement."""

    seconds: list[float]

    @property
    def a_second(self) -> list[float]:
        """Decisions per second."""
        return [1 / seconds for seconds in self.seconds]


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the sizes of our games, all frameworks, and the growth of ours."""
    repetitions, least = (2, 0.01) if quick else (9, 0.25)
    return [*sizes(), *compare_frameworks(repetitions, least), *growth(repetitions, least)]


# ours


def environment(variant: str, options: dict[str, Any], players: int = 2) -> Playing:
    """Play games with sampled actions through `parallel_env`."""
    env = lab.parallel_env(variant, players, options=options, max_cycles=40)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    while True:
        observations, _ = env.reset()
        while env.agents:
            actions = {
                agent: env.action_space(agent).sample(observations[agent]["action_mask"])
                for agent in env.agents
            }
            observations, *_ = env.step(actions)
            yield len(actions)


def engine(variant: str, options: dict[str, Any], players: int = 2, turns: int = 40) -> Playing:
    """Play games with drawn orders, without an environment around them."""
    rules = variant_of(variant)
    seats = [f"P{number}" for number in range(1, players + 1)]
    bots = dict.fromkeys(seats, RandomBot(rules))
    for number in itertools.count():
        game = rules.new_game(seats, seed=number, options=options)
        for turn in play(rules, game, bots, number, turns):
            yield len(turn.orders)


# theirs


def open_spiel(name: str) -> Playing:
    """Play games with random legal actions in OpenSpiel's engine."""
    import_module("open_spiel.python.games")  # registers those in Python
    game, stream = import_module("pyspiel").load_game(name), hz.Stream.from_key(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            decides = not state.is_chance_node()
            state.apply_action(stream.choice(state.legal_actions()))
            yield int(decides)


def open_spiel_environment(name: str) -> Playing:
    """Play the same through OpenSpiel's environment for learning programs."""
    import_module("open_spiel.python.games")  # registers those in Python
    env = import_module("open_spiel.python.rl_environment").Environment(name)
    stream = hz.Stream.from_key(name)
    while True:
        step = env.reset()
        while not step.last():
            observations = step.observations
            actions = observations["legal_actions"][observations["current_player"]]
            step = env.step([stream.choice(actions)])
            yield 1


def pettingzoo(name: str) -> Playing:
    """Play games with sampled actions through PettingZoo's agents in turn."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    for number in itertools.count():
        env.reset(seed=number)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            yield 1


# tables


def sizes() -> list[dict[str, Any]]:
    """Return the size of a new two-player game when saved: the smallest game of ours."""
    bytes_by_game = {}
    for name in (*hz.variants(), str(ONE_FILE)):
        rules = variant_of(name)
        options = SMALL if name == "event_horizon" else {}
        game = rules.new_game(["P1", "P2"], seed=1, options=options)
        bytes_by_game[rules.name] = float(len(hz.canonical(hz.dump(game))))
    return [
        {
            "name": f"{name}: a new game of two, saved",
            **extremes([size]),
            "unit": "bytes",
            "bar": None,
            "better": "at most",
        }
        for name, size in sorted(bytes_by_game.items(), key=lambda item: item[1])
    ]


def compare_frameworks(repetitions: int, least: float) -> list[dict[str, Any]]:
    """Measure decisions per second of all games; with the ratio to ours for other frameworks."""
    games: dict[str, Callable[[], Playing]] = {
        OURS: lambda: environment("event_horizon", SMALL),
        "Event Horizon, engine": lambda: engine("event_horizon", SMALL),
        "Moon Raiders, parallel_env": lambda: environment(str(ONE_FILE), {}),
        "Moon Raiders, engine": lambda: engine(str(ONE_FILE), {}),
    }
    for name, title in OPEN_SPIEL.items():
        games[f"OpenSpiel {title}, rl_environment"] = _of(open_spiel_environment, name)
        games[f"OpenSpiel {title}, engine"] = _of(open_spiel, name)
    for name, title in PETTINGZOO.items():
        games[f"PettingZoo {title}"] = _of(pettingzoo, name)
    paces = measure_paces({name: start() for name, start in games.items()}, repetitions, least)
    return [_row(name, pace, paces[OURS]) for name, pace in paces.items()]


def _of(plays: Callable[[str], Playing], name: str) -> Callable[[], Playing]:
    return lambda: plays(name)


def growth(repetitions: int, least: float) -> list[dict[str, Any]]:
    """Measure the cost of a decision with more players, on larger maps, and later in the game."""
    games = {
        **{f"{n} players": environment("event_horizon", {}, n) for n in (2, 4, 8, 12)},
        **{f"side {n}": environment("event_horizon", {"side": n}) for n in (6, 12, 24, 48)},
        **{f"{n} turns": engine("event_horizon", SMALL | {"turn_limit": n}, 2, n)
           for n in (10, 20, 40, 80)},
    }  # fmt: skip
    paces = measure_paces(games, repetitions, least)
    return [
        {
            "name": f"Event Horizon of {name}: a decision",
            **extremes([1e3 * seconds for seconds in pace.seconds]),
            "unit": "ms",
            "bar": None,
            "better": "at most",
            "note": "",
        }
        for name, pace in paces.items()
    ]


def measure_paces(games: dict[str, Playing], repetitions: int, least: float) -> dict[str, Pace]:
    """Measure the speed of games in turns; games that are not installed are named and left out.

    Each continues where it stopped, for `least` seconds at a time; the first measurement does not
    count, because it includes imports.
    """
    installed = {}
    for name, playing in games.items():
        try:
            next(playing)
        except ImportError as problem:
            print(f"left out: {name} ({problem}; try `make frameworks`)", file=sys.stderr)
        else:
            installed[name] = playing

    def cost(_: str, playing: Playing) -> float:
        decisions, elapsed, start = 0, 0.0, time.process_time()
        while not decisions or elapsed < least:
            decisions += next(playing)
            elapsed = time.process_time() - start
        return elapsed / decisions

    times = in_turns(installed, cost, repetitions + 1)
    return {name: Pace(later) for name, (_, *later) in times.items()}


def _row(name: str, pace: Pace, ours: Pace) -> dict[str, Any]:
    ratios = [our_time / time for time, our_time in zip(pace.seconds, ours.seconds, strict=True)]
    times = f"{statistics.median(ratios):.3g} ({min(ratios):.3g} to {max(ratios):.3g})"
    return {
        "name": name,
        **extremes(pace.a_second),
        "unit": "decisions/s",
        "bar": None,
        "better": "at least",
        "note": "" if pace is ours else f"{times} times those of {OURS}",
    }
