"""Initial rows shared by all ships of a design."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.sums import int_sum
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.designs.design import Design, ShipSystem

KIND_OF = {
    "beam": at.BEAM,
    "torpedo": at.TORPEDO,
    "needle": at.NEEDLE,
    "submunition": at.SUBMUNITION,
    "rack": at.RACK,
    "rack_er": at.RACK_ER,
    "launcher": at.LAUNCHER,
    "fc": at.FC,
    "adfc": at.ADFC,
    "pds": at.PDS,
    "screen": at.SCREEN,
    "hangar": at.HANGAR,
    "magazine": at.MAGAZINE,
}


@frozen
class DesignRows:
    """The rows of a design; copy them before modifying them.

    Attributes:
        ship: the row of an undamaged ship.
        systems: rows of its systems: guns, racks, launchers, others.
    """

    ship: list[int]
    systems: tuple[list[int], ...]


@lru_cache(maxsize=1 << 10)
def rows_of_design(design: Design) -> DesignRows:
    """Return the rows of a design."""
    order = sorted(enumerate(design.systems), key=lambda pair: _section(pair[1]))
    systems = tuple(_system_row(design, place, system) for place, system in order)
    for job, place in enumerate(jobs_of(systems)):
        systems[job][at.JOB] = place
    row = [0] * at.SHIP_COLUMNS
    row[at.SYSTEMS] = len(systems)
    row[at.GUNS] = int_sum(_section(system) == 0 for system in design.systems)
    row[at.LAUNCHERS] = int_sum(_section(system) in (1, 2) for system in design.systems)
    row[at.POINTS], row[at.MASS] = design.points, design.mass
    row[at.THRUST], row[at.OPTIONAL] = design.thrust, design.optional_thrust
    row[at.BOXES] = design.hull
    row[at.END1], row[at.END2], row[at.END3], _ = accumulate(design.rows)
    row[at.STEP] = rounded_up(design.hull, design.crew_boxes)
    row[at.STATIONARY] = int(design.is_installation)
    for system in systems:
        count(row, system)
    return DesignRows(row, systems)


def count(ship: list[int], system: Sequence[int]) -> None:
    """Add a working system to the counts in its ship's row."""
    kind = system[at.KIND]
    ship[at.COUNT + kind] += 1
    ship[at.ARMS] += kind <= at.RACK_ER
    ship[at.ONES] += kind == at.BEAM and system[at.CLASS] == 1


def _system_row(design: Design, place: int, system: ShipSystem) -> list[int]:
    part = system.part
    row = [0] * at.SYSTEM_COLUMNS
    row[at.KIND] = kind = KIND_OF.get(part.kind, at.OTHER)
    row[at.CLASS], row[at.ARCS] = part.number if kind == at.BEAM else 0, max(part.arcs, 1)
    row[at.PRICE], row[at.PLACE] = price_of(design, system), place
    return row


def price_of(design: Design, system: ShipSystem) -> int:
    """Return the points of a system: 0 for a hold, for a screen its share of the set."""
    points = system.part.points(design.mass)
    return points // system.part.number if system.part.kind == "screen" else points


def jobs_of(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return a ship's system rows in repair order: fire control, then most expensive first."""
    return sorted(range(len(rows)), key=lambda i: (rows[i][at.KIND] != at.FC, -rows[i][at.PRICE]))


def _section(system: ShipSystem) -> int:
    """Return the group of a system in its ship's rows: guns, racks, launchers, others."""
    kind = KIND_OF.get(system.part.kind, at.OTHER)
    if kind > at.LAUNCHER:
        return 3
    return (kind >= at.RACK) + (kind == at.LAUNCHER)
