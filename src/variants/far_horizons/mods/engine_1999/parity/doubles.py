"""A defect that only parity needs: a species that names a sector twice is twice in its battle.

The engine has it, but no game does: the ships of the species fight twice, even each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.orders import Command, Handler, Order
from variants.far_horizons.battle.model import Intent
from variants.far_horizons.model import Species
from variants.far_horizons.mods.engine_1999.commands.changes import wrap_run
from variants.far_horizons.rules.battles import BattleSection
from variants.far_horizons.step_context import StepContext


def double_battle_entries(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return the commands with a BATTLE that enters a species again for a repeated sector."""
    changed = {command.keyword: command for command in commands}
    wrap_run(changed, "BATTLE", _entered_again)
    return tuple(changed.values())


def _entered_again(run: Handler) -> Handler:
    """Give orders below a second BATTLE for a sector to a second entry of the species there."""

    def battle(context: StepContext, species: Species, order: Order) -> None:
        section: BattleSection = context.shared
        earlier = set(section.intents)
        run(context, species, order)
        place = section.current
        if place is not None and place in earlier:
            section.intents[place] = Intent(species=species)
            section.planned.repeats.setdefault(place, []).append(section.intents[place])
            section.named = 0

    return battle
