"""Detuned drives: usually those of fleets, for a turn those of single ships (SC-MOV-003)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Unit

#: Key of a turn's notes: by fleet, whether it is detuned from the next turn on.
_NEXT = "detuning"
#: Key of a turn's notes: by unit that has changed its fleet, whether it is detuned this turn.
_NOW = "detuned"


def tuning_of(context: TurnContext) -> Mapping[str, bool]:
    """True if a drive is still detuned, by id of units that have changed their fleet this turn."""
    noted: dict[str, bool] = context.notes.get(_NOW, {})
    return noted


def speed_bonus(fleet: Fleet, units: Iterable[Unit], tuning: Mapping[str, bool]) -> int:
    """The bonus of detuning to a fleet's speed: the smallest bonus of its units."""
    gains = (
        unit.design.drive.detuning
        if unit.design.drive and tuning.get(unit.id, fleet.detuned)
        else 0
        for unit in units
    )
    return min(gains, default=0)


def keep_tuning(context: TurnContext, moving: Iterable[tuple[Unit, Fleet]]) -> None:
    """Keep the tuning of units that leave fleets for this turn."""
    noted: dict[str, bool] = context.notes.setdefault(_NOW, {})
    for unit, fleet in moving:
        noted.setdefault(unit.id, fleet.detuned)


def next_tuning(context: TurnContext, fleet: Fleet) -> bool:
    """True if a fleet is detuned from the next turn on."""
    ordered: dict[str, bool] = context.notes.get(_NEXT, {})
    return ordered.get(fleet.id, fleet.detuned)


def set_next_tuning(context: TurnContext, fleet: Fleet, *, detuned: bool) -> None:
    """Order that a fleet is detuned, or not, from the next turn on."""
    context.notes.setdefault(_NEXT, {})[fleet.id] = detuned


def apply_tuning(context: TurnContext, fleets: Sequence[Fleet]) -> None:
    """Apply ordered tuning at the end of the turn."""
    for fleet in fleets:
        fleet.detuned = next_tuning(context, fleet)
