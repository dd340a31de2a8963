"""House rule: a ship's upkeep is 1.5 percent of its price a week, under one heading."""

import horizons_core as hz
from horizons_core.amounts import half_up
from variants.campaign2e.economy import Logistics, Upkeep


class FlatUpkeep(Logistics):
    def upkeep(self, design, access=None):
        return Upkeep(fuel=half_up(design.points * 3, 2), crew=0, weaponry=0)


horizons_economy = hz.hookimpl(FlatUpkeep)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("flat_upkeep", "campaign2e", "Flat upkeep", "1.0", "1.5 percent a week.")
