"""Invariants of a game of Starcluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.rules.damage import is_destroyed


def faults(game: Starcluster) -> list[str]:
    """A description of every violated invariant; an empty list for a sound game."""
    powers = {power.id: power for power in (*game.empires, *game.natives)}
    systems = {system.id: system for system in game.systems}
    fleets = {fleet.id: fleet for fleet in game.fleets}
    violations = [*_doubles(game)]
    for system in game.systems:
        violations += _system_faults(system, powers)
    for power in powers.values():
        violations += _power_faults(game, power)
    manned = {unit.fleet for unit in game.units}
    for fleet in game.fleets:
        violations += _fleet_faults(game, fleet, systems, manned)
    for unit in game.units:
        violations += _unit_faults(unit, fleets, powers)
    return violations


def _doubles(game: Starcluster) -> Iterator[str]:
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
        yield f"{label} has {system.pu} PU, and {system.most_pu} at most"
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
                yield f"{owner} knows a warp point of {system} that is not there"
    for name in power.relations:
        if not game.agree(power, name):
            yield f"{owner} and {name} disagree on their stance"


def _fleet_faults(
    game: Starcluster, fleet: Fleet, systems: Mapping[str, StarSystem], manned: set[str]
) -> Iterator[str]:
    label = f"fleet {fleet.id}"
    if fleet.at not in systems:
        yield f"{label} is at {fleet.at}, which is not there"
    if fleet.id not in manned:
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
        yield f"{label} is towed by another fleet than its own"
    if is_destroyed(unit):
        yield f"{label} has no point left"
    systems = unit.design.systems
    if unit.lost and len(unit.lost) != len(systems):
        yield f"{label} has damage to systems that it does not have"
    elif any(
        not 0 <= lost <= system.points
        for lost, system in zip(unit.lost or (), systems, strict=False)
    ):
        yield f"{label} has lost more of a system than that has"
    if owner is not None and not owner.carried.keys() >= set(unit.surveys):
        yield f"{label} carries a scan that does not exist"
    if min(unit.shots, unit.shuttles, unit.gigs, unit.drones) < 0:
        yield f"{label} has a negative number of shots or craft"
