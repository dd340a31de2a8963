"""The work with which `against` compares two commits; run by a process of each tree.

It uses only the public interface of `horizons_core`, and nothing else of this project: the process
finds the code under test on its path, and this file is the same for both.

`python workloads.py WORK TREE` prepares a work and answers every line of its input with a line: the
seconds of processor time of doing it once, and a digest of its result.

Bots differ between commits, and so do their games. A work that must be the same for both begins
with a game that one tree has played and saved: `freeze:GAME TREE FILE` does so, and FILE is the
last argument of such a work.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import horizons_core as hz

#: By game: number of players, the bot of them all, and number of turns before the measured one.
GAMES: dict[str, tuple[int, str, int]] = {
    "event_horizon": (12, "greedy", 30),
    "galaxy_g": (12, "expander", 20),
    "far_horizons": (12, "settler", 12),
    "campaign2e": (6, "raider", 20),
    "starcluster": (6, "admiral", 30),
}

#: By game whose battles are measured: two sides, and number of runs of a simulation.
BATTLES: dict[str, tuple[dict[str, Any], int]] = {
    "event_horizon": (
        {
            side: [
                {"hull": 6, "thrusters": 2, "weapons": 2, "shields": 1, "count": 20},
                {"hull": 2, "thrusters": 1, "weapons": 2, "count": 30},
            ]
            for side in ("Ada", "Brin")
        },
        2_000,
    ),
    "galaxy_g": (
        {
            "Ada": [{"ships": 20, "design": [10, 1, 10, 10, 0]}],
            "Brin": [{"ships": 20, "design": [10, 1, 10, 10, 0]}, {"ships": 5, "type": "Cruiser"}],
        },
        50_000,
    ),
    "far_horizons": (
        {
            species: {"ships": [{"class": "DD", "count": 20}, {"class": "CA", "count": 5}]}
            for species in ("Human", "Klingon")
        },
        5_000,
    ),
}

#: By game, one of two equal sides of a usual small size, and number of runs.
SMALL: dict[str, tuple[Any, int]] = {
    "event_horizon": (
        [{"hull": 4, "thrusters": 1, "weapons": 2, "shields": 1, "count": 5}],
        10_000,
    ),
    "galaxy_g": ([{"ships": 5, "design": [10, 1, 10, 10, 0]}], 100_000),
    "far_horizons": ({"ships": [{"class": "DD", "count": 5}]}, 50_000),
}

#: Least seconds of a measurement with its preparation: short works are done several times.
LEAST = 0.3


class Work(NamedTuple):
    """A measured function, and one that makes a new argument for it each time, not measured."""

    run: Callable[[Any], object]
    prepare: Callable[[], object] = lambda: None


def turn(game: str) -> Work:
    """Return a turn of a game that bots have played for a while, without reports."""
    return _next_turn(game, lambda played: played.digest)


def reports(game: str) -> Work:
    """Return the same turn with all reports, as text and as page."""
    return _next_turn(game, lambda played: [(r.text, r.html) for r in played.reports().values()])


def _next_turn(name: str, result: Callable[[hz.Turn], object]) -> Work:
    game, orders = _play_game(name)
    return Work(lambda _: result(hz.run_turn(game, orders)))


def _play_game(name: str) -> tuple[hz.Game, dict[str, str]]:
    """Return a game that bots have played for a while, and their next orders."""
    players, bot, turns = GAMES[name]
    game = hz.load_variant(name).new_game(_players(players), seed=1)
    for _ in range(turns):
        game = hz.run_turn(game, _orders(game, bot)).game
    return game, _orders(game, bot)


def _players(count: int) -> list[str]:
    return [f"P{number}" for number in range(1, count + 1)]


def _orders(game: hz.Game, bot: str) -> dict[str, str]:
    variant = hz.load_variant(game.variant)
    return {
        empire.id: variant.bots[bot].orders(
            variant.view(game, empire.id), hz.Stream.from_key("against", empire.id, game.turn)
        )
        for empire in game.empires
        if empire.active
    }


def views(game: str, frozen: str) -> Work:
    """Return the views of every empire after a turn of a frozen game."""
    variant, data, orders = _load_frozen(game, frozen)
    before = hz.load(data)

    def run(after: hz.Game) -> object:
        if hasattr(variant, "views"):
            return [view.data for view in variant.views(after).values()]
        return [variant.view(after, empire.id).data for empire in after.empires]

    return Work(run, lambda: hz.run_turn(before, orders).game)


def checks(game: str, frozen: str) -> Work:
    """Return the checks of every empire's orders in a frozen game."""
    variant, data, orders = _load_frozen(game, frozen)
    before = hz.load(data)
    return Work(
        lambda _: [
            (empire, remark.line, remark.code)
            for empire, text in orders.items()
            for remark in variant.check_orders(before, empire, text)
        ]
    )


def _load_frozen(game: str, file: str) -> tuple[Any, dict[str, Any], dict[str, str]]:
    """Return the variant, the data of the game in its classes, and the orders."""
    frozen = json.loads(Path(file).read_text("utf-8"))
    variant = hz.load_variant(game)
    return variant, _converted(frozen["game"], variant), frozen["orders"]


def freeze(game: str, file: str) -> None:
    """Save a game that bots have played for a while, and their next orders."""
    played, orders = _play_game(game)
    text = json.dumps({"game": hz.dump(played), "orders": orders})
    Path(file).write_text(text, "utf-8")


def _converted(data: dict[str, Any], variant: Any) -> dict[str, Any]:
    """Convert a game of another commit to the fields of this one.

    Fields of games and empires that only the other commit has are left out.
    """
    template = hz.dump(variant.new_game(_players(len(data["empires"])), seed=1))
    empire = template["empires"][0]
    empires = [{k: v for k, v in e.items() if k in empire} for e in data["empires"]]
    kept_fields = {key: value for key, value in data.items() if key in template}
    return {
        **kept_fields,
        "empires": empires,
        "version": template["version"],
        "rules": template["rules"],
    }


def resolve(game: str) -> Work:
    """Return fifty recorded battles."""
    variant = hz.load_variant(game)
    battle = variant.battle({"sides": BATTLES[game][0]})
    return Work(lambda _: [variant.combat.resolve(battle, 1, run=run).rounds for run in range(50)])


def simulate(game: str) -> Work:
    """Return many battles, in one thread."""
    return _simulation(game, *BATTLES[game])


def small_battles(game: str) -> Work:
    """Return many battles of five ships a side, in one thread."""
    side, runs = SMALL[game]
    return _simulation(game, dict.fromkeys(BATTLES[game][0], side), runs)


def _simulation(game: str, sides: dict[str, Any], runs: int) -> Work:
    variant = hz.load_variant(game)
    battle = variant.battle({"sides": sides})

    def fought(_: object) -> object:
        statistics = variant.combat.simulate(battle, runs=runs, key=1)
        return statistics.winner.tolist(), statistics.rounds.tolist()

    return Work(fought)


WORKS: dict[str, Callable[..., Work]] = {
    work.__name__: work for work in (turn, reports, views, checks, resolve, simulate, small_battles)
}
#: Works that begin with a frozen game.
FROZEN = frozenset({"views", "checks"})


def names() -> Iterator[str]:
    """Yield the names of all works: `views:galaxy_g`."""
    for game in GAMES:
        for work in WORKS:
            if game in BATTLES or work not in ("resolve", "simulate", "small_battles"):
                yield f"{work}:{game}"


def answers(work: Work) -> Iterator[str]:
    """Yield the time and the result of the work for every line of input."""
    result = work.run(work.prepare())  # compiles, or loads, kernels and templates
    start = time.process_time()
    work.run(work.prepare())
    times = 1 + int(LEAST / max(time.process_time() - start, 1e-6))
    digest = hashlib.blake2b(repr(result).encode(), digest_size=8).hexdigest()
    for _ in sys.stdin:
        yield f"{_seconds(work, times)} {digest}"


def _seconds(work: Work, times: int) -> float:
    """Return the mean processor time of a number of repetitions."""
    gc.collect()
    seconds = 0.0
    for _ in range(times):
        argument = work.prepare()
        start = time.process_time()
        work.run(argument)
        seconds += time.process_time() - start
    return seconds / times


def main() -> None:
    """Check that the code is that of the tree, prepare the work, then answer."""
    named, tree, *files = sys.argv[1:]
    assert Path(str(hz.__file__)).is_relative_to(tree), f"{hz.__file__} is not in {tree}"
    work, game = named.split(":")
    if work == "freeze":
        freeze(game, *files)
        return
    prepared = WORKS[work](game, *files)
    for answer in answers(prepared):
        print(answer, flush=True)


if __name__ == "__main__":
    main()
