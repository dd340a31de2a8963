"""House rule with a clause of its own: the tithe (rules.yaml in this folder)."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped

TITHE = hz.EventKind("tithe", "  A tithe of {amount} economic units was paid.", ("FH-TITHE-001",))


def with_tithe(housekeeping, context):
    housekeeping(context)
    for species in context.game.empires:
        if tithe := species.treasury // 10:
            context.post(species, "EU", -tithe, "tithe", rules=TITHE.rules)
            context.emit(TITHE, [species.id], amount=tithe)


@changes
def horizons_phases(phases):
    return wrapped(phases, "housekeeping", with_tithe)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("tithe", "far_horizons", "Tithe", "1.0", "A tenth.", package=__name__)
