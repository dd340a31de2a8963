"""Reading the parts of a battle file that every game has; a fault is told with its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from horizons_core.errors import BattleError, did_you_mean

__all__ = ["choice", "known", "listed", "mapping", "number", "truth", "whole"]


def mapping(place: str, given: Any) -> Mapping[str, Any]:
    """`given` as a mapping, empty where nothing is said; raises BattleError, naming the place."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise BattleError(f"{place} is {given!r}", "write names with values, as in {name: value}")
    return given


def known(place: str, given: Mapping[Any, Any], fields: Collection[str]) -> Mapping[str, Any]:
    """A mapping that has none but these fields; raises BattleError with the nearest known one."""
    for name in given:
        if name not in fields:
            raise BattleError(f"{place}: unknown field '{name}'", did_you_mean(str(name), fields))
    return given


def whole(place: str, given: Any, low: int, high: int) -> int:
    """`given` as a whole number within bounds; raises BattleError, naming the place."""
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        only = f"{low:,}" if low == high else f"a whole number from {low:,} to {high:,}"
        raise BattleError(f"{place} is {given!r}", f"write {only}")
    return given


def number(place: str, given: Any, low: float, high: float) -> float:
    """`given` as a number within bounds; raises BattleError, naming the place."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not low <= given <= high:
        raise BattleError(
            f"{place} is {given!r}", f"write a number from {low:,.15g} to {high:,.15g}"
        )
    return float(given)


def truth(place: str, given: Any) -> bool:
    """`given` as yes or no; raises BattleError, naming the place, for anything else."""
    if not isinstance(given, bool):
        raise BattleError(f"{place} is {given!r}", "write true or false")
    return given


def choice(place: str, given: Any, words: Collection[str]) -> str:
    """`given` as one of some words; raises BattleError with the nearest of them."""
    if not isinstance(given, str) or given not in words:
        raise BattleError(f"{place} is {given!r}", did_you_mean(str(given), words))
    return given


def listed(place: str, given: Any) -> list[Any]:
    """`given` as a list; raises BattleError, naming the place, for anything else."""
    if not isinstance(given, list | tuple):
        raise BattleError(f"{place} is no list", "write [one, another]")
    return list(given)
