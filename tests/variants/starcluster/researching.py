"""Games for tests of research: money enough, Science Centers, turns of work."""

from __future__ import annotations

from tests.variants.starcluster.builders import colony, context, new_game
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Race
from variants.starcluster.rules import breakthroughs
from variants.starcluster.rules.projects import PAID


def rich(el=1, ratings=(1,), **more):
    """A game where Ada has much money, and Science Centers in 1, 2, 3 …"""
    game = new_game(**more)
    ada = game.empire("Ada")
    ada.stock[TREASURY], ada.el, ada.freighters = 100 * 10_000_000, el, 200
    ada.race = Race(traits=())
    for number, rating in enumerate(ratings, 1):
        if number > 1:
            colony(game, str(number))
        game.place(str(number)).science = rating
    return game


def work(game, *projects, turns=1, phase="research"):
    """Turns of work on these projects of Ada's, as if they were paid."""
    ada = game.empire("Ada")
    ctx = context(game, phase)
    for _ in range(turns):
        ctx.notes[PAID] = {("Ada", name): 1 for name in projects}
        breakthroughs.work_on_projects(ctx)
    return ada


def begun(turn):
    return sorted(turn.game.empire("Ada").projects)
