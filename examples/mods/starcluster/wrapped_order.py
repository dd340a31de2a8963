"""House rule: no war between players in the first ten years."""

import horizons_core as hz
from horizons_core.orders import Refusal, Refused, wrapped_command
from horizons_core.plugins import changes


def later(declare_war, context, empire, order):
    if context.turn <= 120 and not order["empire"].npr:
        raise Refused(Refusal("too-early", "no war before turn 121", "", "empire"))
    declare_war(context, empire, order)


@changes
def horizons_commands(commands):
    return wrapped_command(commands, "WAR", later)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("long_peace", "starcluster", "Long peace", "1.0", "No war before turn 121.")
