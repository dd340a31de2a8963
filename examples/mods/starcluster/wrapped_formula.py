"""House rule: ships cost a tenth less."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


def cheaper(unit_price, *design, **prototype):
    return unit_price(*design, **prototype) * 9 // 10


@changes
def horizons_economy(economy):
    return wrapped_methods(economy, unit_price=cheaper)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("cheap_ships", "starcluster", "Cheap ships", "1.0", "A tenth less.")
