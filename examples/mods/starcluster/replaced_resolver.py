"""House rule: no fleet fights to the last; all break off at half their points or earlier."""

import attrs

import horizons_core as hz
from variants.starcluster.combat import Resolver


class Prudence(Resolver):
    def fight(self, battle, key):
        sides = [attrs.evolve(s, break_off=min(s.break_off, 50)) for s in battle.forces]
        return super().fight(attrs.evolve(battle, forces=tuple(sides)), key)


horizons_combat_resolver = hz.hookimpl(Prudence)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("prudence", "starcluster", "Prudence", "1.0", "Fleets break off early.")
