"""House rule: an option gives all home planets a stock of materials."""

import horizons_core as hz
from horizons_core.plugins import changes

STOCK = hz.Option("stock", int, 50, "materials on every home planet", 0, 1000)


@changes
def horizons_create_game(game):
    for planet in game.planets:
        planet.materials += game.options["stock"] if planet.owner else 0
    return game


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("stocks", "galaxy_g", "Stocks", "1.0", "Materials.", options=(STOCK,))
