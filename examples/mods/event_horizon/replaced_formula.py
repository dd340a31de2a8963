"""House rule: the yield of a sector does not depend on thrusters."""

import horizons_core as hz
from variants.event_horizon.economy import Mining


class FlatMining(Mining):
    def income(self, thrusters, value, empires):
        return value // empires


horizons_economy = hz.hookimpl(FlatMining)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo(
        "flat_mining", "event_horizon", "Flat mining", "1.0", "A sector yields its values."
    )
