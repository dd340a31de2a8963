"""House rule: PRAY planet, before departure, brings a planetary defense unit from heaven."""

import horizons_core as hz
from horizons_core.orders import Argument
from horizons_core.plugins import changes
from variants.far_horizons.orders.references import own_planet_named


def pray(context, species, order):
    stock = order["planet"].items
    stock["PD"] = stock.get("PD", 0) + 1


PRAY = hz.Command(
    "PRAY", phase="pre-departure", help="Prays on a planet.", run=pray,
    example="START PRE-DEPARTURE\nPray Earth\nEND", mistake="START JUMPS\nPray Earth\nEND",
    arguments={"planet": Argument(find=own_planet_named)},
)  # fmt: skip


@changes
def horizons_commands(commands):
    return [*commands, PRAY]


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("prayers", "far_horizons", "Prayers", "1.0", "PRAY for defenses.")
