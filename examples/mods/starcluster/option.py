"""House rule: an option fills the treasuries of all players at the start."""

import horizons_core as hz
from horizons_core.plugins import changes

GRANT = hz.Option("grant", int, 10_000, "MC of every player at the start", 0, 1_000_000)


@changes
def horizons_create_game(game):
    for empire in game.empires:
        empire.stock["MC"] = empire.stock.get("MC", 0) + 100 * game.options["grant"]
    return game


@hz.hookimpl
def horizons_mod_info():
    info = ("grant", "starcluster", "Grant", "1.0", "Full treasuries.")
    return hz.ModInfo(*info, options=(GRANT,))
