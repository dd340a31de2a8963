"""A species' knowledge in a small game, for the tests of views, maps and secrecy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from horizons_core.codec import canonical, copy_of
from horizons_core.model import View, known_game
from horizons_core.report import map_svg
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Game
from variants.far_horizons.report.classic import classic_report
from variants.far_horizons.report.map3d import map_fragment
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.view.model import FarHorizonsView
from variants.far_horizons.view.sector_index import DISGUISE, Disguise

#: As much of a variant as the core's strategies of secrecy ask for.
_VIEWS = FarHorizonsView()
VARIANT: Any = SimpleNamespace(view_model=_VIEWS, observer=_VIEWS.observer)


def at_the_end(
    game: Game, disguise: Disguise = DISGUISE, economy: Economy = RULEBOOK_ECONOMY
) -> Game:
    """A copy of the game, with the sightings of all species recorded."""
    game = copy_of(game)
    record_knowledge(game, game.turn, disguise, economy)
    return game


def known_to(game: Game, empire: str) -> Game:
    """The game as a species knows it."""
    known: Game = known_game(game, VARIANT.view_model.observer(game, empire))
    return known


def view_of(game: Game, empire: str | None) -> View:
    """The view of a species; None is the gamemaster."""
    known = known_to(game, empire) if empire else game
    data = VARIANT.view_model.describe(known, empire)
    return View(game.variant, game.name, game.turn, empire, data)


def hypothesized(game: Game, empire: str) -> Game:
    """The starting point of a check or a forecast for a species."""
    known = known_to(game, empire)
    VARIANT.view_model.hypothesize(known, empire)
    return known


def everything_visible(game: Game, empire: str) -> dict[str, Any]:
    """Everything rendered from a game for a species, except the results of its orders."""
    view = view_of(game, empire)
    document = VARIANT.view_model.map(view)
    return {
        "view": canonical(view.data),
        "classic report": classic_report(view.data, game.turn),
        "map": map_svg(document),
        "map in space": map_fragment(view.data),
        "start of a forecast": hypothesized(game, empire),
    }
