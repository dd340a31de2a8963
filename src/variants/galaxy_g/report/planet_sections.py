"""Text sections with the character map, planets, routes and statuses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from variants.galaxy_g.constants import MAP_COLUMNS, MAP_ROWS
from variants.galaxy_g.report.text import Lines, Row, TextReport, amount

_PLANET = "Name|>X|>Y|>Size|>Pop|>Ind|>Res|Product|>CAP|>MAT|>COL|>Points"
_PLACE = ("x", "y")
_FIGURES = ("size", "population", "industry", "resources")
_STOCKS = ("capital", "materials", "colonists")


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


def _planet(text_report: TextReport, planet: Mapping[str, Any]) -> Row:
    """All columns of a planet (GG-RPT-003)."""
    return (
        text_report.name(planet["name"]),
        *[amount(planet[figure]) for figure in (*_PLACE, *_FIGURES)],
        text_report.name(planet["product"]),
        *[amount(planet[figure]) for figure in (*_STOCKS, "production")],
    )


def own_planets(text_report: TextReport) -> Lines:
    return text_report.table(
        _PLANET, [_planet(text_report, p) for p in text_report.view["planets"]]
    )


def in_production(text_report: TextReport) -> Lines:
    """Shown only with the option PRODTABLE (GG-ORDO-009)."""
    if not text_report.view["options"]["PRODTABLE"]:
        return []
    rows = [
        (
            text_report.name(planet["name"]),
            text_report.name(planet["product"]),
            amount(planet["ship_cost"]),
            amount(planet["progress"]),
        )
        for planet in text_report.view["planets"]
        if planet["ship_cost"] is not None
    ]
    return text_report.table("Planet|Type|>Cost|>Progress", rows)


def routes(text_report: TextReport) -> Lines:
    name = text_report.name
    rows = [(name(r["from"]), r["cargo"], name(r["to"])) for r in text_report.view["routes"]]
    return text_report.table("From|Cargo|To", rows)


def statuses(text_report: TextReport) -> Lines:
    """Planets with GUARD or ATTACK, and those of the coalition list."""
    kinds = (("GUARD", "guarded"), ("ATTACK", "attacked"), ("COALITION", "allied_planets"))
    rows = [(text_report.name(p), kind) for kind, part in kinds for p in text_report.view[part]]
    return text_report.table("Planet|Status", rows)


def alien_planets(text_report: TextReport) -> Lines:
    rows = [
        (text_report.name(p["owner"]), *_planet(text_report, p))
        for p in text_report.view["alien_planets"]
    ]
    return text_report.table(f"Owner|{_PLANET}", rows)


def uninhabited(text_report: TextReport) -> Lines:
    """Planets without an owner: place, size, resources and stocks."""
    columns = ("x", "y", "size", "resources", "capital", "materials")
    rows = [
        (text_report.name(p["name"]), *[amount(p[column]) for column in columns])
        for p in text_report.view["uninhabited"]
    ]
    return text_report.table("Name|>X|>Y|>Size|>Res|>CAP|>MAT", rows)


def located(text_report: TextReport) -> Lines:
    rows = [
        (text_report.name(p["name"]), amount(p["x"]), amount(p["y"]))
        for p in text_report.view["located"]
    ]
    return text_report.table("Name|>X|>Y", rows)
