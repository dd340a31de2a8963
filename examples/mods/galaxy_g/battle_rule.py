"""House rule: a shot needs less to be certain. The kernel fights by the changed table."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes


@changes
def horizons_combat_resolver(resolver):
    return attrs.evolve(resolver, certainty=2.0)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("sharp_shots", "galaxy_g", "Sharp shots", "1.0", "Shots are surer.")
