"""House rule: all species hear of declarations of war."""

import horizons_core as hz
from horizons_core.model import EVERYONE
from horizons_core.orders import wrapped_command
from horizons_core.plugins import changes

HEARD = hz.EventKind("war-heard", "  SP {species} ordered: {order}.")


def aloud(declare, context, species, order):
    declare(context, species, order)
    context.emit(HEARD, [EVERYONE], species=species.name, order=order.text)


@changes
def horizons_commands(commands):
    return wrapped_command(commands, "ENEMY", aloud)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("heralds", "far_horizons", "Heralds", "1.0", "ENEMY is public.")
