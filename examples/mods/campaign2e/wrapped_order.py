"""House rule: the market delivers ships to capitals and trading hubs only."""

import horizons_core as hz
from horizons_core.orders import Refusal, Refused, wrapped_command
from horizons_core.plugins import changes


def at_port(buy, context, player, order):
    world = order["world"]
    if world.id != player.capital and world.resource != "Major Trading Hub":
        raise Refused(Refusal("no-port", f"no ships are sold at {world.id}", "", "world"))
    buy(context, player, order)


@changes
def horizons_commands(commands):
    return wrapped_command(commands, "BUY", at_port)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("ports", "campaign2e", "Ports", "1.0", "BUY at hubs and capitals.")
