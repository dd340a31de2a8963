"""Interception: the order I waits at a planet, and in step 6 follows ships that leave it."""

from __future__ import annotations

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.galaxy_g.economy import Industry, industry_of
from variants.galaxy_g.model import Game, Group, Planet, Race, distance
from variants.galaxy_g.rules import movement
from variants.galaxy_g.rules.tallies import ship_counts_text

INTERCEPTORS_SENT = EventKind(
    "groups.sent_after",
    "{ships}: after the ships that leave {planet}, to {destination}.",
    ("GG-ORDI-002",),
)

#: Mass of ships by origin, destination and race.
DepartingMass = dict[str, dict[str, dict[str, float]]]


def intercept(context: TurnContext, race: Race, order: Order) -> None:
    """I group planet [ships], I fleet planet: carried out in step 6 (GG-ORDI-001, GG-FLO-005)."""
    for group in movement.ordered_groups(context, race, order):
        movement.depart(context, group, order["planet"])
        group.intercepts = True


def dispatch_interceptors(context: TurnContext) -> None:
    """Step 6: intercepting groups choose a destination and leave (GG-ORDI-002)."""
    game: Game = context.game
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

    def send(self, context: TurnContext, race: Race, group: Group) -> None:
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
        """The goal of most alien mass that the group can reach in time, or the planet named."""
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
