"""House rule with clauses of its own: the remains of a wreck (rules.yaml in this folder)."""

import horizons_core as hz
from horizons_core.plugins import changes
from horizons_core.turn import wrapped


def with_salvage(combat, context):
    before = list(context.game.ships)
    combat(context)
    left = {ship.id for ship in context.game.ships}
    for ship in [ship for ship in before if ship.id not in left]:
        owner = context.game.empire(ship.owner)
        context.post(owner, "hull", 1, "Salvage", ("EH-SALVAGE-001",))


@changes
def horizons_phases(phases):
    return wrapped(phases, "combat", with_salvage)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("salvage", "event_horizon", "Salvage", "1.0", "Wrecks.", package=__name__)
