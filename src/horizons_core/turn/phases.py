"""Sequences of phases: adding, replacing, wrapping and selecting phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_core.orders.wrapping import Wrapped
from horizons_core.turn.context import Phase, TurnContext


def _index(phases: Sequence[Phase], name: str) -> int:
    for index, phase in enumerate(phases):
        if phase.name == name:
            return index
    raise UnknownNameError(f"no phase '{name}'", did_you_mean(name, [p.name for p in phases]))


def replaced(phases: Sequence[Phase], name: str, phase: Phase) -> list[Phase]:
    """Return the sequence with one phase replaced; raises UnknownNameError. For mods.

    Two mods that replace the same phase conflict and are refused.
    """
    index = _index(phases, name)
    return [*phases[:index], phase, *phases[index + 1 :]]


def wrapped(phases: Sequence[Phase], name: str, around: Callable[..., None]) -> list[Phase]:
    """Return the sequence with `around(inner, context)` in place of a phase's function. For mods.

    Wrappers of several mods stack in their order. Raises UnknownNameError.
    """
    index = _index(phases, name)
    phase = phases[index]
    around_phase = Wrapped(around, phase.run or _carry_out)
    return [*phases[:index], evolve(phase, run=around_phase), *phases[index + 1 :]]


def _carry_out(context: TurnContext) -> None:
    """The function of a phase that only carries out its orders."""
    context.carry_out()


def inserted(phases: Sequence[Phase], after: str, phase: Phase) -> list[Phase]:
    """Return the sequence with a phase added after another; raises UnknownNameError. For mods."""
    index = _index(phases, after) + 1
    return [*phases[:index], phase, *phases[index:]]


def chosen(phases: Sequence[Phase], only: Sequence[str] | None) -> list[Phase]:
    """Return the phases named in `only`, in the order of the turn; all for None.

    Raises UnknownNameError for an unknown phase.
    """
    if only is None:
        return list(phases)
    indices = {_index(phases, name) for name in only}
    return [phase for index, phase in enumerate(phases) if index in indices]
