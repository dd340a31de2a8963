"""Locations of observers during a turn and their sensors (SC-EXP-014, SC-SET-007)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Starcluster, Unit
from variants.starcluster.rules.damage import best_in

#: Key of a turn's notes: the best generation of combat sensors by system and observer.
_SENSORS = "watches"


def record_sensors(context: TurnContext, fleet: Fleet, units: Iterable[Unit]) -> None:
    """Record a fleet in a system, even in passing, with its working combat sensors."""
    best = best_in(units, "Y")
    if best:
        watches = context.notes.setdefault(_SENSORS, {}).setdefault(fleet.at, {})
        watches[fleet.owner] = max(best, watches.get(fleet.owner, 0))


def observers(context: TurnContext) -> dict[str, dict[str, int]]:
    """Observers by system and empire, with the best generation of their sensors there.

    A colony sees without sensors, except fleets tuned for stealth (SC-ENI-007).
    """
    game: Starcluster = context.game
    noted: Mapping[str, Mapping[str, int]] = context.notes.get(_SENSORS, {})
    observers_ = {system: dict(sensors) for system, sensors in noted.items()}
    for system in game.systems:
        if system.owner:
            observers_.setdefault(system.id, {}).setdefault(system.owner, 0)
    return observers_


def sees(sensors: int | None, stealth: int) -> bool:
    """True if an observer with these sensors sees a fleet; None if it has no observer there."""
    return sensors is not None and sensors >= stealth
