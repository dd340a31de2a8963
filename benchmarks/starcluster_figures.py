"""The design note's figures compared with the game: `python -m benchmarks.starcluster_figures`.

The first table has prices, set-ups, growth, research and battles; the second the career of an
empire of the bot `settler` that is alone, by the rules and without the surveys with which an empire
begins (SC-START-010), as in the note. Means have 95 per cent intervals; other figures follow from
the rules. `--quick` draws few. It measures the game and not the computer, so it is not a part of
`make bench`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import define, field

import horizons_core as hz
from benchmarks import starcluster_fleets
from benchmarks.starcluster_fleets import Row, mean, price
from horizons_core.rng import Stream
from tests.variants.starcluster.battles import DESTROYER, FRIGATE
from variants.starcluster.bots.strategic import SCOUT_CLASS
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Planet, Race, Starcluster, StarSystem
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.setup.galaxy import roll_template, transits

#: Number of games, draws and battles of a figure, and with --quick.
GAMES, DRAWS, BATTLES = 8, 500, 4_000
QUICK_GAMES, QUICK_DRAWS, QUICK_BATTLES = 2, 10, 20
LAST = 240
#: The note's gross income and colonized systems by turn, and the turn of each EL.
INCOME = {12: "5000", 60: "8600", 120: "39000", 180: "102000", 240: "198000"}
COLONIES = {60: "1.9", 120: "3.8", 180: "5.8", 240: "7.9"}
LEVELS = {2: "62", 3: "105", 4: "145", 5: "181", 6: "214"}
ECONOMY = StarclusterEconomy()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.starcluster_figures", description=__doc__
    )
    parser.add_argument("--quick", action="store_true", help="few games, draws and battles")
    parser.add_argument("--last", type=int, default=LAST, help="the last turn of the games")
    options = parser.parse_args(arguments)
    games, draws, battles = (
        (QUICK_GAMES, QUICK_DRAWS, QUICK_BATTLES) if options.quick else (GAMES, DRAWS, BATTLES)
    )
    _head("figure", "the note", "the game")
    for rows in (
        prices(), clusters(draws), growth(draws), network(draws), research(),
        starcluster_fleets.rows(battles),
    ):  # fmt: skip
        for row in rows:
            _line(*row)
    print()
    _head("figure", "the note", "without surveys", "by the rules")
    for cells in careers(games, options.last):
        _line(*cells)
    return 0


def _head(*cells: str) -> None:
    _line(*cells)
    print(f"|{'---|' * len(cells)}")


def _line(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


# figures that follow from the rules


def prices() -> Iterator[Row]:
    """Yield the homeworld's first income, and the prices of its first fleets."""
    game = alone(1)
    (empire,) = game.empires
    gross = gross_income(game, empire, ECONOMY)
    net = gross - sum(cost for _, cost, _ in upkeep(game, empire, ECONOMY))
    yield "gross and net income at the start", "5000, about 4800", f"{gross / MC}, {net / MC}"
    frigates = [round(MC * price(FRIGATE))] * 5
    upkeep_ = ECONOMY.upkeep_of_units(frigates) / MC
    yield "five worked FGf, upkeep", "1630.50, 16.31", f"{sum(frigates) / MC:.2f}, {upkeep_:.2f}"
    hull, design = SCOUT_CLASS
    scouts = 6 * price({"hull": hull, "design": design})
    yield "six scouts", "2142", f"{scouts:.0f}"
    yield "the DD of the battles", "427", f"{price(DESTROYER):.0f}"


def research() -> Iterator[Row]:
    """Yield the mean turns and MC of projects."""
    rules = ECONOMY.research
    step = rules.level_step(2, 0, Fraction(1))
    yield _project("SL 2, rating 2, TRM 2", "8, 16000", rules.level_turns(2, 2, 0, 2), step, 2000)
    for name, note, level, modifier, special in (
        ("technology of SL 1, TRM 1", "10, 9600", 1, 1, 0),
        ("technology of SL 2, TRM 2", "10, 40000", 2, 2, 0),
        ("knot of SL 1, TRM 1", "23, 232000", 1, 1, -10),
    ):
        turns = rules.development_turns(level, 1, modifier, special)
        cost = rules.development_price(level, modifier, special)
        step = rules.development_step([level], special, Fraction(1))
        yield _project(name, note, turns, step, cost)
    turns, step = rules.level_turns(5, 2, -10, 6), rules.level_step(6, -10, Fraction(1))
    yield _project("knot of a BB, rating 6", "28, 141000", turns, step, rules.level_price(5))


def _project(name: str, note: str, least: int, step: Fraction, cost: Fraction | int) -> Row:
    """Return a project with a least number of turns, a step of its chance and a cost per turn."""
    turns, running, rolls = Fraction(least - 1), Fraction(1), 0
    while running > Fraction(1, 10**9):
        rolls += 1
        turns += running
        chance = min(Fraction(1), ECONOMY.research.chance(step, rolls) / 100)
        running = Fraction(float(running * (1 - chance)))
    spent = float(turns) * float(cost)
    return f"turns, MC: {name}", note, f"{float(turns):.1f}, {spent:.0f}"


# random figures


def clusters(draws: int) -> Iterator[Row]:
    """Yield the contents of cluster templates besides the homeworld."""
    templates = [roll_template(Stream.from_key("templates", number)) for number in range(draws)]
    habitable = [
        sum(bool(system.planets) for system in template.systems[1:]) for template in templates
    ]
    people = [sum(system.most_pu for system in template.systems[1:]) for template in templates]
    depth = [max(transits(template.links, 0).values()) for template in templates]
    yield "habitable systems of a cluster, home aside", "12.6", mean(habitable)
    yield "PU of a cluster, home aside", "10300", mean(people)
    yield "its depth in transits", "5.7", mean(depth)


def growth(draws: int) -> Iterator[Row]:
    """Yield the turns until a colony is full, by its Growth Modifier."""
    for planets, note in ((1, "13-19"), (5, "27-33"), (10, "35")):
        turns = [
            mean([_filled(planets, modifier, n) for n in range(draws)]) for modifier in (3, 2, 1)
        ]
        yield f"turns to {100 * planets} PU, GM 3, 2, 1", note, ", ".join(turns)


def _filled(planets: int, modifier: int, number: int) -> int:
    stream = Stream.from_key("growth", planets, modifier, number)
    place = StarSystem(id="7", pu=planets, growth=modifier, planets=[Planet()] * planets)
    turns = 0
    while place.pu < place.most_pu:
        place.pu += ECONOMY.growth(place, Race(traits=()), stream.die(6))
        turns += 1
    return turns


def network(draws: int) -> Iterator[Row]:
    """Yield the final wealth of an empire that buys nothing, in millions of MC."""
    millions = [_saved(number) / MC / 1e6 for number in range(draws)]
    yield f"millions at turn {LAST} with the GTN alone", "1.7", mean(millions)


def _saved(number: int) -> int:
    stream, treasury, deposit = Stream.from_key("network", number), 10_000 * MC, 0
    for _ in range(LAST):
        treasury += 4_800 * MC + ECONOMY.dividend(deposit, stream.die(10))
        added = ECONOMY.most_deposit(treasury, deposit)
        treasury, deposit = treasury - added, deposit + added
    return treasury + deposit


# the career of an empire


@define
class Career:
    """The career of an empire: turns of its first colony and of each EL, and figures by turn.

    Attributes:
        colony: the turn of the first colony; the last turn if there was none.
        levels: by EL, the turn in which it was reached.
        gross: by turn, its gross income in MC.
        systems: by turn, its systems besides the homeworld.
    """

    colony: int = 0
    levels: dict[int, int] = field(factory=dict)
    gross: dict[int, float] = field(factory=dict)
    systems: dict[int, int] = field(factory=dict)


def careers(games: int, last: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cells of the second table."""
    both = [
        [career(number, last, surveyed=surveyed) for number in range(1, games + 1)]
        for surveyed in (False, True)
    ]
    colonies = (mean([c.colony for c in group]) for group in both)
    yield "turn of the first colony", "51 (45-75)", *colonies
    for level, note in LEVELS.items():
        if all(level in c.levels for group in both for c in group):
            yield (
                f"turn of EL {level}", note,
                *(mean([c.levels[level] for c in group]) for group in both),
            )  # fmt: skip
    for turn, note in INCOME.items():
        if turn <= last:
            gross = (mean([c.gross[turn] for c in group]) for group in both)
            yield f"gross income at turn {turn}", note, *gross
    for turn, note in COLONIES.items():
        if turn <= last:
            systems = (mean([c.systems[turn] for c in group]) for group in both)
            yield f"colonies at turn {turn}", note, *systems


def career(number: int, last: int, *, surveyed: bool) -> Career:
    """Return a lone settler's career, with surveys of the systems next to its home or without."""
    rules = hz.load_variant("starcluster")
    game, result = alone(number), Career()
    if not surveyed:
        (empire,) = game.empires
        charts, home = empire.charts, empire.home
        charts.probed = []
        charts.points = {home: charts.points[home]}
        charts.surveys = {home: charts.surveys[home]}
    while game.turn < last:
        view = rules.view(game, "Ada")
        text = rules.bots["settler"].orders(view, Stream.from_key("settler", game.turn))
        game = hz.run_turn(game, {"Ada": text}, variant=rules).game
        _record(result, game)
    result.colony = result.colony or last
    return result


def _record(record: Career, game: Starcluster) -> None:
    empire, turn = game.empires[0], game.turn
    record.systems[turn] = len(game.colonies(empire.id)) - 1
    record.gross[turn] = gross_income(game, empire, ECONOMY) / MC
    record.levels.setdefault(empire.el, turn)
    if record.systems[turn] and not record.colony:
        record.colony = turn


def alone(number: int) -> Starcluster:
    """Create a game of one player."""
    game: Starcluster = hz.load_variant("starcluster").new_game(["Ada"], seed=number)
    return game


if __name__ == "__main__":
    raise SystemExit(main())
