"""House rule: no ship fires at another."""

import attrs

import horizons_core as hz
from variants.event_horizon.combat import Resolver


class Truce(Resolver):
    def resolve(self, battle, key, run=0):
        silent = attrs.evolve(battle, fires=(False,) * len(battle.fires))
        return super().resolve(silent, key, run)


horizons_combat_resolver = hz.hookimpl(Truce)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("truce", "event_horizon", "Truce", "1.0", "No ship fires.")
