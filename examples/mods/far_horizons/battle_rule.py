"""House rule: ships fire more and smaller shots. The kernel fights by it."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes


@changes
def horizons_combat_resolver(resolver):
    rules = attrs.evolve(resolver.rules, most_shots=10, strength_per_shot=500)
    return attrs.evolve(resolver, rules=rules)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("quick_guns", "far_horizons", "Quick guns", "1.0", "Smaller shots.")
