"""The construction phase: work on yards, and finished units (SC-YRD-001, SC-YRD-003)."""

from __future__ import annotations

from math import floor

from horizons_core.model import EventKind, folded
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import Design
from variants.starcluster.model import Empire, Fleet, Starcluster, Unit, UnitConstruction
from variants.starcluster.rules.regrouping import limit_to_newcomers
from variants.starcluster.rules.yards import pool_of, work_left
from variants.starcluster.setup.empires import add_unit, new_fleet

BUILT = EventKind("unit.built", "{unit} is finished at {place}.", ("SC-YRD-001", "SC-YRD-003"))
REFITTED = EventKind("unit.refitted", "{unit} is now a {of_class}.", ("SC-YRD-005",))
LOST = EventKind("yard.lost", "An unfinished {of_class} is lost with its yard.", ("SC-YRD-003",))
OPENED = EventKind(
    "hull.opened", "{hull} is open for production: its prototype is built.", ("SC-HULL-009",)
)

#: Base points of a full Qt and Qtc (SC-GND-005).
TROOPS, COLD_TROOPS = 5.0, 10.0


def work_on_yards(context: TurnContext) -> None:
    """Work on units under construction, older orders first; unused capacity passes on."""
    for empire in context.game.empires:
        if not empire.yards:
            continue
        left = work_left(context, empire)
        new: dict[tuple[str, bool], Fleet] = {}
        empire.yards = [
            building
            for building in empire.yards
            if not _is_finished(context, empire, building, left, new)
        ]


def _is_finished(
    context: TurnContext,
    empire: Empire,
    building: UnitConstruction,
    left: dict[str, float],
    new: dict[tuple[str, bool], Fleet],
) -> bool:
    """Work on a unit; returns True if it is finished or lost."""
    game: Starcluster = context.game
    units = {unit.id: unit for unit in game.units_of(empire.id)}
    yard = units.get(building.yard)
    refitted = units.get(building.refit)
    if yard is None or (building.refit and refitted is None):
        context.emit(LOST, empire.readers, of_class=building.of_class)
        return True
    places = [game.fleet(unit.fleet).at for unit in (yard, refitted) if unit]
    if any(at != building.at for at in places):
        return False  # it waits until yard and unit are back
    pool = pool_of(yard)
    work = min(floor(left.get(pool, 0)), building.work - building.done)
    building.done += work
    left[pool] = left.get(pool, 0) - work
    if building.done < building.work:
        return False
    if refitted is None:
        _commission(context, empire, building, new)
    else:
        _refit(context, empire, building, refitted)
    return True


def _commission(
    context: TurnContext,
    empire: Empire,
    building: UnitConstruction,
    new: dict[tuple[str, bool], Fleet],
) -> None:
    """Commission a new unit; the first of a hull opens it and its plain version (SC-HULL-009)."""
    game: Starcluster = context.game
    design = building.design
    fleet = _fleet_for(game, empire, building, new)
    unit = add_unit(game, empire, building.of_class, design, fleet)
    if game.plays_by("1.1.0"):
        limit_to_newcomers(game, fleet, [unit])
    unit.price, unit.list_price = building.paid, design.list_price
    unit.troops = TROOPS * design.count("Qt")
    unit.cold = COLD_TROOPS * design.count("Qtc")
    context.emit(BUILT, empire.readers, place=fleet.at, unit=unit.name, fleet=fleet.name)
    for hull in (design.hull.code, design.hull.type.code):
        if hull not in empire.hulls:
            empire.hulls.append(hull)
            context.emit(OPENED, empire.readers, hull=hull)


def _fleet_for(
    game: Starcluster,
    empire: Empire,
    building: UnitConstruction,
    new: dict[tuple[str, bool], Fleet],
) -> Fleet:
    """The named fleet, or a new one for all units that a yard finishes this turn.

    Stations get a separate fleet, so that they do not keep ships from moving.
    """
    name = building.fleet
    matches = [fleet for fleet in game.fleets_of(empire.id) if folded(fleet.name) == folded(name)]
    if name and matches and matches[0].at == building.at:
        return matches[0]
    if name and not matches:
        return new_fleet(game, empire, building.at, name)
    key = (building.yard, building.design.hull.type.is_starbase)
    if key not in new:
        new[key] = new_fleet(game, empire, building.at)
    return new[key]


def _refit(context: TurnContext, empire: Empire, building: UnitConstruction, unit: Unit) -> None:
    unit.lost = _keep_damage(unit, building.design)
    unit.of_class, unit.design = building.of_class, building.design
    unit.price += building.paid
    unit.list_price = building.design.list_price
    unit.troops = min(unit.troops, TROOPS * unit.design.count("Qt"))
    unit.cold = min(unit.cold, COLD_TROOPS * unit.design.count("Qtc"))
    bays = unit.design.count("Bsa")
    unit.shuttles = min(unit.shuttles, bays)
    unit.gigs = min(unit.gigs, 2 * (bays - unit.shuttles))
    unit.drones = min(unit.drones, 4 * unit.design.count("H"))
    context.emit(
        REFITTED,
        empire.readers,
        place=building.at,
        unit=unit.name,
        of_class=building.of_class,
    )


def _keep_damage(unit: Unit, design: Design) -> list[float]:
    """Keep damage suffered during a refit on the systems that the unit keeps."""
    if not any(unit.lost):
        return []
    remaining = list(zip(unit.design.systems, unit.lost, strict=True))
    lost: list[float] = []
    for system in design.systems:
        match = next((pair for pair in remaining if pair[0] == system), (system, 0.0))
        if match in remaining:
            remaining.remove(match)
        lost.append(match[1])
    return lost
