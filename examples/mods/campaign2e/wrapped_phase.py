"""House rule: a player with fewer than four worlds gets a subsidy of ten credits a week."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped
from variants.campaign2e.rules.weeks import when_over


@when_over
def pay_subsidies(context):
    for player in context.game.empires:
        if player.active and len(context.game.worlds_of(player.id)) < 4:
            context.post(player, "credits", 1000, "Subsidy")


def with_subsidies(income, context):
    income(context)
    pay_subsidies(context)


@changes
def horizons_phases(phases):
    return wrapped(phases, "income", with_subsidies)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("subsidy", "campaign2e", "Subsidy", "1.0", "Aid for small powers.")
