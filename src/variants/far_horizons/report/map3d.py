"""The galaxy as a rotating canvas in the HTML report."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup

from horizons_core.report import COLOURS, player_markers, templates
from variants.far_horizons.constants import MAX_PLANETS
from variants.far_horizons.view.charts import MapSystem, MapSystems, designation_in_words, tint_of
from variants.far_horizons.wording import hundredths

#: The scripts of a page, each with its package and its path in it.
_SCRIPTS = (
    ("horizons_core.report", "templates/theme.js"),
    ("horizons_core.report", "templates/report.js"),
    ("horizons_core.report", "templates/map.js"),
    ("variants.far_horizons", "report/page.js"),
    ("variants.far_horizons", "report/map3d.js"),
)


@cache
def own_file(name: str) -> str:
    """Return the text of a file in this package."""
    return resources.files("variants.far_horizons").joinpath("report", name).read_text("utf-8")


@cache
def script_sources() -> str:
    """Return the script sources of the policy: the page's own scripts, by hash."""
    return " ".join(_source(package, path) for package, path in _SCRIPTS)


def _source(package: str, path: str) -> str:
    script = resources.files(package).joinpath(path).read_bytes()
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


def script_data(data: Any) -> Markup:
    """Encode plain data as JSON for a script element, so that nothing can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - escaped above


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
    """Return the script's data: places with known facts, and wormholes as index pairs."""
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
            [numbers[tuple(wormhole["from"])], numbers[tuple(wormhole["to"])]]
            for wormhole in view["wormholes"]
            if tuple(wormhole["from"]) in numbers and tuple(wormhole["to"]) in numbers
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
        "worth": round(3 * len(scan["planets"]) / MAX_PLANETS, 2) if scan else 0,
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
