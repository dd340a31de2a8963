"""Garrisons of planetary defense centers and their recovery (SC-PDC-003, SC-PDC-004)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Planet, Starcluster, StarSystem
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.hostility import are_enemies, armed_enemies
from variants.starcluster.rules.lines import in_line
from variants.starcluster.setup.empires import GARRISON

#: Base points regained in a turn without a fight (SC-PDC-004).
REGAINED = 10.0


def restore_garrisons(context: TurnContext) -> None:
    """Let the garrisons of all standing PDC regain points, up to 100."""
    game: Starcluster = context.game
    holdings = Holdings(game)
    for empire in game.powers:
        for system in holdings.colonies(empire.id):
            for number, planet in enumerate(system.planets, 1):
                if planet.pdc and planet.garrison < GARRISON:
                    gained = garrison_recovery(game, empire, system, number, planet, context.turn)
                    planet.garrison = min(GARRISON, planet.garrison + gained)


def garrison_recovery(
    game: Starcluster, empire: Empire, system: StarSystem, number: int, planet: Planet, turn: int
) -> float:
    """Points regained by a garrison: half per kind of siege, none under fire (SC-PDC-004)."""
    if planet.bombarded == turn:
        return 0.0
    points = REGAINED
    if armed_enemies(game, empire, system.id) and not _is_defended(game, empire, system):
        points /= 2
    if _is_besieged(game, empire, system, number, planet):
        points /= 2
    return points


def _is_defended(game: Starcluster, empire: Empire, system: StarSystem) -> bool:
    """True if a battle line of the owner is there."""
    fleets = {fleet.id for fleet in game.fleets_of(empire.id) if fleet.at == system.id}
    units = (unit for unit in game.units_of(empire.id) if unit.fleet in fleets)
    return any(map(in_line, units))


def _is_besieged(
    game: Starcluster, empire: Empire, system: StarSystem, number: int, planet: Planet
) -> bool:
    """True if enemy troops are on a planet, or an enemy fleet is to bombard it."""
    if any(are_enemies(game, empire.id, troops.owner) for troops in planet.troops):
        return True
    return any(
        fleet.bombards is not None
        and fleet.bombards[0] == number
        and are_enemies(game, empire.id, fleet.owner)
        for fleet in game.fleets
        if fleet.at == system.id
    )
