"""House rule: beams reach half as far again. The kernel fights by it."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes


@changes
def horizons_combat_resolver(resolver):
    return attrs.evolve(resolver, beam_band=18)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("long_beams", "campaign2e", "Long beams", "1.0", "Bands of 18.")
