"""MOVE, STOP and DETUNE, and the movement of all fleets (SC-MOV, SC-ENI-005)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import Refinements, cruising_speed
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Fleet, Link, Starcluster, Unit
from variants.starcluster.model.systems import SHEAR
from variants.starcluster.references import known_system, several, warp_point
from variants.starcluster.rules.charts import is_probed, learn_transit, point_name, way
from variants.starcluster.rules.damage import working_rooms

COURSE = EventKind(
    "fleet.course", "{fleet} sets out for {goal}, {transits} transits away.", ("SC-MOV-004",)
)
STOPPED = EventKind("fleet.stopped", "{fleet} stops at {place}.", ("SC-MOV-004",))
DETUNED = EventKind("fleet.detuned", "{fleet} {how} its drives.", ("SC-MOV-003",))
TRANSIT = EventKind("fleet.transit", "{fleet} has come from {origin} to {place}.", ("SC-MOV-001",))
BARRED = EventKind(
    "fleet.barred", "{fleet} stops before {point}, which is not probed.", ("SC-EXP-003",)
)

#: In a turn's notes: the transits of the turn, in their order.
TRANSITS = "transits"
#: Hundredths in a movement point.
HUNDREDTHS = 100
#: What a transit out of a gravity shear costs in terms of others (SC-ANO-004).
SHEARING = 2


@frozen
class Transit:
    """One fleet's passage through a link."""

    fleet: str
    link: int
    origin: str
    place: str


def move(context: TurnContext, empire: Empire, order: Order) -> None:
    """MOVE: to a system by the shortest known way, or by warp points as they are named."""
    game: Starcluster = context.game
    fleet: Fleet = order["fleet"]
    _must_have_drives(context, empire, fleet)
    words = several(order["way"])
    goal = known_system(game, empire, words[0]) if len(words) == 1 else None
    if goal is not None:
        links = way(game, empire, fleet.at, goal.id)
        if links is None:
            message = f"you know no way from {fleet.at} to {goal.id}"
            raise Refused(Refusal("no-way", message, "PROBE the points between", "way"))
    else:
        links = _by_points(game, empire, fleet.at, words)
    if not links:
        raise Refused(Refusal("there-already", f"{fleet.name} is at {fleet.at}", "", "way"))
    fleet.path = [link.number for link in links]
    fleet.scan = None
    context.emit(
        COURSE,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        goal=_goal(fleet.at, links),
        transits=len(links),
    )


def stop(context: TurnContext, empire: Empire, order: Order) -> None:
    """STOP: end a fleet's path, scan, raid and bombardment."""
    fleet: Fleet = order["fleet"]
    halt(fleet)
    fleet.scan, fleet.raids, fleet.bombards = None, False, None
    context.emit(STOPPED, empire.readers, place=fleet.at, fleet=fleet.name)


def detune(context: TurnContext, empire: Empire, order: Order) -> None:
    """DETUNE: it takes effect from the next turn on (SC-MOV-003)."""
    fleet: Fleet = order["fleet"]
    _must_have_drives(context, empire, fleet)
    context.notes.setdefault(_DETUNING, {})[fleet.id] = order["switch"]
    how = "detunes" if order["switch"] else "tunes"
    context.emit(DETUNED, empire.readers, place=fleet.at, fleet=fleet.name, how=how)


#: In a turn's notes: by fleet, whether it is detuned from the next turn on.
_DETUNING = "detuning"


def switch_drives(context: TurnContext) -> None:
    """At the end of the turn drives are as DETUNE said."""
    wanted: dict[str, bool] = context.notes.get(_DETUNING, {})
    for fleet in context.game.fleets:
        fleet.detuned = wanted.get(fleet.id, fleet.detuned)


def run(context: TurnContext) -> None:
    """Move all fleets that are under way, one transit at a time while their points last."""
    game: Starcluster = context.game
    context.notes[TRANSITS] = []
    for fleet in list(game.fleets):
        owner = game.power(fleet.owner)
        if not fleet.path or owner is None:
            continue
        fleet.points += int(HUNDREDTHS * fleet_speed(game, owner, fleet))
        while fleet.path:
            link = game.link(fleet.path[0])
            if not is_probed(owner, fleet.at, link):
                point = point_name(owner, fleet.at, link)
                context.emit(BARRED, owner.readers, place=fleet.at, fleet=fleet.name, point=point)
                halt(fleet)
            if not fleet.path or fleet.points < cost(context, fleet):
                break
            fleet.points -= cost(context, fleet)
            del fleet.path[0]
            pass_through(context, owner, fleet, link)
        if not fleet.path:
            halt(fleet)


def pass_through(context: TurnContext, owner: Empire, fleet: Fleet, link: Link) -> None:
    """Bring a fleet through a link, whatever it costs."""
    origin, fleet.at = fleet.at, link.other(fleet.at)
    fleet.came_by = link.number
    fleet.scan = None
    learn_transit(owner, link)
    if fleet.at not in owner.charts.visited:
        owner.charts.visited.append(fleet.at)
    context.notes[TRANSITS].append(Transit(fleet.id, link.number, origin, fleet.at))
    context.emit(TRANSIT, owner.readers, place=fleet.at, fleet=fleet.name, origin=origin)


def cost(context: TurnContext, fleet: Fleet) -> int:
    """What a transit from where a fleet is costs, in hundredths of a point (SC-MOV-001)."""
    economy: Imperium = context.variant.economy
    shear = context.game.place(fleet.at).anomaly == SHEAR
    return HUNDREDTHS * economy.transit_points * (SHEARING if shear else 1)


def halt(fleet: Fleet) -> None:
    """A fleet that stops loses the points that are left (SC-MOV-001)."""
    fleet.path, fleet.points, fleet.assaults = [], 0, False


def fleet_speed(game: Starcluster, owner: Empire, fleet: Fleet) -> Fraction:
    """The safe cruising speed of a fleet's slowest unit (SC-MOV-001)."""
    units = [unit for unit in game.units_in(fleet) if not unit.towed_by]
    return min((unit_speed(owner, fleet, unit) for unit in units), default=Fraction(0))


def unit_speed(owner: Empire, fleet: Fleet, unit: Unit) -> Fraction:
    """The safe cruising speed of a unit with the drive rooms that work (SC-MOV-002)."""
    rooms = working_rooms(unit)
    return cruising_speed(unit.design, rooms, refinements(owner, unit), detuned=fleet.detuned)


def refinements(owner: Empire, unit: Unit) -> Refinements:
    """The twigs that its owner has developed for a unit's drive (SC-ENI-005)."""
    return refinements_of(owner, unit.design)


def refinements_of(owner: Empire, design: Design) -> Refinements:
    """The twigs that an empire has developed for a design's drive (SC-ENI-005)."""
    drive = design.drive
    tree = drive.tree if drive else ""
    return Refinements(
        modulation=owner.has(f"{tree}:MODULATION"),
        stabilizer=owner.has(f"{tree}:STABILIZER"),
        anti_drive=owner.has(f"{tree}:ADM"),
        maneuvering=owner.has(f"{tree}:MANEUVER"),
        tuner=owner.has(f"{tree}:TUNER"),
        capacitor=owner.has(f"{tree}:CAPACITOR"),
    )


def _by_points(game: Starcluster, empire: Empire, start: str, words: Sequence[str]) -> list[Link]:
    """The links of a path of warp points, each in the system where the one before leads."""
    links: list[Link] = []
    here = start
    for word, following in zip_longest(words, words[1:]):
        system, link = warp_point(game, empire, word, here, "way")
        if system != here:
            message = f"{word} is in {system}, and the way leads to {here}"
            raise Refused(Refusal("not-on-the-way", message, f"name a point of {here}", "way"))
        if following and not is_probed(empire, here, link):
            message = f"where {word} leads is not known"
            raise Refused(Refusal("not-probed", message, "PROBE it first", "way"))
        links.append(link)
        here = link.other(here)
    return links


def _goal(start: str, links: list[Link]) -> str:
    for link in links:
        start = link.other(start)
    return start


def _must_have_drives(context: TurnContext, empire: Empire, fleet: Fleet) -> None:
    if fleet_speed(context.game, empire, fleet) <= 0:
        idle = [
            unit.name
            for unit in context.game.units_in(fleet)
            if not unit.towed_by and not unit_speed(empire, fleet, unit)
        ]
        message = f"{', '.join(idle[:5])} cannot move"
        raise Refused(Refusal("no-drives", message, "leave it behind, or TOW it", "fleet"))
