"""Maps of places that are joined by ways and have no distances: a graph on a grid of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core.report.maps.bends import LOOSE, RADIUS, Net
from horizons_core.report.maps.drawing import MARGIN, Chart, Point, cell, circle, group, text
from horizons_core.report.maps.hexes import Outlines, burst, in_two_rows, rings
from horizons_core.report.maps.layers import Layers
from horizons_core.report.markers import PlayerMarker, fleet_marks, number, safe, short

#: Between the middles of neighbouring cells.
GRID = 88.0
#: The kinds of ways, and the classes that they are drawn with.
KINDS: Mapping[str, str] = {
    "lane": "link lane",
    "half": "link half",
    "blocked": "link blocked",
    "course": "link course",
}
ROUND = Outlines(circle(RADIUS), circle(RADIUS - 1.5), circle(RADIUS - 4.5))


def graph_chart(document: Mapping[str, Any], known: Mapping[str, PlayerMarker]) -> Chart:
    """Places on a grid and the ways between them (`docs/formats.md`).

    The first ways are straight; later ones are bent where they would cross a way that is drawn
    already, or touch a place. Ways that lead to nobody knows where end in a fog beside their place.
    """
    places = document["places"]
    left = min((place["at"][0] for place in places), default=0)
    top = min((place["at"][1] for place in places), default=0)
    right = max((place["at"][0] for place in places), default=0)
    bottom = max((place["at"][1] for place in places), default=0)
    edge = MARGIN + LOOSE + 14

    def centre(x: float, y: float) -> Point:
        return edge + (x - left) * GRID, edge + (y - top) * GRID

    where = {place["id"]: centre(*place["at"]) for place in places}
    layers, net = Layers(document.get("layers", ())), Net(where)
    ways = [layers.within(link, _way(link, net)) for link in document.get("links", ())]
    loose = [layers.within(one, _loose(one, net)) for one in document.get("loose", ())]
    cells = [cell(place, where[place["id"]], ROUND.border) for place in places]
    over = [group(where[place["id"]], _in_place(place, known)) for place in places]
    width, height = 2 * edge + (right - left) * GRID, 2 * edge + (bottom - top) * GRID
    return Chart(width, height, [*loose, *ways, *cells, '<g class="over">', *over, "</g>"])


def _in_place(place: Mapping[str, Any], known: Mapping[str, PlayerMarker]) -> Iterator[str]:
    """What stands in a place: its label, the marks of fleets and homes, and two short lines."""
    yield from rings(place, known, ROUND)
    kind = "key faded" if place["state"] == "unknown" else "key"
    yield text(kind, (0, -15), short(place["label"] or place["id"], 9))
    yield group((0, -4), fleet_marks(place["marks"], known, 52))
    yield group((0, 3), in_two_rows(place["lines"]))
    yield from burst(place)


def _way(link: Mapping[str, Any], net: Net) -> str:
    curve = net.join(link["a"], link["b"])
    kind = KINDS.get(link["kind"], "link")
    return f'<g><title>{safe(link["title"])}</title><path class="{kind}" d="{curve.path}"/></g>'


def _loose(one: Mapping[str, Any], net: Net) -> str:
    """The beginning of a way, and the fog in which it ends."""
    (x, y), (far_x, far_y) = net.where[one["a"]], net.free_end(one["a"])
    start, end = f"{number(x)} {number(y)}", f"{number(far_x)} {number(far_y)}"
    return (
        f"<g><title>{safe(one['title'])}</title>"
        f'<circle class="fog" cx="{number(far_x)}" cy="{number(far_y)}" r="20"/>'
        f'<path class="link half" d="M{start}L{end}"/>'
        f'<circle class="fog near" cx="{number(far_x)}" cy="{number(far_y)}" r="11"/>'
        f"{text('loose', (far_x, far_y + 4), one['text'])}</g>"
    )
