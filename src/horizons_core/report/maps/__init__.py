"""Maps as SVG, made only from a map document of plain data (`docs/formats.md`).

The same document gives the same bytes. Names come from players, so all text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from horizons_core.report.maps.drawing import HALF, Chart, layer_class
from horizons_core.report.maps.graphs import graph_chart
from horizons_core.report.maps.hexes import column_chart, hex_chart
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
    """Return the map with its legend as an SVG element or, `standalone`, as a file.

    Raises ValueError for a geometry other than "hex", "columns", "graph" and "plane".
    """
    markers = player_markers(document["empires"])
    chart = _chart_of(document, markers)
    rows, height = legend_rows(document, entries(document, markers, chart.notes), chart)
    inside = [f"<style>{style('palette.css', 'map.css')}</style>", *chart.parts, *rows]
    if standalone:
        inside.insert(1, '<rect class="back" width="100%" height="100%"/>')
        size = f'width="{number(chart.width)}" height="{number(height)}"'
    else:
        size = _size_on_page(chart)
    return _svg(document, size, chart, height, inside)


def _chart_of(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw the map; raises ValueError for an unknown geometry."""
    draw = _CHARTS.get(document["geometry"])
    if draw is None:
        raise ValueError(f"no geometry '{document['geometry']}': known are {', '.join(_CHARTS)}")
    return draw(document, markers)


def _size_on_page(chart: Chart) -> str:
    """Return the size on pages without scripts, where the map is as wide as its texts need."""
    columns = chart.width / (2 * HALF)
    return f'style="min-width:{columns * 44:.0f}px;max-width:{columns * 80:.0f}px"'


def _svg(
    document: Mapping[str, Any], size: str, chart: Chart, height: float, inside: Iterable[str]
) -> Markup:
    kind = "hz-map stars" if chart.has_symbols else "hz-map"
    known = " ".join(map(number, chart.known))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" {size}'
        f' data-known="{known}" data-unit="{number(chart.unit)}"'
        f' viewBox="0 0 {number(chart.width)} {number(height)}"'
        f' role="img" aria-label="{safe(document["title"])}">'
    )
    return Markup("".join([head, *inside, "</svg>\n"]))  # noqa: S704 - escaped above


def map_figure(document: Mapping[str, Any], *, sized: bool = True) -> Markup:
    """Return the map for a page that has the style sheets `map.css` and `figure.css`.

    It has a checkbox for each layer in use, and the legend below as a list. With the script
    `map.js` it fits its frame, and can be moved and enlarged. If it is not `sized`, it has no
    attribute `style`, for pages that allow none and set the size themselves.
    """
    markers = player_markers(document["empires"])
    chart = _chart_of(document, markers)
    size = _size_on_page(chart) if sized else ""
    drawing = _svg(document, size, chart, chart.height, chart.parts)
    boxes = [
        f'<label><input type="checkbox" checked data-layer="{index}"> {safe(layer["text"])}</label>'
        for index, layer in enumerate(document.get("layers", ()))
        if f'class="{layer_class(index)}"' in drawing
    ]
    checkboxes = f'<p class="hz-layers">Show {" ".join(boxes)}</p>' if boxes else ""
    notes = [" ".join(chart.notes)] if chart.notes else []
    legend = legend_list(entries(document, markers, notes))
    return Markup(  # noqa: S704 - escaped above
        f'<div class="hz-figure">{checkboxes}'
        f'<div class="map" tabindex="0">{drawing}</div>{legend}</div>'
    )
