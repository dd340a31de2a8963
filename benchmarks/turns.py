"""Growth of a turn's time with the ships: the time per ship should not grow.

The situation differs only in the number of fleets: twelve empires on the largest map, each with a
territory; fleets of nine ships; one fleet in twelve is raided by a neighbour's; one ship in four
moves (not those at a border, where more ships would mean more battles for each ship); every empire
builds. The game keeps its seed, so a turn run again is the same turn.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from benchmarks.measuring import Stopwatch, growth, in_turns
from horizons_core.rng import Stream
from variants.event_horizon.model import Design, Empire, Game, Place, new_ship

SIZES = (1_000, 10_000, 30_000)
QUICK_SIZES = (1_000, 3_000)
REPETITIONS = 7
BAR = 1.3
EMPIRES, SIDE, WIDTH, HEIGHT = 12, 60, 15, 20  # territories are in four columns and three rows
FLEET, RAIDED, MOVING = 9, 12, 4
DESIGNS = (Design(0, 1, 0, 0), Design(2, 1, 1, 1), Design(6, 2, 2, 1), Design(20, 3, 3, 3))
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the growth of the time per ship from the smallest size to each other one."""
    small, *larger = QUICK_SIZES if quick else SIZES
    turns = {size: situation(size) for size in (small, *larger)}
    timed(*turns[small])  # compiles, or loads, the kernels
    times = in_turns(turns, lambda _, turn: timed(*turn), 2 if quick else REPETITIONS)
    seconds = {
        size: [1e6 * total / len(turns[size][0].ships) for total, _ in times[size]]
        for size in turns
    }
    parts = {size: [phases for _, phases in times[size]] for size in turns}
    return [
        {
            "name": f"turn: time per ship, {small:,} to {size:,} ships",
            **growth(seconds[small], seconds[size]),
            "unit": "x",
            "bar": BAR,
            "better": "at most",
            "note": _note(size, small, seconds, parts),
        }
        for size in larger
    ]


def situation(ships: int) -> tuple[Game, dict[str, str]]:
    """Return a game with about this number of ships, and everyone's orders."""
    names = [f"Empire{number}" for number in range(1, EMPIRES + 1)]
    game: Any = hz.load_variant("event_horizon").new_game(names, seed=1, options={"side": SIDE})
    stream = Stream.from_key("benchmarks", "turns", ships)
    game.ships = []
    places = stream.shuffled([sector.at for sector in game.sectors])
    for number in range(round(ships / FLEET / (1 + 1 / RAIDED))):
        owner = territory(places[number])
        _place_fleet(game, game.empires[owner], places[number], stream)
        if number % RAIDED == 0:
            _place_fleet(game, game.empires[(owner + 1) % EMPIRES], places[number], stream)
    for empire in game.empires:
        empire.stock = dict.fromkeys(empire.stock, 1_000)
        next(ship for ship in game.ships if ship.owner == empire.id).mothership = True
    return game, _orders(game, stream)


def territory(place: Place) -> int:
    """Return the number of the empire that a sector belongs to."""
    return place[0] // WIDTH + SIDE // WIDTH * (place[1] // HEIGHT)


def inland(place: Place) -> bool:
    """Return whether all neighbours belong to the same empire."""
    return 0 < place[0] % WIDTH < WIDTH - 1 and 0 < place[1] % HEIGHT < HEIGHT - 1


def _place_fleet(game: Game, empire: Empire, place: Place, stream: Stream) -> None:
    for _ in range(FLEET):
        ship = new_ship(game, empire, stream.choice(DESIGNS), "", place, turn=0)
        ship.points = ship.shields


def _orders(game: Game, stream: Stream) -> dict[str, str]:
    lines: dict[str, list[str]] = {empire.id: [] for empire in game.empires}
    for ship in game.ships:
        at_home = game.empires[territory(ship.at)].id == ship.owner
        if at_home and inland(ship.at) and stream.below(MOVING) == 0:
            lines[ship.owner].append(f"MOVE {ship.number} {stream.choice(DIRECTIONS)}")
    for orders in lines.values():
        orders += [f"BUILD {len(orders) // 20 + 1} 2 1 1 1 Patrol", "BUILD 1 0 1 0 0 Probe"]
    return {empire: "\n".join(orders) for empire, orders in lines.items()}


def timed(game: Game, orders: Mapping[str, str]) -> tuple[float, dict[str, float]]:
    """Return seconds of processor time for a turn, in all and by phase.

    The first phase's time includes copying the game and reading the orders.
    """
    watch = Stopwatch()
    hz.run_turn(game, orders, watch=watch.phase_ended)
    return watch.total(), watch.parts


def _note(
    size: int,
    small: int,
    seconds: Mapping[int, list[float]],
    parts: Mapping[int, list[dict[str, float]]],
) -> str:
    """Describe microseconds per ship at both sizes, in all and by phase."""

    def each(phase: str) -> str:
        both = (statistics.median(run[phase] for run in parts[n]) * 1e6 / n for n in (small, size))
        return " to ".join(f"{value:.0f}" for value in both)

    total = " to ".join(f"{statistics.median(seconds[n]):.0f}" for n in (small, size))
    phases = ", ".join(f"{phase} {each(phase)}" for phase in parts[small][0])
    return f"processor time, us per ship: {total} ({phases}; construction with copying and reading)"
