"""Foreign planets that an empire has taken or where it has troops (SC-GND-003)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Planet, Starcluster, StarSystem
from variants.starcluster.model.empires import Foothold


def record_footholds(context: TurnContext) -> None:
    """Record every empire's footholds at the end of the turn.

    Forecasts change nothing, because they do not know foreign planets.
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
        empire.footholds = list(_footholds(invaded, empire))


def _footholds(
    planets: Iterable[tuple[StarSystem, int, Planet]], empire: Empire
) -> Iterator[Foothold]:
    for system, number, planet in planets:
        points = ordered_sum(force.points for force in planet.troops if force.owner == empire.id)
        fallen = planet.fallen == empire.id
        if system.owner != empire.id and (points or fallen):
            yield Foothold(system=system.id, planet=number, points=points, fallen=fallen)
