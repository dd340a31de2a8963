"""Step 5: cargo is loaded at the beginning of routes, and the ships leave (GG-ROU)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g import cargo, grouping, ownership
from variants.galaxy_g.constants import CARGO_KINDS, ROUTE_KINDS
from variants.galaxy_g.model import Game, Group, Planet, Race, distance
from variants.galaxy_g.tallies import counted_ships, groups_told

DEPARTED = EventKind(
    "route.departed",
    "{ships} left {planet} for {destination} by the {cargo} route{load}.",
    ("GG-ROU-002",),
)


def run(context: TurnContext) -> None:
    game: Game = context.game
    planets = {planet.id: planet for planet in game.planets}
    owners = {race.id: race for race in game.empires}
    waiting = _waiting(game)
    for planet in game.planets:
        if planet.id not in waiting:
            continue
        race = owners[planet.owner]
        for kind in ROUTE_KINDS:
            end = planets.get(planet.routes.get(kind, ""))
            if end is not None:
                groups = _taken(race, waiting[planet.id], planet, kind)
                _send(context, race, groups, planet, end, kind)


def _waiting(game: Game) -> dict[str, list[Group]]:
    """The groups that routes may take, by planet, in the order of their numbers (GG-ROU-010)."""
    owners = {planet.id: planet.owner for planet in game.planets if planet.owner and planet.routes}
    found: dict[str, list[Group]] = {}
    for race in game.empires:
        for group in race.groups:
            free = not group.sent and not group.fleet and race.design_of(group).drive
            if free and owners.get(group.at) == race.id:
                found.setdefault(group.at, []).append(group)
    return found


def _taken(race: Race, waiting: Sequence[Group], planet: Planet, kind: str) -> list[Group]:
    """The groups that a route of this kind takes, loaded."""
    here = [group for group in waiting if not group.sent]
    if kind == "WAR":
        return [group for group in here if race.design_of(group).warship]
    if kind == "EMP":
        return [group for group in here if not group.load and race.capacity_of(group)]
    taken = []
    for group in here:
        if group.load and group.cargo == kind:
            taken.append(group)
        elif not group.load and race.capacity_of(group) and ownership.stock(planet, kind):
            taken.append(_loaded(race, group, planet, kind))
    return taken


def _loaded(race: Race, group: Group, planet: Planet, kind: str) -> Group:
    """Load as many ships of an empty group as the stock needs; the others stay (GG-ROU-002)."""
    each = race.capacity_of(group)
    amount = min(ownership.stock(planet, kind), each * group.ships)
    ships = min(group.ships, cargo.ships_for(amount, each))
    part = grouping.split(race, group, ships) if ships < group.ships else group
    cargo.load(race, part, planet, kind, amount)
    return part


def _send(
    context: TurnContext, race: Race, groups: Sequence[Group], start: Planet, end: Planet, kind: str
) -> None:
    """Send the groups on their way; they enter hyperspace in step 7 with all others."""
    if not groups:
        return
    for group in groups:
        group.to, group.left = end.id, distance(start.at, end.at)
    amount = sum(group.load * group.ships for group in groups)
    context.emit(
        DEPARTED,
        [race.id],
        place=start.id,
        planet=start.name,
        destination=end.name,
        cargo=kind,
        ships=counted_ships(race, groups),
        load=f" with {amount:.2f} {kind}" if kind in CARGO_KINDS else "",
        amount=amount,
        groups=groups_told(race, groups),
    )
