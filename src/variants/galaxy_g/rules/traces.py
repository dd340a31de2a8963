"""Marks on the map for alien groups in hyperspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from variants.galaxy_g.constants import MAP_COLUMNS, MAP_ROWS
from variants.galaxy_g.model import Game, MapArea

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

_CELLS = MAP_COLUMNS * MAP_ROWS


def traces(game: Game) -> dict[str, list[int]]:
    """By race, the cells of its map with groups of others in hyperspace, in ascending order.

    They show no more than a group's presence (GG-VIS-008). A cell's number is row * 80 + column.
    All groups are counted at once, once for each map area in use; then a race's own groups are
    subtracted.
    """
    owners, x, y = _positions(game)
    marks: dict[str, list[int]] = {}
    placed: dict[tuple[float, float, float], tuple[Array, Array]] = {}
    for seat, race in enumerate(game.empires):
        area = (race.area.x, race.area.y, race.area.size)
        if area not in placed:
            cells = _cells(race.area, x, y)
            placed[area] = cells, _counts(cells)
        cells, all_groups = placed[area]
        first, last = owners.searchsorted([seat, seat + 1])
        alien = all_groups - _counts(cells[first:last])
        marks[race.id] = alien.nonzero()[0].tolist()
    return marks


def _positions(game: Game) -> tuple[Array, Array, Array]:
    """For each group in hyperspace the index of its race, and its x and y (as `on_the_way`)."""
    import numpy as np

    at = {planet.id: planet.at for planet in game.planets}
    rows = [
        (seat, *at[group.at], *at[group.to], group.left)
        for seat, race in enumerate(game.empires)
        for group in race.groups
        if group.under_way
    ]
    owners, from_x, from_y, to_x, to_y, left = np.array(rows, np.float64).reshape(-1, 6).T
    dx, dy = from_x - to_x, from_y - to_y
    distance = np.sqrt(dx * dx + dy * dy)
    part = np.divide(left, distance, out=np.zeros_like(left), where=distance > 0)
    return owners, to_x + dx * part, to_y + dy * part


def _cells(area: MapArea, x: Array, y: Array) -> Array:
    """The cell of each place. Places outside the map get a cell after the last one."""
    import numpy as np

    if area.size <= 0:
        return np.full(len(x), _CELLS)
    column = np.floor((x - area.x) / area.size * MAP_COLUMNS).astype(np.int64)
    row = np.floor((y - area.y) / area.size * MAP_ROWS).astype(np.int64)
    is_visible = (column >= 0) & (column < MAP_COLUMNS) & (row >= 0) & (row < MAP_ROWS)
    return np.where(is_visible, row * MAP_COLUMNS + column, _CELLS)


def _counts(cells: Array) -> Array:
    """The number of groups in each cell of the map."""
    import numpy as np

    return np.bincount(cells, minlength=_CELLS + 1)[:_CELLS]
