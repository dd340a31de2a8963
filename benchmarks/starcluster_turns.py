"""The cost of a month of Starcluster, compared with a turn of Galaxy G, and its growth.

Eight empires are in a map of sixteen clusters and the core: 500 systems. Each has charted its own
cluster, the next one and the core, has colonized its cluster, raises a Science Level, and is at war
with its neighbour, whose homeworld one in sixty of its fleets visits. Units act in fleets of five:
three warships, a logistics ship and a survey ship. A third of the fleets are under way, a third
survey, and one in four of the others gets an order to move. The game keeps its seed, so a month run
again is the same month.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

import horizons_core as hz
from benchmarks import galaxy_g_turns
from benchmarks.galaxy_g_turns import timed
from benchmarks.measuring import Stopwatch, extremes, growth, in_turns
from horizons_core.rng import Stream
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import Hull
from variants.starcluster.designs.text import read_systems
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Class, Empire, ExplorationWork, Fleet, Project, Relation
from variants.starcluster.model import Starcluster as Game
from variants.starcluster.model.empires import WAR
from variants.starcluster.model.knowledge import detailed_survey
from variants.starcluster.rules.charts import learn_transit
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.rules.movement import HUNDREDTHS
from variants.starcluster.rules.sensors import SURVEY
from variants.starcluster.setup.empires import add_unit, new_fleet
from variants.starcluster.setup.galaxy import add_cluster, is_in_cluster, is_in_core

EMPIRES, CLUSTERS, SYSTEMS = 8, 16, 500
#: Number of units of all empires, and for the growth.
UNITS, FEW, MANY = 2_000, 200, 6_000
QUICK_MANY = 600
REPETITIONS = 5
#: Number of races of Galaxy G for comparison.
RACES = 10
BOT = "settler"
DESTROYER, FRIGATE, SUPPLY, SCOUT = "Destroyer", "Frigate", "Supply", "Scout"
CLASSES = {
    DESTROYER: ("DD", "(SS)1(AAAA)1(QQQ)1[Y1](KKKKKKK)1[Bsa](GGGGGG)1[Mg](IIIII)1"),
    FRIGATE: ("FGf", "[S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"),
    SUPPLY: ("FT4", "[Q1](Q)x9[Bsa][Hb](H)x60(I)x8 1"),
    SCOUT: ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(QQQ)][(IcIcIc)]"),
}
#: The units of a fleet.
FLEET = (DESTROYER, FRIGATE, FRIGATE, SUPPLY, SCOUT)
ABROAD = 60
#: Divisor of the units for the most of one non-player race.
NATIVES = 40
#: Research trees of all empires.
TREES = ("CON", "SEN", "ELC")
TURN_BAR, REPORT_BAR, GROWTH_BAR, BOT_BAR = 2.0, 2.0, 1.3, 0.5
TEXT = "reports as text"
NOT_THE_TURN = ("views and report data", TEXT, "reports as HTML", "digest")


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure a month and its reports compared with Galaxy G's, its growth, and bots' orders."""
    many = QUICK_MANY if quick else MANY
    works: dict[str, Any] = {
        "starcluster": situation(UNITS),
        "few": situation(FEW),
        "many": situation(many),
        "galaxy": galaxy_g_turns.situation(RACES),
    }
    for work in works.values():
        timed(*work)  # compiles, or loads, the kernels and templates
    repetitions = 2 if quick else REPETITIONS
    parts = in_turns(works, lambda _, work: timed(*work), repetitions)
    game, _ = works["starcluster"]
    thinking = [orders_of_bots(game) for _ in range(repetitions)]

    def turns(name: str, divisor: int) -> list[float]:
        totals = [
            sum(t for part, t in run.items() if part not in NOT_THE_TURN) for run in parts[name]
        ]
        return [1e6 * total / divisor for total in totals]

    def texts(name: str, divisor: int) -> list[float]:
        return [1e3 * run[TEXT] / divisor for run in parts[name]]

    month, turn = turns("starcluster", UNITS), turns("galaxy", RACES * galaxy_g_turns.GROUPS)
    text_times, galaxy_texts = texts("starcluster", EMPIRES), texts("galaxy", RACES)
    milliseconds = [UNITS * each / 1e3 for each in month]
    return [
        _row(
            "Starcluster: a month, time a unit in terms of Galaxy G's a group",
            growth(turn, month),
            TURN_BAR,
            f"{EMPIRES} empires, {SYSTEMS} systems, {UNITS:,} units:"
            f" {statistics.median(month):.0f} us a unit, {statistics.median(turn):.0f} us a group;"
            f" {statistics.median(milliseconds):.0f} ms a month",
        ),
        _row(
            "Starcluster: a report as text in terms of Galaxy G's",
            growth(galaxy_texts, text_times),
            REPORT_BAR,
            f"{statistics.median(text_times):.0f} ms and {statistics.median(galaxy_texts):.0f} ms",
        ),
        _row(
            f"Starcluster: time a unit, {FEW} to {many:,} units",
            growth(turns("few", FEW), turns("many", many)),
            GROWTH_BAR,
            f"{statistics.median(turns('few', FEW)):.0f} us a unit at {FEW},"
            f" {statistics.median(turns('many', many)):.0f} us at {many:,}",
        ),
        _row(
            "Starcluster: the orders of all bots in terms of the month",
            growth(milliseconds, thinking),
            BOT_BAR,
            f"{EMPIRES} of {BOT}: {statistics.median(thinking):.0f} ms, their views not counted",
        ),
        {
            "name": f"Starcluster, a month of {EMPIRES} empires and {UNITS:,} units, with reports",
            **extremes([sum(run.values()) for run in parts["starcluster"]]),
            "unit": "s",
            "bar": None,
            "better": "at most",
            "note": _cost_note(parts["starcluster"]),
        },
    ]


def orders_of_bots(game: Game) -> float:
    """Return milliseconds of processor time for all bots to write their orders."""
    variant = hz.load_variant("starcluster")
    bot = variant.bots[BOT]
    views = [variant.view(game, empire.id) for empire in game.empires]
    watch = Stopwatch()
    for view in views:
        bot.orders(view, Stream.from_key("benchmarks", "bots", view.empire or ""))
    return 1e3 * watch.total()


def situation(units: int) -> tuple[Game, dict[str, str]]:
    """Return a game with this number of units of all empires and natives, and the orders."""
    names = [f"Empire{number}" for number in range(1, EMPIRES + 1)]
    game: Any = hz.load_variant("starcluster").new_game(names, seed=1)
    stream = Stream.from_key("benchmarks", "starcluster", units)
    for number in range(EMPIRES + 1, CLUSTERS + 1):
        add_cluster(game, number, game.template, stream)
    assert len(game.systems) == SYSTEMS
    for empire in game.empires:
        _develop(game, empire)
        _chart(game, empire)
    _begin_wars(game)
    powers = [*game.empires, *game.natives]
    game.units = [u for power in powers for u in game.units_of(power.id)[: units // NATIVES]]
    _add_units(game, units, stream)
    disband_empty(game)
    assert len(game.units) == units
    return game, {empire.id: _orders(game, empire, stream) for empire in game.empires}


def _develop(game: Game, empire: Empire) -> None:
    """Give an empire money, colonies in all habitable systems of its cluster, and projects."""
    empire.el, empire.freighters, empire.stock[TREASURY] = 3, 400, MC * 1_000_000
    for name, (hull, text) in CLASSES.items():
        empire.classes[name] = Class(name=name, design=Design(Hull(hull), read_systems(text)))
    for system in game.systems:
        if is_in_cluster(system.id, empire.number) and system.planets and not system.owner:
            system.owner, system.pu, system.science = empire.id, system.most_pu // 2, 1
    colonies = game.colonies(empire.id)
    for tree, system in zip(TREES, colonies, strict=False):
        empire.projects[tree] = Project(name=tree, centers=[system.id])


def _chart(game: Game, empire: Empire) -> None:
    """Chart an empire's cluster, the next one and the core."""
    near = [
        system
        for system in game.systems
        if is_in_core(system.id)
        or any(is_in_cluster(system.id, empire.number + step) for step in (0, 1))
    ]
    known = {system.id for system in near}
    for link in game.links:
        if link is not None and link.a in known and link.b in known:
            learn_transit(empire, link)
    for system in near:
        points = tuple(empire.charts.points.get(system.id, ()))
        empire.charts.surveys[system.id] = detailed_survey(system, 0, points)
    empire.charts.visited = [system.id for system in near]


def _begin_wars(game: Game) -> None:
    """Let all empires know each other, each at war with one other."""
    for empire in game.empires:
        for other in game.empires:
            if empire is not other:
                enemies = {empire.number, other.number} in _WARS
                empire.relations[other.id] = Relation(stance=WAR) if enemies else Relation()


_WARS = [{number, number + 1} for number in range(1, EMPIRES, 2)]


def _add_units(game: Game, units: int, stream: Stream) -> None:
    places = {empire.id: _places(game, empire) for empire in game.empires}
    fleets: dict[str, Fleet] = {}
    counts = dict.fromkeys(places, 0)
    while len(game.units) < units:
        for empire in game.empires[: units - len(game.units)]:
            count = counts[empire.id]
            counts[empire.id] += 1
            if count % len(FLEET) == 0:
                number = count // len(FLEET)
                fleets[empire.id] = _new_fleet(game, empire, number, places, stream)
            name = FLEET[count % len(FLEET)]
            design = empire.classes[name].design
            unit = add_unit(game, empire, name, design, fleets[empire.id])
            unit.price = unit.list_price = design.list_price
            unit.train = name == SUPPLY


def _new_fleet(
    game: Game,
    empire: Empire,
    number: int,
    places: dict[str, Sequence[str]],
    stream: Stream,
) -> Fleet:
    at = stream.choice(places[empire.id])
    if number % ABROAD == 1:  # one that is at rest
        at = game.empires[empire.number % 2 * 2 + empire.number - 2].home
    fleet = new_fleet(game, empire, at)
    if number % 3 == 0:
        fleet.scan = ExplorationWork(kind=SURVEY, system=at)
    elif number % 3 == 2:
        fleet.points = stream.below(HUNDREDTHS * StarclusterEconomy().transit_points)
        system = at
        for _ in range(3):
            link = game.link(stream.choice(empire.charts.points[system]))
            fleet.path.append(link.number)
            system = link.other(system)
    return fleet


def _places(game: Game, empire: Empire) -> list[str]:
    """Return the systems of its cluster, and its share of those of the core."""
    core = [system.id for system in game.systems if is_in_core(system.id)]
    cluster = [name for name in empire.charts.visited if is_in_cluster(name, empire.number)]
    return [*cluster, *core[empire.number - 1 :: EMPIRES]]


def _orders(game: Game, empire: Empire, stream: Stream) -> str:
    goals = empire.charts.visited
    lines = [
        f"MOVE {fleet.name} {stream.choice(goals)}"
        for fleet in game.fleets_of(empire.id)
        if not fleet.path and fleet.scan is None and stream.below(4) == 0
    ]
    return "\n".join(lines)


def _row(name: str, figures: dict[str, float], bar: float, note: str) -> dict[str, Any]:
    return {"name": name, **figures, "unit": "x", "bar": bar, "better": "at most", "note": note}


def _cost_note(parts: list[dict[str, float]]) -> str:
    costs = {part: statistics.median(run[part] for run in parts) for part in parts[0]}
    return ", ".join(f"{part} {1e3 * cost:.0f} ms" for part, cost in costs.items())
