"""The cost of a turn of Far Horizons, by phase, view, report and store, and its growth.

Eighteen settlers play twenty turns; their next turn is measured, in a warm process, with all
reports in the classic text. The C engine of 1999 takes 30 to 70 ms for a turn of that size. The
large game has 300 species and 3,000 stars, more than the rules allow, made of the same parts; its
settlers have played as long. The game keeps its seed, so a turn run again is the same turn.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

import horizons_core as hz
from benchmarks.measuring import Stopwatch, extremes, growth, in_turns, turn_with_reports
from horizons_core.rng import Stream
from variants.far_horizons.dice import dice_of
from variants.far_horizons.rules.housekeeping import open_game
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.setup.forms import SetupForm
from variants.far_horizons.setup.galaxy import Size, draw_galaxy
from variants.far_horizons.setup.species import create_species, draw_templates

SPECIES, LARGE, STARS_EACH = 18, 300, 10
QUICK_LARGE = 60
TURNS, QUICK_TURNS = 20, 6
REPETITIONS = 7
ENGINE = 70.0  #: milliseconds that the C engine takes, at most
BAR = 3 * ENGINE
GROWTH_BAR = 1.3


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure an ordinary turn, its parts, and the growth of the time per species."""
    large = QUICK_LARGE if quick else LARGE
    turns = QUICK_TURNS if quick else TURNS
    games = {count: played(opened(count), turns) for count in (SPECIES, large)}
    for game, orders in games.values():
        timed(game, orders)
    parts = in_turns(games, lambda _, turn: timed(*turn), 2 if quick else REPETITIONS)
    each = {count: [_total(run) / count for run in parts[count]] for count in games}
    return [
        {
            "name": f"Far Horizons turn: {SPECIES} species, all reports as text",
            **extremes([_total(run) for run in parts[SPECIES]]),
            "unit": "ms",
            "bar": BAR,
            "better": "at most",
            "note": f"the C engine takes 30 to {ENGINE:.0f} ms; {_shares(parts[SPECIES])}",
        },
        {
            "name": f"Far Horizons turn: {SPECIES} species, pages too, and stored",
            **extremes([sum(run.values()) for run in parts[SPECIES]]),
            "unit": "ms",
            "bar": None,
            "better": "at most",
            "note": "",
        },
        {
            "name": f"Far Horizons turn: time per species, {SPECIES} to {large} species",
            **growth(each[SPECIES], each[large]),
            "unit": "x",
            "bar": GROWTH_BAR,
            "better": "at most",
            "note": f"{large} species, {large * STARS_EACH:,} stars: {_shares(parts[large])}",
        },
    ]


def opened(count: int) -> Any:
    """Create a game of this number of species with ten stars each, beyond the rules' sizes."""
    variant = hz.load_variant("far_horizons")
    game: Any = variant.new_game(["Ada", "Brin"], seed=1, options={"last_turn": 0})
    dice = dice_of(Stream.from_key("benchmarks", "far_horizons", count))
    stars = count * STARS_EACH
    radius = round((stars * 8000 / 90) ** (1 / 3))
    drawn = draw_galaxy(Size(count, stars, radius), dice)
    drawn.empires = []
    forms = {f"P{number}": _form(number) for number in range(1, count + 1)}
    create_species(drawn, forms, draw_templates(dice), 5, dice)
    game.radius, game.planned_species = radius, count
    game.stars, game.empires = drawn.stars, drawn.empires
    open_game(game)
    record_knowledge(game, 0)
    return game


def _form(number: int) -> SetupForm:
    return SetupForm(
        name=f"Species {number}",
        home=f"Home {number}",
        government="The Council",
        government_type="Republic",
        levels={"ML": 4, "GV": 4, "LS": 4, "BI": 3},
    )


def played(game: Any, turns: int) -> tuple[Any, dict[str, str]]:
    """Return the game after settlers have played it, and their orders for the next turn."""
    for _ in range(turns):
        game = hz.run_turn(game, orders_of(game)).game
    return game, orders_of(game)


def orders_of(game: Any) -> dict[str, str]:
    """Return the orders of settlers."""
    variant = hz.load_variant("far_horizons")
    bot = variant.bots["settler"]
    return {
        species.id: bot.orders(
            variant.view(game, species.id), Stream.from_key("benchmarks", species.id, game.turn)
        )
        for species in game.empires
    }


#: Parts that the C engine does not have.
_MORE = ("pages", "store")


def timed(game: Any, orders: dict[str, str]) -> dict[str, float]:
    """Return milliseconds of processor time by part of the turn and of its reports."""
    watch = Stopwatch()
    _store(turn_with_reports(watch, game, orders, views="views", text="text", pages="pages"))
    watch.ended("store")
    return {name: 1e3 * value for name, value in watch.parts.items()}


def _store(turn: hz.Turn) -> None:
    """Write the game after the turn as the host does: as canonical JSON, with its digest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.json").write_text(str(hz.dump(turn.game)), "utf-8")
    assert turn.digest


def _total(parts: dict[str, float]) -> float:
    return sum(value for name, value in parts.items() if name not in _MORE)


def _shares(parts: list[dict[str, float]]) -> str:
    medians = {name: statistics.median(run[name] for run in parts) for name in parts[0]}
    texts = (f"{name} {value:.1f}" for name, value in medians.items() if value >= 0.05)
    return f"ms: {', '.join(texts)} (orders with copying and reading)"
