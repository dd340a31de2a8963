"""House rule: a ship that moves lowers its shields."""

import horizons_core as hz
from horizons_core.orders import wrapped_command
from horizons_core.plugins import changes


def with_lowered_shields(move, context, empire, order):
    move(context, empire, order)
    order["ship"].points = 0


@changes
def horizons_commands(commands):
    return wrapped_command(commands, "MOVE", with_lowered_shields)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("open_ports", "event_horizon", "Open ports", "1.0", "MOVE without shields.")
