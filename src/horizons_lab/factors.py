"""Factors and cells: the settings that a study varies, and the combinations that it plays.

A factor has a name and levels. Its name is `mods`, `players`, `seats`, `max_turns`, or `options.`
with the name of an option; its levels are values of the setting of that name.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from horizons_core import Stream, canonical
from horizons_core.errors import did_you_mean
from horizons_lab.errors import StudyError

OPTION = "options."
_NAMES = ("mods", "players", "seats", "max_turns")
#: Most combinations to enumerate.
MOST_CELLS = 1_000_000


@attrs.frozen
class Cell:
    """One combination of levels.

    Attributes:
        index: its index among the cells of the study.
        levels: the level of each factor, by the factor's name.
        key: the levels as canonical JSON; the dice of its games depend on it, and not on the index,
            so that cells that are added to a study leave the others as they are.
    """

    index: int
    levels: Mapping[str, Any]
    key: str


def check_factors(factors: Mapping[str, Sequence[Any]]) -> None:
    """Raise StudyError for unknown factors, and for factors without levels."""
    for name, levels in factors.items():
        if name not in _NAMES and not name.startswith(OPTION):
            known = [*_NAMES, f"{OPTION}NAME"]
            raise StudyError(f"there is no factor '{name}'", did_you_mean(name, known))
        if isinstance(levels, str) or not isinstance(levels, Sequence) or not levels:
            raise StudyError(f"factor '{name}' has no list of levels", f"{name}: [..., ...]")


def cells_of(
    factors: Mapping[str, Sequence[Any]],
    sample: int | None,
    key: str | int,
    plain: Callable[[str, Any], Any],
) -> tuple[Cell, ...]:
    """Return all combinations of levels, or `sample` of them, drawn by the study's key.

    A larger sample includes a smaller one. `plain` converts a level of a factor to plain data.
    Raises StudyError for duplicate levels, and for too many combinations.
    """
    named = {name: [(level, plain(name, level)) for level in factors[name]] for name in factors}
    for name, levels in named.items():
        _check_different(name, [canonical(data) for _, data in levels])
    count = 1
    for levels in named.values():
        count *= len(levels)
    if count > MOST_CELLS:
        raise StudyError(f"there are {count:,} combinations of levels, more than {MOST_CELLS:,}")
    combined = list(itertools.product(*named.values()))
    return tuple(
        _cell(index, dict(zip(named, combined[number], strict=True)))
        for index, number in enumerate(_sample(len(combined), sample, key))
    )


def _cell(index: int, chosen: Mapping[str, tuple[Any, Any]]) -> Cell:
    levels = {name: level for name, (level, _) in chosen.items()}
    return Cell(
        index, levels, canonical({name: data for name, (_, data) in chosen.items()}).decode()
    )


def _sample(count: int, sample: int | None, key: str | int) -> Sequence[int]:
    if sample is None or sample >= count:
        return range(count)
    return sorted(Stream.from_key("lab-cells", key).shuffled(range(count))[:sample])


def _check_different(name: str, levels: Sequence[bytes]) -> None:
    for level in levels:
        if levels.count(level) > 1:
            raise StudyError(f"factor '{name}' has the level {level.decode()} twice")
