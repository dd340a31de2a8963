"""Maps of hexes in columns without borders."""

from __future__ import annotations

import re
from typing import Any

import pytest

from horizons_core.report import map_svg


def place(at: tuple[int, int]) -> dict[str, Any]:
    name = f"{at[0]},{at[1]}"
    return {
        "id": name,
        "at": list(at),
        "label": name,
        "state": "mapped",
        "level": 0.5,
        "title": name,
        "lines": [],
        "marks": [],
    }


def chart(*places: tuple[int, int], links: Any = (), legend: Any = ()) -> str:
    document = {
        "title": "Map",
        "geometry": "columns",
        "width": 1,
        "height": 1,
        "wraps": False,
        "places": [place(at) for at in places],
        "links": list(links),
        "empires": [],
        "you": None,
        "legend": list(legend),
    }
    return str(map_svg(document))


def centres(drawn: str) -> dict[str, tuple[float, float]]:
    found = re.findall(r'data-place="([^"]+)" transform="translate\(([-\d.]+) ([-\d.]+)\)"', drawn)
    return {name: (float(x), float(y)) for name, x, y in found}


@pytest.mark.parametrize("at", [(7, 7), (8, 7), (0, -3), (-1, 0)])
def test_six_neighbours_stand_around_a_hex_at_equal_distances(at: tuple[int, int]) -> None:
    x, y = at
    lower = x % 2 == 0
    around = [(x, y - 1), (x, y + 1)]
    steps = (0, 1) if lower else (-1, 0)
    around += [(side, y + step) for side in (x - 1, x + 1) for step in steps]
    middle, *others = centres(chart(at, *around)).values()
    far = [((a - middle[0]) ** 2 + (b - middle[1]) ** 2) ** 0.5 for a, b in others]
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
    found = centres(drawn)
    line = re.search(
        r'<title>a &lt;lane&gt;</title><line class="link blocked" '
        r'x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"',
        drawn,
    )
    assert line is not None
    ends = [float(number) for number in line.groups()]
    assert ends == [*found["1,1"], *found["3,4"]]
    assert 'class="link lane"' in drawn


def test_a_map_without_places_is_drawn_all_the_same() -> None:
    assert centres(chart()) == {}
