"""House rule: ships meet, and no shot is fired."""

import attrs

import horizons_core as hz
from variants.galaxy_g.combat import Resolver


class Truce(Resolver):
    def resolve(self, battle, key, run=0, **more):
        return super().resolve(attrs.evolve(battle, hostile=()), key, run, **more)


horizons_combat_resolver = hz.hookimpl(Truce)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("truce", "galaxy_g", "Truce", "1.0", "No shot is fired.")
