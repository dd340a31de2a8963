"""House rule: colonies grow twice as fast."""

import horizons_core as hz
from variants.starcluster.economy import StarclusterEconomy


class Pioneers(StarclusterEconomy):
    def growth(self, system, race, roll):
        grown = super().growth(system, race, roll)
        return min(2 * grown, system.most_pu - system.pu)


horizons_economy = hz.hookimpl(Pioneers)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("pioneers", "starcluster", "Pioneers", "1.0", "Colonies grow twice as fast.")
