"""The character map of the text report: 80 columns by 40 rows (GG-RPT-004)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Protocol

from variants.galaxy_g.constants import MAP_COLUMNS, MAP_ROWS


class ViewData(Protocol):
    """A view, or its data."""

    def __getitem__(self, part: str, /) -> Any: ...


def character_map(view: ViewData) -> list[str]:
    """The rows of the map of a view, the northern one first, without frame or corners.

    Marks, later ones covering earlier ones: `o` uninhabited or of size 0, `?` only the location is
    known, `+` another race's planet, `*` an own one, `.` an own group in hyperspace, `-` an alien
    one. To the gamemaster all races are others.
    """
    cells = [[" "] * MAP_COLUMNS for _ in range(MAP_ROWS)]
    for sign, x, y in _marks(view):
        cell = cell_of(view["area"], x, y)
        if cell is not None:
            column, row = cell
            cells[row][column] = sign
    if view["race"] is not None:
        for cell_number in view["traces"]:
            cells[cell_number // MAP_COLUMNS][cell_number % MAP_COLUMNS] = "-"
    return ["".join(row) for row in cells]


def cell_of(area: Any, x: float, y: float) -> tuple[int, int] | None:
    """Column and row of a place, None if it lies outside the area."""
    if area["size"] <= 0:
        return None
    column = math.floor((x - area["x"]) / area["size"] * MAP_COLUMNS)
    row = math.floor((y - area["y"]) / area["size"] * MAP_ROWS)
    if 0 <= column < MAP_COLUMNS and 0 <= row < MAP_ROWS:
        return column, row
    return None


def _marks(view: ViewData) -> Iterator[tuple[str, float, float]]:
    """A sign and a place of everything seen; marks that cover others come last."""
    if view["race"] is None:
        yield from _all_marks(view)
        return
    for sign, part in (("o", "uninhabited"), ("?", "located"), ("+", "alien_planets")):
        for planet in view[part]:
            yield sign, planet["x"], planet["y"]
    for planet in view["planets"]:
        yield "*", planet["x"], planet["y"]
    for group in view["groups"]:
        if group["under_way"]:
            yield ".", group["x"], group["y"]


def _all_marks(view: ViewData) -> Iterator[tuple[str, float, float]]:
    for owned, sign in ((False, "o"), (True, "+")):
        for planet in view["planets"]:
            if bool(planet["owner"]) is owned:
                yield sign, planet["x"], planet["y"]
    for race in view["races"]:
        for group in race["groups"]:
            if group["under_way"]:
                yield "-", group["x"], group["y"]
