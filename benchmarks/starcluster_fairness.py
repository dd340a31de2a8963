"""How fair the starts of Starcluster are: `python -m benchmarks.starcluster_fairness`.

Clusters are copies of one template (SC-SET-006): the set-up must give all players the same systems,
links, non-player race and incomes, up to names. What differs is the exit, always as far from home,
and its entry in the core; how many transits lie between the entries of two players says who has
neighbours near. `--quick` sets few games up. It measures the game and not the computer, so it is
no part of `make bench`.
"""

from __future__ import annotations

import argparse
import statistics
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import horizons_core as hz
from variants.starcluster.constants import CLUSTER, MC
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.rules.income import gross_income

SIZES, QUICK_SIZES = (2, 4, 8, 12, 20), (3,)
#: Set-ups of each size, and with --quick.
MANY, QUICK = 100, 2
HEADS = (
    "players",
    "clusters alike",
    "gross income",
    "systems to settle at once: mean, least",
    "transits from home to the core: mean, most difference in a game",
    "from a player's entry to the nearest other: median, least, most",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each number of players."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.starcluster_fairness", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="few set-ups of one size")
    asked = parser.parse_args(arguments)
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for players in QUICK_SIZES if asked.quick else SIZES:
        print(f"| {' | '.join(row(players, QUICK if asked.quick else MANY))} |", flush=True)
    return 0


def row(players: int, games: int) -> Iterator[str]:
    """The cells of a table's row: what so many set-ups for so many players give."""
    names = [f"Player {one}" for one in range(1, players + 1)]
    rules = hz.load_variant("starcluster")
    set_up: list[Starcluster] = [rules.new_game(names, seed=n) for n in range(1, games + 1)]
    economy = Imperium()
    alike = sum(are_alike(game) for game in set_up)
    incomes = {gross_income(g, one, economy) / MC for g in set_up for one in g.empires}
    targets = [len(at_once(game, game.empires[0], economy)) for game in set_up]
    ways = [steps_of(game) for game in set_up]
    out = [[far[empire.home][entry(g, empire)] for empire in g.empires]
           for g, far in zip(set_up, ways, strict=True)]  # fmt: skip
    apart = [gap for g, far in zip(set_up, ways, strict=True) for gap in gaps(g, far)]
    yield from (str(players), f"{alike} of {games}", " to ".join(f"{i:.0f}" for i in ends(incomes)))
    yield f"{statistics.mean(targets):.1f}, {min(targets)}"
    far_off = statistics.mean(one for game in out for one in game)
    yield f"{far_off:.1f}, {max(max(one) - min(one) for one in out)}"
    yield f"{statistics.median(apart):.0f}, {min(apart)}, {max(apart)}"


def ends(values: Any) -> list[Any]:
    """The least and the greatest, once if they are the same."""
    return sorted({min(values), max(values)})


def are_alike(game: Starcluster) -> bool:
    """Whether all players have the same cluster up to names, exits aside."""
    first, *others = (anonymous(game, empire) for empire in game.empires)
    return all(other == first for other in others)


def anonymous(game: Starcluster, empire: Empire) -> Mapping[str, Any]:
    """A cluster with positions for names: its systems, links, ships and what its empire has."""
    start = CLUSTER * (empire.number - 1)
    names = {str(start + at + 1): str(at) for at in range(CLUSTER)}
    native = next(one for one in game.natives if one.number == empire.number)
    owners = {empire.id: "player", native.id: "native", "": ""}
    systems = [
        {**hz.dump(system), "id": names[system.id], "owner": owners[system.owner]}
        for system in game.systems
        if system.id in names
    ]
    links = [
        (names[one.a], names[one.b], one.hidden_a, one.hidden_b)
        for one in game.links
        if one and one.a in names and one.b in names
    ]
    units = [(one.of_class, str(one.design), one.price) for one in game.units_of(native.id)]
    surveys = sorted((names[one], survey.level) for one, survey in empire.charts.surveys.items())
    stock = (sorted(empire.stock.items()), empire.freighters, empire.el, native.race)
    return {"systems": systems, "links": links, "units": units, "known": surveys, "stock": stock}


def at_once(game: Starcluster, empire: Empire, economy: Imperium) -> list[str]:
    """The systems of a player's cluster that a usual race can settle at EL 1 (SC-COL-002)."""
    start = CLUSTER * (empire.number - 1)
    names = {str(start + at + 1) for at in range(1, CLUSTER)}
    return [
        one.id
        for one in game.systems
        if one.id in names and one.planets and not one.owner and one.habitability is not None
        and economy.habitable(one.habitability, empire.el, empire.level("COL"), empire.race)
    ]  # fmt: skip


def entry(game: Starcluster, empire: Empire) -> str:
    """The core system to which a player's exit leads."""
    start = CLUSTER * (empire.number - 1)
    names = {str(start + at + 1) for at in range(CLUSTER)}
    return next(one.b for one in game.links if one and one.closed_b and one.a in names)


def gaps(game: Starcluster, steps: Mapping[str, Mapping[str, int]]) -> Iterator[int]:
    """For each player, the transits inside the core to the nearest entry of another."""
    entries = {empire.id: entry(game, empire) for empire in game.empires}
    for empire, at in entries.items():
        yield min(steps[at][there] for other, there in entries.items() if other != empire)


def steps_of(game: Starcluster) -> Mapping[str, Mapping[str, int]]:
    """By home or entry of a player, the transits to all systems; entries lead to no cluster."""
    near: dict[str, list[str]] = {}
    for link in game.links:
        if link:
            near.setdefault(link.a, []).append(link.b)
            if not link.closed_b:
                near.setdefault(link.b, []).append(link.a)
    starts = {one for empire in game.empires for one in (empire.home, entry(game, empire))}
    return {start: _steps(near, start) for start in sorted(starts)}


def _steps(near: Mapping[str, Sequence[str]], start: str) -> Mapping[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in near.get(here, ()):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
