"""Planets of others that an empire has taken, or where its troops stand (SC-GND-003)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Planet, Starcluster, System
from variants.starcluster.model.empires import Foothold


def note(context: TurnContext) -> None:
    """Note for every empire what it holds at the end of the turn.

    A forecast changes nothing: it does not know what others' planets are like.
    """
    game: Starcluster = context.game
    if context.forecast:
        return
    invaded = [
        (system, number, planet)
        for system in game.systems
        for number, planet in enumerate(system.planets, start=1)
        if planet.troops or planet.fallen
    ]
    for empire in game.empires:
        empire.footholds = list(_held(invaded, empire))


def _held(planets: Iterable[tuple[System, int, Planet]], empire: Empire) -> Iterator[Foothold]:
    for system, number, planet in planets:
        points = ordered_sum(one.points for one in planet.troops if one.owner == empire.id)
        fallen = planet.fallen == empire.id
        if system.owner != empire.id and (points or fallen):
            yield Foothold(system=system.id, planet=number, points=points, fallen=fallen)
