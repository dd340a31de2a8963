"""First contact of players of Starcluster: `python -m benchmarks.starcluster_contact`.

Explorers do nothing but explore: each player has two groups of three scouts from the first turn
(`--groups`), which scan, survey and probe the nearest system with work for them, and are replaced
when they are lost. Scans are known at once, as if couriers were ready on the way (SC-EXP-011), and
no race attacks them, so players who also settle, trade and fight meet others later. Turns are the
game's own, with the phases that explorers need. `--players 4 --pace 40 --games 20` prints one line.
It measures the game and not the computer, so it is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

import horizons_core as hz
from benchmarks.mutation.reporting import interval
from variants.starcluster.bots.strategic import SCOUT, SCOUT_CLASS
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import Empire, Fleet, Starcluster
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.rules.charts import learn_points
from variants.starcluster.setup.empires import add_unit, new_fleet

PHASES = ("orders", "movement", "exploration", "sightings", "reports")
#: Number of scout groups per player, and of ships per group.
GROUPS, GROUP = 2, 3
#: Players and paces of the table, games per line, and with --quick.
PLAYERS, PACES, MANY, QUICK = (2, 4, 8), (100, 40), 40, 2
#: The last turn of the games.
LAST = 240
HEADS = (
    "players", "groups", "pace", "games", "first contact: median",
    f"none by turn {LAST}", "first ship in the core: median",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each number of players and pace."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.starcluster_contact", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="few games of two players")
    parser.add_argument("--players", type=int, action="append", help="numbers of players")
    parser.add_argument("--pace", type=int, action="append", help="values of the option")
    parser.add_argument("--groups", type=int, default=GROUPS, help="groups of scouts a player")
    parser.add_argument("--games", type=int, default=MANY, help="games a row")
    options = parser.parse_args(arguments)
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for players in PLAYERS[:1] if options.quick else options.players or PLAYERS:
        for pace in PACES[1:] if options.quick else options.pace or PACES:
            games = QUICK if options.quick else options.games
            print(f"| {' | '.join(row(players, pace, games, options.groups))} |", flush=True)
    return 0


def row(players: int, pace: int, games: int, groups: int) -> Iterator[str]:
    """Yield the cells of a table's row."""
    results = [explore(players, pace, number, groups) for number in range(1, games + 1)]
    meetings = [contact for contact, _ in results]
    yield from (str(players), str(groups), str(pace), str(games), median(meetings))
    never = meetings.count(None)
    low, high = interval(never, games)
    yield f"{never / games:.0%} ({low:.0%} to {high:.0%})"
    yield median([core for _, core in results])


def median(turns: Sequence[int | None]) -> str:
    """Format a median of turns with its 95 per cent interval, by ranks; None is after the end."""
    ranked = sorted(math.inf if turn is None else turn for turn in turns)
    count = len(ranked)
    half = 1.96 * math.sqrt(count) / 2
    ranks = (count // 2, max(0, math.floor(count / 2 - half)), math.ceil(count / 2 + half))
    value, low, high = (ranked[min(rank, count - 1)] for rank in ranks)
    texts = [f"after {LAST}" if turn == math.inf else str(turn) for turn in (value, low, high)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def explore(
    players: int, pace: int, number: int, groups: int = GROUPS
) -> tuple[int | None, int | None]:
    """Return the turns of the first contact and of the first ship in the core; None for never."""
    rules = hz.load_variant("starcluster")
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    game: Starcluster = rules.new_game(names, seed=number, options={"pace": pace})
    core = None
    while game.turn < LAST:
        for empire in game.empires:
            send_out(game, empire, groups)
        orders = {empire.id: "".join(orders_of(game, empire)) for empire in game.empires}
        game = hz.run_turn(game, orders, only=PHASES, variant=rules).game
        for empire in game.empires:
            apply_surveys(game, empire)
        if core is None and any(map(is_in_core, game.empires)):
            core = game.turn
        if any(name in names for empire in game.empires for name in empire.relations):
            return game.turn, core
    return None, core


def is_in_core(empire: Empire) -> bool:
    """Return whether a ship of an empire has been in the core."""
    return any(system.startswith("C") for system in empire.charts.visited)


def send_out(game: Starcluster, empire: Empire, groups: int) -> None:
    """Give an empire the groups of scouts that it lacks, of the bot `settler`'s design."""
    name, (hull, text) = SCOUT, SCOUT_CLASS
    design = Design(hull_named(hull), read_systems(text))
    for _ in range(groups - len(groups_of(game, empire))):
        fleet = new_fleet(game, empire, empire.home)
        for _ in range(GROUP):
            add_unit(game, empire, name, design, fleet)


def apply_surveys(game: Starcluster, empire: Empire) -> None:
    """Add the surveys of its ships to an empire's charts at once."""
    charts = empire.charts
    for survey in empire.carried.values():
        known = charts.surveys.get(survey.system)
        if known is None or known.level < survey.level:
            charts.surveys[survey.system] = survey
            learn_points(empire, survey.system, map(game.link, survey.links))
    empire.carried = {}
    for unit in game.units_of(empire.id):
        unit.surveys = []


# destinations of groups


def orders_of(game: Starcluster, empire: Empire) -> Iterator[str]:
    """Yield orders: every idle group works in its place, or goes to the nearest unassigned work.

    Groups avoid systems where scouts vanished without news.
    """
    groups, near = groups_of(game, empire), neighbours_of(game, empire)
    lost = {at for at in empire.charts.visited if at not in empire.charts.surveys}
    lost -= {fleet.at for fleet in groups}
    assigned = {destination_of(game, fleet) for fleet in groups if fleet.path or fleet.scan}
    for fleet in groups:
        if fleet.path or fleet.scan:
            continue
        target = nearest(
            fleet.at, near, lambda at: at not in assigned | lost and bool(next_work(empire, at))
        )
        if target is None:
            continue
        assigned.add(target)
        if target == fleet.at:
            verb, *point = next_work(empire, target)
            yield f"{' '.join((verb, fleet.name, *point))}\n"
        else:
            yield f"MOVE {fleet.name} {target}\n"


def groups_of(game: Starcluster, empire: Empire) -> list[Fleet]:
    """Return an empire's fleets of scouts."""
    scouts = {unit.fleet for unit in game.units_of(empire.id) if unit.of_class == SCOUT}
    return [fleet for fleet in game.fleets_of(empire.id) if fleet.id in scouts]


def neighbours_of(game: Starcluster, empire: Empire) -> Mapping[str, list[str]]:
    """Return, by system, the systems to which probed points lead."""
    charts, probed = empire.charts, set(empire.charts.probed)
    return {
        system: [
            link.other(system) for link in map(game.link, numbers) if link.end(system) in probed
        ]
        for system, numbers in charts.points.items()
    }


def destination_of(game: Starcluster, fleet: Fleet) -> str:
    """Return the destination of a group."""
    at = fleet.at
    for number in fleet.path:
        at = game.link(number).other(at)
    return at


def nearest(
    start: str, near: Mapping[str, list[str]], is_wanted: Callable[[str], bool]
) -> str | None:
    """Return the nearest system of a kind, perhaps the start itself; None without one."""
    queue, visited = deque([start]), {start}
    while queue:
        system = queue.popleft()
        if is_wanted(system):
            return system
        new = [neighbour for neighbour in near.get(system, ()) if neighbour not in visited]
        visited.update(new)
        queue.extend(new)
    return None


def next_work(empire: Empire, at: str) -> tuple[str, ...]:
    """Return the work in a system: an order's verb, and the point if it probes one."""
    charts = empire.charts
    survey = charts.surveys.get(at)
    if survey is None or survey.level < BASIC:
        return ("SCAN",)
    if survey.level < DETAILED:
        return ("SURVEY",)
    for place, number in enumerate(charts.points.get(at, ()), 1):
        if f"{at}/{number}" not in charts.probed:
            return ("PROBE", f"{at}.W{place}")
    return ()


if __name__ == "__main__":
    raise SystemExit(main())
