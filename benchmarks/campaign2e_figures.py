"""The designer's figures compared with the game: `python -m benchmarks.campaign2e_figures`.

The first table compares the commentary on the rules (C2E-N) with set-ups and fleets of the game,
the second shows gains and losses of raiders (C2E-N.6-02). Means have 95 per cent intervals; other
figures follow from a design. `--quick` draws few. It measures the game and not the computer, so it
is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from benchmarks.campaign2e_fairness import Start, inequality, mean, until_fair
from benchmarks.campaign2e_raiding import FORCES, Cruise, cruise, game_rules
from horizons_core.rng import Stream
from variants.campaign2e.constants import GRID, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import by_type, market
from variants.campaign2e.economy import Logistics, Upkeep
from variants.campaign2e.setup.worlds import roll_hex

#: Number of set-ups, maps and fleets, and of cruises of each force; and with --quick.
MANY, QUICK = 200, 5
PLAYERS = 4
#: The capital ships of C2E-N.3-01.
CAPITALS = ("CVL", "BB", "BDN")
FIGURES = ("figure", "clause", "the text", "the game")
RAIDS = (
    "force", "weeks", "gains a week", "costs a week", "loses a week", "profit a week",
    "the trader loses a week", "of the income", "profit with a patrol",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.campaign2e_figures", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="few set-ups, fleets and cruises")
    count = QUICK if parser.parse_args(arguments).quick else MANY
    _head(FIGURES)
    for rows in (starts(count), maps(count), fleets(count), auxiliary()):
        for row in rows:
            _line(row)
    print()
    _head(RAIDS)
    for force in FORCES:
        _line(raids(force, count))
    return 0


def _head(cells: Sequence[str]) -> None:
    _line(cells)
    print(f"|{'---|' * len(cells)}")


def _line(cells: Sequence[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


# starts of players


def starts(count: int) -> Iterator[Sequence[str]]:
    """Yield the figures for worlds and income of players after the program's set-up."""
    setups: list[list[Start]] = []
    for number in range(count):
        drawn = until_fair(PLAYERS, Stream.from_key("figures", number))
        setups.append(min(drawn, key=inequality))
    players = [start for setup in setups for start in setup]
    incomes = [float(np.mean([start.income for start in setup])) for setup in setups]

    def a_world(part: str) -> str:
        return mean([sum(getattr(s, part) for s in o) / sum(s.worlds for s in o) for o in setups])

    worlds = [float(np.mean([start.worlds for start in setup])) for setup in setups]
    within = [100.0 * (5 <= start.worlds <= 8) for start in players]
    yield "worlds of a player", "C2E-1.4-01", "5 to 8", f"{mean(worlds)}; {mean(within)}% in 5 to 8"
    yield "credits a week at the start", "C2E-N.2-01", "80", mean(incomes)
    yield "credits a week a world", "C2E-N.2-01", "13.3", a_world("income")
    yield "... if lanes doubled nothing", "C2E-N.2-01", "13.14", a_world("off_lanes")
    yield "... without trade", "C2E-N.2-01", "6.57", a_world("base")


def maps(count: int) -> Iterator[Sequence[str]]:
    """Yield the figures for the hexes of the initial area, before maps are rolled again."""
    worlds, resources = [], []
    for number in range(count):
        stream = Stream.from_key("hexes", number)
        hexes = ((x, y) for x in range(1, GRID + 1) for y in range(1, GRID + 1))
        rolled = [world for place in hexes if (world := roll_hex(place, stream.fork(*place)))]
        worlds.append(len(rolled))
        resources.append(sum(bool(world.resource) for world in rolled))
    yield "worlds in 169 hexes", "C2E-1.2-02", "84.5", mean(worlds)
    yield "of them resource worlds", "C2E-1.2-02", "14.08", mean(resources)


# costs of fleets


def fleets(count: int) -> Iterator[Sequence[str]]:
    """Yield the upkeep of fleets drawn from all warships of the market, with the allowed points."""
    economy: Logistics = game_rules().economy
    hundred, ship, weaponry = [], [], []
    for number in range(count):
        fleet = drawn_fleet(Stream.from_key("fleets", number))
        bills = [economy.upkeep(design) for design in fleet]
        total = sum(bill.total for bill in bills)
        hundred.append(total / sum(design.points for design in fleet))
        ship.append(total / HUNDRED / len(fleet))
        weaponry.append(sum(bill.weaponry for bill in bills) / total)
    yield "credits a week for 100 points", "C2E-N.2-02", "1.7", mean(hundred)
    yield "credits a week for a ship", "C2E-N.3-02", "5", mean(ship)
    cruiser = economy.upkeep(by_type("CH"))
    yield "... for a heavy cruiser", "C2E-N.3-02", "about 5", _credits(cruiser)
    yield "weaponry's share of the upkeep", "C2E-N.3-03", "half", mean(weaponry)


def drawn_fleet(stream: Stream) -> Sequence[Design]:
    """Draw warships of the market, with equal chances of all types, while points are left."""
    types = [design for design in market().values() if design.ftl and not design.is_supply_ship]
    fleet: list[Design] = []
    left = Logistics().fleet_points
    while affordable := [design for design in types if design.points <= left]:
        fleet.append(stream.choice(affordable))
        left -= fleet[-1].points
    return fleet


def auxiliary() -> Iterator[Sequence[str]]:
    """Yield the figures for the market's auxiliary."""
    economy: Logistics = game_rules().economy
    ship = by_type("AX")
    yield "points of an auxiliary", "C2E-N.3-01", "193", str(ship.points)
    yield "tonnes that it carries", "C2E-N.3-01", "56", str(ship.cargo)

    def supplied(code: str, weeks: int) -> str:
        return str(HUNDRED * ship.cargo // (weeks * economy.upkeep(by_type(code)).total))

    yield "heavy cruisers that it supplies for a week", "C2E-N.3-01", "11", supplied("CH", 1)
    yield "frigates for five weeks", "C2E-N.3-01", "11", supplied("FF", 5)
    for code in CAPITALS:
        yield f"capital ships ({code}) for a week", "C2E-N.3-01", "5", supplied(code, 1)


def _credits(upkeep: Upkeep) -> str:
    return f"{upkeep.total / HUNDRED:.2f}"


# gains of raiding


def words_of(force: Mapping[str, int]) -> str:
    """Describe a force by its types."""
    return ", ".join(f"{n} {code}" for code, n in force.items())


def raids(force: Mapping[str, int], count: int) -> Iterator[str]:
    """Yield the cells of a force's row, with weekly figures."""
    alone = [cruise(number, force) for number in range(count)]
    hunted = [cruise(number, force, hunted=True) for number in range(count)]

    def weekly(cruises: Sequence[Cruise], figure: str) -> str:
        return mean([getattr(c, figure) / c.weeks for c in cruises])

    yield words_of(force)
    yield str(alone[0].weeks)
    for figure in ("loot", "upkeep", "losses", "profit", "harm"):
        yield weekly(alone, figure)
    yield f"{mean([100 * c.harm / c.income for c in alone])}%"
    yield weekly(hunted, "profit")


if __name__ == "__main__":
    raise SystemExit(main())
