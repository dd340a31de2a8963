"""Fairness of the starts of Galaxy G at the default diameter: `python -m benchmarks.fairness`.

It prints the table of docs/galaxy-g.md from newly drawn galaxies; `--quick` draws few. It measures
the game and not the computer, so it is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Sequence

import numpy as np

from horizons_core.rng import Stream
from variants.galaxy_g.model import Game, Race
from variants.galaxy_g.setup.fairness import DEFAULT_FAIRNESS, Start, poorest, starts
from variants.galaxy_g.setup.galaxy import GALAXIES, diameter_for, draw_galaxy

SIZES, QUICK_SIZES = (2, 4, 8, 10, 20, 40, 60, 80), (2, 10)
#: Number of games of up to 20 players, of more players, and with --quick.
MANY, FEW, QUICK = 200, 60, 10
HEADS = (
    "players",
    "diameter",
    "fairness of the first: 5%, median, 95%",
    f"drawn until {DEFAULT_FAIRNESS}: mean, max",
    "nearest home: median, min",
    "neighbours: mean, max",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each number of players."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few galaxies of two sizes")
    options = parser.parse_args(arguments)
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for players in QUICK_SIZES if options.quick else SIZES:
        games = QUICK if options.quick else MANY if players <= 20 else FEW
        print(f"| {' | '.join(row(players, games))} |", flush=True)
    return 0


def row(players: int, games: int) -> Iterator[str]:
    """Yield the cells of a table's row: figures of a number of set-ups for these players."""
    drawn = [until_fair(players, Stream.from_key("fairness", players, n)) for n in range(games)]
    first = np.quantile([poorest(galaxies[0]) for galaxies in drawn], (0.05, 0.5, 0.95))
    counts = [len(galaxies) for galaxies in drawn]
    used = [start for galaxies in drawn for start in max(galaxies, key=poorest)]
    nearest = [start.nearest for start in used]
    neighbours = [start.neighbours for start in used]
    yield from (str(players), str(diameter_for(players)))
    yield ", ".join(f"{share:.0f}" for share in first)
    yield f"{statistics.mean(counts):.2f}, {max(counts)}"
    yield f"{statistics.median(nearest):.0f}, {min(nearest):.0f}"
    yield f"{statistics.mean(neighbours):.1f}, {max(neighbours)}"


def until_fair(players: int, stream: Stream) -> list[list[Start]]:
    """Return the starts in galaxies drawn as by the set-up, up to the first that is fair."""
    drawn = []
    for attempt in range(GALAXIES):
        drawn.append(lines(players, stream.fork("galaxy", attempt)))
        if poorest(drawn[-1]) >= DEFAULT_FAIRNESS:
            break
    return drawn


def lines(players: int, stream: Stream) -> list[Start]:
    """Return the start of every race in one drawn galaxy."""
    homes, planets = draw_galaxy(players, float(diameter_for(players)), stream)
    races = [Race(id=f"Player {seat}", home=home) for seat, home in enumerate(homes, start=1)]
    return starts(Game(empires=races, planets=planets))


if __name__ == "__main__":
    raise SystemExit(main())
