"""House rule: hulls cost twice as much."""

import horizons_core as hz
from variants.far_horizons.economy import Economy


class DearHulls(Economy):
    def ship_cost(self, tonnage, *, sub_light=False):
        return 2 * super().ship_cost(tonnage, sub_light=sub_light)


horizons_economy = hz.hookimpl(DearHulls)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("dear_hulls", "far_horizons", "Dear hulls", "1.0", "Hulls cost twice.")
