"""Maps of graphs: places on a grid of cells, and the ways between them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from horizons_core.report import map_figure, map_svg
from horizons_core.report.maps.graphs import GRID, RADIUS


def place(name: str, x: int, y: int) -> dict[str, Any]:
    return {
        "id": name,
        "at": [x, y],
        "label": name,
        "state": "mapped",
        "level": 0.5,
        "title": name,
        "lines": [],
        "marks": [],
    }


def link(a: str, b: str, kind: str = "lane", **more: Any) -> dict[str, Any]:
    return {"a": a, "b": b, "kind": kind, "title": f"{a} to {b}", **more}


def document(*places: Any, **more: Any) -> dict[str, Any]:
    return {
        "title": "Graph",
        "geometry": "graph",
        "width": 1,
        "height": 1,
        "wraps": False,
        "places": list(places),
        "empires": [],
        "you": None,
        "legend": [],
        **more,
    }


def centres(drawn: str) -> dict[str, tuple[float, float]]:
    texts = re.findall(r'data-place="([^"]+)" transform="translate\(([-\d.]+) ([-\d.]+)\)"', drawn)
    return {name: (float(x), float(y)) for name, x, y in texts}


def ways(drawn: str) -> dict[str, str]:
    """Return the path of each way, by its title."""
    return dict(re.findall(r'<g><title>([^<]*)</title><path class="link[^"]*" d="([^"]*)"', drawn))


def fogs(drawn: str) -> list[tuple[float, float]]:
    matches = re.findall(r'<circle class="fog near" cx="([-\d.]+)" cy="([-\d.]+)"', drawn)
    return [(float(x), float(y)) for x, y in matches]


def test_places_stand_on_a_grid_that_may_begin_anywhere() -> None:
    drawn = str(map_svg(document(place("1", -3, 2), place("2", -2, 2), place("3", -3, 4))))
    (x1, y1), (x2, y2), (x3, y3) = centres(drawn).values()
    assert (x2 - x1, y2 - y1, x3 - x1, y3 - y1) == (GRID, 0, 0, 2 * GRID)
    assert min(x1, y1) > RADIUS


def test_a_way_is_straight_where_nothing_stands_on_it() -> None:
    drawn = str(map_svg(document(place("1", 0, 0), place("2", 2, 1), links=[link("1", "2")])))
    (x1, y1), (x2, y2) = centres(drawn).values()
    assert ways(drawn) == {"1 to 2": f"M{x1:g} {y1:g}L{x2:g} {y2:g}"}


@pytest.mark.parametrize("far", [2, 3])
def test_a_way_bends_around_a_place(far: int) -> None:
    places = [place("1", 0, 0), place("2", 1, 0), place("3", far, 0)]
    drawn = str(map_svg(document(*places, links=[link("1", "3")])))
    (_, y), *_ = centres(drawn).values()
    handle = re.search(r"Q[-\d.]+ ([-\d.]+)", ways(drawn)["1 to 3"])
    assert handle is not None
    assert abs(float(handle[1]) - y) / 2 > RADIUS


def test_a_later_way_bends_around_an_earlier_one() -> None:
    places = [place("1", 0, 0), place("2", 3, 0), place("3", 2, -1), place("4", 2, 3)]
    first, later = link("1", "2"), link("3", "4")
    before = ways(str(map_svg(document(*places, links=[first, later]))))
    other = ways(str(map_svg(document(*places, links=[later, first]))))
    assert "Q" not in before["1 to 2"]
    assert "Q" not in other["3 to 4"]


def test_two_links_of_the_same_places_lie_on_each_other() -> None:
    places = [place("1", 0, 0), place("2", 1, 0), place("3", 2, 0)]
    links = [link("1", "3"), link("3", "1", "course", title="course")]
    paths = ways(str(map_svg(document(*places, links=links))))
    assert paths["course"] == paths["1 to 3"]


def test_loose_ends_lie_in_the_fog_away_from_ways_and_each_other() -> None:
    loose = [{"a": "1", "text": f"W{n}", "title": f"loose {n}"} for n in (2, 3)]
    places = [place("1", 0, 0), place("2", 1, 0)]
    drawn = str(map_svg(document(*places, links=[link("1", "2")], loose=loose)))
    x, _ = centres(drawn)["1"]
    first, second = fogs(drawn)
    assert first[0] < x, "the way leads to the right"
    assert abs(first[1] - second[1]) > RADIUS
    assert "W2" in drawn
    assert "W3" in drawn


def test_what_players_wrote_is_escaped_and_layers_can_be_hidden() -> None:
    hostile = "<img src=x>"
    places = [place(hostile, 0, 0), place("2", 1, 0)]
    more = {
        "links": [link(hostile, "2", layer="ways")],
        "loose": [{"a": "2", "text": hostile, "title": hostile, "layer": "loose"}],
        "layers": [{"name": "ways", "text": "ways"}, {"name": "loose", "text": "loose"}],
    }
    drawn = str(map_figure(document(*places, **more)))
    assert hostile not in drawn
    assert drawn.count('class="layer y0"') == 1
    assert drawn.count('class="layer y1"') == 1
    assert drawn.count("data-layer=") == 2


def test_an_empty_graph_is_drawn() -> None:
    assert str(map_svg(document())).startswith("<svg")
