"""Runs the kernels for one battle with its record, or for many battles at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from attrs import define, field, frozen

from horizons_core.kernels.battles import ArenaKernel, ArenaResult, Runs
from horizons_core.kernels.sampling import new_source
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.battle.fleets import (
    ARRIVALS,
    AT_ONCE,
    BANDS,
    IN_A_WAVE,
    TARGETS,
    Combatant,
    Side,
    StarclusterBattle,
    rows_of,
)
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.fights import SIDE_TOTALS, TOTALS, fight_many
from variants.starcluster.battle.kernels.protocol import BattleArrays, Floats, Small
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.ratings import Refinements

KIND_OF = {
    "S": at.SHIELD,
    "Y": at.SENSOR,
    "M": at.TARGETING,
    "CIC": at.CENTER,
    "T": at.TRACTOR,
    "Mg": at.MAGAZINE,
    "Mgs": at.SMALL_MAGAZINE,
    "R": at.MISSILE,
}
ORDNANCE = "XO"


@define
class ArrayBuilder:
    """Rows of the arrays under construction."""

    units: list[list[int]] = field(factory=list)
    figures: list[list[float]] = field(factory=list)
    systems: list[Small] = field(factory=list)
    worth: list[Floats] = field(factory=list)
    rows: int = 0
    speeds: list[int] = field(factory=list)
    hits: list[float] = field(factory=list)
    moving: dict[Any, int] = field(factory=dict)
    capacity: int = 0


@frozen
class DesignRows:
    """The rows shared by all units of one design in one state.

    Attributes:
        rear: whether they stay behind the line.
        systems: the rows of its systems. worth: rows with their points and damage.
        points: tenths of a point that each has left.
        touched: whether they have taken damage before.
        guns: the range of the rows of its weapons.
        ordnance: number of its external ordnance.
        weapons: number of its weapons.
    """

    rear: bool
    systems: Small
    worth: Floats
    points: float
    touched: bool
    guns: tuple[int, int]
    ordnance: int
    weapons: int


def build_arrays(battle: StarclusterBattle, numbers: Sequence[int]) -> BattleArrays:
    """The initial state of a battle; `numbers` are those of the rules, in the order of `RULES`."""
    builder = ArrayBuilder()
    sides = np.zeros((at.MAX_SIDES, at.SIDE_COLUMNS), np.int64)
    amounts = np.zeros((at.MAX_SIDES, at.AMOUNT_COLUMNS), np.float64)
    smallest: list[int] = []
    offset = 0
    for number, side in enumerate(battle.forces):
        first = len(builder.units)
        sides[number, : at.STANDING] = _side_row(first, side)
        sides[number, at.NEXT] = first
        amounts[number, at.SILO_LONG], amounts[number, at.SILO_SHORT] = side.salvo
        design_rows = [
            _design_rows(
                unit.design,
                unit.left,
                unit.modifier.as_integer_ratio(),
                train=unit.train,
                ion=battle.ion,
            )
            for unit in side.units
        ]
        for index in side.order:
            add_unit(builder, battle, number, side.units[index], design_rows[index])
            builder.units[-1][at.INDEX] = offset + index
        line = [shared.points for shared in design_rows if not shared.rear]
        amounts[number, at.START] = ordered_sum(line)
        builder.capacity = max(builder.capacity, int_sum(shared.weapons for shared in design_rows))
        rows = {index: first + row for row, index in enumerate(side.order)}
        smallest += [rows[index] for index in side.smallest_first]
        offset += len(side.units)
    units = _table(builder.units, at.UNIT_COLUMNS, np.int32)
    capacity = builder.capacity
    silos = int_sum(side.silos for side in battle.forces)
    table = np.zeros(at.TABLE_SIZE, np.int64)
    table[at.CAPACITY + 2 :] = numbers
    table[at.CAPACITY], table[at.GAS] = capacity, battle.gas
    table[at.ASSAULT] = battle.assault
    table[at.GAP] = 0 if battle.assault or battle.gas else table[at.FIRST_GAP]
    return BattleArrays(
        units=units,
        figures=_table(builder.figures, at.FIGURE_COLUMNS, np.float64),
        systems=np.concatenate(builder.systems),
        worth=np.concatenate(builder.worth),
        speeds=np.array(builder.speeds, np.int64),
        hits=np.array(builder.hits, np.float64),
        sides=sides,
        amounts=amounts,
        line=np.zeros((at.MAX_SIDES, max(1, len(units))), np.int32),
        smallest=np.array(smallest, np.int32),
        picks=np.zeros((2 * capacity + silos + 1, at.PICK_COLUMNS), np.int32),
        powers=np.zeros(2 * capacity + 1, np.float64),
        table=table,
        source=new_source(),
        record=np.zeros((0, at.RECORD_COLUMNS), np.float64),
    )


def add_unit(
    builder: ArrayBuilder, battle: StarclusterBattle, side: int, unit: Combatant, rows: DesignRows
) -> None:
    """Append a unit and its systems."""
    row = [0] * at.UNIT_COLUMNS
    row[at.SIDE], row[at.REAR] = side, rows.rear
    row[at.EXIT], row[at.SUPPLIED] = unit.has_exit, unit.supplied
    comes = unit.comes if battle.assault else AT_ONCE
    row[at.COMES] = ARRIVALS.index(comes)
    row[at.STATUS] = at.PRESENT if comes == AT_ONCE else at.WAITING
    row[at.AGE] = 0 if comes == IN_A_WAVE else 2
    row[at.USED], row[at.ORDNANCE_USED] = unit.used, unit.ordnance_used
    row[at.ORDNANCE], row[at.TOUCHED] = rows.ordnance, rows.touched
    row[at.SPEEDS] = _speeds(builder, unit)
    row[at.FIRST] = row[at.CURSOR] = first = builder.rows
    row[at.FIRST_GUN], row[at.END_GUN] = first + rows.guns[0], first + rows.guns[1]
    builder.systems.append(rows.systems)
    builder.worth.append(rows.worth)
    row[at.END] = builder.rows = first + len(rows.systems)
    figures = [0.0] * at.FIGURE_COLUMNS
    figures[at.POINTS], figures[at.STARVING] = rows.points, unit.starving
    builder.units.append(row)
    builder.figures.append(figures)


@lru_cache(maxsize=1 << 10)
def _design_rows(
    design: Design, left: tuple[float, ...], modifier: tuple[int, int], *, train: bool, ion: bool
) -> DesignRows:
    """Build the rows of a unit, once for all units of one design, state and race."""
    unit = Combatant(name="", design=design, left=left, modifier=Fraction(*modifier), train=train)
    rows = rows_of(unit, ion=ion)
    guns = [n for n, row in enumerate(rows) if design.systems[row[0]].weapon]
    pairs = zip(design.systems, left, strict=True)
    return DesignRows(
        rear=unit.rear,
        systems=_table(
            [_system_row(design.systems[places[0]]) for places in rows], at.SYSTEM_COLUMNS, np.int32
        ),
        worth=_table([_worth_row(unit, places) for places in rows], at.WORTH_COLUMNS, np.float64),
        points=float(ordered_sum(left[place] for places in rows for place in places)),
        touched=any(points < system.points for system, points in pairs),
        ordnance=design.count(ORDNANCE),
        guns=(min(guns, default=0), max(guns, default=-1) + 1),
        weapons=int_sum(bool(system.weapon) for system in design.systems),
    )


def _system_row(system: ShipSystem) -> list[int]:
    weapon = system.weapon
    return [_kind_of(system), system.generation, weapon is not None and weapon.long_range, 0]


def _worth_row(unit: Combatant, places: Sequence[int]) -> list[float]:
    system = unit.design.systems[places[0]]
    long, short = unit.damage(system) if system.weapon else (0.0, 0.0)
    left = float(ordered_sum(unit.left[place] for place in places))
    return [float(system.points), long, short, left]


def _kind_of(system: ShipSystem) -> int:
    if system.drive is not None:
        return at.ROOM
    weapon = system.weapon
    usual = at.OTHER if weapon is None else at.AMMO_WEAPON if weapon.ammo else at.WEAPON
    return KIND_OF.get(system.code, usual)


def _speeds(builder: ArrayBuilder, unit: Combatant) -> int:
    """The offset of a unit's speeds and exposures, which are listed by working drive rooms."""
    kind = (unit.design, unit.refinements, unit.detuned)
    if kind not in builder.moving:
        builder.moving[kind] = len(builder.speeds)
        speeds, hits = _add_moving(unit.design, unit.refinements, detuned=unit.detuned)
        builder.speeds += speeds
        builder.hits += hits
    return builder.moving[kind]


@lru_cache(maxsize=1 << 10)
def _add_moving(
    design: Design, refinements: Refinements, *, detuned: bool
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Twice the speeds, and the shares of fire that hit, by number of working drive rooms."""
    unit = Combatant(name="", design=design, left=(), refinements=refinements, detuned=detuned)
    rooms = range((design.count(design.drive.code) if design.drive else 0) + 1)
    return (
        tuple(int(2 * unit.speed(number)) for number in rooms),
        tuple(float(1 - unit.defense(number)) for number in rooms),
    )


def _side_row(first: int, side: Side) -> list[int]:
    return [
        first,
        first + len(side.units),
        BANDS.index(side.band),
        side.break_off,
        TARGETS.index(side.target),
        side.anti_drive,
        side.avoids,
        side.pdc,
        side.silos,
        side.wave,
    ]


def _table(rows: list[list[Any]], columns: int, kind: Any) -> Any:
    return np.array(rows, kind).reshape(len(rows), columns)


#: Totals have the columns of `kernels.fights`.
KERNEL = ArenaKernel[BattleArrays](
    fight_many, lambda arena: int(arena.table[at.ROWS]), TOTALS, SIDE_TOTALS
)


def fight_once(
    battle: StarclusterBattle, numbers: Sequence[int], key: int, run: int = 0
) -> ArenaResult[BattleArrays]:
    """Fight one run and keep its record; `numbers` are those of the rules."""
    return KERNEL.fight_once(build_arrays(battle, numbers), at.MAX_SIDES, key, run)


def fight_runs(
    battle: StarclusterBattle, numbers: Sequence[int], key: int, runs: int, threads: int = 1
) -> Runs:
    """Fight `runs` runs; run i equals `fight_once(..., run=i)` bit for bit, for any `threads`."""
    return KERNEL.fight_runs(build_arrays(battle, numbers), at.MAX_SIDES, key, runs, threads)
