"""Maps of places that are joined by links and have no distances: a graph on a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core.report.maps.bends import LOOSE, RADIUS, Net
from horizons_core.report.maps.drawing import MARGIN, Chart, Point, cell, circle, group, text
from horizons_core.report.maps.hexes import Outlines, burst, in_two_rows, rings
from horizons_core.report.maps.layers import Layers
from horizons_core.report.markers import PlayerMarker, fleet_marks, number, safe, short

#: Distance between the centres of neighbouring cells.
GRID = 88.0
#: The kinds of links, and their CSS classes.
KINDS: Mapping[str, str] = {
    "lane": "link lane",
    "half": "link half",
    "blocked": "link blocked",
    "course": "link course",
}
ROUND = Outlines(circle(RADIUS), circle(RADIUS - 1.5), circle(RADIUS - 4.5))


def graph_chart(document: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Chart:
    """Draw places on a grid and the links between them (`docs/formats.md`).

    The first links are straight; later ones are bent if they would cross another link or touch a
    place. Links to unknown places end in a fog near their place.
    """
    places = document["places"]
    left = min((place["at"][0] for place in places), default=0)
    top = min((place["at"][1] for place in places), default=0)
    right = max((place["at"][0] for place in places), default=0)
    bottom = max((place["at"][1] for place in places), default=0)
    edge = MARGIN + LOOSE + 14

    def centre(x: float, y: float) -> Point:
        return edge + (x - left) * GRID, edge + (y - top) * GRID

    centres = {place["id"]: centre(*place["at"]) for place in places}
    layers, net = Layers(document.get("layers", ())), Net(centres)
    links = [layers.within(link, _link(link, net)) for link in document.get("links", ())]
    loose_ends = [layers.within(end, _loose(end, net)) for end in document.get("loose", ())]
    cells = [cell(place, centres[place["id"]], ROUND.border) for place in places]
    over = [group(centres[place["id"]], _in_place(place, markers)) for place in places]
    width, height = 2 * edge + (right - left) * GRID, 2 * edge + (bottom - top) * GRID
    return Chart(width, height, [*loose_ends, *links, *cells, '<g class="over">', *over, "</g>"])


def _in_place(place: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> Iterator[str]:
    """Draw the contents of a place: its label, the marks of fleets and homes, and two lines."""
    yield from rings(place, markers, ROUND)
    kind = "key faded" if place["state"] == "unknown" else "key"
    yield text(kind, (0, -15), short(place["label"] or place["id"], 9))
    yield group((0, -4), fleet_marks(place["marks"], markers, 52))
    yield group((0, 3), in_two_rows(place["lines"]))
    yield from burst(place)


def _link(link: Mapping[str, Any], net: Net) -> str:
    curve = net.join(link["a"], link["b"])
    kind = KINDS.get(link["kind"], "link")
    return f'<g><title>{safe(link["title"])}</title><path class="{kind}" d="{curve.path}"/></g>'


def _loose(loose_end: Mapping[str, Any], net: Net) -> str:
    """Draw the beginning of a link, and the fog at its end."""
    (x, y), (far_x, far_y) = net.positions[loose_end["a"]], net.free_end(loose_end["a"])
    start, end = f"{number(x)} {number(y)}", f"{number(far_x)} {number(far_y)}"
    return (
        f"<g><title>{safe(loose_end['title'])}</title>"
        f'<circle class="fog" cx="{number(far_x)}" cy="{number(far_y)}" r="20"/>'
        f'<path class="link half" d="M{start}L{end}"/>'
        f'<circle class="fog near" cx="{number(far_x)}" cy="{number(far_y)}" r="11"/>'
        f"{text('loose', (far_x, far_y + 4), loose_end['text'])}</g>"
    )
