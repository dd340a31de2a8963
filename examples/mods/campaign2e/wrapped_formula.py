"""House rule: ships can stay away from bases for a week longer."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


@changes
def horizons_economy(economy):
    return wrapped_methods(economy, endurance=lambda endurance, design: endurance(design) + 1)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("long_cruises", "campaign2e", "Long cruises", "1.0", "A week longer.")
