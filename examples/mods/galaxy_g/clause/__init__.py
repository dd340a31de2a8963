"""House rule with a clause of its own: the tithe (rules.yaml in this folder)."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped

TITHE = hz.EventKind("planet.tithe", "{planet} gave a tithe of {amount:.2f}.", ("GG-TITHE-001",))


def with_tithe(closing, context):
    closing(context)
    for planet in context.game.planets:
        tithe, planet.materials = planet.materials / 10, planet.materials * 0.9
        if tithe:
            context.emit(TITHE, [planet.owner], planet=planet.name, amount=tithe)


@changes
def horizons_phases(phases):
    return wrapped(phases, "closing", with_tithe)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("tithe", "galaxy_g", "Tithe", "1.0", "A tenth.", package=__name__)
