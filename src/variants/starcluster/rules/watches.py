"""Who was where during a turn, and how well they could see there (SC-EXP-014, SC-SET-007)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Starcluster, Unit
from variants.starcluster.rules.damage import best_in

#: In a turn's notes: by system and observer, the best generation of combat sensors there.
_WATCHES = "watches"


def note_presence(context: TurnContext, fleet: Fleet, units: Iterable[Unit]) -> None:
    """A fleet is in a system, be it in passing: its working combat sensors see what moves there."""
    best = best_in(units, "Y")
    if best:
        watches = context.notes.setdefault(_WATCHES, {}).setdefault(fleet.at, {})
        watches[fleet.owner] = max(best, watches.get(fleet.owner, 0))


def observers(context: TurnContext) -> dict[str, dict[str, int]]:
    """Who sees what happens, by system and empire: with the best generation of sensors there.

    A colony sees without sensors, but no fleets that are tuned for stealth (SC-ENI-007).
    """
    game: Starcluster = context.game
    noted: Mapping[str, Mapping[str, int]] = context.notes.get(_WATCHES, {})
    found = {system: dict(seers) for system, seers in noted.items()}
    for system in game.systems:
        if system.owner:
            found.setdefault(system.id, {}).setdefault(system.owner, 0)
    return found


def sees(sensors: int | None, stealth: int) -> bool:
    """Whether an observer with these sensors sees a fleet; None for one without any eyes there."""
    return sensors is not None and sensors >= stealth
