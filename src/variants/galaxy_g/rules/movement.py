"""Travel, in which S sends groups, H recalls them, I intercepts, and steps 6 and 7 move them.

Journeys lead from planet to planet. The economy gives their speed (`Industry.speed`). Intercepting
groups wait at a planet, and in step 6 follow ships that leave it.
"""

from __future__ import annotations

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import ARRIVED
from variants.galaxy_g.economy import Industry, industry_of
from variants.galaxy_g.model import Fleet, Game, Group, Planet, Race, distance
from variants.galaxy_g.references import GROUP_OR_FLEET, PLANET
from variants.galaxy_g.rules import groups
from variants.galaxy_g.rules.groups import group_rows, ship_counts_text

#: Key of a turn's notes: groups that arrived this turn, as (race, number of the group).
ARRIVALS = "arrived"

GROUPS_ARRIVED = EventKind(
    "groups.arrived", "{ships} arrived at {planet}.", ("GG-MOV-007", "GG-SEQ-001")
)


# S, and its common parts with I


def send(context: TurnContext[Game], race: Race, order: Order) -> None:
    """S group planet [ships], S fleet planet (GG-ORDS-001, GG-FLO-008)."""
    planet = order[PLANET]
    for group in ordered_groups(context, race, order):
        if planet.id != group.at:
            depart(context, group, planet)


def ordered_groups(context: TurnContext[Game], race: Race, order: Order) -> list[Group]:
    """The groups that an order sends. A group sent by itself leaves its fleet (GG-FLT-004)."""
    named = order[GROUP_OR_FLEET]
    if isinstance(named, Fleet):
        return race.in_fleet(named.id)
    part = groups.ordered_part(context, race, order, named)
    part.fleet = ""
    return [part]


def depart(context: TurnContext[Game], group: Group, planet: Planet) -> None:
    """Send a group to a planet (GG-MOV-005). It enters hyperspace in step 7."""
    group.to = planet.id
    group.left = distance(context.game.planet(group.at).at, planet.at)


def whole_fleet(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a number of ships with a fleet (GG-FLO-008)."""
    if isinstance(order[GROUP_OR_FLEET], Fleet) and order.get("ships") is not None:
        message = "a fleet goes as a whole, without a number of ships"
        return Refusal("whole-fleet", message, "send groups by number", "ships")
    return None


def fleet_has_ships(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a fleet without ships."""
    named = order[GROUP_OR_FLEET]
    if isinstance(named, Fleet) and not race.in_fleet(named.id):
        message = f"fleet '{named.name}' has no ships"
        return Refusal("empty-fleet", message, "add groups to it with J", "group")
    return None


def at_rest(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse groups that were sent already (GG-MOV-006)."""
    return next(filter(None, map(groups.refuse_under_way, _named_groups(race, order))), None)


def has_drive(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse ships without a drive (GG-MOV-001)."""
    named = order[GROUP_OR_FLEET]
    for group in _named_groups(race, order):
        if not race.design_of(group).drive:
            of = f" of fleet '{named.name}'" if isinstance(named, Fleet) else ""
            message = f"group {group.number}{of} has no drive"
            return Refusal("no-drive", message, "ships without a drive never move", "group")
    return None


def _named_groups(race: Race, order: Order) -> list[Group]:
    named = order[GROUP_OR_FLEET]
    return race.in_fleet(named.id) if isinstance(named, Fleet) else [named]


# H


def recall(context: TurnContext[Game], race: Race, order: Order) -> None:
    """H group [ships], H fleet: back to the origin (GG-ORDH-001, GG-FLO-004)."""
    named = order[GROUP_OR_FLEET]
    if isinstance(named, Fleet):
        for group in race.in_fleet(named.id):
            _turn_back(context, group)
    else:
        _turn_back(context, groups.ordered_part(context, race, order, named))


def on_its_way(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse groups that were not sent (GG-ORDH-001)."""
    named = order[GROUP_OR_FLEET]
    if any(group.sent for group in _named_groups(race, order)):
        return None
    name = f"fleet '{named.name}'" if isinstance(named, Fleet) else f"group {named.number}"
    hint = "H works only on ships in hyperspace"
    return Refusal("not-under-way", f"{name} is not in hyperspace", hint, "group")


def not_in_fleet(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a single group of a fleet (GG-FLO-004)."""
    named = order[GROUP_OR_FLEET]
    if isinstance(named, Fleet) or not named.fleet:
        return None
    message = f"group {named.number} is in a fleet, which turns round as one"
    hint = f"write H and the fleet's name, {race.fleets[named.fleet].name}"
    return Refusal("in-fleet", message, hint, "group")


def _turn_back(context: TurnContext[Game], group: Group) -> None:
    """Reverse a group in hyperspace. A group that was sent this turn stays at its planet."""
    if not group.under_way:
        group.to, group.left, group.intercepts = "", 0.0, False
        return
    total = distance(context.game.planet(group.at).at, context.game.planet(group.to).at)
    group.left = max(0.0, total - group.left)
    group.at, group.to = group.to, group.at


# step 7


def move_groups(context: TurnContext[Game]) -> None:
    """Step 7: all groups that were sent move through hyperspace (GG-MOV-007)."""
    industry = industry_of(context)
    arrived: set[tuple[str, int]] = set()
    for race in context.game.empires:
        arriving = [group for group in _advance_groups(industry, race) if not group.under_way]
        arrived.update((race.id, group.number) for group in arriving)
        _report(context, race, arriving)
    context.notes[ARRIVALS] = arrived


def advance(group: Group, speed: float) -> None:
    """Move a group that was sent by one turn. Speed beyond the destination is lost (GG-MOV-007)."""
    group.under_way = True
    group.left -= speed
    if group.left < ARRIVED:
        group.at, group.to = group.to, ""
        group.left, group.under_way = 0.0, False


def _advance_groups(industry: Industry, race: Race) -> list[Group]:
    """Move the race's groups, fleets as one (GG-FLT-003). Return the groups that moved."""
    fleets = industry.fleet_speeds(race)
    moving = [group for group in race.groups if group.to]
    for group in moving:
        advance(group, fleets[group.fleet] if group.fleet else industry.speed_of(race, group))
    return moving


def _report(context: TurnContext[Game], race: Race, arrivals: list[Group]) -> None:
    """Emit one event for each planet where ships of a race arrived."""
    by_planet: dict[str, list[Group]] = {}
    for group in arrivals:
        by_planet.setdefault(group.at, []).append(group)
    for number in sorted(by_planet, key=int):
        arrived = by_planet[number]
        context.emit(
            GROUPS_ARRIVED,
            [race.id],
            place=number,
            planet=context.game.planet(number).name,
            ships=ship_counts_text(race, arrived),
            groups=group_rows(race, arrived),
        )


INTERCEPTORS_SENT = EventKind(
    "groups.sent_after",
    "{ships}: after the ships that leave {planet}, to {destination}.",
    ("GG-ORDI-002",),
)

#: Mass of ships by origin, destination and race.
DepartingMass = dict[str, dict[str, dict[str, float]]]


def intercept(context: TurnContext[Game], race: Race, order: Order) -> None:
    """I group planet [ships], I fleet planet: carried out in step 6 (GG-ORDI-001, GG-FLO-005)."""
    for group in ordered_groups(context, race, order):
        depart(context, group, order[PLANET])
        group.intercepts = True


def dispatch_interceptors(context: TurnContext[Game]) -> None:
    """Step 6: intercepting groups choose a destination and leave (GG-ORDI-002)."""
    game = context.game
    interceptors = [(race, group) for race, group in game.groups() if group.intercepts]
    if not interceptors:
        return
    industry = industry_of(context)
    interceptions = Interceptions(
        industry, game, _departing_mass(industry, game, {group.to for _, group in interceptors})
    )
    for race, group in interceptors:
        interceptions.send(context, race, group)


@define
class Interceptions:
    """The ships that leave the watched planets, and the destination of each race's interceptors."""

    industry: Industry
    game: Game
    departing: DepartingMass
    planets: dict[str, Planet] = field(init=False)
    speeds: dict[str, dict[str, float]] = field(factory=dict)
    destinations: dict[tuple[str, str], list[str]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.planets = {planet.id: planet for planet in self.game.planets}

    def send(self, context: TurnContext[Game], race: Race, group: Group) -> None:
        """Give an intercepting group its destination."""
        watched, group.intercepts = group.to, False
        group.to = self.destination(race, group)
        if group.to != watched:
            origin, goal = self.planets[group.at], self.planets[group.to]
            group.left = distance(origin.at, goal.at)
            context.emit(
                INTERCEPTORS_SENT,
                [race.id],
                place=group.at,
                ships=ship_counts_text(race, [group]),
                planet=self.planets[watched].name,
                destination=goal.name,
            )
        if group.to == group.at:
            group.to = ""

    def destination(self, race: Race, group: Group) -> str:
        """The goal of the most alien mass that can be reached in time, or else the named planet."""
        reach = self.industry.intercept_turns * self._speed(race, group)
        origin = self.planets[group.at].at
        for planet in self._destinations(race, group.to):
            if distance(origin, self.planets[planet].at) <= reach:
                return planet
        return group.to

    def _speed(self, race: Race, group: Group) -> float:
        if not group.fleet:
            return self.industry.speed_of(race, group)
        if race.id not in self.speeds:
            self.speeds[race.id] = self.industry.fleet_speeds(race)
        return self.speeds[race.id][group.fleet]

    def _destinations(self, race: Race, watched: str) -> list[str]:
        """Destinations of other races' ships from a planet: most mass first, then by number."""
        if (race.id, watched) not in self.destinations:
            masses = {
                planet: ordered_sum(mass for owner, mass in shares.items() if owner != race.id)
                for planet, shares in self.departing.get(watched, {}).items()
                if any(owner != race.id for owner in shares)
            }
            ordered = sorted(masses, key=lambda planet: (-masses[planet], int(planet)))
            self.destinations[race.id, watched] = [
                planet for planet in ordered if planet in self.planets
            ]
        return self.destinations[race.id, watched]


def _departing_mass(industry: Industry, game: Game, watched: set[str]) -> DepartingMass:
    """The ships sent this turn from the watched planets, by S or a route."""
    departing: DepartingMass = {}
    for race, group in game.groups():
        if group.to and not group.under_way and not group.intercepts and group.at in watched:
            shares = departing.setdefault(group.at, {}).setdefault(group.to, {})
            shares[race.id] = shares.get(race.id, 0.0) + industry.mass_of(race, group) * group.ships
    return departing
