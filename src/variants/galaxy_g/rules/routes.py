"""Routes: R sets them, in step 5 ships load and leave, in step 11 they unload.

AUTOUNLOAD unloads what comes home in step 11 as well.
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
from variants.galaxy_g.rules import cargo, groups, ownership
from variants.galaxy_g.rules.movement import ARRIVALS
from variants.galaxy_g.rules.tallies import counted_ships, groups_told

DEPARTED = EventKind(
    "route.departed",
    "{ships} left {planet} for {destination} by the {cargo} route{load}.",
    ("GG-ROU-002",),
)


# R


def route(_context: TurnContext, _race: Race, order: Order) -> None:
    """R planet cargo [planet]: from one's own planet to any.

    (GG-ORDR-001, GG-ROU-005, GG-ROU-006)
    """
    start: Planet = order["planet"]
    if order.get("destination") is None:
        start.routes.pop(order["cargo"], None)
    else:
        start.routes[order["cargo"]] = order["destination"].id


def has_route(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """There is no such route to be ended: a note."""
    start, kind = order["planet"], order["cargo"]
    if order.get("destination") is not None or kind in start.routes:
        return None
    return Refusal("no-route", f"{start.name} had no {kind} route", severity="note")


def leads_elsewhere(_context: TurnContext, _race: Race, order: Order) -> Refusal | None:
    """A route leads to another planet (GG-ROU-006)."""
    start: Planet = order["planet"]
    if order.get("destination") is not start:
        return None
    message = f"a route cannot lead from {start.name} to itself"
    hint = "leave the destination out to end the route"
    return Refusal("route-to-itself", message, hint, "destination")


# step 5


def leave(context: TurnContext) -> None:
    """Step 5: cargo is loaded at the beginning of routes, and the ships leave.

    Kinds of route come in the order of their priority (GG-ROU-007).
    """
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
                taken = _loaded_groups(context, race, waiting[planet.id], planet, kind)
                _send(context, race, taken, planet, end, kind)


def _waiting(game: Game) -> dict[str, list[Group]]:
    """The groups that routes may take, by planet, in the order of their numbers.

    Neither fleets nor ships without a drive (GG-ROU-010, GG-FLT-002).
    """
    owners = {planet.id: planet.owner for planet in game.planets if planet.owner and planet.routes}
    found: dict[str, list[Group]] = {}
    for race in game.empires:
        for group in race.groups:
            free = not group.sent and not group.fleet and race.design_of(group).drive
            if free and owners.get(group.at) == race.id:
                found.setdefault(group.at, []).append(group)
    return found


def _loaded_groups(
    context: TurnContext, race: Race, waiting: Sequence[Group], planet: Planet, kind: str
) -> list[Group]:
    """The groups that a route of this kind takes, loaded."""
    here = [group for group in waiting if not group.sent]
    if kind == "WAR":
        return _warships(race, here)
    if kind == "EMP":
        return _empty(context, race, here)
    return _carriers(context, race, here, planet, kind)


def _warships(race: Race, here: Sequence[Group]) -> list[Group]:
    """Guns without holds (GG-ROU-009)."""
    return [group for group in here if race.design_of(group).warship]


def _empty(context: TurnContext, race: Race, here: Sequence[Group]) -> list[Group]:
    """Empty holds (GG-ROU-008)."""
    industry = industry_of(context)
    return [group for group in here if not group.load and industry.capacity_of(race, group)]


def _carriers(
    context: TurnContext, race: Race, here: Sequence[Group], planet: Planet, kind: str
) -> list[Group]:
    """What carries the cargo already, as it is, and what can be loaded (GG-ROU-003)."""
    industry, taken = industry_of(context), []
    for group in here:
        if group.load and group.cargo == kind:
            taken.append(group)
        elif not group.load and industry.capacity_of(race, group) and ownership.stock(planet, kind):
            taken.append(_loaded(context, race, group, planet, kind))
    return taken


def _loaded(context: TurnContext, race: Race, group: Group, planet: Planet, kind: str) -> Group:
    """Load as many ships of an empty group as the stock needs; the others stay (GG-ROU-002)."""
    each = industry_of(context).capacity_of(race, group)
    amount = min(ownership.stock(planet, kind), each * group.ships)
    ships = min(group.ships, cargo.ships_for(amount, each))
    part = groups.split(race, group, ships) if ships < group.ships else group
    cargo.load(context, race, part, planet, kind, amount)
    return part


def _send(
    context: TurnContext, race: Race, those: Sequence[Group], start: Planet, end: Planet, kind: str
) -> None:
    """Send the groups on their way (GG-ROU-001); they leave in step 7 with all others."""
    if not those:
        return
    for group in those:
        group.to, group.left = end.id, distance(start.at, end.at)
    amount = ordered_sum(group.load * group.ships for group in those)
    context.emit(
        DEPARTED,
        [race.id],
        place=start.id,
        planet=start.name,
        destination=end.name,
        cargo=kind,
        ships=counted_ships(race, those),
        load=f" with {amount:.2f} {kind}" if kind in CARGO_KINDS else "",
        amount=amount,
        groups=groups_told(race, those),
    )


# step 11


def arrive(context: TurnContext) -> None:
    """Step 11: cargo is unloaded at the end of routes (GG-ROU-004), and by AUTOUNLOAD."""
    game: Game = context.game
    planets = {planet.id: planet for planet in game.planets}
    ends = _ends(game)
    arrived: set[tuple[str, int]] = context.notes.get(ARRIVALS, set())
    for race in game.empires:
        by_route = [g for g in _laden(race) if (race.id, g.at, g.cargo) in ends]
        _unload(context, race, planets, by_route)
        _unload(context, race, planets, _come_home(race, planets, arrived))


def _come_home(
    race: Race, planets: dict[str, Planet], arrived: set[tuple[str, int]]
) -> list[Group]:
    """The groups that AUTOUNLOAD unloads: what came to a planet of one's own (GG-ORDO-007)."""
    if not race.options.get("AUTOUNLOAD"):
        return []
    come = [g for g in _laden(race) if (race.id, g.number) in arrived]
    return [g for g in come if planets[g.at].owner == race.id]


def _ends(game: Game) -> set[tuple[str, str, str]]:
    """Where a race's routes end: the race, the planet and the cargo."""
    return {
        (planet.owner, end, kind)
        for planet in game.planets
        if planet.owner
        for kind, end in planet.routes.items()
        if kind in CARGO_KINDS
    }


def _laden(race: Race) -> list[Group]:
    """The race's groups with cargo that are at a planet."""
    return [group for group in race.groups if group.load and not group.under_way]


def _unload(
    context: TurnContext, race: Race, planets: dict[str, Planet], those: Iterable[Group]
) -> None:
    """Unload groups at their planets: at each one colonists first, and a cargo all at once."""
    found: dict[str, dict[str, list[Group]]] = {}
    for group in those:
        found.setdefault(group.at, {}).setdefault(group.cargo, []).append(group)
    for number in sorted(found, key=int):
        for kind in CARGO_KINDS:
            here = found[number].get(kind)
            if here and cargo.may_unload(here[0], planets[number]) is None:
                cargo.unload(context, race, here, planets[number])
