"""Elimination of empires (SC-END-001)."""

from __future__ import annotations

from horizons_core.model import EVERYONE
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.rules.fall import FALLEN
from variants.starcluster.rules.fleets import remove_units


def eliminate_defeated(context: TurnContext) -> None:
    """Eliminate players without a colony, and non-player races that have lost their home."""
    game: Starcluster = context.game
    settled = {system.owner for system in game.systems}
    for power in list(game.powers):
        if power.id not in settled:
            eliminate(context, power)


def eliminate(context: TurnContext, power: Empire) -> None:
    """Eliminate an empire: its units, expeditions and claims vanish, and wars with it end.

    A player's fall is announced to all. The fate of its systems is decided elsewhere (SC-BRK-008).
    """
    game: Starcluster = context.game
    power.active = False
    remove_units(game, game.units_of(power.id))
    for belongings in (power.expeditions, power.transfers, power.yards, power.installing):
        belongings.clear()
    power.claims.clear()
    power.couriers.clear()
    power.carried.clear()
    power.sightings.clear()
    power.projects.clear()
    for other in game.powers:
        relation = other.relations.get(power.id)
        if relation is not None and relation.stance == WAR:
            relation.stance, relation.since = NEUTRAL, context.turn
    if not power.npr:
        context.emit(FALLEN, [EVERYONE], rules=("SC-END-001",), empire=power.name)
