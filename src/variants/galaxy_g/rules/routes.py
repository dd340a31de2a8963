"""Routes: R sets them, in step 5 ships load and leave, in step 11 they unload.

AUTOUNLOAD also unloads ships that come home, in step 11.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import CARGO_KINDS, ROUTE_KINDS
from variants.galaxy_g.economy import industry_of
from variants.galaxy_g.model import Game, Group, Planet, Race, distance
from variants.galaxy_g.references import DESTINATION, PLANET
from variants.galaxy_g.rules import cargo, groups, ownership
from variants.galaxy_g.rules.groups import group_rows, ship_counts_text
from variants.galaxy_g.rules.movement import ARRIVALS

DEPARTED = EventKind(
    "route.departed",
    "{ships} left {planet} for {destination} by the {cargo} route{load}.",
    ("GG-ROU-002",),
)


# R


def route(_context: TurnContext[Game], _race: Race, order: Order) -> None:
    """R planet cargo [planet]: from one of the race's planets to any.

    (GG-ORDR-001, GG-ROU-005, GG-ROU-006)
    """
    start = order[PLANET]
    if order.get(DESTINATION) is None:
        start.routes.pop(order["cargo"], None)
    else:
        start.routes[order["cargo"]] = order[DESTINATION].id


def has_route(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Remark that there is no such route to end."""
    start, kind = order[PLANET], order["cargo"]
    if order.get(DESTINATION) is not None or kind in start.routes:
        return None
    return Refusal("no-route", f"{start.name} has no {kind} route", severity="note")


def leads_elsewhere(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a route to the planet where it starts (GG-ROU-006)."""
    start = order[PLANET]
    if order.get(DESTINATION) is not start:
        return None
    message = f"a route cannot lead from {start.name} to itself"
    hint = "leave the destination out to end the route"
    return Refusal("route-to-itself", message, hint, "destination")


# step 5


def load_and_send(context: TurnContext[Game]) -> None:
    """Step 5: load cargo at the start of routes, and send the ships.

    The kinds of routes come in the order of their priority (GG-ROU-007).
    """
    game = context.game
    planets = {planet.id: planet for planet in game.planets}
    owners = {race.id: race for race in game.empires}
    waiting = _available_groups(game)
    for planet in game.planets:
        if planet.id not in waiting:
            continue
        race = owners[planet.owner]
        for kind in ROUTE_KINDS:
            end = planets.get(planet.routes.get(kind, ""))
            if end is not None:
                loaded = _groups_for_route(context, race, waiting[planet.id], planet, kind)
                _send(context, race, loaded, planet, end, kind)


def _available_groups(game: Game) -> dict[str, list[Group]]:
    """The groups that routes may take, by planet, in the order of their numbers.

    Routes take neither fleets nor ships without a drive (GG-ROU-010, GG-FLT-002).
    """
    owners = {planet.id: planet.owner for planet in game.planets if planet.owner and planet.routes}
    waiting: dict[str, list[Group]] = {}
    for race in game.empires:
        for group in race.groups:
            free = not group.sent and not group.fleet and race.design_of(group).drive
            if free and owners.get(group.at) == race.id:
                waiting.setdefault(group.at, []).append(group)
    return waiting


def _groups_for_route(
    context: TurnContext[Game], race: Race, waiting: Sequence[Group], planet: Planet, kind: str
) -> list[Group]:
    """The groups that a route of this kind takes, loaded."""
    available = [group for group in waiting if not group.sent]
    if kind == "WAR":
        return _warships(race, available)
    if kind == "EMP":
        return _empty(context, race, available)
    return _carriers(context, race, available, planet, kind)


def _warships(race: Race, available: Sequence[Group]) -> list[Group]:
    """The groups with guns and without room for cargo (GG-ROU-009)."""
    return [group for group in available if race.design_of(group).warship]


def _empty(context: TurnContext[Game], race: Race, available: Sequence[Group]) -> list[Group]:
    """The groups with empty cargo rooms (GG-ROU-008)."""
    industry = industry_of(context)
    return [group for group in available if not group.load and industry.capacity_of(race, group)]


def _carriers(
    context: TurnContext[Game], race: Race, available: Sequence[Group], planet: Planet, kind: str
) -> list[Group]:
    """The groups with the cargo aboard, and those that can be loaded with it (GG-ROU-003)."""
    industry, carriers = industry_of(context), []
    for group in available:
        if group.load and group.cargo == kind:
            carriers.append(group)
        elif not group.load and industry.capacity_of(race, group) and ownership.stock(planet, kind):
            carriers.append(_load_group(context, race, group, planet, kind))
    return carriers


def _load_group(
    context: TurnContext[Game], race: Race, group: Group, planet: Planet, kind: str
) -> Group:
    """Load as many ships of an empty group as the stock needs. The others stay (GG-ROU-002)."""
    room = industry_of(context).capacity_of(race, group)
    amount = min(ownership.stock(planet, kind), room * group.ships)
    ships = min(group.ships, cargo.ships_for(amount, room))
    part = groups.split(race, group, ships) if ships < group.ships else group
    cargo.load(context, race, part, planet, kind, amount)
    return part


def _send(
    context: TurnContext[Game],
    race: Race,
    sent: Sequence[Group],
    start: Planet,
    end: Planet,
    kind: str,
) -> None:
    """Send the groups (GG-ROU-001). They leave in step 7 with all others."""
    if not sent:
        return
    for group in sent:
        group.to, group.left = end.id, distance(start.at, end.at)
    amount = ordered_sum(group.load * group.ships for group in sent)
    context.emit(
        DEPARTED,
        [race.id],
        place=start.id,
        planet=start.name,
        destination=end.name,
        cargo=kind,
        ships=ship_counts_text(race, sent),
        load=f" with {amount:.2f} {kind}" if kind in CARGO_KINDS else "",
        amount=amount,
        groups=group_rows(race, sent),
    )


# step 11


def unload_arrivals(context: TurnContext[Game]) -> None:
    """Step 11: unload cargo at the end of routes (GG-ROU-004), and by AUTOUNLOAD."""
    game = context.game
    planets = {planet.id: planet for planet in game.planets}
    ends = _route_ends(game)
    arrived: set[tuple[str, int]] = context.notes.get(ARRIVALS, set())
    for race in game.empires:
        by_route = [g for g in _laden_groups(race) if (race.id, g.at, g.cargo) in ends]
        _unload(context, race, planets, by_route)
        _unload(context, race, planets, _arrived_home(race, planets, arrived))


def _arrived_home(
    race: Race, planets: dict[str, Planet], arrived: set[tuple[str, int]]
) -> list[Group]:
    """The groups that AUTOUNLOAD unloads: those arriving at their race's planets (GG-ORDO-007)."""
    if not race.options.get("AUTOUNLOAD"):
        return []
    arrivals = [g for g in _laden_groups(race) if (race.id, g.number) in arrived]
    return [g for g in arrivals if planets[g.at].owner == race.id]


def _route_ends(game: Game) -> set[tuple[str, str, str]]:
    """The ends of routes: race, planet and cargo."""
    return {
        (planet.owner, end, kind)
        for planet in game.planets
        if planet.owner
        for kind, end in planet.routes.items()
        if kind in CARGO_KINDS
    }


def _laden_groups(race: Race) -> list[Group]:
    """The race's groups with cargo that are at a planet."""
    return [group for group in race.groups if group.load and not group.under_way]


def _unload(
    context: TurnContext[Game], race: Race, planets: dict[str, Planet], unloading: Iterable[Group]
) -> None:
    """Unload groups at their planets: colonists first, and each cargo as one landing."""
    by_planet: dict[str, dict[str, list[Group]]] = {}
    for group in unloading:
        by_planet.setdefault(group.at, {}).setdefault(group.cargo, []).append(group)
    for number in sorted(by_planet, key=int):
        for kind in CARGO_KINDS:
            carriers = by_planet[number].get(kind)
            if carriers and cargo.may_unload(carriers[0], planets[number]) is None:
                cargo.unload(context, race, carriers, planets[number])
