"""Invariants of a game of Starcluster, and damage in saved games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from horizons_core.model import highest_number
from variants.starcluster.constants import TREASURY
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.tables import WEAPONS
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.empires import KINDS
from variants.starcluster.model.races import ARRAYS
from variants.starcluster.rules.units import is_destroyed
from variants.starcluster.setup.empires import DESTROYER, STARBASE


def damage(game: Starcluster) -> Iterator[str]:
    """Describe the inconsistencies of a saved game."""
    for number, link in enumerate(game.links):
        if link is not None and link.number != number:
            yield f"link {number} has the number {link.number}"
    powers = (*game.empires, *game.natives)
    if len({power.id for power in powers}) < len(powers):
        yield "two empires have the same id"
    fleets = {fleet.id: fleet for fleet in game.fleets}
    unit_ids = [unit.id for unit in game.units]
    for power in powers:
        if any(amount < 0 for amount in power.stock.values()):
            yield f"{power.id} has a negative treasury"
        yield from _power(game, power)
        yield from _counters(power, unit_ids, fleets)
    for fleet in game.fleets:
        yield from _fleet(game, fleet)
    for unit in game.units:
        if fleets[unit.fleet].owner != unit.owner:
            yield f"unit {unit.id} is in a fleet of {fleets[unit.fleet].owner}"
        yield from _unit(unit)


def _counters(power: Empire, units: Iterable[str], fleets: Iterable[str]) -> Iterator[str]:
    """Report counters that would give new units or fleets a number already in use."""
    unit, fleet = highest_number(units, f"{power.id}/"), highest_number(fleets, f"{power.id}/F")
    if power.next_unit <= unit or power.next_fleet <= fleet:
        yield f"{power.id} has a unit or fleet whose number was not assigned yet"


def _power(game: Starcluster, power: Empire) -> Iterator[str]:
    race = power.race
    if race.array not in ARRAYS or not {race.short_range, race.long_range} <= WEAPONS.keys():
        yield f"{power.id} has an impossible race"
    if sorted(power.priority) != sorted(KINDS):
        yield f"{power.id} has a wrong order of freighters: {', '.join(power.priority)}"
    if not power.npr:
        yield from _charts(game, power)
    if power.active:
        yield from _places(game, power)
    for name in power.relations:
        if not game.agree(power, name):
            yield f"{power.id} and {name} disagree on their stance"
    for design in [c.design for c in power.classes.values()] + [b.design for b in power.yards]:
        yield from _design(design)
    if power.npr and power.classes.keys() != {STARBASE, DESTROYER}:
        yield f"{power.id} has classes that differ from those of a non-player race"
    if any(name != registered.name for name, registered in power.classes.items()):
        yield f"{power.id} has a class under the name of another"


def _places(game: Starcluster, power: Empire) -> Iterator[str]:
    """Check systems that an active empire needs; others may name deleted systems (SC-BRK-008)."""
    if game.system(power.home) is None and (power.home or power.npr):
        yield f"{power.id} has no home"
    for foothold in power.footholds:
        system = game.system(foothold.system)
        if system is None or not 1 <= foothold.planet <= len(system.planets):
            yield f"{power.id} holds a planet of {foothold.system} that does not exist"
    for sortie in power.sorties.values():
        if game.system(sortie.target) is None:
            yield f"{power.id} attacks {sortie.target}, which does not exist"


def _charts(game: Starcluster, power: Empire) -> Iterator[str]:
    """Check places on a player's charts; those of a non-player race may be out of date."""
    systems = {system.id for system in game.systems}
    charts = power.charts
    if not {*charts.points, *charts.surveys, *charts.visited} <= systems:
        yield f"the charts of {power.id} show a system that does not exist"
    for system, numbers in power.charts.points.items():
        if not all(_leads(game, number, system) for number in numbers):
            yield f"{power.id} knows a warp point of {system} that does not exist"
    charted = {number for numbers in power.charts.points.values() for number in numbers}
    if not power.npr and any(
        not charted.issuperset(fleet.path) for fleet in game.fleets if fleet.owner == power.id
    ):
        yield f"{power.id} has a fleet on a path that its charts do not show"
    for end in power.charts.probed:
        system, _, number = end.partition("/")
        if not number.isdecimal() or int(number) not in charts.points.get(system, ()):
            yield f"{power.id} has probed {end!r}, which does not exist"


def _leads(game: Starcluster, number: int, system: str) -> bool:
    """True if a link exists and has an end in a system."""
    link = game.links[number] if 0 <= number < len(game.links) else None
    return link is not None and system in (link.a, link.b)


def _fleet(game: Starcluster, fleet: Fleet) -> Iterator[str]:
    at = fleet.at
    for number in fleet.path:
        if not _leads(game, number, at):
            yield f"fleet {fleet.id} has a path that breaks off at {at}"
            break
        at = game.link(number).other(at)
    scanned = fleet.scan.link if fleet.scan else None
    for link in (fleet.came_by, fleet.doctrine.guards, scanned):
        if link is not None and not 0 <= link < len(game.links):
            yield f"fleet {fleet.id} names a link that does not exist"


def _design(design: Design) -> Iterator[str]:
    for system in design.systems:
        if system.drive is not None and system.generation > len(system.drive.rows):
            yield f"a design has {system}, which does not exist"


def _unit(unit: Unit) -> Iterator[str]:
    yield from _design(unit.design)
    systems = unit.design.systems
    if unit.lost and len(unit.lost) != len(systems):
        yield f"unit {unit.id} has damage to systems that it does not have"
    elif any(lost > system.points for lost, system in zip(unit.lost, systems, strict=False)):
        yield f"unit {unit.id} has lost more of a system than it had"


def faults(game: Starcluster) -> list[str]:
    """A description of every violated invariant; an empty list for a sound game."""
    powers = {power.id: power for power in (*game.empires, *game.natives)}
    systems = {system.id: system for system in game.systems}
    fleets = {fleet.id: fleet for fleet in game.fleets}
    violations = [*_duplicate_ids(game)]
    for system in game.systems:
        violations += _system_faults(system, powers)
    for power in powers.values():
        violations += _power_faults(game, power)
    occupied = {unit.fleet for unit in game.units}
    for fleet in game.fleets:
        violations += _fleet_faults(game, fleet, systems, occupied)
    for unit in game.units:
        violations += _unit_faults(unit, fleets, powers)
    return violations


def _duplicate_ids(game: Starcluster) -> Iterator[str]:
    kinds: dict[str, Iterable[str]] = {
        "empires": (power.id for power in (*game.empires, *game.natives)),
        "systems": (system.id for system in game.systems),
        "fleets": (fleet.id for fleet in game.fleets),
        "units": (unit.id for unit in game.units),
    }
    for kind, ids in kinds.items():
        for name, count in Counter(ids).items():
            if count > 1:
                yield f"{count} {kind} have the id {name}"


def _system_faults(system: StarSystem, powers: Mapping[str, Empire]) -> Iterator[str]:
    label = f"system {system.id}"
    if system.owner and system.owner not in powers:
        yield f"{label} belongs to {system.owner}, who is not in the game"
    if not 0 <= system.pu <= system.most_pu:
        yield f"{label} has {system.pu} PU, but can have {system.most_pu} at most"
    if system.pu and not system.owner:
        yield f"{label} has {system.pu} PU and no owner"


def _power_faults(game: Starcluster, power: Empire) -> Iterator[str]:
    owner = power.id
    if power.stock.get(TREASURY, 0) < 0 and not power.desperate:
        yield f"{owner} has a negative treasury"
    if power.deposit < 0 or power.freighters < 0:
        yield f"{owner} has a negative deposit or pool"
    for system, numbers in power.charts.points.items():
        if len(set(numbers)) < len(numbers):
            yield f"{owner} knows a warp point of {system} twice"
        for number in numbers:
            link = game.links[number]
            if link is None or system not in (link.a, link.b):
                yield f"{owner} knows a warp point of {system} that does not exist"
    for name in power.relations:
        if not game.agree(power, name):
            yield f"{owner} and {name} disagree on their stance"


def _fleet_faults(
    game: Starcluster, fleet: Fleet, systems: Mapping[str, StarSystem], occupied: set[str]
) -> Iterator[str]:
    label = f"fleet {fleet.id}"
    if fleet.at not in systems:
        yield f"{label} is at {fleet.at}, which does not exist"
    if fleet.id not in occupied:
        yield f"{label} has no unit"
    at = fleet.at
    for number in fleet.path:
        link = game.links[number]
        if link is None or at not in (link.a, link.b):
            yield f"{label} has a path that breaks off at {at}"
            break
        at = link.other(at)
    if fleet.points < 0:
        yield f"{label} has negative movement points"


def _unit_faults(
    unit: Unit, fleets: Mapping[str, Fleet], powers: Mapping[str, Empire]
) -> Iterator[str]:
    label = f"unit {unit.id}"
    fleet, owner = fleets.get(unit.fleet), powers.get(unit.owner)
    if fleet is None or fleet.owner != unit.owner:
        yield f"{label} is in no fleet of {unit.owner}"
    if unit.towed_by not in ("", unit.fleet):
        yield f"{label} is towed by a fleet other than its own"
    if is_destroyed(unit):
        yield f"{label} has no point left"
    systems = unit.design.systems
    if unit.lost and len(unit.lost) != len(systems):
        yield f"{label} has damage to systems that it does not have"
    elif any(
        not 0 <= lost <= system.points
        for lost, system in zip(unit.lost or (), systems, strict=False)
    ):
        yield f"{label} has lost more of a system than it had"
    if owner is not None and not owner.carried.keys() >= set(unit.surveys):
        yield f"{label} carries a scan that does not exist"
    if min(unit.shots, unit.shuttles, unit.gigs, unit.drones) < 0:
        yield f"{label} has a negative number of shots or craft"
