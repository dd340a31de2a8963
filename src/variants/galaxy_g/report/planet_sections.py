"""Text sections with the character map, planets, routes and statuses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from horizons_core.report import NameCell, columns, text_column
from variants.galaxy_g.constants import MAP_COLUMNS, MAP_ROWS
from variants.galaxy_g.report.text import Lines, TextReport
from variants.galaxy_g.view.shapes import (
    OwnPlanetShown,
    PlaceShown,
    PlanetShown,
    RouteShown,
    amount,
)

_PLANET = (
    "name x y size population industry resources product capital materials colonists production"
)


class ViewData(Protocol):
    """A view, or its data."""

    def __getitem__(self, part: str, /) -> Any: ...


def character_map(view: ViewData) -> list[str]:
    """The rows of the map of a view, the northern one first, without frame or corners.

    Marks, later ones covering earlier ones: `o` uninhabited or of size 0, `?` only the location is
    known, `+` another race's planet, `*` one of the reader's, `.` a group of the reader's in
    hyperspace, `-` an alien one. To the gamemaster all races are others.
    """
    cells = [[" "] * MAP_COLUMNS for _ in range(MAP_ROWS)]
    for mark, x, y in _marks(view):
        cell = cell_of(view["area"], x, y)
        if cell is not None:
            column, row = cell
            cells[row][column] = mark
    if view["race"] is not None:
        for cell_number in view["traces"]:
            cells[cell_number // MAP_COLUMNS][cell_number % MAP_COLUMNS] = "-"
    return ["".join(row) for row in cells]


def cell_of(area: Any, x: float, y: float) -> tuple[int, int] | None:
    """Column and row of a place; None if it lies outside the area."""
    if area["size"] <= 0:
        return None
    column = math.floor((x - area["x"]) / area["size"] * MAP_COLUMNS)
    row = math.floor((y - area["y"]) / area["size"] * MAP_ROWS)
    if 0 <= column < MAP_COLUMNS and 0 <= row < MAP_ROWS:
        return column, row
    return None


def _marks(view: ViewData) -> Iterator[tuple[str, float, float]]:
    """The mark and the place of everything seen; marks that cover others come last."""
    if view["race"] is None:
        yield from _all_marks(view)
        return
    for mark, part in (("o", "uninhabited"), ("?", "located"), ("+", "alien_planets")):
        for planet in view[part]:
            yield mark, planet["x"], planet["y"]
    for planet in view["planets"]:
        yield "*", planet["x"], planet["y"]
    for group in view["groups"]:
        if group["under_way"]:
            yield ".", group["x"], group["y"]


def _all_marks(view: ViewData) -> Iterator[tuple[str, float, float]]:
    for owned, mark in ((False, "o"), (True, "+")):
        for planet in view["planets"]:
            if bool(planet["owner"]) is owned:
                yield mark, planet["x"], planet["y"]
    for race in view["races"]:
        for group in race["groups"]:
            if group["under_way"]:
                yield "-", group["x"], group["y"]


def chart(text_report: TextReport) -> Lines:
    """The map of the chosen area with its corners and size (GG-GAL-003, GG-RPT-004)."""
    area = text_report.view["area"]
    x, y, size = area["x"], area["y"], area["size"]
    corners = (
        f"From ({amount(x)}, {amount(y)}) at the top left to ({amount(x + size)},"
        f" {amount(y + size)}), size {amount(size)}."
    )
    return [
        corners,
        "* yours  + alien  o uninhabited  ? place known  . your ships  - alien ships",
        f"+{'-' * 80}+",
        *(f"|{row}|" for row in character_map(text_report.view)),
        f"+{'-' * 80}+",
    ]


def own_planets(text_report: TextReport) -> Lines:
    """All facts of the reader's planets (GG-RPT-003)."""
    return text_report.table(columns(PlanetShown, _PLANET), text_report.view["planets"])


def producing(view: ViewData) -> list[Mapping[str, Any]]:
    """The reader's planets that make ships."""
    return [planet for planet in view["planets"] if planet["ship_cost"] is not None]


def in_production(text_report: TextReport) -> Lines:
    """The planets that make ships, with the option PRODTABLE (GG-ORDO-009)."""
    if not text_report.view["options"]["PRODTABLE"]:
        return []
    ships = columns(OwnPlanetShown, "name:Planet product:Type ship_cost progress")
    return text_report.table(ships, producing(text_report.view))


def routes(text_report: TextReport) -> Lines:
    return text_report.table(columns(RouteShown, "from_ cargo to"), text_report.view["routes"])


def planets_with_status(view: ViewData) -> list[tuple[str, str]]:
    """Planets with the status GUARD or ATTACK, or on the coalition list, each with its status."""
    kinds = (("GUARD", "guarded"), ("ATTACK", "attacked"), ("COALITION", "allied_planets"))
    return [(planet, kind) for kind, part in kinds for planet in view[part]]


STATUSES = (
    text_column("Planet", lambda status: NameCell(status[0])),
    text_column("Status", lambda status: status[1], choose=True),
)


def statuses(text_report: TextReport) -> Lines:
    return text_report.table(STATUSES, planets_with_status(text_report.view))


def alien_planets(text_report: TextReport) -> Lines:
    aliens = columns(PlanetShown, "owner", _PLANET)
    return text_report.table(aliens, text_report.view["alien_planets"])


def uninhabited(text_report: TextReport) -> Lines:
    """Planets without an owner: place, size, resources and stocks."""
    facts = columns(PlanetShown, "name x y size resources capital materials")
    return text_report.table(facts, text_report.view["uninhabited"])


def located(text_report: TextReport) -> Lines:
    return text_report.table(columns(PlaceShown, "name x y"), text_report.view["located"])
