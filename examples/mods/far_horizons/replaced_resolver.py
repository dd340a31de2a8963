"""House rule: fleets meet, and no shot is fired."""

import horizons_core as hz
from variants.far_horizons.combat import Resolver


class Truce(Resolver):
    def kernel_field(self, scene):
        field = super().kernel_field(scene)
        return field._replace(hostile=0 * field.hostile)


horizons_combat_resolver = hz.hookimpl(Truce)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("truce", "far_horizons", "Truce", "1.0", "No shot is fired.")
