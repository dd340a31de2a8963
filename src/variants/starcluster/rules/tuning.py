"""Whose drives are detuned: the fleets' as a rule, in a turn the ships' own (SC-MOV-003)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Unit

#: In a turn's notes: by fleet, whether it is detuned from the next turn on.
_NEXT = "detuning"
#: In a turn's notes: by unit that has changed its fleet, whether it is detuned in this turn.
_NOW = "detuned"


def tuning_of(context: TurnContext) -> Mapping[str, bool]:
    """By id of a unit that has changed its fleet this turn, whether its drive is still detuned."""
    noted: dict[str, bool] = context.notes.get(_NOW, {})
    return noted


def bonus(fleet: Fleet, units: Iterable[Unit], tuning: Mapping[str, bool]) -> int:
    """What detuning adds to the speed of a fleet: the smallest bonus of its units."""
    gains = (
        unit.design.drive.detuning
        if unit.design.drive and tuning.get(unit.id, fleet.detuned)
        else 0
        for unit in units
    )
    return min(gains, default=0)


def keep_tuning(context: TurnContext, moving: Iterable[tuple[Unit, Fleet]]) -> None:
    """Let units that leave fleets be tuned in this turn as they were."""
    noted: dict[str, bool] = context.notes.setdefault(_NOW, {})
    for unit, fleet in moving:
        noted.setdefault(unit.id, fleet.detuned)


def next_tuning(context: TurnContext, fleet: Fleet) -> bool:
    """Whether a fleet is detuned from the next turn on."""
    wanted: dict[str, bool] = context.notes.get(_NEXT, {})
    return wanted.get(fleet.id, fleet.detuned)


def set_next_tuning(context: TurnContext, fleet: Fleet, *, detuned: bool) -> None:
    """Order that a fleet is detuned, or not, from the next turn on."""
    context.notes.setdefault(_NEXT, {})[fleet.id] = detuned


def switch(context: TurnContext, fleets: Sequence[Fleet]) -> None:
    """At the end of the turn drives are as was ordered."""
    for fleet in fleets:
        fleet.detuned = next_tuning(context, fleet)
