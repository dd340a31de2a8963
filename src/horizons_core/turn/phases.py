"""The sequence of phases: adding, replacing and choosing."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_core.turn.context import Phase


def _index(phases: Sequence[Phase], name: str) -> int:
    for index, phase in enumerate(phases):
        if phase.name == name:
            return index
    raise UnknownNameError(f"no phase '{name}'", did_you_mean(name, [p.name for p in phases]))


def replaced(phases: Sequence[Phase], name: str, phase: Phase) -> list[Phase]:
    """The sequence with one phase exchanged; raises UnknownNameError. For mods."""
    index = _index(phases, name)
    return [*phases[:index], phase, *phases[index + 1 :]]


def inserted(phases: Sequence[Phase], after: str, phase: Phase) -> list[Phase]:
    """The sequence with a phase added behind another; raises UnknownNameError. For mods."""
    index = _index(phases, after) + 1
    return [*phases[:index], phase, *phases[index:]]


def chosen(phases: Sequence[Phase], only: Sequence[str] | None) -> list[Phase]:
    """Those named, in the order of the turn; all for None. Raises UnknownNameError."""
    if only is None:
        return list(phases)
    wanted = {_index(phases, name) for name in only}
    return [phase for index, phase in enumerate(phases) if index in wanted]
