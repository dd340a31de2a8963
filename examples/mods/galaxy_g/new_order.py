"""House rule: TAX planet turns people into materials. A keyword of several letters is a mod's."""

import horizons_core as hz
from horizons_core.orders import Argument
from horizons_core.plugins import changes
from variants.galaxy_g.references import own_planet


def tax(context, race, order):
    planet = order["planet"]
    planet.population, planet.materials = planet.population / 2, planet.materials + 5


TAX = hz.Command(
    "TAX", phase="orders", help="Taxes a planet.", example="TAX 1", mistake="TAX 1 2 3",
    arguments={"planet": Argument(find=own_planet)}, run=tax,
)  # fmt: skip


@changes
def horizons_commands(commands):
    return [*commands, TAX]


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("taxes", "galaxy_g", "Taxes", "1.0", "TAX a planet.")
