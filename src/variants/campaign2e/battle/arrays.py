"""A battle as arrays for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from attrs import define, field, frozen

from horizons_core.amounts import rounded_up
from horizons_core.kernels.sampling import new_source
from horizons_core.sums import int_sum
from variants.campaign2e.battle.fleets import (
    BY_LANE,
    ENTRY,
    EXITS,
    FORMATIONS,
    INTENTS,
    PRESENT,
    BattleShip,
    CampaignBattle,
    Side,
)
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import Arena
from variants.campaign2e.designs.design import CORE_SYSTEMS, Design, ShipSystem
from variants.campaign2e.designs.parts import FIGHTERS
from variants.campaign2e.model import Ship
from variants.campaign2e.model.places import EDGES

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

DRIVES = {"none": at.NONE, "ok": at.OK, "halved": at.HALVED, "out": at.OUT}
#: Number of attacks of a fighter group; the second is for long-range fighters.
ENDURANCE, OF_LONG_RANGE = 6, 9


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
def design_rows(design: Design) -> DesignRows:
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


@define
class BattleRows:
    """Rows of the tables, before conversion to arrays."""

    ships: list[list[int]] = field(factory=list)
    systems: list[list[int]] = field(factory=list)
    groups: list[list[int]] = field(factory=list)
    sides: list[list[int]] = field(factory=list)
    classes: list[list[int]] = field(factory=list)


def arena_of(battle: CampaignBattle, numbers: Sequence[int]) -> Arena:
    """Return the initial arena; `numbers` are those of the rules, in the order of `RULES`."""
    layout = BattleRows()
    ship_count = 0
    for number, side in enumerate(battle.fleets):
        lay_out_side(layout, number, side, ship_count)
        ship_count += len(side.ships)
    table = np.zeros(at.TABLE_SIZE, np.int64)
    table[at.HOLDER], table[at.SIDES] = -1, len(battle.fleets)
    table[at.CHANGING :] = numbers
    return Arena(
        _table(layout.ships, at.SHIP_COLUMNS, np.int32),
        _table(layout.systems, at.SYSTEM_COLUMNS, np.int32),
        _table(layout.groups, at.GROUP_COLUMNS, np.int32),
        _table(layout.sides, at.SIDE_COLUMNS, np.int64),
        _table(layout.classes, at.CLASS_COLUMNS, np.int64),
        table,
        new_source(),
        np.zeros((0, at.RECORD_COLUMNS), np.int64),
    )


def lay_out_side(layout: BattleRows, number: int, side: Side, before: int) -> None:
    """Append a side, most expensive ships first; `before` ships precede it."""
    order = sorted(range(len(side.ships)), key=lambda i: -side.ships[i].design.points)
    row = [0] * at.SIDE_COLUMNS
    row[at.FIRST_SHIP], row[at.LAST_SHIP] = len(layout.ships), len(layout.ships) + len(order)
    row[at.FIRST_GROUP], row[at.FIRST_CLASS] = len(layout.groups), len(layout.classes)
    types: dict[tuple[int, bool], int] = {}
    for index in order:
        unit = side.ships[index]
        kind = (unit.design.points, unit.rear)
        if kind not in types:
            types[kind] = len(layout.classes)
            layout.classes += classes_of(kind[0], len(layout.ships), rear=kind[1])
        ship = lay_out_ship(layout, unit)
        ship[at.SIDE], ship[at.INDEX], ship[at.TYPE] = number, before + index, types[kind]
        for name in (types[kind], types[kind] + 1):
            layout.classes[name][at.CLASS_LAST] = len(layout.ships)
        row[at.REAR_MASS if unit.rear else at.MAIN_MASS] += unit.design.mass
        row[at.LENDERS] += ship[at.COUNT + at.ADFC] > 0
    row[at.DEAREST] = row[at.FIRST_SHIP]
    row[at.LAST_GROUP], row[at.LAST_CLASS] = len(layout.groups), len(layout.classes)
    row[at.SPEED], row[at.BREAKOFF] = side.speed, side.breakoff
    row[at.FORMATION] = FORMATIONS.index(side.formation)
    row[at.INTENT], row[at.EXIT] = INTENTS.index(side.intent), EXITS.index(side.exit)
    row[at.EDGE] = EDGES.index(side.edge or EDGES[0])
    row[at.BONUS] = BY_LANE * side.by_lane + PRESENT * side.present
    for place, word in enumerate(side.entry[: at.MAX_CHANGES]):
        row[at.ENTRY + place] = entry_word(word)
    layout.sides.append(row)


def entry_word(word: str) -> int:
    """Return the number of a word of ENTRY (C2E-17.9-01): NEARER, FARTHER, SPLIT or EDGE."""
    kind, _, edge = word.partition(" ")
    if kind == "EDGE":
        return at.EDGE_WORD + EDGES.index(edge)
    return (at.NEARER, at.FARTHER, at.SPLIT)[ENTRY.index(kind)]


def classes_of(points: int, first: int, *, rear: bool) -> list[list[int]]:
    """Return the classes of ships of equal points and line: unarmed and armed.

    As a target an armed ship is worth three times as much as an unarmed one.
    """
    rows = []
    for armed in (0, 1):
        row = [0] * at.CLASS_COLUMNS
        row[at.CLASS_FIRST], row[at.IN_REAR], row[at.IS_ARMED] = first, int(rear), armed
        row[at.WORTH] = points * (3 if armed else 1)
        rows.append(row)
    return rows


def lay_out_ship(layout: BattleRows, unit: BattleShip) -> list[int]:
    """Append a ship with its systems and fighters; returns its row."""
    ship, form = unit.ship, design_rows(unit.design)
    row = form.ship.copy()
    row[at.FIRST] = len(layout.systems)
    row[at.REAR], row[at.WORSE] = int(unit.rear), int(not ship.in_supply)
    row[at.ARMOUR], row[at.HULL] = ship.armour_left, ship.hull_left
    row[at.DRIVE], row[at.FTL] = DRIVES[ship.drive], DRIVES[ship.ftl]
    for place, core in enumerate(CORE_SYSTEMS):
        row[at.BRIDGE + place] = at.BEYOND if core in ship.core_out else at.WORKING
    if ship.core_out_for_good:
        row[at.STATUS] = at.HULK
    row[at.SALVOES] = ship.salvoes
    hangars = 0
    for system in form.systems:
        copy = system.copy()
        if system[at.KIND] == at.HANGAR:
            copy[at.LOADED] = lay_out_group(layout, unit, hangars)
            hangars += 1
        layout.systems.append(copy)
    if not is_as_built(ship):
        write_state(ship, row, layout.systems[row[at.FIRST] :])
    layout.ships.append(row)
    return row


def is_as_built(ship: Ship) -> bool:
    """Return whether all systems of a ship work and none is fragile."""
    fragile = ship.weaponry_due or ship.second_hand or not ship.in_supply
    return not (fragile or ship.out or ship.fired or ship.captured)


def write_state(ship: Ship, row: list[int], systems: Sequence[list[int]]) -> None:
    """Write the state of a ship's systems into their rows, and counts into the ship's.

    A capture that was not rebuilt has no weapons.
    """
    row[at.COUNT : at.COUNT + at.KINDS] = [0] * at.KINDS
    row[at.ARMS] = row[at.ONES] = 0
    for system in systems:
        spec = ship.design.systems[system[at.PLACE]]
        system[at.FRAGILE] = (
            int(not ship.in_supply)
            + (ship.weaponry_due > 0 and spec.part.is_weaponry)
            + (spec.key in ship.second_hand)
        )
        if spec.key in ship.out or (ship.captured and spec.part.is_weaponry):  # C2E-12.2-01
            system[at.STATE] = at.BEYOND
        elif spec.key in ship.fired:
            system[at.STATE] = at.FIRED
        else:
            count(row, system)


def lay_out_group(layout: BattleRows, unit: BattleShip, hangar: int) -> int:
    """Append the fighters of a ship's hangar; returns their row + 1, or 0 for none."""
    if hangar >= len(unit.design.fighters):
        return 0
    sort = list(FIGHTERS).index(unit.design.fighters[hangar])
    left = unit.ship.fighters[hangar] if hangar < len(unit.ship.fighters) else 0
    key = f"hangar_{hangar + 1}"
    row = [0] * at.GROUP_COLUMNS
    row[at.CARRIER], row[at.SORT] = len(layout.ships), sort
    row[at.LEFT] = 0 if key in unit.ship.out else left
    row[at.ENDURANCE] = OF_LONG_RANGE if sort == at.LONG_RANGE else ENDURANCE
    row[at.WHERE] = at.ABOARD if row[at.LEFT] else at.GONE
    layout.groups.append(row)
    return len(layout.groups)


def _table(rows: Sequence[Sequence[int]], columns: int, dtype: Any) -> np.ndarray[Any, Any]:
    return np.array(rows, dtype).reshape(len(rows), columns)
