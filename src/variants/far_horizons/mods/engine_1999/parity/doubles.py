"""What only parity needs: a species that names a sector twice stands twice in its battle.

It is a defect of the engine's, which no game has: its ships fight twice, even each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.orders import Command, Handler, Order
from variants.far_horizons.battle.intents import Intent
from variants.far_horizons.model import Species
from variants.far_horizons.mods.engine_1999.commands.seams import wrap_run
from variants.far_horizons.rules.battle_orders import BattleSection
from variants.far_horizons.step_context import StepContext


def doubled(commands: Iterable[Command]) -> tuple[Command, ...]:
    """The commands with a BATTLE that enters a species again where it has named a sector before."""
    changed = {command.keyword: command for command in commands}
    wrap_run(changed, "BATTLE", _entered_again)
    return tuple(changed.values())


def _entered_again(run: Handler) -> Handler:
    """Orders below a second BATTLE for a sector are for a second entry of the species there."""

    def battle(context: StepContext, species: Species, order: Order) -> None:
        section: BattleSection = context.shared
        known = set(section.intents)
        run(context, species, order)
        place = section.current
        if place is not None and place in known:
            section.intents[place] = Intent(species=species)
            section.muster.repeats.setdefault(place, []).append(section.intents[place])
            section.named = 0

    return battle
