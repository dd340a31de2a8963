"""Decisions a second of random play: our smallest games beside OpenSpiel's and PettingZoo's.

A decision is what one player does at once: a move there, the orders of a turn here. Games are
played as a program that learns plays them, through an environment that shows arrays and tells what
can be done (`parallel_env`; OpenSpiel's `rl_environment`; PettingZoo's agents in turn), and as the
engines play them, without arrays. All take turns in one process, so that a busy machine slows them
alike, and times are of the processor. Theirs are smaller games: in tic-tac-toe a move is one of
nine numbers, in Event Horizon orders are some of hundreds that a turn carries out, fights over and
reports. OpenSpiel and PettingZoo's classic games are optional (`make frameworks`); without them
their rows are missing, and standard error says so.
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
#: By framework and name as the framework has it: those in Python, and the same in C++.
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

#: Plays on, and says after each piece of work how many decisions it was.
Playing = Iterator[int]


@frozen
class Pace:
    """How fast a game is played, each time that it was measured."""

    seconds: list[float]

    @property
    def a_second(self) -> list[float]:
        """Decisions a second."""
        return [1 / one for one in self.seconds]


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """How large our games are, the table beside other frameworks, and the growth of ours."""
    repetitions, least = (2, 0.01) if quick else (9, 0.25)
    return [*sizes(), *beside(repetitions, least), *growth(repetitions, least)]


# ours


def environment(variant: str, options: dict[str, Any], players: int = 2) -> Playing:
    """Games by sampled actions through `parallel_env`."""
    env = lab.parallel_env(variant, players, options=options, max_cycles=40)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    while True:
        seen, _ = env.reset()
        while env.agents:
            actions = {
                agent: env.action_space(agent).sample(seen[agent]["action_mask"])
                for agent in env.agents
            }
            seen, *_ = env.step(actions)
            yield len(actions)


def engine(variant: str, options: dict[str, Any], players: int = 2, turns: int = 40) -> Playing:
    """Games by drawn orders, without an environment around them."""
    rules = variant_of(variant)
    seats = [f"P{number}" for number in range(1, players + 1)]
    bots = dict.fromkeys(seats, RandomBot(rules.order_options, text=rules.order_text))
    for number in itertools.count():
        game = rules.new_game(seats, seed=number, options=options)
        for turn in play(rules, game, bots, number, turns):
            yield len(turn.orders)


# theirs


def open_spiel(name: str) -> Playing:
    """Games by legal actions at random, as OpenSpiel's engine plays them."""
    import_module("open_spiel.python.games")  # registers those in Python
    game, stream = import_module("pyspiel").load_game(name), hz.Stream.from_key(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            decides = not state.is_chance_node()
            state.apply_action(stream.choice(state.legal_actions()))
            yield int(decides)


def open_spiel_environment(name: str) -> Playing:
    """The same through OpenSpiel's environment for programs that learn."""
    import_module("open_spiel.python.games")  # registers those in Python
    env = import_module("open_spiel.python.rl_environment").Environment(name)
    stream = hz.Stream.from_key(name)
    while True:
        told = env.reset()
        while not told.last():
            seen = told.observations
            actions = seen["legal_actions"][seen["current_player"]]
            told = env.step([stream.choice(actions)])
            yield 1


def pettingzoo(name: str) -> Playing:
    """Games by sampled actions through PettingZoo's agents in turn."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    for number in itertools.count():
        env.reset(seed=number)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            yield 1


# tables


def sizes() -> list[dict[str, Any]]:
    """How large a new game of two is as it is saved: which of ours is the smallest."""
    found = {}
    for name in (*hz.variants(), str(ONE_FILE)):
        rules = variant_of(name)
        options = SMALL if name == "event_horizon" else {}
        game = rules.new_game(["P1", "P2"], seed=1, options=options)
        found[rules.name] = float(len(hz.canonical(hz.dump(game))))
    return [
        {
            "name": f"{name}: a new game of two, saved",
            **extremes([size]),
            "unit": "bytes",
            "bar": None,
            "better": "at most",
        }
        for name, size in sorted(found.items(), key=lambda one: one[1])
    ]


def beside(repetitions: int, least: float) -> list[dict[str, Any]]:
    """Ours and theirs, decisions a second; of theirs also how many times ours that is."""
    games: dict[str, Callable[[], Playing]] = {
        OURS: lambda: environment("event_horizon", SMALL),
        "Event Horizon, engine": lambda: engine("event_horizon", SMALL),
        "Moon Raiders, parallel_env": lambda: environment(str(ONE_FILE), {}),
        "Moon Raiders, engine": lambda: engine(str(ONE_FILE), {}),
    }
    for name, called in OPEN_SPIEL.items():
        games[f"OpenSpiel {called}, rl_environment"] = _of(open_spiel_environment, name)
        games[f"OpenSpiel {called}, engine"] = _of(open_spiel, name)
    for name, called in PETTINGZOO.items():
        games[f"PettingZoo {called}"] = _of(pettingzoo, name)
    paces = measured({name: begin() for name, begin in games.items()}, repetitions, least)
    return [_row(name, pace, paces[OURS]) for name, pace in paces.items()]


def _of(plays: Callable[[str], Playing], name: str) -> Callable[[], Playing]:
    return lambda: plays(name)


def growth(repetitions: int, least: float) -> list[dict[str, Any]]:
    """What a decision costs with more players, on larger maps, and later in the game."""
    games = {
        **{f"{n} players": environment("event_horizon", {}, n) for n in (2, 4, 8, 12)},
        **{f"side {n}": environment("event_horizon", {"side": n}) for n in (6, 12, 24, 48)},
        **{f"{n} turns": engine("event_horizon", SMALL | {"turn_limit": n}, 2, n)
           for n in (10, 20, 40, 80)},
    }  # fmt: skip
    paces = measured(games, repetitions, least)
    return [
        {
            "name": f"Event Horizon of {name}: a decision",
            **extremes([1e3 * one for one in pace.seconds]),
            "unit": "ms",
            "bar": None,
            "better": "at most",
            "note": "",
        }
        for name, pace in paces.items()
    ]


def measured(games: dict[str, Playing], repetitions: int, least: float) -> dict[str, Pace]:
    """The paces of games, measured in turns; those that are not installed are named and left out.

    Each goes on where it stopped, for `least` seconds at a time; the first time does not count, in
    which what is needed only then is imported.
    """
    found = {}
    for name, playing in games.items():
        try:
            next(playing)
        except ImportError as problem:
            print(f"left out: {name} ({problem}; try `make frameworks`)", file=sys.stderr)
        else:
            found[name] = playing

    def cost(_: str, playing: Playing) -> float:
        decisions, passed, begun = 0, 0.0, time.process_time()
        while not decisions or passed < least:
            decisions += next(playing)
            passed = time.process_time() - begun
        return passed / decisions

    times = in_turns(found, cost, repetitions + 1)
    return {name: Pace(later) for name, (_, *later) in times.items()}


def _row(name: str, pace: Pace, ours: Pace) -> dict[str, Any]:
    ratios = [own / one for one, own in zip(pace.seconds, ours.seconds, strict=True)]
    times = f"{statistics.median(ratios):.3g} ({min(ratios):.3g} to {max(ratios):.3g})"
    return {
        "name": name,
        **extremes(pace.a_second),
        "unit": "decisions/s",
        "bar": None,
        "better": "at least",
        "note": "" if pace is ours else f"{times} times those of {OURS}",
    }
