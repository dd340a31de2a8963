"""Fields of battle files: each read strictly, or refused with its place and what would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.errors import BattleError, did_you_mean


def mapping(place: str, said: Any) -> Mapping[str, Any]:
    """A mapping, empty where nothing is said; raises BattleError."""
    if said is None:
        return {}
    if not isinstance(said, Mapping):
        raise BattleError(f"{place} is {said!r}", "write names with values, as in {name: value}")
    return said


def known(place: str, given: Mapping[str, Any], fields: Iterable[str]) -> Mapping[str, Any]:
    """A mapping in which nothing else is said; raises BattleError."""
    allowed = list(fields)
    for name in given:
        if name not in allowed:
            raise BattleError(f"{place}: no field '{name}'", did_you_mean(str(name), allowed))
    return given


def whole(place: str, said: Any, low: int, high: int) -> int:
    """A whole number within bounds; raises BattleError."""
    if isinstance(said, bool) or not isinstance(said, int) or not low <= said <= high:
        raise BattleError(f"{place} is {said!r}", f"write a whole number from {low} to {high}")
    return said


def number(place: str, said: Any, low: float, high: float) -> float:
    """A number within bounds; raises BattleError."""
    if isinstance(said, bool) or not isinstance(said, int | float) or not low <= said <= high:
        raise BattleError(f"{place} is {said!r}", f"write a number from {low:g} to {high:g}")
    return float(said)


def truth(place: str, said: Any) -> bool:
    """Yes or no; raises BattleError."""
    if not isinstance(said, bool):
        raise BattleError(f"{place} is {said!r}", "write true or false")
    return said


def choice(place: str, said: Any, allowed: Iterable[str]) -> str:
    """One of some words; raises BattleError."""
    words = list(allowed)
    if said not in words:
        raise BattleError(f"{place} is {said!r}", did_you_mean(str(said), words))
    return str(said)
