"""House rule: planets can spend twice what they make."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


def doubled(income, *planet):
    return 2 * income(*planet)


@changes
def horizons_economy(economy):
    return wrapped_methods(economy, income=doubled)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("boom", "far_horizons", "Boom", "1.0", "Twice the production.")
