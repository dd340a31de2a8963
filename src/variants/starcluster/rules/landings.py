"""LAND and EMBARK, and the fights for planets (SC-GND-001, SC-GND-002, SC-GND-005)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.battle.ground import ROUNDS
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.model import Empire, Fleet, Planet, Starcluster, System, Unit
from variants.starcluster.references import known_system
from variants.starcluster.rules.bombardment import is_charted, planet_number
from variants.starcluster.rules.damage import points_left
from variants.starcluster.rules.enemies import enemy_line_at
from variants.starcluster.rules.silos import best_generation
from variants.starcluster.rules.stances import at_war

ORDERED = EventKind(
    "troops.landing", "{fleet} lands up to {points} points on planet {planet} of {system}.",
    ("SC-GND-001",),
)  # fmt: skip
EMBARKED = EventKind(
    "troops.embarked", "{fleet} takes {points} points aboard from planet {planet} of {system}.",
    ("SC-GND-005",),
)  # fmt: skip

#: Base points that a Qt carries, that a shuttle lands in a round, and that a gig does.
TROOPS, SHUTTLE, GIG = 5, 5, 1
#: In a turn's notes: the landings ordered.
_LANDINGS = "landings"


@define(kw_only=True)
class Landing:
    """What one fleet lands on a planet.

    Attributes:
        fleet: whose craft do it.
        system, planet: where.
        points: base points that are still to land.
        rate: base points that its craft land there in a round (SC-GND-001).
        cold: whether troops from Qtc may land, too.
    """

    fleet: Fleet
    system: System
    planet: int
    points: float
    rate: float
    cold: bool
    loaded: list[tuple[Unit, str, float]] = field(factory=list)


def land(context: TurnContext, empire: Empire, order: Order) -> None:
    """LAND: troops of a fleet on a planet where no enemy line is."""
    game: Starcluster = context.game
    fleet: Fleet = order["fleet"]
    system = _system(game, empire, fleet, order)
    if context.forecast and not is_charted(game, fleet, system):
        return
    number = planet_number(game, fleet, system, order["planet"])
    if not context.forecast:
        _must_be_free(game, empire, system)
    rate = landing_rate(game, empire, fleet)
    if not rate:
        message = f"{fleet.name} has no shuttle or gig aboard"
        raise Refused(Refusal("no-craft", message, "BUILD CRAFT at a colony", "fleet"))
    planet = system.planets[number - 1]
    held_by = (planet.fallen if game.plays_by("1.1.0") else "") or system.owner
    holder = game.power(held_by) if held_by else None
    if holder is not None and holder is not empire and not at_war(empire, holder):
        whom = "who holds the planet" if planet.fallen else f"the owner of {system.id}"
        message = f"you are not at war with {whom}"
        raise Refused(Refusal("not-at-war", message, "WAR must be declared first", "goal"))
    cold = system.owner == empire.id or any(one.owner == empire.id for one in planet.troops)
    units = game.units_in(fleet)
    aboard = ordered_sum(unit.troops + (unit.cold if cold else 0.0) for unit in units)
    if not aboard:
        only_cold = any(unit.cold for unit in units)
        message = f"{fleet.name} has no troops aboard" + (" that can assault" if only_cold else "")
        remedy = "troops of Qtc land where you have a colony or troops" if only_cold else "EMBARK"
        raise Refused(Refusal("no-troops", message, remedy, "fleet"))
    points = _points(order, aboard)
    landing = Landing(
        fleet=fleet, system=system, planet=number, points=points, rate=rate, cold=cold
    )
    context.notes.setdefault(_LANDINGS, []).append(landing)
    context.emit(
        ORDERED,
        empire.readers,
        place=system.id,
        fleet=fleet.name,
        points=points,
        planet=number,
        system=system.id,
    )


def embark(context: TurnContext, empire: Empire, order: Order) -> None:
    """EMBARK: fill empty Qt from own troops ashore, landed ones first (SC-GND-005)."""
    game: Starcluster = context.game
    fleet: Fleet = order["fleet"]
    system = _system(game, empire, fleet, order)
    if context.forecast and not is_charted(game, fleet, system):
        return
    number = planet_number(game, fleet, system, order["planet"])
    planet = system.planets[number - 1]
    if planet.bombarded == context.turn or any(one.owner != empire.id for one in planet.troops):
        message = f"planet {number} of {system.id} is fought over"
        raise Refused(Refusal("fought-over", message, "wait until it is quiet", "planet"))
    units = game.units_in(fleet)
    room = ordered_sum(_room(unit) for unit in units)
    if not room:
        message = f"{fleet.name} has no empty Qt"
        raise Refused(Refusal("no-room", message, "send a ship with Qt", "fleet"))
    wanted = min(_points(order, room), room)
    taken = _take_ashore(empire, system, planet, wanted)
    left = taken
    for unit in units:
        here = min(left, _room(unit))
        unit.troops += here
        left -= here
    context.emit(
        EMBARKED,
        empire.readers,
        place=system.id,
        fleet=fleet.name,
        points=taken,
        planet=number,
        system=system.id,
    )


def _take_ashore(empire: Empire, system: System, planet: Planet, wanted: float) -> float:
    """Take points from landed troops, then from the garrison of an own PDC; never from a CGB."""
    taken = 0.0
    for troops in planet.troops:
        here = min(wanted - taken, troops.points)
        troops.points -= here
        taken += here
    planet.troops = [troops for troops in planet.troops if troops.points > 0]
    if planet.pdc and system.owner == empire.id and not planet.fallen:
        here = min(wanted - taken, planet.garrison)
        planet.garrison -= here
        taken += here
    return taken


def ordered(context: TurnContext) -> list[Landing]:
    """The landings that were ordered this turn."""
    found: list[Landing] = context.notes.get(_LANDINGS, [])
    return found


def share_craft(landings: Sequence[Landing]) -> None:
    """Craft that a fleet has for several landings serve each by its points (SC-GND-001)."""
    wanted: defaultdict[str, float] = defaultdict(float)
    for landing in landings:
        wanted[landing.fleet.id] += landing.points
    for landing in landings:
        landing.rate *= landing.points / wanted[landing.fleet.id]


def landing_rate(game: Starcluster, empire: Empire, fleet: Fleet) -> float:
    """Base points that a fleet's craft land in a round (SC-GND-001, SC-DES-009)."""
    units = game.units_in(fleet)
    shuttles, gigs = (
        ordered_sum(unit.shuttles for unit in units),
        ordered_sum(unit.gigs for unit in units),
    )
    generation = max(1, best_generation(empire, "st"))
    return shuttles * SHUTTLE * factor_tenths(generation) / 10 + gigs * GIG


def load(game: Starcluster, landing: Landing) -> Iterator[tuple[int, float]]:
    """Take the troops of a landing from their ships: (generation, base points) of each."""
    left = min(landing.points, landing.rate * ROUNDS)
    for unit in game.units_in(landing.fleet):
        for kind in ("troops", "cold") if landing.cold else ("troops",):
            here = min(left, getattr(unit, kind))
            if here > 0:
                setattr(unit, kind, getattr(unit, kind) - here)
                landing.loaded.append((unit, kind, here))
                left -= here
                yield troop_generation(unit), here


def take_back(landing: Landing, points: float) -> None:
    """Put troops that did not land back aboard, in the order in which they would have landed."""
    for unit, kind, here in reversed(landing.loaded):
        back = min(points, here)
        setattr(unit, kind, getattr(unit, kind) + back)
        points -= back


def troop_generation(unit: Unit) -> int:
    """The generation of the Qt or Qtc that carries a unit's troops (SC-GND-002)."""
    return next((one.generation for one in unit.design.with_code("Qt", "Qtc")), 1)


def _room(unit: Unit) -> float:
    """Base points that still fit into a unit's Qt."""
    systems = zip(unit.design.systems, points_left(unit), strict=True)
    standing = int_sum(system.code == "Qt" and left > 0 for system, left in systems)
    return max(0.0, TROOPS * standing - unit.troops)


def _system(game: Starcluster, empire: Empire, fleet: Fleet, order: Order) -> System:
    word = str(order["goal"])
    system = known_system(game, empire, word)
    if system is None or system.id != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {word}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "goal"))
    return system


def _must_be_free(game: Starcluster, empire: Empire, system: System) -> None:
    if enemy_line_at(game, empire, system.id):
        message = f"an enemy line is at {system.id}"
        raise Refused(Refusal("enemy-line", message, "defeat it first", "fleet"))


def _points(order: Order, most: float) -> float:
    """The points that an order names; ALL is as many as there are."""
    word = str(order["points"]).upper()
    if word == "ALL":
        return most
    try:
        points = float(word)
    except ValueError:
        points = 0.0
    if not 0 < points <= 1_000_000:
        message = f"'{order['points']}' is no number of points"
        raise Refused(Refusal("bad-argument", message, "write a number above 0, or ALL", "points"))
    return min(points, most)
