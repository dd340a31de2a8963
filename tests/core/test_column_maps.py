"""Maps of hexes in columns without borders."""

from __future__ import annotations

import re
from typing import Any

import pytest

from horizons_core.report import map_figure, map_svg


def place(at: tuple[int, int], *marks: str) -> dict[str, Any]:
    name = f"{at[0]},{at[1]}"
    return {
        "id": name,
        "at": list(at),
        "label": name,
        "state": "mapped",
        "level": 0.5,
        "title": name,
        "lines": [],
        "marks": [{"kind": kind} for kind in marks],
    }


def chart(*places: tuple[int, int], links: Any = (), legend: Any = (), **more: Any) -> str:
    return str(map_svg(document(*map(place, places), links=links, legend=legend, **more)))


def document(*places: Any, **more: Any) -> dict[str, Any]:
    return {
        "title": "Map",
        "geometry": "columns",
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


@pytest.mark.parametrize("at", [(7, 7), (8, 7), (0, -3), (-1, 0)])
def test_six_neighbours_stand_around_a_hex_at_equal_distances(at: tuple[int, int]) -> None:
    x, y = at
    lower = x % 2 == 0
    around = [(x, y - 1), (x, y + 1)]
    steps = (0, 1) if lower else (-1, 0)
    around += [(side, y + step) for side in (x - 1, x + 1) for step in steps]
    middle, *neighbours = centres(chart(at, *around)).values()
    far = [((a - middle[0]) ** 2 + (b - middle[1]) ** 2) ** 0.5 for a, b in neighbours]
    assert len(far) == 6
    assert max(far) - min(far) < 0.1


def test_every_hex_lies_within_the_drawing() -> None:
    drawn = chart((-2, -3), (13, 13), (4, 20))
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)[0])
    for x, y in centres(drawn).values():
        assert 34 <= x <= width - 34
        assert 29 <= y <= height - 29


def test_ways_join_the_middles_of_their_places_and_say_what_they_are() -> None:
    link = {"a": "1,1", "b": "3,4", "kind": "blocked", "title": "a <lane>"}
    drawn = chart((1, 1), (3, 4), links=[link], legend=[{"kind": "lane", "text": "a lane"}])
    positions = centres(drawn)
    line = re.search(
        r'<title>a &lt;lane&gt;</title><line class="link blocked" '
        r'x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"',
        drawn,
    )
    assert line is not None
    ends = [float(number) for number in line.groups()]
    assert ends == [*positions["1,1"], *positions["3,4"]]
    assert 'class="link lane"' in drawn


def test_a_map_without_places_is_drawn_all_the_same() -> None:
    assert centres(chart()) == {}


def test_ways_can_be_hidden_by_their_layers() -> None:
    links = [
        {"a": "1,1", "b": "3,4", "kind": kind, "layer": layer, "title": kind}
        for kind, layer in (("lane", "lanes"), ("trade", "trade"))
    ]
    layers = [{"name": name, "text": f"show {name}"} for name in ("lanes", "trade", "ghosts")]
    drawn = str(map_figure(document(place((1, 1)), place((3, 4)), links=links, layers=layers)))
    assert '<g class="layer y0"><g><title>lane</title>' in drawn
    assert '<g class="layer y1"><g><title>trade</title>' in drawn
    assert re.findall(r"> (show \w+)<", drawn) == ["show lanes", "show trade"]


@pytest.mark.parametrize("kind", ["interdicted", "controlled"])
def test_a_held_place_has_a_warning_around_it(kind: str) -> None:
    plain, held = (str(map_svg(document(place((1, 1), *marks)))) for marks in ((), (kind,)))
    assert f'<path class="{kind}" d="' in held
    assert f'<path class="{kind}" d="' not in plain
    legend = [{"kind": kind, "text": "held"}]
    assert f'<path class="{kind} thick"' in str(map_svg(document(place((1, 1)), legend=legend)))
