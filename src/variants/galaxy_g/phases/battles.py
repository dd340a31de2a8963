"""Steps 3 and 8: at each planet where enemies meet there is one battle (GG-CBT-001, GG-CBT-016)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g.engagement import fight
from variants.galaxy_g.hostility import hostile_pairs
from variants.galaxy_g.model import Game, Group, Planet, Race


def run(context: TurnContext) -> None:
    game: Game = context.game
    by_planet = game.groups_by_planet()
    owners = {race.id: race for race in game.empires}
    losers: dict[str, Race] = {}
    for number in sorted(by_planet, key=int):
        planet, here = game.planet(number), by_planet[number]
        owner = owners.get(planet.owner)
        hostile = hostile_at(planet, here, owner)
        if hostile:
            fight(context, planet, here, hostile, owner)
            losers.update((race.id, race) for race, group in here if not group.ships)
    for race in losers.values():
        race.groups = [group for group in race.groups if group.ships]


def hostile_at(
    planet: Planet, here: list[tuple[Race, Group]], owner: Race | None
) -> list[tuple[str, str]]:
    """The pairs of races that fight at a planet, by the ships that they have there."""
    present = {race.id: race for race, _ in here}
    if len(present) < 2:
        return []
    armed = {race.id for race, group in here if race.design_of(group).armed}
    return hostile_pairs(planet, list(present.values()), armed, owner)
