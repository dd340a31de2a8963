"""LAND and EMBARK, and landings of troops (SC-GND-001, SC-GND-002, SC-GND-005)."""

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
from variants.starcluster.model import Empire, Fleet, Planet, Starcluster, StarSystem, Unit
from variants.starcluster.references import FLEET, known_system
from variants.starcluster.rules.bombardment import is_charted, planet_number
from variants.starcluster.rules.defenses import best_generation
from variants.starcluster.rules.relations import at_war
from variants.starcluster.rules.sides import enemy_line_at
from variants.starcluster.rules.units import points_left

ORDERED = EventKind(
    "troops.landing", "{fleet} lands up to {points} points on planet {planet} of {system}.",
    ("SC-GND-001",),
)  # fmt: skip
EMBARKED = EventKind(
    "troops.embarked", "{fleet} takes {points} points aboard from planet {planet} of {system}.",
    ("SC-GND-005",),
)  # fmt: skip

#: Base points carried by a Qt, landed in a round by a shuttle, and by a gig.
TROOPS, SHUTTLE, GIG = 5, 5, 1
#: Key of a turn's notes: the landings ordered.
_LANDINGS = "landings"


@define(kw_only=True)
class Landing:
    """A landing of one fleet on a planet.

    Attributes:
        fleet: the fleet whose craft land troops.
        system, planet: the place.
        points: base points that are still to land.
        rate: base points that its craft land there in a round (SC-GND-001).
        cold: whether troops from Qtc may land as well.
    """

    fleet: Fleet
    system: StarSystem
    planet: int
    points: float
    rate: float
    cold: bool
    loaded: list[tuple[Unit, str, float]] = field(factory=list)


def land(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """LAND: lands troops of a fleet on a planet where there is no enemy line."""
    game = context.game
    fleet = order[FLEET]
    system = _system(game, empire, fleet, order)
    if context.forecast and not is_charted(game, fleet, system):
        return
    number = planet_number(game, fleet, system, order["planet"])
    if not context.forecast:
        _must_be_free(game, empire, system)
    rate = landing_rate(game, empire, fleet)
    if not rate:
        message = f"{fleet.name} has no shuttles or gigs aboard"
        raise Refused(Refusal("no-craft", message, "buy one with BUILD CRAFT at a colony", "fleet"))
    planet = system.planets[number - 1]
    held_by = (planet.fallen if game.plays_by("1.1.0") else "") or system.owner
    holder = game.power(held_by) if held_by else None
    if holder is not None and holder is not empire and not at_war(empire, holder):
        opponent = "who holds the planet" if planet.fallen else f"the owner of {system.id}"
        message = f"you are not at war with {opponent}"
        raise Refused(Refusal("not-at-war", message, "declare WAR first", "goal"))
    cold = system.owner == empire.id or any(troops.owner == empire.id for troops in planet.troops)
    units = game.units_in(fleet)
    aboard = ordered_sum(unit.troops + (unit.cold if cold else 0.0) for unit in units)
    if not aboard:
        only_cold = any(unit.cold for unit in units)
        message = f"{fleet.name} has no troops aboard" + (" that can assault" if only_cold else "")
        remedy = (
            "troops of Qtc can only land where you have a colony or troops"
            if only_cold
            else "EMBARK"
        )
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


def embark(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """EMBARK: fills empty Qt from the empire's troops ashore, landed ones first (SC-GND-005)."""
    game = context.game
    fleet = order[FLEET]
    system = _system(game, empire, fleet, order)
    if context.forecast and not is_charted(game, fleet, system):
        return
    number = planet_number(game, fleet, system, order["planet"])
    planet = system.planets[number - 1]
    if planet.bombarded == context.turn or any(t.owner != empire.id for t in planet.troops):
        message = f"there is fighting on planet {number} of {system.id}"
        raise Refused(Refusal("fought-over", message, "wait until the fighting ends", "planet"))
    units = game.units_in(fleet)
    room = ordered_sum(_room(unit) for unit in units)
    if not room:
        message = f"{fleet.name} has no empty Qt"
        raise Refused(Refusal("no-room", message, "use a ship with Qt", "fleet"))
    requested = min(_points(order, room), room)
    embarked = _take_ashore(empire, system, planet, requested)
    left = embarked
    for unit in units:
        part = min(left, _room(unit))
        unit.troops += part
        left -= part
    context.emit(
        EMBARKED,
        empire.readers,
        place=system.id,
        fleet=fleet.name,
        points=embarked,
        planet=number,
        system=system.id,
    )


def _take_ashore(empire: Empire, system: StarSystem, planet: Planet, points: float) -> float:
    """Remove points from landed troops, then from the empire's own garrison; never from a CGB."""
    total = 0.0
    for troops in planet.troops:
        part = min(points - total, troops.points)
        troops.points -= part
        total += part
    planet.troops = [troops for troops in planet.troops if troops.points > 0]
    if planet.pdc and system.owner == empire.id and not planet.fallen:
        part = min(points - total, planet.garrison)
        planet.garrison -= part
        total += part
    return total


def ordered_landings(context: TurnContext[Starcluster]) -> list[Landing]:
    """The landings ordered this turn."""
    landings: list[Landing] = context.notes.get(_LANDINGS, [])
    return landings


def share_craft(landings: Sequence[Landing]) -> None:
    """Divide craft of a fleet with several landings by their points (SC-GND-001)."""
    totals: defaultdict[str, float] = defaultdict(float)
    for landing in landings:
        totals[landing.fleet.id] += landing.points
    for landing in landings:
        landing.rate *= landing.points / totals[landing.fleet.id]


def landing_rate(game: Starcluster, empire: Empire, fleet: Fleet) -> float:
    """Base points that a fleet's craft land in a round (SC-GND-001, SC-DES-009)."""
    units = game.units_in(fleet)
    shuttles, gigs = (
        ordered_sum(unit.shuttles for unit in units),
        ordered_sum(unit.gigs for unit in units),
    )
    generation = max(1, best_generation(empire, "st"))
    return shuttles * SHUTTLE * factor_tenths(generation) / 10 + gigs * GIG


def unload_troops(game: Starcluster, landing: Landing) -> Iterator[tuple[int, float]]:
    """Yield the troops of a landing, removed from their ships, as (generation, base points)."""
    left = min(landing.points, landing.rate * ROUNDS)
    for unit in game.units_in(landing.fleet):
        for kind in ("troops", "cold") if landing.cold else ("troops",):
            part = min(left, getattr(unit, kind))
            if part > 0:
                setattr(unit, kind, getattr(unit, kind) - part)
                landing.loaded.append((unit, kind, part))
                left -= part
                yield troop_generation(unit), part


def return_troops(landing: Landing, points: float) -> None:
    """Return troops that did not land to their ships, the last ones first."""
    for unit, kind, part in reversed(landing.loaded):
        returned = min(points, part)
        setattr(unit, kind, getattr(unit, kind) + returned)
        points -= returned


def troop_generation(unit: Unit) -> int:
    """The generation of the Qt or Qtc that carries a unit's troops (SC-GND-002)."""
    return next((system.generation for system in unit.design.with_code("Qt", "Qtc")), 1)


def _room(unit: Unit) -> float:
    """Base points that still fit into a unit's Qt."""
    systems = zip(unit.design.systems, points_left(unit), strict=True)
    intact = int_sum(system.code == "Qt" and left > 0 for system, left in systems)
    return max(0.0, TROOPS * intact - unit.troops)


def _system(game: Starcluster, empire: Empire, fleet: Fleet, order: Order) -> StarSystem:
    word = str(order["goal"])
    system = known_system(game, empire, word)
    if system is None or system.id != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {word}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "goal"))
    return system


def _must_be_free(game: Starcluster, empire: Empire, system: StarSystem) -> None:
    if enemy_line_at(game, empire, system.id):
        message = f"there is an enemy battle line at {system.id}"
        raise Refused(Refusal("enemy-line", message, "defeat it first", "fleet"))


def _points(order: Order, maximum: float) -> float:
    """The points in an order, where ALL means the maximum."""
    word = str(order["points"]).upper()
    if word == "ALL":
        return maximum
    try:
        points = float(word)
    except ValueError:
        points = 0.0
    if not 0 < points <= 1_000_000:
        message = f"'{order['points']}' is not a number of points"
        raise Refused(Refusal("bad-argument", message, "write a number above 0, or ALL", "points"))
    return min(points, maximum)
