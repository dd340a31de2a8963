"""House rule: an option gives every species a treasury at the start."""

import horizons_core as hz
from horizons_core.plugins import changes

TREASURY = hz.Option("treasury", int, 200, "economic units of every species", 0, 10_000)


@changes
def horizons_create_game(game):
    for species in game.empires:
        species.stock["EU"] = game.options["treasury"]
    return game


@hz.hookimpl
def horizons_mod_info():
    info = ("funds", "far_horizons", "Funds", "1.0", "A treasury for all.")
    return hz.ModInfo(*info, options=(TREASURY,))
