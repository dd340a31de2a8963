"""Sections of the text about places: the map, planets, routes and statuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.galaxy_g.report.character_map import character_map
from variants.galaxy_g.report.classic import Lines, TextReport
from variants.galaxy_g.report.tables import Row, amount


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


_PLANET = "Name|>X|>Y|>Size|>Pop|>Ind|>Res|Product|>CAP|>MAT|>COL|>Points"
_PLACE = ("x", "y")
_FIGURES = ("size", "population", "industry", "resources")
_STOCKS = ("capital", "materials", "colonists")


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
