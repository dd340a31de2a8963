"""House rule: a planet that changes its production loses half of its materials."""

import horizons_core as hz
from horizons_core.orders import wrapped_command
from horizons_core.plugins import changes


def with_waste(produce, context, race, order):
    planet, before = order["planet"], order["planet"].product
    produce(context, race, order)
    planet.materials /= 1 if planet.product == before else 2


@changes
def horizons_commands(commands):
    return wrapped_command(commands, "P", with_waste)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("retooling", "galaxy_g", "Retooling", "1.0", "P costs materials.")
