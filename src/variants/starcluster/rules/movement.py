"""The movement of all fleets: points, transits, and where they come out (SC-MOV, SC-ENI-005)."""

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
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Fleet, Link, Starcluster, Unit
from variants.starcluster.model.fleets import ENGAGE, GUARD
from variants.starcluster.model.systems import KILLERS, SHEAR
from variants.starcluster.rules.appearance import hulls_of, stealth_of
from variants.starcluster.rules.charts import is_probed, learn_transit, point_name
from variants.starcluster.rules.damage import working_rooms
from variants.starcluster.rules.fleets import remove_units
from variants.starcluster.rules.towing import is_overloaded
from variants.starcluster.rules.tuning import bonus, tuning_of
from variants.starcluster.rules.unstable import way_out
from variants.starcluster.rules.watches import note_presence
from variants.starcluster.setup.galaxy import is_in_cluster

TRANSIT = EventKind("fleet.transit", "{fleet} has come from {origin} to {place}.", ("SC-MOV-001",))
BARRED = EventKind(
    "fleet.barred", "{fleet} stops before {point}, which is not probed.", ("SC-EXP-003",)
)
STRANDED = EventKind("fleet.stranded", "{fleet} cannot move from {place}.", ("SC-MOV-004",))
STRAYED = EventKind(
    "fleet.strayed", "{fleet} has come out at {place}, where it was not bound.", ("SC-ANO-006",)
)
VANISHED = EventKind(
    "fleet.vanished",
    "{units}: lost in the transit from {origin} to {system}.",
    ("SC-SET-012",),
)

#: In a turn's notes: the transits of the turn, in their order.
TRANSITS = "transits"
#: Hundredths in a movement point.
HUNDREDTHS = 100
#: What a transit out of a gravity shear costs in terms of others (SC-ANO-004).
SHEARING = 2
#: The tuning of units none of which has changed its fleet.
_AS_THE_FLEET: Mapping[str, bool] = MappingProxyType({})


@frozen
class Transit:
    """One fleet's passage through a link.

    Attributes:
        fleet, owner: the ids of the fleet and of its owner.
        link: the number of the link.
        origin, place: the systems from which and to which it led.
        hulls: how many units of each hull passed, by code.
        stealth: the generation of Y that sees the fleet; 0 for any (SC-ENI-007).
    """

    fleet: str
    owner: str
    link: int
    origin: str
    place: str
    hulls: Mapping[str, int]
    stealth: int


def run(context: TurnContext) -> None:
    """Move all fleets that are under way, one transit at a time while their points last."""
    game: Starcluster = context.game
    context.notes[TRANSITS] = []
    by_fleet = game.units_by_fleet()
    powers = {power.id: power for power in game.powers}
    shears = {system.id for system in game.systems if system.anomaly == SHEAR}
    for fleet in list(game.fleets):
        units = by_fleet[fleet.id]
        note_presence(context, fleet, units)
        owner = powers.get(fleet.owner)
        if fleet.path and owner is not None:
            _travel(context, owner, fleet, units, shears)


def _travel(
    context: TurnContext,
    owner: Empire,
    fleet: Fleet,
    units: Sequence[Unit],
    shears: Collection[str],
) -> None:
    game: Starcluster = context.game
    speed = speed_of(game, owner, fleet, units, tuning_of(context))
    if not speed:
        context.emit(STRANDED, owner.readers, place=fleet.at, fleet=fleet.name)
    fleet.points += int(HUNDREDTHS * speed)
    while fleet.path:
        link = game.link(fleet.path[0])
        if not is_probed(owner, fleet.at, link):
            point = point_name(owner, fleet.at, link)
            context.emit(BARRED, owner.readers, place=fleet.at, fleet=fleet.name, point=point)
            halt(fleet)
            break
        price = cost(context.variant.economy, shear=fleet.at in shears)
        if fleet.points < price:
            break
        fleet.points -= price
        del fleet.path[0]
        pass_through(context, owner, fleet, link, units)
    if not fleet.path:
        halt(fleet)


def pass_through(
    context: TurnContext,
    owner: Empire,
    fleet: Fleet,
    link: Link,
    units: Sequence[Unit] | None = None,
) -> None:
    """Bring a fleet through a link, whatever it costs; `units` are its units where at hand.

    A black hole or nova shell at the other end destroys it; its owner is told no cause and learns
    nothing of the place.
    """
    game: Starcluster = context.game
    units = game.units_in(fleet) if units is None else units
    origin, bound = fleet.at, link.other(fleet.at)
    link = way_out(context, fleet, link)
    place = game.place(link.other(origin))
    fleet.scan = None
    passed = Transit(
        fleet.id, owner.id, link.number, origin, place.id, hulls_of(units), stealth_of(units)
    )
    context.notes.setdefault(TRANSITS, []).append(passed)
    if place.anomaly in KILLERS:  # SC-ANO-002, SC-SET-012
        names = ", ".join(unit.name for unit in units)
        context.emit(
            VANISHED, owner.readers, place=origin, units=names, origin=origin, system=bound
        )
        halt(fleet)
        remove_units(game, units)
        return
    fleet.at, fleet.came_by = place.id, link.number
    if fleet.doctrine.stance == GUARD:  # SC-CBT-012
        fleet.doctrine = evolve(fleet.doctrine, stance=ENGAGE, guards=None)
    learn_transit(owner, link)
    if fleet.at not in owner.charts.visited:
        owner.charts.visited.append(fleet.at)
    owner.abroad = owner.abroad or not is_in_cluster(fleet.at, owner.number)
    note_presence(context, fleet, units)
    context.emit(TRANSIT, owner.readers, place=fleet.at, fleet=fleet.name, origin=origin)
    if fleet.at != bound:
        context.emit(STRAYED, owner.readers, place=fleet.at, fleet=fleet.name)
        halt(fleet)


def cost(economy: Imperium, *, shear: bool) -> int:
    """What a transit costs, and one out of a gravity shear, in hundredths of a point (SC-MOV-001).

    See SC-ANO-004.
    """
    return HUNDREDTHS * economy.transit_points * (SHEARING if shear else 1)


def halt(fleet: Fleet) -> None:
    """A fleet that stops loses the points that are left (SC-MOV-001)."""
    fleet.path, fleet.points, fleet.assaults = [], 0, False


def stop_for_battle(fleet: Fleet, turn: int) -> None:
    """A battle ends a fleet's path, and breaks its scan for this turn (SC-MOV-004, SC-EXP-013)."""
    halt(fleet)
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

    Detuned, a mixed fleet gains the smallest bonus of its drives (SC-MOV-003); in games of version
    1.0.0 each unit gains that of its own. `tuning` is that of units which have changed their fleet.
    Half of it if they tow others, and none if those are too many for the tractors (SC-MOV-004).
    """
    own = [unit for unit in units if not unit.towed_by]
    drives = tuple((unit.design, working_rooms(unit)) for unit in own)
    together = game.plays_by("1.1.0")
    speed = _slowest(drives, tuple(owner.developed), detuned=fleet.detuned and not together)
    if together and speed and (fleet.detuned or tuning):
        speed += bonus(fleet, own, tuning)
    if len(own) == len(units):
        return speed
    return Fraction(0) if is_overloaded(units) else speed / 2


@lru_cache(maxsize=1 << 12)
def _slowest(
    drives: tuple[tuple[Design, int], ...], developed: tuple[str, ...], *, detuned: bool
) -> Fraction:
    """The least safe cruising speed of designs with so many working drive rooms; 0 of none.

    Most fleets are from turn to turn what they were.
    """
    speeds = (
        cruising_speed(design, rooms, _twigs_for(design, developed), detuned=detuned)
        for design, rooms in drives
    )
    return min(speeds, default=Fraction(0))


def unit_speed(owner: Empire, fleet: Fleet, unit: Unit) -> Fraction:
    """The safe cruising speed of a unit with the drive rooms that work (SC-MOV-002)."""
    rooms = working_rooms(unit)
    return cruising_speed(unit.design, rooms, refinements(owner, unit), detuned=fleet.detuned)


def refinements(owner: Empire, unit: Unit) -> Refinements:
    """The twigs that its owner has developed for a unit's drive (SC-ENI-005)."""
    return refinements_of(owner, unit.design)


def refinements_of(owner: Empire, design: Design) -> Refinements:
    """The twigs that an empire has developed for a design's drive (SC-ENI-005)."""
    return _twigs_for(design, tuple(owner.developed))


def _twigs_for(design: Design, developed: tuple[str, ...]) -> Refinements:
    return _twigs(design.drive.tree, developed) if design.drive else PLAIN


@lru_cache(maxsize=1 << 10)
def _twigs(tree: str, developed: tuple[str, ...]) -> Refinements:
    """The refinements of a tree of drives among what was developed."""
    prefix = f"{tree}:"
    known = {name.removeprefix(prefix) for name in developed if name.startswith(prefix)}
    return Refinements(
        modulation="MODULATION" in known,
        stabilizer="STABILIZER" in known,
        anti_drive="ADM" in known,
        maneuvering="MANEUVER" in known,
        tuner="TUNER" in known,
        capacitor="CAPACITOR" in known,
    )
