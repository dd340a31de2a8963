"""House rule: after the income each player gets a hull as a subsidy."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped


def with_subsidy(income, context):
    income(context)
    for empire in context.game.empires:
        context.post(empire, "hull", 1, "Subsidy")


@changes
def horizons_phases(phases):
    return wrapped(phases, "income", with_subsidy)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("subsidy", "event_horizon", "Subsidy", "1.0", "A hull a turn.")
