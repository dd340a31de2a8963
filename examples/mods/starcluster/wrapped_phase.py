"""House rule: after income every empire gets 100 MC of aid for each system it has claimed."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped
from variants.starcluster.rules.treasury import credit


def with_aid(income, context):
    income(context)
    for empire in context.game.empires:
        credit(context, empire, 10_000 * len(empire.claims), "aid for claims", ())


@changes
def horizons_phases(phases):
    return wrapped(phases, "income", with_aid)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("claims", "starcluster", "Claims", "1.0", "Claims bring money.")
