"""Sections of the text about places: the map, planets, routes and statuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.galaxy_g.report.character_map import character_map
from variants.galaxy_g.report.classic import Classic, Lines
from variants.galaxy_g.report.tables import Row, amount


def chart(classic: Classic) -> Lines:
    """The map of the chosen area with its corners and size (GG-GAL-003, GG-RPT-004)."""
    area = classic.view["area"]
    x, y, size = area["x"], area["y"], area["size"]
    corners = (
        f"From ({amount(x)}, {amount(y)}) at the top left to ({amount(x + size)},"
        f" {amount(y + size)}), size {amount(size)}."
    )
    return [
        corners,
        "* yours  + alien  o uninhabited  ? place known  . your ships  - alien ships",
        f"+{'-' * 80}+",
        *(f"|{row}|" for row in character_map(classic.view)),
        f"+{'-' * 80}+",
    ]


_PLANET = "Name|>X|>Y|>Size|>Pop|>Ind|>Res|Product|>CAP|>MAT|>COL|>Points"
_PLACE = ("x", "y")
_FIGURES = ("size", "population", "industry", "resources")
_STOCKS = ("capital", "materials", "colonists")


def _planet(classic: Classic, planet: Mapping[str, Any]) -> Row:
    """All columns of a planet (GG-RPT-003)."""
    return (
        classic.name(planet["name"]),
        *[amount(planet[figure]) for figure in (*_PLACE, *_FIGURES)],
        classic.name(planet["product"]),
        *[amount(planet[figure]) for figure in (*_STOCKS, "production")],
    )


def own_planets(classic: Classic) -> Lines:
    return classic.table(_PLANET, [_planet(classic, p) for p in classic.view["planets"]])


def in_production(classic: Classic) -> Lines:
    """Shown only with the option PRODTABLE (GG-ORDO-009)."""
    if not classic.view["options"]["PRODTABLE"]:
        return []
    rows = [
        (
            classic.name(planet["name"]),
            classic.name(planet["product"]),
            amount(planet["ship_cost"]),
            amount(planet["progress"]),
        )
        for planet in classic.view["planets"]
        if planet["ship_cost"] is not None
    ]
    return classic.table("Planet|Type|>Cost|>Progress", rows)


def routes(classic: Classic) -> Lines:
    name = classic.name
    rows = [(name(r["from"]), r["cargo"], name(r["to"])) for r in classic.view["routes"]]
    return classic.table("From|Cargo|To", rows)


def statuses(classic: Classic) -> Lines:
    """Planets with GUARD or ATTACK, and those of the coalition list."""
    kinds = (("GUARD", "guarded"), ("ATTACK", "attacked"), ("COALITION", "allied_planets"))
    rows = [(classic.name(p), kind) for kind, part in kinds for p in classic.view[part]]
    return classic.table("Planet|Status", rows)


def alien_planets(classic: Classic) -> Lines:
    rows = [(classic.name(p["owner"]), *_planet(classic, p)) for p in classic.view["alien_planets"]]
    return classic.table(f"Owner|{_PLANET}", rows)


def uninhabited(classic: Classic) -> Lines:
    """Planets without an owner: place, size, resources and stocks."""
    columns = ("x", "y", "size", "resources", "capital", "materials")
    rows = [
        (classic.name(p["name"]), *[amount(p[column]) for column in columns])
        for p in classic.view["uninhabited"]
    ]
    return classic.table("Name|>X|>Y|>Size|>Res|>CAP|>MAT", rows)


def located(classic: Classic) -> Lines:
    rows = [
        (classic.name(p["name"]), amount(p["x"]), amount(p["y"])) for p in classic.view["located"]
    ]
    return classic.table("Name|>X|>Y", rows)
