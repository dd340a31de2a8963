"""House rule: an option gives all players more of everything at the start."""

import horizons_core as hz
from horizons_core.plugins import changes

BONUS = hz.Option("bonus", int, 5, "more of each component at the start", 0, 100)


@changes
def horizons_create_game(game):
    for empire in game.empires:
        empire.stock = {part: n + game.options["bonus"] for part, n in empire.stock.items()}
    return game


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("bonus", "event_horizon", "Bonus", "1.0", "A start bonus.", options=(BONUS,))
