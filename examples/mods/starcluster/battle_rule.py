"""House rule: a battle lasts ten rounds a turn. The kernel fights by it."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes


@changes
def horizons_combat_resolver(resolver):
    return attrs.evolve(resolver, most_rounds=10)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("short_battles", "starcluster", "Short battles", "1.0", "Ten rounds.")
