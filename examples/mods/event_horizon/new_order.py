"""House rule: a ship can be scuttled."""

import horizons_core as hz
from horizons_core.orders import Argument
from horizons_core.plugins import changes
from variants.event_horizon.orders import own_ship

SCUTTLE = hz.Command(
    "SCUTTLE", phase="construction", help="Sinks a ship.", example="SCUTTLE 1", mistake="SCUTTLE x",
    arguments={"ship": Argument(find=own_ship)},
    run=lambda context, empire, order: context.game.ships.remove(order["ship"]),
)  # fmt: skip


@changes
def horizons_commands(commands):
    return [*commands, SCUTTLE]


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("scuttling", "event_horizon", "Scuttling", "1.0", "SCUTTLE sinks a ship.")
