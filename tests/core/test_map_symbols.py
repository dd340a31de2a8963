"""Symbols of places on a map: their kinds and sizes, the ships above them, and their names.

The plane is 896 wide, so that its unit is one of the drawing; 52 units lie before it.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.report.maps.labels import Box, Sheet
from tests.core.map_documents import (
    fleet,
    moved,
    numbers,
    of_class,
    picture,
    plane,
    star,
    texts,
    within,
)

near = pytest.approx


def draw_plane(*places, **more):
    return picture(plane(*places, **more))


def symbol(sign, level=None, **more):
    """Return the elements of a symbol without the title."""
    return list(within(draw_plane(star("A", 100, 100, sign, level=level, **more)), "A"))[1:]


# kinds and sizes


@pytest.mark.parametrize(
    ("sign", "level", "radius"),
    [("ring", None, 3.5), ("ring", 0, 3.5), ("ring", 1, 8.5), ("star", None, 3.5), ("star", 1, 7.5),
     ("dot", None, 3), ("dot", 1, 3), ("whatever", 1, 3)],
)  # fmt: skip
def test_round_symbols_grow_with_the_level(sign, level, radius):
    (drawn,) = symbol(sign, level, state="mapped")

    assert numbers(drawn.get("d"))[0] == radius
    kinds = {"ring": "ring", "star": "sun s4"}
    assert drawn.get("class") == kinds.get(sign, "dot")


def test_the_marker_of_an_owner_grows_with_the_level():
    assert [symbol("owned", level, owner="Ada")[0].get("transform") for level in (None, 0, 1)] == [
        "scale(0.8)",
        "scale(0.8)",
        "scale(1.2)",
    ]
    (marker,) = symbol("owned", owner="Brin")
    assert marker[0].get("fill") == "var(--hz-e1)"


def test_an_object_is_a_square_on_a_corner():
    (drawn,) = symbol("object", 1)

    assert (drawn.get("class"), drawn.get("d")) == ("object", "M0-4.5L4.5 0 0 4.5-4.5 0z")


def test_a_star_in_view_has_a_ring_about_its_disc():
    halo, sun = symbol("star", 1, state="in view", tint=2)

    assert (halo.get("class"), numbers(halo.get("d"))[0]) == ("halo", 10)
    assert (sun.get("class"), numbers(sun.get("d"))[0]) == ("sun s2", 7.5)
    for state in ("charted", "mapped", "unknown"):
        (sun,) = symbol("star", 1, state=state)


# ships


def test_ships_stand_above_their_place_in_the_owners_colour():
    ring = star("A", 100, 100, "ring", level=1, marks=[fleet("Brin", 5)])
    root = draw_plane(star("Without", 300, 300), ring)
    (over,) = of_class(root, "over")
    (group,) = over

    # A fleet takes 11 units and 7 per digit: here 18, the first ten of them for the ship.
    assert moved(over) == (152, 152 - 8.5 - 6)
    assert moved(group) == (near(-9 + 5), 0)
    ship, count = group
    assert (ship.get("fill"), ship.get("d")) == ("var(--hz-e1)", "M0-6L4.5 5 0 2.6-4.5 5z")
    assert texts(group, "ships") == {"5": (6, 4)}
    assert count.text == "5"


def test_fleets_of_several_owners_stand_side_by_side():
    marks = [fleet("Ada", 100, "own"), fleet("Brin", 5), {"kind": "enemy"}]
    (over,) = of_class(draw_plane(star("A", 100, 100, marks=marks)), "over")

    # 32, 18 and 11 units: 61 in all. A single ship has no number.
    assert [moved(group) for group in over] == [(-25.5, 0), (6.5, 0), (24.5, 0)]
    assert [list(texts(group, "ships")) for group in over] == [["100"], ["5"], []]


def test_a_fourth_fleet_is_a_plus_behind_the_third():
    marks = [fleet("Ada", n) for n in (1, 2, 3, 4)]
    (over,) = of_class(draw_plane(star("A", 100, 100, marks=marks)), "over")

    assert [list(texts(group, "ships")) for group in over] == [[], ["2"], ["3+"]]
    assert [moved(group)[0] for group in over] == [-18.5, -7.5, 10.5]


def test_other_marks_are_in_the_title_only():
    marks = [{"kind": kind, "title": kind} for kind in ("battle", "home", "mothership")]
    root = draw_plane(star("A", 100, 100, marks=[*marks, {"kind": "home"}]))

    assert not of_class(root, "over")
    assert within(root, "A")[0].text == "A\nbattle\nhome\nmothership"


# names


def names(root):
    """Return the middle of each name, 4.5 above its baseline."""
    positions = texts(root, "name") | texts(root, "name lesser")
    return {name: (x, y - 4.5) for name, (x, y) in positions.items()}


def test_a_name_stands_below_its_place():
    root = draw_plane(star("Sol", 100, 100, "ring", level=1))

    # The ring's radius is 8.5; one unit is left free, and a name is 13 high.
    assert names(root) == {"Sol": (152, near(152 + 8.5 + 1 + 6.5))}


def test_the_name_of_an_owned_place_stands_out():
    root = draw_plane(star("Mine", 100, 100, "owned", owner="Ada"), star("Free", 300, 100, "ring"))

    assert list(texts(root, "name")) == ["Mine"]
    assert list(texts(root, "name lesser")) == ["Free"]


def test_a_name_of_more_than_24_characters_is_cut_and_a_place_without_one_shows_its_id():
    places = [
        star("A", 300, 100, label="x" * 25),
        star("B", 300, 300, label="x" * 24),
        star("C", 600, 600),
    ]

    assert set(names(draw_plane(*places))) == {"x" * 23 + "…", "x" * 24, "C"}


@pytest.mark.parametrize(("apart", "below"), [(31, True), (30, False)])
def test_a_name_takes_7_2_units_a_character_and_2(apart, below):
    # Names of four characters are 30.8 wide: both fit below if the places are that far apart.
    spots = names(draw_plane(star("AAAA", 300, 100), star("BBBB", 300 + apart, 100)))

    assert spots["AAAA"] == (352, 163.5)
    assert spots["BBBB"] == (352 + apart, 163.5 if below else 140.5)


@pytest.mark.parametrize(("radius", "level"), [(8.5, 1), (3.5, 0)])
@pytest.mark.parametrize("away", [0.1, -0.1])
def test_a_name_keeps_off_the_symbols_of_others(radius, level, away):
    # The name of one dot is 12 below it; the ring reaches up to it, or stops short of it.
    low = 100 + 4 + 1 + 13 + radius + away
    spots = names(draw_plane(star("AAAA", 300, 100), star("B", 300, low, "ring", level=level)))

    assert spots["AAAA"] == (352, 163.5 if away > 0 else 140.5)


@pytest.mark.parametrize(("aside", "below"), [(24.4, False), (24.6, True)])
def test_a_name_keeps_off_the_ships_of_others(aside, below):
    # A fleet of one digit is 18 wide and 12 high, 10 above its dot; a name of two characters is
    # 16.4 wide: between their middles are 17.2 at least.
    aside -= 7.3
    ships = star("B", 300 + aside, 100 + 11.5 + 10, marks=[fleet("Brin", 5)])
    spots = names(draw_plane(star("AA", 300, 100), ships))

    assert spots["AA"] == (352, 163.5 if below else 140.5)


@pytest.mark.parametrize(("lower", "below"), [(12.4, False), (12.6, True)])
def test_ships_above_a_place_take_twelve_units_of_height(lower, below):
    # The name's middle lies 11.5 below its dot, the fleet's 10 above its own.
    ships = star("B", 300, 100 + 11.5 + lower + 10, marks=[fleet("Brin", 5)])
    spots = names(draw_plane(star("AA", 300, 100), ships))

    assert spots["AA"] == (352, 163.5 if below else 140.5)


@pytest.mark.parametrize(("lower", "below"), [(12.4, False), (12.6, True)])
@pytest.mark.parametrize(("aside", "reached"), [(14, True), (14.3, False)])
def test_a_name_keeps_off_ships_on_their_way(lower, below, aside, reached):
    way = {"kind": "flight", "from": [0, 0], "to": [800, 800], "title": "", "text": ""}
    ship = way | {"at": [300 + aside, 100 + 11.5 + lower]}
    spots = names(draw_plane(star("AA", 300, 100), arrows=[ship, way]))

    assert spots["AA"] == (352, 163.5 if below or not reached else 140.5)


def test_in_turn_a_name_stands_below_above_right_left_and_in_the_corners():
    sheet = Sheet(Box(0, 0, 200, 200))
    positions = [sheet.place_near((100, 100), 5, 30, 10) for _ in range(5)]

    assert positions == [(100, 110), (100, 90), (121, 100), (79, 100), None]


@pytest.mark.parametrize("corner", [(116.8, 108), (116.8, 92), (83.2, 108), (83.2, 92)])
def test_a_name_goes_to_a_corner_where_the_sides_are_taken(corner):
    sheet = Sheet(Box(0, 0, 200, 200))
    x, y = corner
    # Everything around the place is taken but for a strip as high as a box that reaches the corner.
    sheet.take(Box(0, 0, 200, y - 5))
    sheet.take(Box(0, y + 5, 200, 200))
    sheet.take(Box(0, 0, x - 15, 200) if x > 100 else Box(x + 15, 0, 200, 200))

    assert sheet.place_near((100, 100), 5, 30, 10) == near(corner)


def test_a_box_lies_about_its_middle():
    assert Box.around((10, 20), 6, 2) == Box(7, 19, 13, 21)


def test_boxes_that_touch_do_not_meet():
    box = Box(10, 10, 20, 20)

    for left, top in [(0, 10), (20, 10), (10, 0), (10, 20)]:
        assert not box.meets(Box(left, top, left + 10, top + 10))
        assert not Box(left, top, left + 10, top + 10).meets(box)
    for left, top in [(0.1, 10), (19.9, 10), (10, 0.1), (10, 19.9)]:
        assert box.meets(Box(left, top, left + 10, top + 10))


@pytest.mark.parametrize("side", range(4))
def test_a_box_holds_what_reaches_its_sides_and_no_further(side):
    sides = [0, 0, 10, 10]
    further = [number + (-0.1, -0.1, 0.1, 0.1)[n] * (n == side) for n, number in enumerate(sides)]

    assert Box(*sides).holds(Box(*sides))
    assert not Box(*sides).holds(Box(*further))


spots = st.tuples(st.integers(0, 896), st.integers(0, 896))
places = st.lists(st.tuples(spots, st.text("abc", min_size=1, max_size=12)), max_size=25)


@given(places, st.sampled_from(["dot", "ring", "owned"]))
def test_names_lie_in_the_frame_and_neither_on_each_other_nor_on_symbols(given_places, sign):
    stars = [star(f"{name}{n}", x, y, sign) for n, ((x, y), name) in enumerate(given_places)]
    root = draw_plane(*stars, outline={"at": [0, 0], "radius": 1})
    scale = (numbers(root.get("viewBox"))[2] - 104) / 896
    radius = {"dot": 4, "ring": 3.5, "owned": 8}[sign]
    symbols = [
        Box.around((52 + x * scale, 52 + y * scale), 2 * radius, 2 * radius)
        for (x, y), _ in given_places
    ]
    # Coordinates are rounded to hundredths.
    name_boxes = [
        Box.around(middle, 7.2 * len(name) + 1.9, 12.9) for name, middle in names(root).items()
    ]

    frame = Box(52, 52, 52 + 896 * scale, 52 + 896 * scale)
    assert all(frame.holds(name) for name in name_boxes)
    assert not any(box.meets(other) for box, other in combinations(name_boxes, 2))
    assert not any(name.meets(symbol) for name in name_boxes for symbol in symbols)


# layers


def test_things_are_on_the_layer_that_they_name():
    layers = [{"name": "ships", "text": "ships"}, {"name": "names", "text": "names"}]
    marks = [fleet("Ada", 2, layer="ships"), fleet("Brin", 3)]
    root = draw_plane(
        star("A", 100, 100, marks=marks), star("B", 300, 100, marks=marks[1:]), layers=layers
    )
    (first,), (second,) = of_class(root, "layer y0"), of_class(root, "layer y1")

    assert list(texts(first, "ships")) == ["2", "3"]
    assert list(texts(second, "name lesser")) == ["A", "B"]
    assert len(of_class(root, "over")) == 2
