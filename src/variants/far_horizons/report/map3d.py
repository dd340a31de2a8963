"""The galaxy in space for the HTML report: a rotating canvas, with jumps from a chosen star.

`map_fragment` returns the HTML; the page's style sheet includes `map3d.css`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from horizons_core.report import COLOURS, player_markers, templates
from variants.far_horizons.constants import MOST_PLANETS
from variants.far_horizons.report.scripts import own_file, script_data
from variants.far_horizons.view.chart_places import (
    MapSystem,
    MapSystems,
    designation_in_words,
    tint_of,
)
from variants.far_horizons.wording import hundredths


def map_fragment(view: Mapping[str, Any]) -> Markup:
    """Return the HTML that shows a view's stars in space; `view` is the report's own part."""
    mine = view["species"]
    template = templates("variants.far_horizons").get_template("map3d.html.jinja")
    html = template.render(
        data=script_data(map_data(view)),
        script=Markup(own_file("map3d.js")),  # noqa: S704 - our own
        title=f"What {mine} knows of the galaxy" if mine else "The galaxy",
        gravitics=view["techs"]["GV"]["level"] if mine else 10,
    )
    return Markup(html)  # noqa: S704 - the template escapes


def map_data(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the script's data: places with what is known of each, wormholes as index pairs."""
    systems = MapSystems.of(view)
    stars = {tuple(star["sector"]): star["type"] for star in view["stars"]}
    sectors = list(dict.fromkeys((*stars, *systems.by_sector)))
    numbers = {sector: number for number, sector in enumerate(sectors)}
    known = player_markers(view["everybody"])
    home = view.get("home")
    return {
        "radius": view["radius"],
        "start": numbers[tuple(home["sector"])] if home else 0,
        "owners": {
            name: [known[name].index % COLOURS, known[name].letter]
            for name in view["everybody"]
            if name in systems.owners
        },
        "places": [
            _place(
                sector, stars.get(sector, ""), systems.by_sector.get(sector, MapSystem()), systems
            )
            for sector in sectors
        ],
        "wormholes": [
            [numbers[tuple(way["from"])], numbers[tuple(way["to"])]]
            for way in view["wormholes"]
            if tuple(way["from"]) in numbers and tuple(way["to"]) in numbers
        ],
    }


def _place(
    sector: tuple[int, int, int], type_: str, system: MapSystem, systems: MapSystems
) -> dict[str, Any]:
    scan = system.scan
    return {
        "at": list(sector),
        "type": type_,
        "tint": tint_of(type_) if type_ else 0,
        "words": designation_in_words(type_) if type_ else "",
        "name": system.label,
        "owner": system.owner(systems.mine) or "",
        "seen": system.visited or scan is not None,
        "worth": round(3 * len(scan["planets"]) / MOST_PLANETS, 2) if scan else 0,
        "ships": [[owner, len(ships)] for owner, ships in system.ships.items()],
        "lines": list(system.lines()),
        "planets": [_planet(planet) for planet in scan["planets"]] if scan else [],
    }


def _planet(planet: Mapping[str, Any]) -> list[Any]:
    air = ", ".join(f"{gas['gas']} {gas['percent']}%" for gas in planet["gases"])
    return [
        planet["orbit"],
        planet["diameter"],
        hundredths(planet["gravity"]),
        planet["temperature"],
        planet["pressure"],
        hundredths(planet["mining_difficulty"]),
        planet["life_support"],
        air or "none",
    ]
