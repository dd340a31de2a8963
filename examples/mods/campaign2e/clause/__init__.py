"""House rule with a clause of its own: interest on treasuries (rules.yaml in this folder)."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped
from variants.campaign2e.rules.weeks import when_over


def with_interest(upkeep, context):
    upkeep(context)
    when_over(pay_interest)(context)


def pay_interest(context):
    for player in context.game.empires:
        interest = player.stock.get("credits", 0) // 100
        context.post(player, "credits", interest, "Interest", ("C2E-BANK-001",))


@changes
def horizons_phases(phases):
    return wrapped(phases, "upkeep", with_interest)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("bank", "campaign2e", "Bank", "1.0", "Interest.", package=__name__)
