"""House rule: after production every race gets five units of materials at its planets."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped


def with_meteors(production, context):
    production(context)
    for planet in context.game.planets:
        planet.materials += 5 if planet.owner else 0


@changes
def horizons_phases(phases):
    return wrapped(phases, "production", with_meteors)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("meteors", "galaxy_g", "Meteors", "1.0", "Materials fall from the sky.")
