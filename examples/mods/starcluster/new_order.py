"""House rule: PACIFY own-system ends a revolt for 500 MC."""

import horizons_core as hz
from horizons_core.orders import Argument
from horizons_core.plugins import changes
from variants.starcluster.references import own_system
from variants.starcluster.rules.treasury import pay


def pacify(context, empire, order):
    pay(context, empire, 50_000, f"peace in {order['system'].id}", ())
    order["system"].revolt = order["system"].revolt_turns = 0


PACIFY = hz.Command(
    "PACIFY", phase="purchases", help="Ends a revolt.", example="PACIFY 1", mistake="PACIFY x",
    arguments={"system": Argument(find=own_system)}, run=pacify,
)  # fmt: skip


@changes
def horizons_commands(commands):
    return [*commands, PACIFY]


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("peace", "starcluster", "Peace", "1.0", "PACIFY a system.")
