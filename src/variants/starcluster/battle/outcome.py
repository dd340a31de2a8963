"""The fates of units in a battle, and their application to the game."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.combat import BattleRecord, Fighter
from horizons_core.kernels.battles import ArenaResult
from variants.starcluster.battle.fleets import (
    Combatant,
    StarclusterBattle,
    numbers_of,
    points_by_row,
    rows_of,
)
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.protocol import BattleArrays
from variants.starcluster.designs.design import Design
from variants.starcluster.model import Unit

#: In records, the fate of units that are away, and the number of silos that fired.
GOT_AWAY, SILOS = "got away", "silos"
IN_PLACE, DESTROYED, AWAY = "in place", "destroyed", "away"
_STATUS = {at.PRESENT: IN_PLACE, at.WAITING: AWAY, at.DESTROYED: DESTROYED, at.AWAY: AWAY}
#: Tenths in a point.
TENTHS = 10
#: Base points of a Qt and of a Qtc (SC-GND-001).
TROOPS, COLD_TROOPS = 5, 10


@frozen(kw_only=True)
class UnitFate:
    """The fate of a unit.

    Attributes:
        key: its id in the game.
        status: in place, destroyed, or away (it broke off, went back, or never came through).
        left: the tenths of a point left of each system.
        used, ordnance_used: shots fired since magazines were filled.
    """

    key: str
    status: str
    left: tuple[float, ...]
    used: int
    ordnance_used: int


@frozen(kw_only=True)
class BattleOutcome:
    """The outcome of a battle.

    Attributes:
        battle: the battle.
        fought: the kernel's results, for the record.
        winner: the index of the side with the only line still standing, or None.
        rounds: number of rounds fought.
        fates: fates of all units, in the order of `battle.units`.
        launched: number of silos of each side that fired.
    """

    battle: StarclusterBattle
    fought: ArenaResult[BattleArrays]
    winner: int | None
    rounds: int
    fates: tuple[UnitFate, ...]
    launched: tuple[int, int]


def read_outcome(battle: StarclusterBattle, fought: ArenaResult[BattleArrays]) -> BattleOutcome:
    """Read the outcome of a battle from the kernel's results."""
    rows = {int(row[at.INDEX]): row for row in fought.arena.units.tolist()}
    worth = fought.arena.worth[:, at.LEFT].tolist()
    winner = int(fought.totals[0])
    first, second = fought.arena.sides[:, at.LAUNCHED].tolist()
    return BattleOutcome(
        battle=battle,
        fought=fought,
        winner=None if winner < 0 else winner,
        rounds=int(fought.totals[1]),
        fates=tuple(
            unit_fate(unit, rows[index], worth, ion=battle.ion)
            for index, unit in enumerate(battle.units)
        ),
        launched=(first, second),
    )


def unit_fate(
    unit: Combatant, row: Sequence[int], worth: Sequence[float], *, ion: bool
) -> UnitFate:
    """Read the fate of a unit from its row."""
    return UnitFate(
        key=unit.key,
        status=_STATUS[row[at.STATUS]],
        left=_left(unit, worth[row[at.FIRST] : row[at.END]], ion=ion),
        used=row[at.USED],
        ordnance_used=row[at.ORDNANCE_USED],
    )


def _left(unit: Combatant, worth: Sequence[float], *, ion: bool) -> tuple[float, ...]:
    """Distribute the points left in each row of a unit to its systems."""
    before = points_by_row(unit, ion=ion)
    if list(before) == worth:
        return unit.left
    left = list(unit.left)
    for places, old, new in zip(rows_of(unit, ion=ion), before, worth, strict=True):
        lost = old - new
        for place in places if lost else ():
            share = min(left[place], lost)
            left[place] -= share
            lost -= share
    return tuple(left)


@frozen(kw_only=True)
class RecordedOutcome:
    """The outcome of a battle by a resolver that only records.

    Attributes:
        battle: the battle.
        record: its record.
        fates: fates of all units, in the order of `battle.units`.
        launched: number of silos of each side that fired.
    """

    battle: StarclusterBattle
    record: BattleRecord
    fates: tuple[UnitFate, ...]
    launched: tuple[int, int]

    @property
    def winner(self) -> int | None:
        """The index of the side that holds the field, or None."""
        return self.record.winner

    @property
    def rounds(self) -> int:
        """Number of rounds fought."""
        return self.record.rounds


def outcome_of_record(battle: StarclusterBattle, record: BattleRecord) -> RecordedOutcome:
    """Read the outcome that a record describes; magazines are unchanged.

    Lost points are taken from a unit's systems in their order. Units after those of the battle are
    silos that fired.
    """
    launched = [0, 0]
    for battery in record.units[len(battle.units) :]:
        launched[battery.side] += battery.before.get(SILOS, 0)
    return RecordedOutcome(
        battle=battle,
        record=record,
        fates=tuple(map(_fate_in_record, battle.units, record.units)),
        launched=(launched[0], launched[1]),
    )


def _fate_in_record(unit: Combatant, fighter: Fighter) -> UnitFate:
    status = AWAY if fighter.fate == GOT_AWAY else IN_PLACE
    left = list(unit.left)
    if fighter.destroyed:
        status, left = DESTROYED, [0.0] * len(left)
    else:
        after, before = fighter.after["points"], numbers_of(unit.left)["points"]
        lost = TENTHS * float(before - after) if after else unit.points
        for place, points in enumerate(left):
            share = min(points, max(0.0, lost))
            left[place] = points - share
            lost -= share
    return UnitFate(
        key=unit.key,
        status=status,
        left=tuple(left),
        used=unit.used,
        ordnance_used=unit.ordnance_used,
    )


def apply_fate(fate: UnitFate, unit: Unit) -> None:
    """Apply a fate to the game's unit.

    Shields are restored; troops in a destroyed Qt are lost with it.
    """
    design = unit.design
    unit.lost = [] if fate.left == design.full_points else _lost(design, fate.left)
    unit.shots, unit.ordnance = fate.used, fate.ordnance_used
    if unit.troops or unit.cold:
        systems = zip(design.systems, fate.left, strict=True)
        intact = [system.code for system, left in systems if left > 0]
        unit.troops = min(unit.troops, float(TROOPS * intact.count("Qt")))  # SC-GND-005
        unit.cold = min(unit.cold, float(COLD_TROOPS * intact.count("Qtc")))


def _lost(design: Design, left: Sequence[float]) -> list[float]:
    """Tenths of a point lost for good, by system; empty without losses."""
    lost = [
        0.0 if system.code == "S" else full - points  # SC-CBT-009
        for system, full, points in zip(design.systems, design.full_points, left, strict=True)
    ]
    return lost if any(lost) else []
