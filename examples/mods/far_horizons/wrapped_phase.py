"""House rule: after production a meteor leaves five raw material units on every home planet."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped


def with_meteors(production, context):
    production(context)
    for species in context.game.empires:
        home = next(colony for colony in species.living_colonies() if colony.home)
        home.items["RM"] = home.items.get("RM", 0) + 5


@changes
def horizons_phases(phases):
    return wrapped(phases, "production", with_meteors)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("meteors", "far_horizons", "Meteors", "1.0", "Raw material falls.")
