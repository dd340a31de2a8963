"""Maps of points on a plane: their positions, sizes and marks.

The plane is 896 wide, so that its unit is one of the drawing; 52 units lie before it.
"""

from __future__ import annotations

import pytest

from horizons_core.report.markers import BURST
from tests.core.map_documents import (
    ends,
    fleet,
    moved,
    numbers,
    of_class,
    picture,
    place,
    plane,
    size,
    texts,
    within,
    xy,
)


def drawn_at(point):
    """Return the elements drawn over one point."""
    (over,) = of_class(picture(plane(point)), "over")
    return over


def test_points_lie_as_far_apart_as_on_the_plane():
    root = picture(plane(place(0, 0), place(100, 250), place(896, 896)))

    spots = [moved(within(root, name)) for name in ("0,0", "100,250", "896,896")]
    assert spots == [(52, 52), (152, 302), (948, 948)]
    assert [moved(group) for group in of_class(root, "over")] == spots


def test_the_plane_is_drawn_a_thousand_wide_whatever_its_extent():
    root = picture(plane(place(10, 5), width=20, height=10))

    assert size(root) == (1000, 4 * 26 + 448 + 14)
    assert moved(within(root, "10,5")) == (500, 276)


@pytest.mark.parametrize(("level", "radius"), [(None, 7), (0, 7), (0.5, 10.5), (1, 14)])
def test_a_point_grows_with_its_level(level, radius):
    point = place(50, 50, level=level)

    outline = f"M{radius:g} 0A{radius:g} {radius:g} 0 1 1-{radius:g} 0 {radius:g} {radius:g} 0 1 1"
    assert within(picture(plane(point)), "50,50").get("d") == f"{outline} {radius:g} 0z"
    assert xy(of_class(drawn_at(point), "name")[0]) == (0, radius + 16)


def test_rings_around_a_point_show_view_and_home():
    home = {"kind": "home", "owner": "Brin"}
    over = drawn_at(place(50, 50, level=1, state="in view", marks=[home]))
    (outline,), (ring,) = of_class(over, "seen"), of_class(over, "home")

    assert numbers(outline.get("d"))[0] == 14 + 2
    assert (numbers(ring.get("d"))[0], ring.get("stroke")) == (14 + 5, "var(--hz-e1)")
    marks = [{"kind": kind} for kind in ("army", "house")]  # words before and after it
    assert not of_class(drawn_at(place(50, 50, marks=marks)), "home")
    assert not of_class(drawn_at(place(50, 50)), "seen")


def test_a_point_has_its_name_and_lines_below_it_in_forty_characters():
    assert list(texts(drawn_at(place(50, 50, lines=["one", "two"])), "name")) == ["50,50 one two"]
    forty = place(50, 50, label="x" * 36, lines=["one"])
    assert list(texts(drawn_at(forty), "name")) == ["x" * 36 + " one"]
    more = place(50, 50, label="x" * 36, lines=["four"])
    assert list(texts(drawn_at(more), "name")) == ["x" * 36 + " fo…"]


def test_fleets_stand_above_a_point_in_a_hundred_units():
    names = ("Ada", "Brin", "Cleo", "Dora", "Emil")
    over = drawn_at(place(50, 50, level=1, marks=[fleet(name, 1) for name in names]))
    (more,) = of_class(over, "more")
    (fleets,) = [group for group in over if more in list(group)]

    assert moved(fleets) == (0, -27)
    assert xy(more) == (50, 13)


def test_a_battle_is_a_burst_at_the_right():
    (burst,) = of_class(drawn_at(place(50, 50, level=1, marks=[{"kind": "battle"}])), "burst")

    assert (burst.get("d"), moved(burst)) == (BURST, (21, -7))
    marks = [{"kind": kind} for kind in ("attack", "castle")]  # words before and after it
    assert not of_class(drawn_at(place(50, 50, marks=marks)), "burst")


def test_a_line_joins_the_middles_of_two_points():
    places = [place(0, 10, id="A"), place(30, 40, id="B"), place(5, 5, id="C")]
    (link,) = of_class(picture(plane(*places, lines=[["A", "B"]])), "link")

    assert ends(link) == (52, 62, 82, 92)


@pytest.mark.parametrize(
    ("width", "height", "step"),
    [(10, 10, 2), (10.5, 10, 2), (20, 20, 2), (21, 20, 5), (50, 30, 5), (51, 50, 10), (99, 7, 10),
     (100, 100, 20), (101, 100, 20), (20, 100, 20), (1.5, 1, 0.2), (0.5, 0.5, 0.2), (0.1, 0.1, 0.2),
     (0.5, 3, 0.5), (1.9, 1, 0.2), (896, 200, 100)],
)  # fmt: skip
def test_grid_lines_stand_at_round_coordinates_at_most_ten_steps(width, height, step):
    root = picture(plane(width=width, height=height))
    scale = 896 / width
    near = {"abs": 0.01}

    across = [line for line in of_class(root, "grid") if line.get("x1") == line.get("x2")]
    down = [line for line in of_class(root, "grid") if line.get("y1") == line.get("y2")]
    columns, rows = int(width / step + 1e-9) + 1, int(height / step + 1e-9) + 1
    assert (len(across), len(down)) == (columns, rows)
    assert [ends(line) for line in across] == [
        pytest.approx(
            (52 + i * step * scale, 52, 52 + i * step * scale, 52 + height * scale), **near
        )
        for i in range(columns)
    ]
    assert [ends(line) for line in down] == [
        pytest.approx((52, 52 + i * step * scale, 948, 52 + i * step * scale), **near)
        for i in range(rows)
    ]


def test_the_coordinates_of_grid_lines_stand_above_and_at_the_left():
    root = picture(plane(width=30, height=10))
    edge = [(text.text, *xy(text)) for text in of_class(root, "edge")]

    across = [(f"{n}", pytest.approx(52 + 896 * n / 30, abs=0.01), 40) for n in range(0, 31, 5)]
    down = [(f"{n}", 26, pytest.approx(57 + 896 * n / 30, abs=0.01)) for n in range(0, 11, 5)]
    assert edge == across + down
