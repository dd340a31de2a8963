"""House rule: every miner finds one component more."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


@changes
def horizons_economy(economy):
    return wrapped_methods(economy, income=lambda income, *facts: income(*facts) + 1)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo(
        "lucky_miners", "event_horizon", "Lucky miners", "1.0", "A component more a sector."
    )
