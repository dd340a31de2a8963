"""House rule with a clause of its own: a tax on hoards (rules.yaml in this folder)."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped


def with_tax(liquidation, context):
    liquidation(context)
    for empire in context.game.empires:
        tax = max(0, empire.stock.get("MC", 0) - 5_000_000) // 20
        context.post(empire, "MC", -tax, "tax on hoards", ("SC-TAX-001",))


@changes
def horizons_phases(phases):
    return wrapped(phases, "liquidation", with_tax)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("tax", "starcluster", "Tax", "1.0", "Hoards.", package=__name__)
