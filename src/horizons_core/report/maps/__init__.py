"""Maps as SVG, made from a map document of plain data (`docs/formats.md`) and from nothing else.

The same document gives the same bytes. Names come from players: all text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from horizons_core.report.maps.columns import column_chart
from horizons_core.report.maps.drawing import HALF, Chart
from horizons_core.report.maps.graphs import graph_chart
from horizons_core.report.maps.hexes import hex_chart
from horizons_core.report.maps.layers import layer_class
from horizons_core.report.maps.legend import entries, legend_list, legend_rows
from horizons_core.report.maps.planes import plane_chart
from horizons_core.report.markers import PlayerMarker, number, player_markers, safe, style

_CHARTS = {
    "hex": hex_chart,
    "columns": column_chart,
    "graph": graph_chart,
    "plane": plane_chart,
}


def map_svg(document: Mapping[str, Any], *, standalone: bool = False) -> Markup:
    """The map with its legend as an SVG element or, `standalone`, as a file of its own.

    Raises ValueError for a geometry that is none of "hex", "columns", "graph" and "plane".
    """
    known = player_markers(document["empires"])
    chart = _chart_of(document, known)
    rows, height = legend_rows(document, entries(document, known, chart.notes), chart)
    inside = [f"<style>{style('palette.css', 'map.css')}</style>", *chart.parts, *rows]
    if standalone:
        inside.insert(1, '<rect class="back" width="100%" height="100%"/>')
        size = f'width="{number(chart.width)}" height="{number(height)}"'
    else:
        size = _size_on_page(chart)
    return _svg(document, size, chart.width, height, inside)


def _chart_of(document: Mapping[str, Any], known: Mapping[str, PlayerMarker]) -> Chart:
    """The drawing; raises ValueError for a geometry that nobody draws."""
    draw = _CHARTS.get(document["geometry"])
    if draw is None:
        raise ValueError(f"no geometry '{document['geometry']}': known are {', '.join(_CHARTS)}")
    return draw(document, known)


def _size_on_page(chart: Chart) -> str:
    """Without scripts a map is as wide as its words ask for; the frame around it scrolls then."""
    columns = chart.width / (2 * HALF)
    return f'style="min-width:{columns * 44:.0f}px;max-width:{columns * 80:.0f}px"'


def _svg(
    document: Mapping[str, Any], size: str, width: float, height: float, inside: Iterable[str]
) -> Markup:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hz-map" {size}'
        f' viewBox="0 0 {number(width)} {number(height)}"'
        f' role="img" aria-label="{safe(document["title"])}">'
    )
    return Markup("".join([head, *inside, "</svg>\n"]))  # noqa: S704 - escaped above


def map_figure(document: Mapping[str, Any], *, sized: bool = True) -> Markup:
    """The map for a page that has the style sheets `map.css` and `figure.css`.

    It has a box to untick for each layer that anything is on, and the legend below as a list. With
    the script `map.js` it fits its frame, and can be moved and enlarged. One that is not `sized`
    has no attribute `style`, for pages that allow none: its page says how large it is.
    """
    known = player_markers(document["empires"])
    chart = _chart_of(document, known)
    size = _size_on_page(chart) if sized else ""
    drawing = _svg(document, size, chart.width, chart.height, chart.parts)
    boxes = [
        f'<label><input type="checkbox" checked data-layer="{place}"> {safe(layer["text"])}</label>'
        for place, layer in enumerate(document.get("layers", ()))
        if f'class="{layer_class(place)}"' in drawing
    ]
    chosen = f'<p class="hz-layers">Show {" ".join(boxes)}</p>' if boxes else ""
    notes = [" ".join(chart.notes)] if chart.notes else []
    below = legend_list(entries(document, known, notes))
    return Markup(  # noqa: S704 - escaped above
        f'<div class="hz-figure">{chosen}<div class="map" tabindex="0">{drawing}</div>{below}</div>'
    )
