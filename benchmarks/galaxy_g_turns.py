"""The cost of a turn of Galaxy G, by order, phase, view and report, and its growth with races.

The situation differs only in the number of races: 12.5 planets and 250 groups per race, a third of
the planets near its home settled; a fifth of the groups in hyperspace; one group in twenty at a
neighbour's planet; one in fifty of a race's groups at war. One group in four gets an order. The
game keeps its seed, so a turn run again is the same turn.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from typing import Any

import horizons_core as hz
from benchmarks.measuring import Stopwatch, extremes, growth, in_turns, turn_with_reports
from horizons_core.rng import Stream
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Design, Game, Group, Planet, Race, Techs, distance
from variants.galaxy_g.rules import groups, visibility

SMALL, LARGE = 10, 80
QUICK_LARGE = 20
REPETITIONS = 5
BAR = 1.3
PLANETS, GROUPS = 12.5, 250  # a race
TYPES = {
    "Probe": Design(1, 0, 0, 0, 0),
    "Hauler": Design(8, 0, 0, 2, 10),
    "Cruiser": Design(15, 1, 15, 15, 0),
    "Gunship": Design(4, 2, 2, 4, 0),
    "Fort": Design(0, 3, 30, 100, 0),
}


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the growth of the time per group, the parts of the larger turn, and its memory."""
    large = QUICK_LARGE if quick else LARGE
    situations = {races: situation(races) for races in (SMALL, large)}
    for races, (game, orders) in situations.items():
        timed(game, orders)  # compiles, or loads, the kernels and templates
        assert sum(len(race.groups) for race in game.empires) == races * GROUPS
    parts = in_turns(situations, lambda _, turn: timed(*turn), 2 if quick else REPETITIONS)
    each = {
        races: [1e6 * sum(part.values()) / (races * GROUPS) for part in parts[races]]
        for races in situations
    }
    groups = large * GROUPS
    return [
        {
            "name": f"Galaxy G turn: time per group, {SMALL} to {large} races",
            **growth(each[SMALL], each[large]),
            "unit": "x",
            "bar": BAR,
            "better": "at most",
            "note": _growth_note(parts, large),
        },
        {
            "name": f"Galaxy G turn: {large} races, {groups:,} groups, with all reports",
            **extremes([sum(part.values()) for part in parts[large]]),
            "unit": "s",
            "bar": None,
            "better": "at most",
            "note": _cost_note(parts[large], situations[large]),
        },
        {
            "name": f"Galaxy G turn: peak memory, {large} races",
            **extremes([_peak_memory(large)]),
            "unit": "MB",
            "bar": None,
            "better": "at most",
            "note": "of a process that makes the situation and runs the turn with all reports",
        },
    ]


def situation(races: int) -> tuple[Game, dict[str, str]]:
    """Return a game of this number of races with developed realms, and everyone's orders."""
    names = [f"Empire{number}" for number in range(1, races + 1)]
    game: Any = hz.load_variant("galaxy_g").new_game(names, seed=1)
    stream = Stream.from_key("benchmarks", "galaxy_g", races)
    _add_planets(game, round(races * PLANETS), stream)
    near = _nearest_first(game)
    for race in game.empires:
        _develop(game, race, near[race.id])
        for number in range(GROUPS):
            _place_group(race, number, near[race.id], stream)
    for race in game.empires[::5]:
        race.war = [other.id for other in game.empires if other is not race][:3]
    visibility.update_knowledge(RULEBOOK_ECONOMY, game)
    return game, {race.id: _orders(race, near[race.id], stream) for race in game.empires}


def _add_planets(game: Game, count: int, stream: Stream) -> None:
    while len(game.planets) < count:
        number = len(game.planets) + 1
        at = (stream.random() * game.diameter, stream.random() * game.diameter)
        game.planets.append(Planet(id=str(number), name=str(number), at=at, size=50, resources=1))


def _nearest_first(game: Game) -> dict[str, list[Planet]]:
    """Return by race the planets nearest its home."""
    homes = {planet.owner: planet for planet in game.planets if planet.owner}
    return {
        owner: sorted(game.planets, key=lambda planet: distance(planet.at, home.at))[:16]
        for owner, home in homes.items()
    }


def _develop(game: Game, race: Race, near: list[Planet]) -> None:
    race.techs = Techs(drive=1.5, weapons=1.4, shields=1.3, cargo=1.2)
    for name, design in TYPES.items():
        race.new_type(name, design)
    for planet in near[:6]:
        if planet.size and not planet.owner:
            planet.owner, planet.product = race.id, "CAP"
            planet.population = planet.size / 2
            planet.industry = planet.size / 4
            planet.colonists = 5.0
    home = next(planet for planet in game.planets if planet.owner == race.id)
    home.routes = {"COL": near[1].id, "MAT": near[2].id}


def _place_group(race: Race, number: int, near: list[Planet], stream: Stream) -> None:
    types = list(race.types.values())
    kind = types[number % len(types)]
    reach = near if number % 20 == 0 else near[:8]
    start = stream.choice(reach)
    techs = Techs(drive=1 + number / 500, weapons=1.2, shields=1.1, cargo=1.0)
    group = Group(
        number=0,
        type=kind.id,
        ships=1 + stream.below(20),
        techs=techs.fitting(kind.design),
        at=start.id,
    )
    if kind.design.drive and number % 5 == 1:
        end = stream.choice(near)
        if end is not start:
            group.to, group.under_way = end.id, True
            group.left = distance(start.at, end.at) * (0.2 + 0.8 * stream.random())
    groups.add(race, group)


def _orders(race: Race, near: list[Planet], stream: Stream) -> str:
    lines = [f"P {planet.name} DRIVE" for planet in near if planet.owner == race.id]
    lines += [
        f"S {group.number} {stream.choice(near).name}"
        for group in race.groups
        if not group.sent and race.design_of(group).drive and stream.below(4) == 0
    ]
    return "\n".join(lines)


def timed(game: Game, orders: dict[str, str]) -> dict[str, float]:
    """Return seconds of processor time by part of the turn and of its reports."""
    watch = Stopwatch()
    turn = turn_with_reports(
        watch,
        game,
        orders,
        views="views and report data",
        text="reports as text",
        pages="reports as HTML",
    )
    assert turn.digest
    watch.ended("digest")
    return watch.parts


def _growth_note(parts: dict[int, list[dict[str, float]]], large: int) -> str:
    """Describe microseconds per group at both sizes, by part."""

    def each(races: int, part: str) -> float:
        return statistics.median(run[part] for run in parts[races]) * 1e6 / (races * GROUPS)

    both = (f"{p} {each(SMALL, p):.0f} to {each(large, p):.0f}" for p in parts[SMALL][0])
    return f"us per group: {', '.join(both)} (orders with copying and reading)"


def _cost_note(parts: list[dict[str, float]], turn: tuple[Game, dict[str, str]]) -> str:
    game, orders = turn
    count = sum(len(text.splitlines()) for text in orders.values())

    def cost(part: str) -> float:
        return statistics.median(run[part] for run in parts)

    races = len(game.empires)
    return (
        f"{len(game.planets):,} planets, {count:,} orders: {1e6 * cost('orders') / count:.0f} us an"
        f" order with copying the game; {1e3 * cost('views and report data') / races:.0f} ms a view"
        f" with its data, {1e3 * cost('reports as text') / races:.0f} ms a text,"
        f" {1e3 * cost('reports as HTML') / races:.0f} ms a page"
    )


def _peak_memory(races: int) -> float:
    """Return the peak memory of a new process in megabytes."""
    code = (
        "import resource\n"
        "from benchmarks.galaxy_g_turns import situation, timed\n"
        f"timed(*situation({races}))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return float(process.stdout)
