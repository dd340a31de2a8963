"""How good a foreseen turn is for an empire, by what the game says of itself."""

from __future__ import annotations

import horizons_core as hz
from horizons_core.turn import Foresight

#: What decides, the first figure most; of two standings the greater is the better one.
Standing = tuple[float, ...]


def standing(variant: hz.Variant, seen: Foresight) -> Standing:
    """How the empire whose forecast it is stands after the foreseen turn.

    First whether it has won, then whether it is still in the game, then the figures by which the
    variant ranks empires (for one that does not say, what the empire has in its accounts), and at
    last how many things its view lists.
    """
    game, who = seen.context.game, seen.view.empire or ""
    empire = game.empire(who)
    has_won = game.outcome is not None and who in game.outcome.winners
    figures = _figures(variant, game, who) or _accounts(variant, empire)
    return (float(has_won), float(empire.active), *figures, float(_things(seen.view)))


def _figures(variant: hz.Variant, game: hz.Game, who: str) -> Standing:
    for rank in variant.ranking(game):
        if game.empire(rank.empire).id == who:
            return tuple(map(float, rank.figures.values()))
    return ()


def _accounts(variant: hz.Variant, empire: hz.Empire) -> Standing:
    return tuple(float(empire.stock.get(name, 0)) for name in variant.economy.accounts)


def _things(view: hz.View) -> int:
    return sum(len(part) for part in view.data.values() if isinstance(part, list | tuple))
