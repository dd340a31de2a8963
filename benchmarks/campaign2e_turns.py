"""The cost of a week of the campaign, compared with a turn of Galaxy G, and its growth.

Eight players have ships in groups of four, 400 hexes are known, a third of the groups are under
way, and each player raids a neighbour and has a fleet at another's world. The game keeps its seed,
so a week run again is the same week.
"""

from __future__ import annotations

import statistics
from typing import Any

import horizons_core as hz
from benchmarks import galaxy_g_turns
from benchmarks.galaxy_g_turns import timed
from benchmarks.measuring import extremes, growth, in_turns
from horizons_core.rng import Stream
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player
from variants.campaign2e.rules.exploration import explore, is_in_grid
from variants.campaign2e.rules.purchases import deliver, group_for_delivery

PLAYERS, HEXES = 8, 400
#: Number of ships of all players, and for the growth.
SHIPS, FEW, MANY = 320, 100, 3_000
QUICK_MANY = 320
REPETITIONS = 5
#: Number of races of Galaxy G for comparison.
RACES = 10
TYPES = ("CH", "DD", "FF", "CL", "AX", "DD", "FF", "BC")
PER_GROUP = 4
TURN_BAR, REPORT_BAR, GROWTH_BAR = 3.0, 2.0, 1.3
TEXT = "reports as text"
NOT_THE_TURN = ("views and report data", TEXT, "reports as HTML", "digest")


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure a week and its reports compared with Galaxy G's, and the growth of time per ship."""
    many = QUICK_MANY if quick else MANY
    works: dict[str, Any] = {
        "campaign": situation(SHIPS),
        "few": situation(FEW),
        "many": situation(many),
        "galaxy": galaxy_g_turns.situation(RACES),
    }
    for work in works.values():
        timed(*work)  # compiles, or loads, the kernels and templates
    parts = in_turns(works, lambda _, work: timed(*work), 2 if quick else REPETITIONS)

    def turns(name: str, divisor: int) -> list[float]:
        totals = [
            sum(t for part, t in run.items() if part not in NOT_THE_TURN) for run in parts[name]
        ]
        return [1e3 * total / divisor for total in totals]

    def texts(name: str, divisor: int) -> list[float]:
        return [1e3 * run[TEXT] / divisor for run in parts[name]]

    week, turn = turns("campaign", SHIPS), turns("galaxy", RACES * galaxy_g_turns.GROUPS)
    text_times, galaxy_texts = texts("campaign", PLAYERS), texts("galaxy", RACES)
    return [
        _row(
            "Campaign: a week, time a ship in terms of Galaxy G's a group",
            growth(turn, week),
            TURN_BAR,
            f"{PLAYERS} players, {SHIPS} ships: {statistics.median(week):.2f} ms a ship,"
            f" {statistics.median(turn):.2f} ms a group;"
            f" {statistics.median(week) * SHIPS:.0f} ms a week",
        ),
        _row(
            "Campaign: a report as text in terms of Galaxy G's",
            growth(galaxy_texts, text_times),
            REPORT_BAR,
            f"{statistics.median(text_times):.0f} ms and {statistics.median(galaxy_texts):.0f} ms",
        ),
        _row(
            f"Campaign: time a ship, {FEW} to {many:,} ships",
            growth(turns("few", FEW), turns("many", many)),
            GROWTH_BAR,
            f"{statistics.median(turns('many', many)):.2f} ms a ship at {many:,}",
        ),
        {
            "name": f"Campaign, a week of {PLAYERS} players and {SHIPS} ships, with all reports",
            **extremes([sum(run.values()) for run in parts["campaign"]]),
            "unit": "s",
            "bar": None,
            "better": "at most",
            "note": _cost_note(parts["campaign"]),
        },
    ]


def situation(ships: int) -> tuple[Campaign, dict[str, str]]:
    """Return a campaign with this number of ships of all players, and all players' orders."""
    names = [f"Player{number}" for number in range(1, PLAYERS + 1)]
    game: Any = hz.load_variant("campaign2e").new_game(names, seed=1)
    stream = Stream.from_key("benchmarks", "campaign2e", ships)
    _add_hexes(game)
    economy = Logistics()
    game.groups = [group for group in game.groups if group.defence]
    game.ships = [ship for ship in game.ships if ship.defence]
    for player in game.empires:
        _add_ships(game, player, ships // PLAYERS, economy, stream)
    return game, {player.id: _orders(game, player, stream) for player in game.empires}


def _add_hexes(game: Campaign) -> None:
    """Make 400 hexes known to all players: the first area, and as many around it."""
    outside = [(x, y) for x in range(-3, 18) for y in range(-3, 18) if not is_in_grid((x, y))]
    outside = outside[: HEXES - 13 * 13]
    explore(game, outside, lambda at: Stream.from_key("hexes", *at))
    for player in game.empires:
        player.explored = list(game.explored)


def _add_ships(
    game: Campaign, player: Player, count: int, economy: Logistics, stream: Stream
) -> None:
    own_worlds = game.worlds_of(player.id)
    foreign_worlds = [world for world in game.worlds if world.owner not in ("", player.id)]
    group = None
    for number in range(count):
        if group is None or number % PER_GROUP == 0:
            group = group_for_delivery(game, player, stream.choice(own_worlds), "")
            if number % (5 * PER_GROUP) == PER_GROUP:
                group.at = stream.choice(foreign_worlds).at
        deliver(game, economy, player, by_type(TYPES[number % len(TYPES)]), group)


def _orders(game: Campaign, player: Player, stream: Stream) -> str:
    lines = []
    for group in game.groups_of(player.id):
        world = game.world_at(group.at)
        if group.defence or world is None:
            continue
        if world.owner != player.id:
            lines += [f"CONTACT {group.name} ATTACK", f"RAID {group.name}"]
        elif stream.below(3) == 0:
            near = [
                other for other in game.worlds if other is not world and _near(other.at, world.at)
            ]
            if near:
                lines.append(f"MOVE {group.name} TO {stream.choice(near).id}")
    return "\n".join(lines)


def _near(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def _row(name: str, figures: dict[str, float], bar: float, note: str) -> dict[str, Any]:
    return {"name": name, **figures, "unit": "x", "bar": bar, "better": "at most", "note": note}


def _cost_note(parts: list[dict[str, float]]) -> str:
    costs = {part: statistics.median(run[part] for run in parts) for part in parts[0]}
    return ", ".join(f"{part} {1e3 * cost:.0f} ms" for part, cost in costs.items())
