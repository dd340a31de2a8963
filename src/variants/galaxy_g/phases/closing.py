"""The turn is closed: empty fleets go, groups are sorted, marks of the turn end (GG-SEQ-005)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Game, Group, Race


def run(context: TurnContext) -> None:
    game: Game = context.game
    owners = {planet.id: planet.owner for planet in game.planets}
    for race in game.empires:
        _disband_empty(race)
        if race.options.get("SORTGROUPS"):
            sort_groups(race, owners)
    for planet in game.planets:
        planet.upgraded = 0.0


def sort_groups(race: Race, owners: dict[str, str]) -> None:
    """Renumber groups from 1: at own planets, at others', at unoccupied ones (GG-ORDO-008).

    Within each in the order of planets; those in hyperspace stand behind the groups at the planet
    where they are going.
    """

    def order(group: Group) -> tuple[int, int, bool, int]:
        planet = group.to if group.under_way else group.at
        owner = owners.get(planet, "")
        kind = 0 if owner == race.id else 1 if owner else 2
        return kind, int(planet), group.under_way, group.number

    race.groups.sort(key=order)
    for number, group in enumerate(race.groups, start=1):
        group.number = number


def _disband_empty(race: Race) -> None:
    used = {group.fleet for group in race.groups}
    race.fleets = {fleet.id: fleet for fleet in race.fleets.values() if fleet.id in used}
