"""Games for tests of installations: money enough, and colonies."""

from __future__ import annotations

from tests.variants.starcluster.builders import colony, new_game
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Race


def rich(el=1, colonies=("2",)):
    """A game where Ada has much money, and colonies besides her home."""
    game = new_game()
    ada = game.empire("Ada")
    ada.stock[TREASURY], ada.el, ada.freighters = 100 * 1_000_000, el, 100
    ada.race = Race(traits=("Creative",))
    for name in colonies:
        colony(game, name)
    return game


def spent(turn):
    """The payments in the turn's purchases, in MC."""
    entries = [entry for entry in turn.ledger.entries if entry.empire == "Ada"]
    return -sum(entry.amount for entry in entries if entry.phase == "purchases") / 100
