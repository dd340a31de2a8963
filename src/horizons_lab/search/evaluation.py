"""The value of a foreseen turn for an empire, by the game's own ranking."""

from __future__ import annotations

import horizons_core as hz
from horizons_core.turn import Foresight

#: Figures in the order of their weight; the greater of two standings is better.
Evaluation = tuple[float, ...]


def evaluate(variant: hz.Variant, forecast: Foresight) -> Evaluation:
    """Return the empire's standing after a foreseen turn.

    The figures are, in order: whether it has won, whether it is still in the game, the figures by
    which the variant ranks empires (without a ranking, the empire's accounts), and the number of
    objects in its view.
    """
    game, empire_id = forecast.context.game, forecast.view.empire or ""
    empire = game.empire(empire_id)
    has_won = game.outcome is not None and empire_id in game.outcome.winners
    figures = _figures(variant, game, empire_id) or _accounts(variant, empire)
    return (float(has_won), float(empire.active), *figures, float(_object_count(forecast.view)))


def _figures(variant: hz.Variant, game: hz.Game, empire_id: str) -> Evaluation:
    for rank in variant.ranking(game):
        if game.empire(rank.empire).id == empire_id:
            return tuple(map(float, rank.figures.values()))
    return ()


def _accounts(variant: hz.Variant, empire: hz.Empire) -> Evaluation:
    return tuple(float(empire.stock.get(name, 0)) for name in variant.economy.accounts)


def _object_count(view: hz.View) -> int:
    return sum(len(part) for part in view.data.values() if isinstance(part, list | tuple))
