"""Maps of symbols: the drawn part, its grid, the inset map, and ways between places.

The plane is 896 wide, so that its unit is one of the drawing; 52 units lie before it.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from horizons_core.report.markers import number
from tests.core.map_documents import (
    ends,
    moved,
    numbers,
    of_class,
    picture,
    plane,
    size,
    star,
    texts,
    within,
    xy,
)

near = pytest.approx


def draw_plane(*places, **more):
    """Draw a map of symbols."""
    return picture(plane(*places, outline={"at": [0, 0], "radius": 1}, **more))


def rectangle(root, kind):
    """Return the left edge, top, width and height of the rectangle of this class."""
    (element,) = of_class(root, kind)
    return (*xy(element), float(element.get("width")), float(element.get("height")))


def window(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


# the drawn part


def test_the_frame_lies_two_margins_inside_the_picture():
    root = draw_plane(height=448)

    assert rectangle(root, "frame") == (52, 52, 896, 448)
    assert size(root) == (1000, 52 + 448 + 52 + 14)


def test_places_lie_where_they_are_from_the_upper_left_corner_or_the_lower():
    places = star("A", 100, 30), star("B", 896, 448)

    root = draw_plane(*places, height=448)
    assert [moved(within(root, name)) for name in "AB"] == [(152, 82), (948, 500)]
    upwards = draw_plane(*places, height=448, up=True)
    assert [moved(within(upwards, name)) for name in "AB"] == [(152, 470), (948, 52)]


@pytest.mark.parametrize("up", [False, True])
def test_a_window_is_as_wide_as_the_whole_would_be(up):
    root = draw_plane(star("A", 210, 130), window=window(200, 120, 112, 56), up=up)

    # Eight units of the drawing are one of the plane.
    assert rectangle(root, "frame") == (52, 52, 896, 448)
    assert moved(within(root, "A")) == (132, 52 + (8 * 46 if up else 8 * 10))


def test_a_window_may_be_of_less_than_a_unit():
    root = draw_plane(star("A", 0.25, 0.125), window=window(0, 0, 0.5, 0.25))

    assert moved(within(root, "A")) == (500, 276)


def test_what_lies_on_the_edge_of_the_window_is_shown_and_nothing_beyond():
    at = {"A": (200, 120), "B": (312, 176), "C": (199.9, 130), "D": (312.1, 130), "E": (210, 119.9),
          "F": (210, 176.1)}  # fmt: skip
    root = draw_plane(
        *(star(name, *spot) for name, spot in at.items()), window=window(200, 120, 112, 56)
    )

    assert [moved(within(root, name)) for name in "AB"] == [(52, 52), (948, 500)]
    assert {place.get("data-place") for place in of_class(root, "place")} == {"A", "B"}


def test_what_leaves_the_frame_is_cut_off_there():
    inner = [svg for svg in draw_plane(height=448).iter() if svg.get("viewBox")][1:]

    assert {svg.get("viewBox") for svg in inner} == {"52 52 896 448"}
    assert {(*xy(svg), svg.get("width"), svg.get("height")) for svg in inner} == {
        (52, 52, "896", "448")
    }


@example([(0, 0), (0, 2), (0, 4), (15, 0), (15, 0), (16, 0)], 34)
@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=9), st.integers(1, 60))
def test_the_drawing_grows_until_two_thirds_of_the_places_are_30_from_the_next(spots, extent):
    places = [(x, y) for x, y in spots if x <= extent and y <= extent]
    root = draw_plane(
        *(star(str(n), *spot) for n, spot in enumerate(places)), width=extent, height=extent
    )

    apart = sorted(
        min((math.dist(a, b) for j, b in enumerate(places) if i != j), default=math.inf)
        for i, a in enumerate(places)
    )
    gap = apart[len(places) // 3] if len(places) > 2 else math.inf
    ideal_width = 30 * extent / gap if gap else math.inf
    assert size(root)[0] == near(min(max(1000, ideal_width), 2600), abs=0.01)


def test_close_places_of_a_small_map_make_it_no_wider_than_need_be():
    places = [star(str(n), n / 2, 0) for n in range(3)]

    assert size(draw_plane(*places, width=20, height=20))[0] == 1200


def test_places_beyond_the_window_do_not_make_it_grow():
    places = [star(str(n), 800 + n, 0) for n in range(9)]

    assert size(draw_plane(*places, window=window(0, 0, 100, 100)))[0] == 1000


# the grid and the outline


def test_grid_lines_stand_at_round_coordinates_of_the_window():
    root = draw_plane(window=window(199, 121, 112, 56))  # eight units of the drawing to one

    lines = [ends(line) for line in of_class(root, "grid")]
    across = [52 + 8 * (x - 199) for x in (200, 220, 240, 260, 280, 300)]
    down = [52 + 8 * (y - 121) for y in (140, 160)]
    assert lines == [(x, 52, x, 500) for x in across] + [(52, y, 948, y) for y in down]
    assert [(text.text, *xy(text)) for text in of_class(root, "edge")] == [
        *((f"{200 + 20 * n}", x, 40) for n, x in enumerate(across)),
        *((f"{140 + 20 * n}", 26, y + 5) for n, y in enumerate(down)),
    ]


def test_grid_lines_stand_on_the_edges_too():
    root = draw_plane(window=window(100, 200, 112, 56), up=True)

    assert [ends(line)[0] for line in of_class(root, "grid")][:2] == [52, 52 + 8 * 20]
    assert ends(of_class(root, "grid")[-1]) == (52, 500 - 8 * 40, 948, 500 - 8 * 40)
    assert "200" in texts(root, "edge")


def test_the_outline_is_a_disc_in_the_scale_of_the_map():
    outline = {"at": [56, 28], "radius": 20}
    root = picture(plane(outline=outline, width=112, height=56))
    (disc,) = of_class(root, "outline")

    assert [disc.get(name) for name in ("cx", "cy", "r")] == ["500", "276", "160"]
    assert not of_class(picture(plane(star("A", 1, 1))), "outline")


# rough places


def test_a_rough_place_is_shown_if_any_of_it_lies_in_the_window():
    at = {
        "left": (188.1, 130), "further": (188, 130), "right": (311.9, 130), "beyond": (312, 130),
        "above": (210, 110.1), "higher": (210, 110), "below": (210, 175.9), "lower": (210, 176),
    }  # fmt: skip
    cells = [
        {"at": spot, "width": 12, "height": 10, "title": name} for name, spot in at.items()
    ]  # fmt: skip
    root = draw_plane(cells=cells, window=window(200, 120, 112, 56))

    captions = [rect[0].text for rect in of_class(root, "trace") if len(rect)]
    assert captions == ["left", "right", "above", "below"]


@pytest.mark.parametrize(("up", "top"), [(False, 52 + 30), (True, 948 - 30 - 10)])
def test_a_rough_place_is_a_rectangle_from_its_corner_with_the_least_coordinates(up, top):
    cell = {"at": [20, 30], "width": 40, "height": 10, "title": "somewhere"}

    assert rectangle(draw_plane(cells=[cell], up=up), "trace") == (72, top, 40, 10)


# the inset map


def small_map(*places, drawn_part, **more):
    """Return the position of the inset map and the map itself."""
    root = draw_plane(*places, window=drawn_part, **more)
    (inset,) = of_class(root, "inset")
    return moved(inset), inset


def test_a_small_map_of_150_units_shows_the_whole_and_the_window():
    cell = {"at": [448, 224], "width": 10, "height": 10, "title": "somewhere"}
    spot, inset = small_map(
        star("A", 0, 448), drawn_part=window(224, 0, 448, 224), cells=[cell], height=448
    )

    assert spot == (948 - 150 - 6, 52 + 6)
    assert rectangle(inset, "sheet") == (0, 0, 150, 75)
    (plane_group,) = [group for group in inset if len(group)]
    assert moved(plane_group) == (-52, -52)
    assert rectangle(plane_group, "window") == (52 + 37.5, 52, 75, 37.5)
    (visible,), (traces,) = of_class(plane_group, "seen"), of_class(plane_group, "trace")
    assert visible.get("d") == "M50.7 125.7h2.6v2.6h-2.6z"
    assert traces.get("d") == "M125.7 88.2h2.6v2.6h-2.6z"
    assert float(of_class(plane_group, "outline")[0].get("r")) == near(150 / 896, abs=0.01)


def test_a_small_map_of_nothing_has_no_dots():
    _, inset = small_map(drawn_part=window(0, 0, 448, 448))

    assert not of_class(inset, "seen")
    assert not of_class(inset, "trace")


def test_the_small_map_grows_upwards_where_the_map_does():
    _, inset = small_map(drawn_part=window(0, 0, 448, 224), height=448, up=True)

    assert rectangle(inset, "window") == (52, 52 + 37.5, 75, 37.5)


@pytest.mark.parametrize(
    ("drawn_part", "needed"),
    [
        (window(0, 0, 896, 896), False),
        (window(0, 0, 895, 896), True),
        (window(0, 0, 896, 895), True),
        (window(-1, -1, 900, 900), False),
    ],
)
def test_there_is_a_small_map_unless_the_window_shows_all(drawn_part, needed):
    assert bool(of_class(draw_plane(window=drawn_part), "inset")) is needed


CORNERS = {"right above": (792, 58), "left above": (58, 58), "right below": (792, 792),
           "left below": (58, 792)}  # fmt: skip


@pytest.mark.parametrize("free", CORNERS)
def test_the_small_map_lies_in_the_corner_with_the_fewest_places(free):
    spots = {name: (x + 75 - 52, y + 75 - 52) for name, (x, y) in CORNERS.items()}
    places = [star(name, *spot) for name, spot in spots.items() if name != free]
    # The window ends a unit above the lower edge.
    spot, _ = small_map(*places, drawn_part=window(0, 0, 896, 895))

    assert spot == near((CORNERS[free][0], CORNERS[free][1] - (free.endswith("below"))))


@pytest.mark.parametrize(
    ("x", "y", "hides"),
    [(792 - 20, 100, True), (792 - 21, 100, False), (800, 58 + 170, True), (800, 58 + 171, False),
     (942, 58, True), (800, 38, True), (800, 37, False)],
)  # fmt: skip
def test_a_place_within_20_units_of_the_small_map_is_hidden(x, y, hides):
    spot, _ = small_map(star("A", x - 52, y - 52), drawn_part=window(0, 0, 896, 895))

    assert spot == CORNERS["left above" if hides else "right above"]


# ways


def flight(start, end, at, **more):
    known = {"kind": "flight", "from": start, "to": end, "at": at, "title": "a way", "text": "7"}
    return draw_plane(arrows=[known | more])


def route(start, end, **more):
    known = {"kind": "route", "from": start, "to": end, "title": "a way", "text": "7"}
    return draw_plane(arrows=[known | more])


def line_of(root, kind):
    return ends(next(line for line in of_class(root, kind) if line.get("x1")))


def path_of(root, kind):
    (path,) = [path for path in of_class(root, kind) if path.get("d")]
    return numbers(path.get("d"))


def test_a_flight_ends_12_units_short_of_its_goal_with_a_head_of_7():
    root = flight([100, 100], [700, 100], [300, 100])

    assert line_of(root, "behind") == (152, 152, 352, 152)
    assert line_of(root, "way") == (352, 152, 740, 152)
    assert path_of(root, "head") == (740, 152, 733, 155.2, 733, 148.8)


def test_a_slanting_flight_has_its_head_and_its_ship_turned():
    # Three by four: a unit of the way is 0.6 across and 0.8 down.
    root = flight([100, 100], [400, 500], [160, 180])

    assert line_of(root, "behind") == (152, 152, 212, 232)
    assert line_of(root, "way") == (212, 232, 452 - 7.2, 552 - 9.6)
    tip, left, right = (444.8, 542.4), (438.04, 538.72), (443.16, 534.88)
    assert path_of(root, "head") == near((*tip, *left, *right))
    (ship,) = of_class(root, "ship")
    assert ship.get("transform") == "matrix(-0.8 0.6 -0.6 -0.8 212 232)"


def test_a_ship_is_drawn_where_it_is_with_its_number_beside_it():
    root = flight([100, 100], [700, 100], [300, 100])
    (ship,) = of_class(root, "ship")

    assert ship.get("transform") == "matrix(0 1 -1 0 352 152)"
    assert texts(root, "ships") == {"7": (361, 148)}
    assert not texts(flight([100, 100], [700, 100], [300, 100], text=""), "ships")


def test_near_its_goal_a_flight_ends_half_way():
    assert line_of(flight([0, 0], [320, 100], [300, 100]), "way") == (352, 152, 362, 152)
    assert line_of(flight([0, 0], [324, 100], [300, 100]), "way") == (352, 152, 364, 152)
    assert line_of(flight([0, 0], [340, 100], [300, 100]), "way") == (352, 152, 380, 152)


def test_a_ship_at_its_goal_points_upwards():
    root = flight([0, 0], [300, 100], [300, 100])

    assert line_of(root, "way") == (352, 152, 352, 152)
    assert of_class(root, "ship")[0].get("transform") == "matrix(1 0 0 1 352 152)"
    assert path_of(root, "head") == (352, 152, 355.2, 159, 348.8, 159)


def test_a_route_is_a_curve_to_the_left_a_sixth_of_its_length_away():
    root = route([100, 100], [700, 100])

    # From 152, 152 to 752, 152 by 452, 52: the ends lie on the lines through that point.
    slope = math.hypot(300, 100)
    start = 152 + 11 * 300 / slope, 152 - 11 * 100 / slope
    tip = 752 - 13 * 300 / slope, 152 - 13 * 100 / slope
    assert path_of(root, "way") == near((*start, 452, 52, *tip), abs=0.01)
    assert path_of(root, "head")[:2] == near(tip, abs=0.01)
    assert texts(root, "cargo") == {"7": (452, 52 / 2 + 152 / 2 + 3)}


def test_a_route_downwards_bends_to_the_right_of_the_picture():
    root = route([100, 100], [160, 700])

    control = 182 + 100, 452 - 10
    assert path_of(root, "way")[2:4] == control
    (words,) = texts(root, "cargo").values()
    assert words == ((152 + 2 * 282 + 212) / 4, (152 + 2 * 442 + 752) / 4 + 3)
    x, y, *_ = path_of(root, "head")
    (cx, cy), (ex, ey) = control, (212, 752)
    assert math.dist((x, y), (ex, ey)) == near(13, abs=0.01)
    assert math.dist((x, y), control) + 13 == near(math.dist((cx, cy), (ex, ey)), abs=0.02)


@pytest.mark.parametrize(
    ("end", "text", "has_text"),
    [([180, 100], "7", False), ([181, 100], "7", True), ([140, 141], "7", True),
     ([60, 61], "7", False), ([60, 59], "7", True), ([700, 100], "", False)],
)  # fmt: skip
def test_a_short_route_has_no_words(end, text, has_text):
    assert bool(texts(route([100, 100], end, text=text), "cargo")) is has_text


@pytest.mark.parametrize(
    ("kind", "shown_as"),
    [("route", "route"), ("incoming", "incoming"), ("flight", "flight"), ("odd", "route")],
)
def test_a_way_is_of_its_kind_and_has_its_owners_colour(kind, shown_as):
    (way,) = of_class(route([0, 0], [9, 9], kind=kind, owner="Brin"), f"arrow {shown_as}")

    assert way.get("color") == "var(--hz-e1)"
    assert way[0].text == "a way"


def test_coordinates_of_a_map_are_rounded_to_hundredths():
    root = draw_plane(star("A", 1 / 3, 2 / 3))

    assert moved(within(root, "A")) == (52.33, 52.67)
    assert number(52 + 1 / 3) == "52.33"
