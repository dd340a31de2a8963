"""What is left of a battle: the fates of its units, and how they are written into the game's."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.kernels.battles import Fought
from variants.starcluster.battle.fleets import Combatant, StarclusterBattle, points_by_row, rows_of
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.protocol import Arena
from variants.starcluster.designs.design import Design
from variants.starcluster.model import Unit

IN_PLACE, DESTROYED, AWAY = "in place", "destroyed", "away"
_STATUS = {at.PRESENT: IN_PLACE, at.WAITING: AWAY, at.DESTROYED: DESTROYED, at.AWAY: AWAY}
#: Base points of a Qt and of a Qtc (SC-GND-001).
TROOPS, COLD_TROOPS = 5, 10


@frozen(kw_only=True)
class Fate:
    """What has become of a unit.

    Attributes:
        key: what tells it in the game.
        status: in place, destroyed, or away: it broke off, went back, or never came through.
        left: by system, the tenths of a point that it has left.
        used, ordnance_used: shots fired since magazines were filled.
    """

    key: str
    status: str
    left: tuple[float, ...]
    used: int
    ordnance_used: int


@frozen(kw_only=True)
class Outcome:
    """What is left of a battle.

    Attributes:
        battle: who met.
        fought: what the kernel found, for its record.
        winner: the index of the side whose line alone still stands; None for neither.
        rounds: that were fought.
        fates: of all units, in the order of `battle.units`.
        launched: by side, the silos that fired.
    """

    battle: StarclusterBattle
    fought: Fought[Arena]
    winner: int | None
    rounds: int
    fates: tuple[Fate, ...]
    launched: tuple[int, int]


def outcome_of(battle: StarclusterBattle, fought: Fought[Arena]) -> Outcome:
    """What a battle that was fought has left."""
    rows = {int(row[at.INDEX]): row for row in fought.arena.units.tolist()}
    worth = fought.arena.worth[:, at.LEFT].tolist()
    winner = int(fought.totals[0])
    one, two = fought.arena.sides[:, at.LAUNCHED].tolist()
    return Outcome(
        battle=battle,
        fought=fought,
        winner=None if winner < 0 else winner,
        rounds=int(fought.totals[1]),
        fates=tuple(
            fate_of(unit, rows[index], worth, ion=battle.ion)
            for index, unit in enumerate(battle.units)
        ),
        launched=(one, two),
    )


def fate_of(unit: Combatant, row: Sequence[int], worth: Sequence[float], *, ion: bool) -> Fate:
    """What the kernel's row of a unit says of it."""
    return Fate(
        key=unit.key,
        status=_STATUS[row[at.STATUS]],
        left=_left(unit, worth[row[at.FIRST] : row[at.END]], ion=ion),
        used=row[at.USED],
        ordnance_used=row[at.ORDNANCE_USED],
    )


def _left(unit: Combatant, worth: Sequence[float], *, ion: bool) -> tuple[float, ...]:
    """By system, what a unit has left whose rows have so much left."""
    before = points_by_row(unit, ion=ion)
    if list(before) == worth:
        return unit.left
    left = list(unit.left)
    for places, old, new in zip(rows_of(unit, ion=ion), before, worth, strict=True):
        lost = old - new
        for place in places if lost else ():
            gone = min(left[place], lost)
            left[place] -= gone
            lost -= gone
    return tuple(left)


def take_back(fate: Fate, unit: Unit) -> None:
    """Write what is left into the game's unit.

    Shields are whole again; troops in a Qt that is gone are gone with it.
    """
    design = unit.design
    unit.lost = [] if fate.left == design.whole else _lost(design, fate.left)
    unit.shots, unit.ordnance = fate.used, fate.ordnance_used
    if unit.troops or unit.cold:
        systems = zip(design.systems, fate.left, strict=True)
        standing = [system.code for system, left in systems if left > 0]
        unit.troops = min(unit.troops, float(TROOPS * standing.count("Qt")))  # SC-GND-005
        unit.cold = min(unit.cold, float(COLD_TROOPS * standing.count("Qtc")))


def _lost(design: Design, left: Sequence[float]) -> list[float]:
    """By system, the tenths of a point lost for good; nothing if that is none."""
    lost = [
        0.0 if system.code == "S" else whole - points  # SC-CBT-009
        for system, whole, points in zip(design.systems, design.whole, left, strict=True)
    ]
    return lost if any(lost) else []
