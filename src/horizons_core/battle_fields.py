"""Checks of the fields that all battle files share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from horizons_core.errors import BattleError, did_you_mean

__all__ = ["boolean", "choice", "integer", "known", "listed", "mapping", "number"]


def mapping(place: str, value: Any) -> Mapping[str, Any]:
    """Return a mapping, empty for None; raises BattleError, naming the place."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BattleError(f"{place} is {value!r}", "write names with values, as in {name: value}")
    return value


def known(place: str, value: Mapping[Any, Any], fields: Collection[str]) -> Mapping[str, Any]:
    """Return a mapping; raises BattleError, with a suggestion, for a field not among `fields`."""
    for name in value:
        if name not in fields:
            raise BattleError(f"{place}: unknown field '{name}'", did_you_mean(str(name), fields))
    return value


def integer(place: str, value: Any, low: int, high: int) -> int:
    """Return a whole number within limits; raises BattleError, naming the place."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        expected = f"{low:,}" if low == high else f"a whole number from {low:,} to {high:,}"
        raise BattleError(f"{place} is {value!r}", f"write {expected}")
    return value


def number(place: str, value: Any, low: float, high: float) -> float:
    """Return a number within limits; raises BattleError, naming the place."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BattleError(
            f"{place} is {value!r}", f"write a number from {low:,.15g} to {high:,.15g}"
        )
    return float(value)


def boolean(place: str, value: Any) -> bool:
    """Return a boolean; raises BattleError, naming the place, for anything else."""
    if not isinstance(value, bool):
        raise BattleError(f"{place} is {value!r}", "write true or false")
    return value


def choice(place: str, value: Any, words: Collection[str]) -> str:
    """Return a value that is one of `words`; raises BattleError, with a suggestion, for others."""
    if not isinstance(value, str) or value not in words:
        raise BattleError(f"{place} is {value!r}", did_you_mean(str(value), words))
    return value


def listed(place: str, value: Any) -> list[Any]:
    """Return a list; raises BattleError, naming the place, for anything else."""
    if not isinstance(value, list | tuple):
        raise BattleError(f"{place} is not a list", "write [one, another]")
    return list(value)
