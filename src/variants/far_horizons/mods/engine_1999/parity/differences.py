"""Compare two states of a game, field by field of the export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEMS
from variants.far_horizons.interchange.codecs import preview
from variants.far_horizons.interchange.engine_json import documents
from variants.far_horizons.model import Game


@frozen
class StateComparison:
    """The number of fields that were compared, and a line for each that differs."""

    fields: int
    differences: list[str]


def differences(ours: Game, recorded: Game) -> list[str]:
    """Return a line for each field that differs: its place, our value, the recorded one."""
    return compare(ours, recorded).differences


def compare(ours: Game, recorded: Game) -> StateComparison:
    """Compare all fields of the export, which does not contain chance and options."""
    mine, theirs = documents(ours), documents(recorded)
    lines: list[str] = []
    fields = 0
    for name in sorted(mine.keys() | theirs.keys()):
        fields += leaves(theirs.get(name))
        lines += _compare_values(mine.get(name), theirs.get(name), name.removesuffix(".json"))
    return StateComparison(fields, lines)


def leaves(document: Any) -> int:
    """Count the fields of a document; an empty list counts as one."""
    if isinstance(document, dict):
        return int_sum(leaves(value) for value in document.values())
    if isinstance(document, list) and document:
        return int_sum(leaves(value) for value in document)
    return 1


def _compare_values(mine: Any, theirs: Any, place: str) -> Iterator[str]:
    if mine == theirs:
        return
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys((*mine, *theirs)):
            yield from _compare_values(mine.get(key), theirs.get(key), f"{place}.{key}")
    elif isinstance(mine, list) and isinstance(theirs, list):
        yield from _compare_lists(mine, theirs, place)
    else:
        yield f"{place}: {preview(mine)}, recorded {preview(theirs)}"


def _compare_lists(mine: list[Any], theirs: list[Any], place: str) -> Iterator[str]:
    if _is_cargo(mine) and _is_cargo(theirs):
        yield from _compare_values(_cargo(mine), _cargo(theirs), place)
    elif all(isinstance(value, int) for value in (*mine, *theirs)):
        yield f"{place}: {mine}, recorded {theirs}"
    else:
        for number in range(max(len(mine), len(theirs))):
            ours = mine[number] if number < len(mine) else None
            other = theirs[number] if number < len(theirs) else None
            yield from _compare_values(ours, other, f"{place}[{number}]{_label(other or ours)}")


def _is_cargo(values: list[Any]) -> bool:
    return all(isinstance(value, dict) and value.keys() == {"code", "qty"} for value in values)


def _cargo(values: list[Any]) -> dict[str, int]:
    return {ITEMS[value["code"]].abbreviation: value["qty"] for value in values}


def _label(value: Any) -> str:
    """Return a label for this element: a name, a star's sector, or nothing."""
    if not isinstance(value, dict):
        return ""
    if "name" in value:
        return f" ({value['name']})"
    return f" ({value['x']} {value['y']} {value['z']})" if "planets" in value else ""
