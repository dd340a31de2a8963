"""Step 7: everything that was sent moves through hyperspace (GG-MOV-005 to GG-MOV-008)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import ARRIVED
from variants.galaxy_g.model import Group, Race
from variants.galaxy_g.tallies import counted_ships, groups_told

#: In the turn's notes: what came to its planet this turn, as (race, number of the group).
ARRIVALS = "arrived"

GROUPS_ARRIVED = EventKind(
    "groups.arrived", "{ships} arrived at {planet}.", ("GG-MOV-007", "GG-SEQ-001")
)


def run(context: TurnContext) -> None:
    arrived: set[tuple[str, int]] = set()
    for race in context.game.empires:
        come = [group for group in _moving(race) if not group.under_way]
        arrived.update((race.id, group.number) for group in come)
        _tell(context, race, come)
    context.notes[ARRIVALS] = arrived


def advance(group: Group, speed: float) -> None:
    """Move a group that was sent one turn on; what it could fly further is lost (GG-MOV-007)."""
    group.under_way = True
    group.left -= speed
    if group.left < ARRIVED:
        group.at, group.to = group.to, ""
        group.left, group.under_way = 0.0, False


def _moving(race: Race) -> list[Group]:
    """Move the race's groups, fleets as one (GG-FLT-003); answers those that moved."""
    fleets = race.fleet_speeds()
    moving = [group for group in race.groups if group.to]
    for group in moving:
        advance(group, fleets[group.fleet] if group.fleet else race.own_speed(group))
    return moving


def _tell(context: TurnContext, race: Race, come: list[Group]) -> None:
    """One event for each planet that ships of a race came to."""
    by_planet: dict[str, list[Group]] = {}
    for group in come:
        by_planet.setdefault(group.at, []).append(group)
    for number in sorted(by_planet, key=int):
        groups = by_planet[number]
        context.emit(
            GROUPS_ARRIVED,
            [race.id],
            place=number,
            planet=context.game.planet(number).name,
            ships=counted_ships(race, groups),
            groups=groups_told(race, groups),
        )
