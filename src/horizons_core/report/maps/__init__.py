"""Maps as SVG, made from a map document of plain data (`docs/formats.md`) and from nothing else.

The same document gives the same bytes. Names come from players: all text is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from horizons_core.report.maps.drawing import HALF
from horizons_core.report.maps.hexes import hex_chart
from horizons_core.report.maps.layers import layer_class
from horizons_core.report.maps.legend import legend
from horizons_core.report.maps.planes import plane_chart
from horizons_core.report.markers import number, player_markers, safe, style


def map_svg(document: Mapping[str, Any], *, standalone: bool = False) -> Markup:
    """The map as an SVG element for a page or, `standalone`, as a file of its own.

    Raises ValueError for a geometry that is neither "hex" nor "plane".
    """
    draw = {"hex": hex_chart, "plane": plane_chart}.get(document["geometry"])
    if draw is None:
        raise ValueError(f"no geometry '{document['geometry']}': known are hex and plane")
    known = player_markers(document["empires"])
    chart = draw(document, known)
    rows, height = legend(document, known, chart)
    columns = chart.width / (2 * HALF)
    if standalone:
        size = f'width="{number(chart.width)}" height="{number(height)}"'
        start = '<rect class="back" width="100%" height="100%"/>'
    else:
        size = f'style="min-width:{columns * 44:.0f}px;max-width:{columns * 80:.0f}px"'
        start = ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hz-map" {size}'
        f' viewBox="0 0 {number(chart.width)} {number(height)}"'
        f' role="img" aria-label="{safe(document["title"])}">'
        f"<style>{style('palette.css', 'map.css')}</style>{start}"
    )
    return Markup("".join([head, *chart.parts, *rows, "</svg>\n"]))  # noqa: S704 - escaped above


def map_figure(document: Mapping[str, Any]) -> Markup:
    """The map for a page that has the style sheet `map.css`, with a box to untick for each layer.

    Layers without anything on them have no box.
    """
    drawing = map_svg(document)
    boxes = [
        f'<label><input type="checkbox" checked data-layer="{place}"> {safe(layer["text"])}</label>'
        for place, layer in enumerate(document.get("layers", ()))
        if f'class="{layer_class(place)}"' in drawing
    ]
    chosen = f'<p class="hz-layers">Show {" ".join(boxes)}</p>' if boxes else ""
    return Markup(  # noqa: S704 - escaped above
        f'<div class="hz-figure">{chosen}<div class="map" tabindex="0">{drawing}</div></div>'
        if boxes
        else f'<div class="map" tabindex="0">{drawing}</div>'
    )
