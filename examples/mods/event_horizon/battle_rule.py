"""House rule: a hit does twice the damage. The kernel fights by it."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes


@changes
def horizons_combat_resolver(resolver):
    return attrs.evolve(resolver, damage=2 * resolver.damage)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("heavy_guns", "event_horizon", "Heavy guns", "1.0", "Twice the damage.")
