"""One battle at a planet: groups into the kernel, and its outcome into groups and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.combat import BattleRecord
from horizons_core.events import Dice, EventKind
from horizons_core.phases import TurnContext
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.knowledge import witness
from variants.galaxy_g.model import Group, Planet, Race

BATTLE = EventKind(
    "battle.fought",
    "Battle at {place}: {summary}.",
    ("GG-CBT-001", "GG-CBT-010", "GG-CBT-017", "GG-DIP-011"),
)

#: Groups at a planet with the races that they belong to, race by race in list order.
Here = Sequence[tuple[Race, Group]]


def fight(
    context: TurnContext, planet: Planet, here: Here, hostile: Sequence[tuple[str, str]]
) -> None:
    """Fight a battle and take the losses from the groups; cargo goes down with its ships."""
    from variants.galaxy_g.combat import battle_of

    battle = battle_of(here, hostile)
    record = context.variant.combat.resolve(battle, context.stream(planet.id))
    _tell(context, planet, here, record)
    for (_, group), unit in zip(here, record.units, strict=True):
        group.ships = unit.after["ships"]
