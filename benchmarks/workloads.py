"""The work that two commits are compared by, for `against`; run by a process of each tree.

Only what `horizons_core` itself offers is used, and nothing of this project besides: the process
finds the code under test on its path, and this file is the same for both.

`python workloads.py WORK TREE` prepares a work and answers every line of its input with a line: the
seconds of processor time that doing it once takes, and a digest of what comes of it.

Bots differ between commits, and so do the games that they play. A work that is to be the same for
both begins with a game that one tree has played and written down: `freeze:GAME TREE FILE` does so,
and FILE is the last argument of such a work.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import horizons_core as hz

#: By game: how many play it, which bot plays them all, and how many turns before that measured.
GAMES: dict[str, tuple[int, str, int]] = {
    "event_horizon": (12, "greedy", 30),
    "galaxy_g": (12, "expander", 20),
    "far_horizons": (12, "settler", 12),
}

#: By game: two sides, which fight it out, and how often they are fought in a simulation.
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

#: By game, one side of two alike that are so small as most in games are, and how often they fight.
SMALL: dict[str, tuple[Any, int]] = {
    "event_horizon": (
        [{"hull": 4, "thrusters": 1, "weapons": 2, "shields": 1, "count": 5}],
        10_000,
    ),
    "galaxy_g": ([{"ships": 5, "design": [10, 1, 10, 10, 0]}], 100_000),
    "far_horizons": ({"ships": [{"class": "DD", "count": 5}]}, 50_000),
}

#: The seconds that a measurement takes at least: short works are done several times.
LEAST = 0.3

Work = Callable[[], object]


def turn(game: str) -> Work:
    """A turn of a game that bots have played for a while, without reports."""
    return _next_turn(game, lambda made: made.digest)


def reports(game: str) -> Work:
    """The same turn with everybody's report, as text and as page."""
    return _next_turn(game, lambda made: [(r.text, r.html) for r in made.reports().values()])


def _next_turn(name: str, result: Callable[[hz.Turn], object]) -> Work:
    game, orders = _played(name)
    return lambda: result(hz.run_turn(game, orders))


def _played(name: str) -> tuple[hz.Game, dict[str, str]]:
    """A game that bots have played for a while, and their next orders."""
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
    """A frozen game's turn with its digest, and what every empire knows after it."""
    data = json.loads(Path(frozen).read_text("utf-8"))
    variant = hz.load_variant(game)
    before = hz.load(_as_it_would_be(data["game"], variant))

    def run() -> object:
        made = hz.run_turn(before, data["orders"])
        assert made.digest
        if hasattr(variant, "views"):
            return [view.data for view in variant.views(made.game).values()]
        return [variant.view(made.game, empire.id).data for empire in made.game.empires]

    return run


def freeze(game: str, file: str) -> None:
    """Write down a game that bots have played for a while, and their next orders."""
    played, orders = _played(game)
    text = json.dumps({"game": hz.dump(played), "orders": orders})
    Path(file).write_text(text, "utf-8")


def _as_it_would_be(data: dict[str, Any], variant: Any) -> dict[str, Any]:
    """A game written by another commit, as this one might have written it.

    What only the other one notes down of games and empires is left out.
    """
    own = hz.dump(variant.new_game(_players(len(data["empires"])), seed=1))
    empire = own["empires"][0]
    empires = [{k: v for k, v in one.items() if k in empire} for one in data["empires"]]
    told = {key: value for key, value in data.items() if key in own}
    return {**told, "empires": empires, "version": own["version"], "rules": own["rules"]}


def resolve(game: str) -> Work:
    """Fifty recorded battles."""
    variant = hz.load_variant(game)
    battle = variant.battle({"sides": BATTLES[game][0]})
    return lambda: [variant.combat.resolve(battle, 1, run=run).rounds for run in range(50)]


def simulate(game: str) -> Work:
    """Many battles, in one thread."""
    return _simulation(game, *BATTLES[game])


def small_battles(game: str) -> Work:
    """Many battles of five ships a side, in one thread."""
    side, runs = SMALL[game]
    return _simulation(game, dict.fromkeys(BATTLES[game][0], side), runs)


def _simulation(game: str, sides: dict[str, Any], runs: int) -> Work:
    variant = hz.load_variant(game)
    battle = variant.battle({"sides": sides})

    def fought() -> object:
        statistics = variant.combat.simulate(battle, runs=runs, key=1)
        return statistics.winner.tolist(), statistics.rounds.tolist()

    return fought


WORKS: dict[str, Callable[..., Work]] = {
    work.__name__: work for work in (turn, reports, views, resolve, simulate, small_battles)
}
#: The works that begin with a frozen game.
FROZEN = frozenset({"views"})


def answers(work: Work) -> Iterator[str]:
    """For every line of input, what the work took and what came of it."""
    work()  # compiles, or loads, kernels and templates
    times = 1 + int(LEAST / max(_seconds(work, 1), 1e-6))
    digest = hashlib.blake2b(repr(work()).encode(), digest_size=8).hexdigest()
    for _ in sys.stdin:
        yield f"{_seconds(work, times)} {digest}"


def _seconds(work: Work, times: int) -> float:
    """Processor time of doing it once, on the average of so many times."""
    gc.collect()
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times


def main() -> None:
    """Check that the code is that of the tree, prepare the work and say so, then answer."""
    named, tree, *files = sys.argv[1:]
    assert Path(str(hz.__file__)).is_relative_to(tree), f"{hz.__file__} is not in {tree}"
    work, game = named.split(":")
    if work == "freeze":
        freeze(game, *files)
        return
    made = WORKS[work](game, *files)
    for answer in answers(made):
        print(answer, flush=True)


if __name__ == "__main__":
    main()
