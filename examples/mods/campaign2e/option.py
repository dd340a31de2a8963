"""House rule: an option gives every player a war chest on top of the starting capital."""

import horizons_core as hz
from horizons_core.plugins import changes

CHEST = hz.Option("war_chest", int, 200, "credits of every player at the start", 0, 10_000)


@changes
def horizons_create_game(game):
    for player in game.empires:
        player.stock["credits"] = player.stock.get("credits", 0) + 100 * game.options["war_chest"]
    return game


@hz.hookimpl
def horizons_mod_info():
    info = ("war_chest", "campaign2e", "War chest", "1.0", "Credits for everyone.")
    return hz.ModInfo(*info, options=(CHEST,))
