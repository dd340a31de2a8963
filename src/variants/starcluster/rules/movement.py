"""Movement of all fleets; unstable points, nebulas and anomalies (SC-MOV, SC-ANO, SC-NEB-003)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from attrs import evolve, frozen

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import PLAIN, Refinements, cruising_speed
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit, WarpLink
from variants.starcluster.model.fleets import ENGAGE, GUARD
from variants.starcluster.model.systems import (
    DEADLY_ANOMALIES,
    MASER,
    NEUTRON_STAR,
    SHEAR,
    UNSTABLE,
)
from variants.starcluster.rules.charts import is_probed, learn_transit, point_name
from variants.starcluster.rules.fleets import is_overloaded, remove_units, speed_bonus, tuning_of
from variants.starcluster.rules.sensors import hulls_of, record_sensors, stealth_of
from variants.starcluster.rules.units import apply_damage, best_working, is_destroyed, working_rooms
from variants.starcluster.setup.galaxy import is_in_cluster

#: Rolls of 1d100 up to this lead a fleet out of another warp point.
STRAYS = 5


def actual_link(context: TurnContext[Starcluster], fleet: Fleet, link: WarpLink) -> WarpLink:
    """The link that a fleet passes when it enters a link, which is usually the same.

    Another one is drawn among the system's other points, including hidden but not closed ones; so
    the dice stay hidden.
    """
    game = context.game
    place = game.place(fleet.at)
    if place.anomaly != UNSTABLE or context.forecast:
        return link
    stream = context.stream("unstable", fleet.id, fleet.at, link.number)
    if stream.die(100) > STRAYS:
        return link
    candidates = [
        candidate
        for candidate in game.links_at(place.id)
        if candidate.number != link.number and not candidate.closed(place.id)
    ]
    return stream.choice(candidates) if candidates else link


TRANSIT = EventKind("fleet.transit", "{fleet} has moved from {origin} to {place}.", ("SC-MOV-001",))
BARRED = EventKind(
    "fleet.barred", "{fleet} stops at {point}, which is not probed.", ("SC-EXP-003",)
)
STRANDED = EventKind("fleet.stranded", "{fleet} cannot move from {place}.", ("SC-MOV-004",))
STRAYED = EventKind(
    "fleet.strayed", "{fleet} has emerged at {place}, off its course.", ("SC-ANO-006",)
)
VANISHED = EventKind(
    "fleet.vanished",
    "{units}: lost in the transit from {origin} to {system}.",
    ("SC-SET-012",),
)

#: Key of a turn's notes: the turn's transits, in order.
TRANSITS = "transits"
#: Hundredths in a movement point.
HUNDREDTHS = 100
#: Factor on the cost of a transit out of a gravity shear (SC-ANO-004).
SHEARING = 2
#: The tuning when no unit has changed its fleet.
_AS_THE_FLEET: Mapping[str, bool] = MappingProxyType({})


@frozen
class Transit:
    """A fleet's passage through a link.

    Attributes:
        fleet, owner: the ids of the fleet and of its owner.
        link: the number of the link.
        origin, place: the systems at its start and end.
        hulls: number of units passing by hull code.
        stealth: the generation of Y required to see the fleet; 0 for any (SC-ENI-007).
    """

    fleet: str
    owner: str
    link: int
    origin: str
    place: str
    hulls: Mapping[str, int]
    stealth: int


def move_fleets(context: TurnContext[Starcluster]) -> None:
    """Move all fleets under way, one transit at a time while their points last."""
    game = context.game
    context.notes[TRANSITS] = []
    by_fleet = game.units_by_fleet()
    powers = {power.id: power for power in game.powers}
    shears = {system.id for system in game.systems if system.anomaly == SHEAR}
    for fleet in list(game.fleets):
        units = by_fleet[fleet.id]
        record_sensors(context, fleet, units)
        owner = powers.get(fleet.owner)
        if fleet.path and owner is not None:
            _travel(context, owner, fleet, units, shears)


def _travel(
    context: TurnContext[Starcluster],
    owner: Empire,
    fleet: Fleet,
    units: Sequence[Unit],
    shears: Collection[str],
) -> None:
    game = context.game
    speed = speed_of(game, owner, fleet, units, tuning_of(context))
    if not speed:
        context.emit(STRANDED, owner.readers, place=fleet.at, fleet=fleet.name)
    fleet.points += int(HUNDREDTHS * speed)
    while fleet.path:
        link = game.link(fleet.path[0])
        if not is_probed(owner, fleet.at, link):
            point = point_name(owner, fleet.at, link)
            context.emit(BARRED, owner.readers, place=fleet.at, fleet=fleet.name, point=point)
            halt_fleet(fleet)
            break
        price = transit_cost(economy_of(context), shear=fleet.at in shears)
        if fleet.points < price:
            break
        fleet.points -= price
        del fleet.path[0]
        pass_through(context, owner, fleet, link, units)
    if not fleet.path:
        halt_fleet(fleet)


def pass_through(
    context: TurnContext[Starcluster],
    owner: Empire,
    fleet: Fleet,
    link: WarpLink,
    units: Sequence[Unit] | None = None,
) -> None:
    """Bring a fleet through a link without cost; `units` are its units if known.

    A black hole or nova shell at the other end destroys it; its owner learns neither the cause nor
    the place.
    """
    game = context.game
    units = game.units_in(fleet) if units is None else units
    origin, bound = fleet.at, link.other(fleet.at)
    link = actual_link(context, fleet, link)
    place = game.place(link.other(origin))
    fleet.scan = None
    transit = Transit(
        fleet.id, owner.id, link.number, origin, place.id, hulls_of(units), stealth_of(units)
    )
    context.notes.setdefault(TRANSITS, []).append(transit)
    if place.anomaly in DEADLY_ANOMALIES:  # SC-ANO-002, SC-SET-012
        names = ", ".join(unit.name for unit in units)
        context.emit(
            VANISHED, owner.readers, place=origin, units=names, origin=origin, system=bound
        )
        halt_fleet(fleet)
        remove_units(game, units)
        return
    fleet.at, fleet.came_by = place.id, link.number
    if fleet.doctrine.stance == GUARD:  # SC-CBT-012
        fleet.doctrine = evolve(fleet.doctrine, stance=ENGAGE, guards=None)
    learn_transit(owner, link)
    if fleet.at not in owner.charts.visited:
        owner.charts.visited.append(fleet.at)
    owner.abroad = owner.abroad or not is_in_cluster(fleet.at, owner.number)
    record_sensors(context, fleet, units)
    context.emit(TRANSIT, owner.readers, place=fleet.at, fleet=fleet.name, origin=origin)
    if fleet.at != bound:
        context.emit(STRAYED, owner.readers, place=fleet.at, fleet=fleet.name)
        halt_fleet(fleet)


def transit_cost(economy: StarclusterEconomy, *, shear: bool) -> int:
    """The cost of a transit, higher out of a gravity shear, in hundredths of a point (SC-MOV-001).

    See SC-ANO-004.
    """
    return HUNDREDTHS * economy.transit_points * (SHEARING if shear else 1)


def halt_fleet(fleet: Fleet) -> None:
    """Stop a fleet, which loses its remaining points (SC-MOV-001)."""
    fleet.path, fleet.points, fleet.assaults = [], 0, False


def stop_for_battle(fleet: Fleet, turn: int) -> None:
    """End a fleet's path and interrupt its scan after a battle (SC-MOV-004, SC-EXP-013)."""
    halt_fleet(fleet)
    if fleet.scan is not None:
        fleet.scan.broken, fleet.scan.last = True, turn


def fleet_speed(game: Starcluster, owner: Empire, fleet: Fleet) -> Fraction:
    """The safe cruising speed of a fleet's slowest unit (SC-MOV-001)."""
    return speed_of(game, owner, fleet, game.units_in(fleet))


def speed_of(
    game: Starcluster,
    owner: Empire,
    fleet: Fleet,
    units: Sequence[Unit],
    tuning: Mapping[str, bool] = _AS_THE_FLEET,
) -> Fraction:
    """The safe cruising speed of a fleet with these units (SC-MOV-001).

    A detuned mixed fleet gains the smallest bonus of its drives (SC-MOV-003); in games of version
    1.0.0 each unit gains its own bonus. `tuning` is that of units that have changed their fleet.
    The speed is halved if the units tow others, and 0 if the towed units are too many for the
    tractors (SC-MOV-004).
    """
    drivers = [unit for unit in units if not unit.towed_by]
    drives = tuple((unit.design, working_rooms(unit)) for unit in drivers)
    uniform = game.plays_by("1.1.0")
    speed = _slowest(drives, tuple(owner.developed), detuned=fleet.detuned and not uniform)
    if uniform and speed and (fleet.detuned or tuning):
        speed += speed_bonus(fleet, drivers, tuning)
    if len(drivers) == len(units):
        return speed
    return Fraction(0) if is_overloaded(units) else speed / 2


@lru_cache(maxsize=1 << 12)
def _slowest(
    drives: tuple[tuple[Design, int], ...], developed: tuple[str, ...], *, detuned: bool
) -> Fraction:
    """The lowest safe cruising speed of designs with working drive rooms; 0 if there are none.

    Cached because most fleets do not change between turns.
    """
    speeds = (
        cruising_speed(d, r, refinements_with(d, developed), detuned=detuned) for d, r in drives
    )
    return min(speeds, default=Fraction(0))


def unit_speed(owner: Empire, fleet: Fleet, unit: Unit) -> Fraction:
    """The safe cruising speed of a unit with its working drive rooms (SC-MOV-002)."""
    rooms = working_rooms(unit)
    return cruising_speed(unit.design, rooms, refinements(owner, unit), detuned=fleet.detuned)


def refinements(owner: Empire, unit: Unit) -> Refinements:
    """The twigs that its owner has developed for a unit's drive (SC-ENI-005)."""
    return refinements_of(owner, unit.design)


def refinements_of(owner: Empire, design: Design) -> Refinements:
    """The twigs that an empire has developed for a design's drive (SC-ENI-005)."""
    return refinements_with(design, tuple(owner.developed))


def refinements_with(design: Design, developed: tuple[str, ...]) -> Refinements:
    """The twigs for a design's drive among developed technologies (SC-ENI-005)."""
    return _twigs(design.drive.tree, developed) if design.drive else PLAIN


@lru_cache(maxsize=1 << 10)
def _twigs(tree: str, developed: tuple[str, ...]) -> Refinements:
    """The refinements of a drive tree among developed technologies."""
    prefix = f"{tree}:"
    names = {name.removeprefix(prefix) for name in developed if name.startswith(prefix)}
    return Refinements(
        modulation="MODULATION" in names,
        stabilizer="STABILIZER" in names,
        anti_drive="ADM" in names,
        maneuvering="MANEUVER" in names,
        tuner="TUNER" in names,
        capacitor="CAPACITOR" in names,
    )


HURT = EventKind(
    "hazard.damage",
    "{fleet} takes {points} points of damage at {place}.",
    ("SC-NEB-003", "SC-ANO-004"),
)
LOST = EventKind("hazard.lost", "{units} are lost at {place}.", ("SC-NEB-003", "SC-ANO-004"))

#: Tenths in a point of damage.
POINT = 10
#: The die of damage in a maser nebula (SC-NEB-003).
MASER_DIE = 3
#: The damage of a neutron star, in points (SC-ANO-004).
NEUTRON_DAMAGE = 1


def apply_hazards(context: TurnContext[Starcluster]) -> None:
    """Damage all units in maser nebulas, and ships without shields at neutron stars."""
    game = context.game
    places = {
        system.id: system
        for system in game.systems
        if system.nebula == MASER or system.anomaly == NEUTRON_STAR
    }
    by_fleet = game.units_by_fleet()
    for fleet in list(game.fleets):
        place = places.get(fleet.at)
        owner = game.power(fleet.owner) if place else None
        if place is not None and owner is not None:
            _damage_fleet(context, owner, fleet, place, by_fleet[fleet.id])


def maser_damage(roll: int, emitter: int) -> int:
    """Damage points of a maser nebula to a unit with an emitter of a generation."""
    return max(0, roll - emitter)


def _damage_fleet(
    context: TurnContext[Starcluster],
    owner: Empire,
    fleet: Fleet,
    place: StarSystem,
    units: Sequence[Unit],
) -> None:
    total = 0
    for unit in units:
        points = _points(context, owner, place, unit)
        apply_damage(unit, float(POINT * points))
        total += points
    if total:
        context.emit(HURT, owner.readers, place=place.id, fleet=fleet.name, points=total)
    lost = [unit for unit in units if is_destroyed(unit)]
    if lost:
        names = ", ".join(unit.name for unit in lost)
        context.emit(LOST, owner.readers, place=place.id, units=names)
        remove_units(context.game, lost)


def _points(context: TurnContext[Starcluster], owner: Empire, place: StarSystem, unit: Unit) -> int:
    if place.nebula == MASER:
        if context.forecast:
            return 0  # the dice are unknown
        roll = context.stream("maser", unit.id, known_to=owner.dice_reader).die(MASER_DIE)
        return maser_damage(roll, best_working(unit, "MNE"))
    is_ship = not unit.design.hull.type.is_starbase
    return NEUTRON_DAMAGE if is_ship and not best_working(unit, "S") else 0
