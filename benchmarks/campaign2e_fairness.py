"""Fairness of the starts of Campaign, second edition: `python -m benchmarks.campaign2e_fairness`.

It prints the figures of newly drawn set-ups next to the designer's (C2E-1.2-02, C2E-1.4-01,
C2E-2.4-04, C2E-N.2-01); `--quick` draws few. Means have 95 per cent intervals. It measures the game
and not the computer, so it is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence

import numpy as np
from attrs import frozen

from horizons_core.rng import Stream
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign
from variants.campaign2e.rules.setup_rounds import default_setup
from variants.campaign2e.rules.starting_forces import fixed_routes, weekly_income
from variants.campaign2e.setup.worlds import FAIR, SETUPS, income_spread

SIZES, QUICK_SIZES = (2, 3, 4, 6, 8, 10, 12), (4,)
#: Number of set-ups of each size, and with --quick.
MANY, QUICK = 300, 10
#: The resources on which maintenance depends (C2E-2.4-04).
NEEDED = frozenset({"Fuel", "Food", "Manufactured Goods"})
HEADS = (
    "players",
    "worlds each",
    "5 to 8 worlds",
    "credits a week",
    "richest by poorest, first draw: median, 95%",
    f"at most {FAIR:g}",
    "drawn until fair: mean, max",
    "credits a week, fair",
    "own of three resources",
    "within reach",
)


@frozen
class Start:
    """A player's start: worlds, weekly income in credits, resources owned and in reach.

    `base` is the part of the income that the worlds yield without trade, `off_lanes` the income if
    lanes did not double the gain of trade.
    """

    worlds: int
    income: float
    base: float
    off_lanes: float
    owned: int
    reached: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each number of players, then the contents of maps."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.campaign2e_fairness", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="few set-ups of one size")
    options = parser.parse_args(arguments)
    count = QUICK if options.quick else MANY
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for players in QUICK_SIZES if options.quick else SIZES:
        print(f"| {' | '.join(row(players, count))} |", flush=True)
    maps = [drawn(2, Stream.from_key("maps", number)) for number in range(count)]
    worlds = mean([len(game.worlds) for game in maps])
    resources = mean([sum(bool(w.resource) for w in game.worlds) for game in maps])
    print(f"\nMaps of 70 to 95 worlds: {worlds} worlds, {resources} of them resource worlds.")
    return 0


def row(players: int, count: int) -> Iterator[str]:
    """Yield the cells of a table's row: figures of `count` set-ups for a number of players."""
    first: list[list[Start]] = []
    fair: list[list[Start]] = []
    draws: list[int] = []
    for number in range(count):
        attempts = until_fair(players, Stream.from_key("fairness", players, number))
        first.append(attempts[0])
        fair.append(min(attempts, key=inequality))
        draws.append(len(attempts))
    all_starts = [start for starts in first for start in starts]
    spreads = [inequality(starts) for starts in first]
    yield str(players)
    yield mean([start.worlds for start in all_starts])
    yield f"{np.mean([5 <= start.worlds <= 8 for start in all_starts]):.1%}"
    yield mean([start.income for start in all_starts])
    yield ", ".join(f"{share:.2f}" for share in np.quantile(spreads, (0.5, 0.95)))
    yield f"{np.mean([ratio <= FAIR for ratio in spreads]):.0%}"
    yield f"{statistics.mean(draws):.2f}, {max(draws)}"
    yield mean([start.income for starts in fair for start in starts])
    yield mean([start.owned for start in all_starts])
    yield mean([start.reached for start in all_starts])


def until_fair(players: int, stream: Stream) -> list[list[Start]]:
    """Return the starts in set-ups drawn as by the game, up to the first that is fair."""
    attempts: list[list[Start]] = []
    for attempt in range(SETUPS):
        attempts.append(starts(drawn(players, stream.fork("set-up", attempt))))
        if inequality(attempts[-1]) <= FAIR:
            break
    return attempts


def drawn(players: int, stream: Stream) -> Campaign:
    """Draw one set-up with the default options."""
    names = [f"Player {number}" for number in range(1, players + 1)]
    return default_setup(names, {"income": 1.0}, stream, Logistics())


def starts(game: Campaign) -> list[Start]:
    """Return the start of every player of a set-up."""
    economy = Logistics()
    routes = fixed_routes(game)
    players = []
    for player in game.empires:
        worlds = game.worlds_of(player.id)
        near = [w for w in game.worlds if any(w is o or routes.can_trade(w, o) for o in worlds)]
        players.append(
            Start(
                len(worlds),
                weekly_income(game, player.id, economy) / HUNDRED,
                sum(economy.base_income(routes.worlds[world.id]) for world in worlds) / HUNDRED,
                weekly_income(game, player.id, Logistics(lane_factor=1)) / HUNDRED,
                len({world.supplies for world in worlds} & NEEDED),
                len({world.supplies for world in near} & NEEDED),
            )
        )
    return players


def inequality(starts: Sequence[Start]) -> float:
    """Return the richest start as a multiple of the poorest."""
    return income_spread([round(HUNDRED * start.income) for start in starts])


def mean(values: Sequence[float]) -> str:
    """Format a mean with the half width of its interval of 95 per cent."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):.2f} ± {half:.2f}"


if __name__ == "__main__":
    raise SystemExit(main())
