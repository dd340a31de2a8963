"""House rule: part of the ore is in strongboxes, so a raid takes at most ten."""

import horizons_core as hz
from horizons_core.plugins import wrapped_methods


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("strongboxes", "moon_raiders", "Strongboxes", "1.0", "No loss is over ten.")


@hz.hookimpl(wrapper=True)
def horizons_economy():
    return wrapped_methods((yield), loss=at_most_ten)


def at_most_ten(inner, ore, *, caught):
    return min(10, inner(ore, caught=caught))
