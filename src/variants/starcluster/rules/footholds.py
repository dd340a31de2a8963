"""Planets of others that an empire has taken, or where its troops stand (SC-GND-003)."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.model.empires import Foothold


def note(context: TurnContext) -> None:
    """Note for every empire what it holds at the end of the turn.

    A forecast changes nothing: it does not know what others' planets are like.
    """
    game: Starcluster = context.game
    for empire in game.empires if not context.forecast else ():
        empire.footholds = list(_held(game, empire))


def _held(game: Starcluster, empire: Empire) -> Iterator[Foothold]:
    for system in game.systems:
        if system.owner == empire.id:
            continue
        for number, planet in enumerate(system.planets, start=1):
            points = sum(one.points for one in planet.troops if one.owner == empire.id)
            fallen = planet.fallen == empire.id
            if points or fallen:
                yield Foothold(system=system.id, planet=number, points=points, fallen=fallen)
