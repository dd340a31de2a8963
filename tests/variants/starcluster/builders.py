"""Small games for tests."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import horizons_core as hz
import variants.starcluster
from horizons_core.codec import canonical, copy_of
from horizons_core.rules import catalogue
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import (
    Planet,
    Relation,
    Starcluster,
    StarSystem,
    Survey,
    Unit,
    WarpLink,
)
from variants.starcluster.model.empires import NEUTRAL
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.rules.charts import learn_transit
from variants.starcluster.setup.empires import add_unit, new_fleet

CLAUSES = catalogue("starcluster", "variants.starcluster")


def examples(*clauses: str) -> pytest.MarkDecorator:
    """A test for each worked example of these clauses, as `example`."""
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


@cache
def variant() -> hz.Variant:
    """The game by its rulebook."""
    return hz.Variant(variants.starcluster)


def new_game(*players: str, seed: int = 1, **options: Any) -> Starcluster:
    """A game before its first turn: a copy of one that is made once."""
    return copy_of(_new_game(players or ("Ada", "Brin"), seed, tuple(sorted(options.items()))))


@cache
def _new_game(
    players: tuple[str, ...], seed: int, options: tuple[tuple[str, Any], ...]
) -> Starcluster:
    game: Starcluster = variant().new_game(list(players), seed=seed, options=dict(options))
    return game


def stored(game: Starcluster) -> Starcluster:
    """The game as loaded from a file, where no two names are one object."""
    loaded: Starcluster = hz.load(json.loads(canonical(hz.dump(game))), variant=variant())
    return loaded


def run(game: Starcluster, turns: int = 1, **orders: str) -> hz.Turn:
    """Run some turns and return the game; the orders are those of the first turn."""
    turn = hz.run_turn(game, orders, variant=variant())
    for _ in range(turns - 1):
        turn = hz.run_turn(turn.game, {}, variant=variant())
    return turn


def remarks(turn: hz.Turn, player: str = "Ada") -> list[tuple[int, str]]:
    """Line and code of the remarks on a player's orders."""
    return [(remark.line, remark.code) for remark in turn.diagnostics.get(player, ())]


def texts(turn: hz.Turn, code: str) -> list[str]:
    """The texts of the events of a kind."""
    return [event.text for event in turn.events if event.code == code]


def ledger(turn: hz.Turn, player: str = "Ada") -> dict[str, int]:
    """The change of a player's treasury by reason, in hundredths."""
    totals: dict[str, int] = {}
    for entry in turn.ledger.entries:
        if entry.empire == player:
            totals[entry.reason] = totals.get(entry.reason, 0) + entry.amount
    return totals


def ship(
    game: Starcluster, owner: str, at: str, fleet: str, hull: str, text: str, of_class: str = "Ship"
) -> Unit:
    """A unit of this design in a new fleet."""
    empire = game.power(owner)
    design = Design(hull_named(hull), read_systems(text))
    unit = add_unit(game, empire, of_class, design, new_fleet(game, empire, at, fleet))
    unit.price = unit.list_price = design.list_price
    return unit


def context(game: Starcluster, phase: str = "income", **notes: Any) -> TurnContext:
    """The context of a phase of the next turn, for tests of single rules."""
    ctx = TurnContext(
        variant(), game, game.turn + 1, lambda reader: f"key {game.turn} {reader}", {}
    )
    ctx.phase = next(p for p in variant().phases if p.name == phase)
    ctx.notes.update(notes)
    return ctx


def meet(game: Starcluster, first: str = "Ada", other: str = "Brin", stance: str = NEUTRAL) -> None:
    """Let two empires be in contact."""
    for empire, towards in ((first, other), (other, first)):
        game.power(empire).relations[towards] = Relation(stance=stance)


def lone_way(game: Starcluster, *path: str, empire: str = "Ada") -> None:
    """Make a way through these systems the only one that an empire knows."""
    charts = game.power(empire).charts
    charts.points, charts.probed, charts.surveys = {}, [], {}
    first = len(game.links)
    for number, (a, b) in enumerate(pairwise(path), first):
        link = WarpLink(number=number, a=a, b=b)
        game.links.append(link)
        learn_transit(game.power(empire), link)


def surveyed(game: Starcluster, system: str, empire: str = "Ada", **changes: Any) -> StarSystem:
    """A system with a detailed survey by an empire, and one planet by default."""
    place = game.place(system)
    place.kind, place.planets, place.habitability = "Single Star", [Planet()], 0
    place.owner, place.pu, place.anomaly = "", 0, ""
    for name, value in changes.items():
        setattr(place, name, value)
    survey = Survey(system=system, level=DETAILED, turn=0)
    game.power(empire).charts.surveys[system] = survey
    return place


def colony(game: Starcluster, system: str, empire: str = "Ada", **changes: Any) -> StarSystem:
    """A colony of an empire, with 100 people by default."""
    return surveyed(game, system, empire, **{"owner": empire, "pu": 100, **changes})


def chain(*systems: str, players: tuple[str, ...] = ("Ada", "Brin"), seed: int = 1) -> Starcluster:
    """A game where Ada knows a way along these systems, and no other empire knows any."""
    game = new_game(*players, seed=seed)
    game.links = [WarpLink(number=n, a=a, b=b) for n, (a, b) in enumerate(pairwise(systems))]
    for empire in game.empires:
        empire.charts.points, empire.charts.probed = {}, []
    for link in game.links:
        learn_transit(game.empire("Ada"), link)
    return game


def place_of(turn: hz.Turn, fleet: str = "Scouts") -> str:
    """The system of the fleet with this name."""
    place: str = next(f.at for f in turn.game.fleets if f.name == fleet)
    return place


def books(turn: hz.Turn, player: str) -> list[str]:
    """The lines of a player's report from the treasury to the orders that can be given."""
    report_text = turn.report(player).text
    _, _, text = report_text.partition("\nTreasury\n")
    return text.partition("\nOrders you can give now\n")[0].splitlines()
