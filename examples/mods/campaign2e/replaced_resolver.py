"""House rule: ships adrift after a battle are scuttled, not captured."""

import attrs

import horizons_core as hz
from variants.campaign2e.combat import Resolver

ADRIFT = ("adrift", "hulk", "captured")


class Scuttling(Resolver):
    def fight(self, forces, key):
        outcome = super().fight(forces, key)
        lost = {n: f for n, f in outcome.fates.items() if f.status in ADRIFT}
        sunk = {name: attrs.evolve(fate, status="destroyed") for name, fate in lost.items()}
        return attrs.evolve(outcome, fates={**outcome.fates, **sunk})


horizons_combat_resolver = hz.hookimpl(Scuttling)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("scuttling", "campaign2e", "Scuttling", "1.0", "No ship is captured.")
