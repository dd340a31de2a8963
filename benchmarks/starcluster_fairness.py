"""Fairness of the starts of Starcluster: `python -m benchmarks.starcluster_fairness`.

Clusters are copies of one template (SC-SET-006): the set-up must give all players the same systems,
links, non-player race and incomes, up to names. They differ in the exit, always as far from home,
and its entry in the core; the number of transits between the entries of two players shows who has
near neighbours. `--quick` creates few games. It measures the game and not the computer, so it is
not a part of `make bench`.
"""

from __future__ import annotations

import argparse
import statistics
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import horizons_core as hz
from variants.starcluster.constants import CLUSTER, MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.rules.income import gross_income

SIZES, QUICK_SIZES = (2, 4, 8, 12, 20), (3,)
#: Number of set-ups of each size, and with --quick.
MANY, QUICK = 100, 2
HEADS = (
    "players",
    "clusters alike",
    "gross income",
    "systems to settle at once: mean, min",
    "transits from home to the core: mean, max difference in a game",
    "from a player's entry to the nearest other: median, min, max",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each number of players."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.starcluster_fairness", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="few set-ups of one size")
    options = parser.parse_args(arguments)
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for players in QUICK_SIZES if options.quick else SIZES:
        print(f"| {' | '.join(row(players, QUICK if options.quick else MANY))} |", flush=True)
    return 0


def row(players: int, games: int) -> Iterator[str]:
    """Yield the cells of a table's row: figures of a number of set-ups for these players."""
    names = [f"Player {number}" for number in range(1, players + 1)]
    rules = hz.load_variant("starcluster")
    set_up: list[Starcluster] = [rules.new_game(names, seed=n) for n in range(1, games + 1)]
    economy = StarclusterEconomy()
    equal_clusters = sum(are_alike(game) for game in set_up)
    incomes = {gross_income(g, e, economy) / MC for g in set_up for e in g.empires}
    targets = [len(at_once(game, game.empires[0], economy)) for game in set_up]
    step_tables = [steps_of(game) for game in set_up]
    out = [[far[empire.home][entry(g, empire)] for empire in g.empires]
           for g, far in zip(set_up, step_tables, strict=True)]  # fmt: skip
    apart = [gap for g, far in zip(set_up, step_tables, strict=True) for gap in gaps(g, far)]
    yield from (
        str(players),
        f"{equal_clusters} of {games}",
        " to ".join(f"{i:.0f}" for i in ends(incomes)),
    )
    yield f"{statistics.mean(targets):.1f}, {min(targets)}"
    mean_distance = statistics.mean(distance for game in out for distance in game)
    yield f"{mean_distance:.1f}, {max(max(distances) - min(distances) for distances in out)}"
    yield f"{statistics.median(apart):.0f}, {min(apart)}, {max(apart)}"


def ends(values: Any) -> list[Any]:
    """Return the minimum and the maximum, once if they are the same."""
    return sorted({min(values), max(values)})


def are_alike(game: Starcluster) -> bool:
    """Return whether all players have the same cluster up to names, without exits."""
    reference, *clusters = (anonymous(game, empire) for empire in game.empires)
    return all(cluster == reference for cluster in clusters)


def anonymous(game: Starcluster, empire: Empire) -> Mapping[str, Any]:
    """Return a cluster with positions for names: systems, links, ships and the empire's stock."""
    start = CLUSTER * (empire.number - 1)
    names = {str(start + position + 1): str(position) for position in range(CLUSTER)}
    native = next(race for race in game.natives if race.number == empire.number)
    owners = {empire.id: "player", native.id: "native", "": ""}
    systems = [
        {**hz.dump(system), "id": names[system.id], "owner": owners[system.owner]}
        for system in game.systems
        if system.id in names
    ]
    links = [
        (names[link.a], names[link.b], link.hidden_a, link.hidden_b)
        for link in game.links
        if link and link.a in names and link.b in names
    ]
    units = [(unit.of_class, str(unit.design), unit.price) for unit in game.units_of(native.id)]
    surveys = sorted((names[name], survey.level) for name, survey in empire.charts.surveys.items())
    stock = (sorted(empire.stock.items()), empire.freighters, empire.el, native.race)
    return {"systems": systems, "links": links, "units": units, "known": surveys, "stock": stock}


def at_once(game: Starcluster, empire: Empire, economy: StarclusterEconomy) -> list[str]:
    """Return systems of a player's cluster that a usual race can settle at EL 1 (SC-COL-002)."""
    start = CLUSTER * (empire.number - 1)
    names = {str(start + position + 1) for position in range(1, CLUSTER)}
    return [
        s.id
        for s in game.systems
        if s.id in names and s.planets and not s.owner and s.habitability is not None
        and economy.habitable(s.habitability, empire.el, empire.level("COL"), empire.race)
    ]  # fmt: skip


def entry(game: Starcluster, empire: Empire) -> str:
    """Return the core system at the end of a player's exit."""
    start = CLUSTER * (empire.number - 1)
    names = {str(start + position + 1) for position in range(CLUSTER)}
    return next(link.b for link in game.links if link and link.closed_b and link.a in names)


def gaps(game: Starcluster, steps: Mapping[str, Mapping[str, int]]) -> Iterator[int]:
    """Yield for each player the transits inside the core to the nearest entry of another."""
    entries = {empire.id: entry(game, empire) for empire in game.empires}
    for empire, own_entry in entries.items():
        yield min(
            steps[own_entry][other_entry]
            for other, other_entry in entries.items()
            if other != empire
        )


def steps_of(game: Starcluster) -> Mapping[str, Mapping[str, int]]:
    """Return, by home or entry of a player, the transits to all systems; entries are one-way."""
    near: dict[str, list[str]] = {}
    for link in game.links:
        if link:
            near.setdefault(link.a, []).append(link.b)
            if not link.closed_b:
                near.setdefault(link.b, []).append(link.a)
    starts = {system for empire in game.empires for system in (empire.home, entry(game, empire))}
    return {start: _steps(near, start) for start in sorted(starts)}


def _steps(near: Mapping[str, Sequence[str]], start: str) -> Mapping[str, int]:
    distances, queue = {start: 0}, deque([start])
    while queue:
        system = queue.popleft()
        for neighbour in near.get(system, ()):
            if neighbour not in distances:
                distances[neighbour] = distances[system] + 1
                queue.append(neighbour)
    return distances


if __name__ == "__main__":
    raise SystemExit(main())
