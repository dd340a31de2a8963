"""House rule: all inhabitants of a planet work for its production."""

import horizons_core as hz
from variants.galaxy_g.economy import Industry


class Workers(Industry):
    def points(self, planet):
        return planet.population


horizons_economy = hz.hookimpl(Workers)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("workers", "galaxy_g", "Workers", "1.0", "Production is population.")
