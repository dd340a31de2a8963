"""House rule: planets make twice the points."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


@changes
def horizons_economy(economy):
    return wrapped_methods(economy, points=lambda points, planet: 2 * points(planet))


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("boom", "galaxy_g", "Boom", "1.0", "Twice the production.")
