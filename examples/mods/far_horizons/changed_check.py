"""House rule: mining colonies accept every order, and ALLY needs the approval of the council."""

import horizons_core as hz
from horizons_core.orders import Refusal, added_check, replaced_check
from horizons_core.plugins import changes


def approved(context, species, order):
    council = species.government_type == "Council"
    return Refusal("no-approval", "the council has not approved it") if council else None


@changes
def horizons_commands(commands):
    free = replaced_check(commands, "BUILD", "no_mining_colony", lambda *arguments: None)
    return added_check(free, "ALLY", "approved", approved)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("council", "far_horizons", "The council", "1.0", "Allies are approved.")
