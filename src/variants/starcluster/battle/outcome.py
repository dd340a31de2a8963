"""What is left of a battle: the fates of its units, and how they are written into the game's."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.kernels.battles import Fought
from variants.starcluster.battle.fleets import Combatant, StarclusterBattle, rows_of
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.kernels.protocol import Arena
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
    left = list(unit.left)
    for number, places in enumerate(rows_of(unit, ion=ion), row[at.FIRST]):
        lost = sum(left[place] for place in places) - worth[number]
        for place in places if lost else ():
            gone = min(left[place], lost)
            left[place] -= gone
            lost -= gone
    return Fate(
        key=unit.key,
        status=_STATUS[row[at.STATUS]],
        left=tuple(left),
        used=row[at.USED],
        ordnance_used=row[at.ORDNANCE_USED],
    )


def take_back(fate: Fate, unit: Unit) -> None:
    """Write what is left into the game's unit.

    Shields are whole again; troops in a Qt that is gone are gone with it.
    """
    systems = unit.design.systems
    lost = [
        0.0 if system.code == "S" else whole - left  # SC-CBT-009
        for system, whole, left in zip(systems, unit.design.whole, fate.left, strict=True)
    ]
    unit.lost = lost if any(lost) else []
    unit.shots, unit.ordnance = fate.used, fate.ordnance_used
    standing = [s.code for s, left in zip(systems, fate.left, strict=True) if left > 0]
    unit.troops = min(unit.troops, float(TROOPS * standing.count("Qt")))  # SC-GND-005
    unit.cold = min(unit.cold, float(COLD_TROOPS * standing.count("Qtc")))
