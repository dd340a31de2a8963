"""Symbols of places on a map: their kinds and sizes, the ships above them, and their names.

The plane is 896 wide, so that its unit is one of the drawing; 52 units lie before it.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.report.maps.labels import SCALES, Box, Item, Label, place_labels
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
    xy,
)

near = pytest.approx
#: The factor by which symbols are enlarged in the farthest view, for which names are placed first.
FAR = SCALES[-1]


def draw_plane(*places, **more):
    return picture(plane(*places, **more))


def symbol(sign, level=None, **more):
    """Return the elements of a symbol without the title."""
    return list(within(draw_plane(star("A", 100, 100, sign, level=level, **more)), "A"))[1:]


# kinds and sizes


@pytest.mark.parametrize(
    ("sign", "level", "radius"),
    [("ring", None, 7), ("ring", 0, 7), ("ring", 1, 11), ("star", None, 6), ("star", 1, 9),
     ("dot", None, 4.5), ("dot", 1, 4.5), ("whatever", 1, 4.5)],
)  # fmt: skip
def test_round_symbols_grow_with_the_level(sign, level, radius):
    (drawn,) = symbol(sign, level, state="mapped")

    assert numbers(drawn.get("d"))[0] == radius
    kinds = {"ring": "ring", "star": "sun s4"}
    assert drawn.get("class") == kinds.get(sign, "dot")


def test_the_marker_of_an_owner_grows_with_the_level():
    assert [symbol("owned", level, owner="Ada")[0].get("transform") for level in (None, 0, 1)] == [
        "scale(1)",
        "scale(1)",
        "scale(1.4)",
    ]
    (marker,) = symbol("owned", owner="Brin")
    assert marker[0].get("fill") == "var(--hz-e1)"


def test_an_object_is_a_square_on_a_corner():
    (drawn,) = symbol("object", 1)

    assert (drawn.get("class"), drawn.get("d")) == ("object", "M0-4.5L4.5 0 0 4.5-4.5 0z")


def test_a_star_in_view_has_a_ring_about_its_disc():
    halo, sun = symbol("star", 1, state="in view", tint=2)

    assert (halo.get("class"), numbers(halo.get("d"))[0]) == ("halo", 11.5)
    assert (sun.get("class"), numbers(sun.get("d"))[0]) == ("sun s2", 9)
    for state in ("charted", "mapped", "unknown"):
        (sun,) = symbol("star", 1, state=state)


# ships


def test_ships_stand_above_their_place_in_the_owners_colour():
    ring = star("A", 100, 100, "ring", level=1, marks=[fleet("Brin", 5)])
    root = draw_plane(star("Without", 300, 300), ring)
    (over,) = of_class(root, "fleets")
    ((group,),) = over

    # A fleet takes 15 units and 7.5 per character: here 37.5, the first 14 of them for the ship.
    assert (moved(over), moved(over[0])) == ((152, 152), (0, -11 - 8))
    assert moved(group) == (near(-18.75 + 7), 0)
    ship, count = group
    assert (ship.get("fill"), ship.get("d")) == ("var(--hz-e1)", "M0-8L6 6 0 3-6 6z")
    assert texts(group, "ships") == {"B 5": (8, 4.5)}
    assert count.text == "B 5"


def fleets(*marks):
    """Return the groups of the fleets at a place."""
    ((groups,),) = of_class(draw_plane(star("A", 100, 100, marks=marks)), "fleets")
    return list(groups)


def test_fleets_of_several_owners_stand_side_by_side():
    groups = fleets(fleet("Ada", 100, "own"), fleet("Brin", 5), {"kind": "enemy"})

    # 37.5, 37.5 and 22.5 units: 97.5 in all. A single ship has no number.
    assert [moved(group) for group in groups] == [(-41.75, 0), (-4.25, 0), (33.25, 0)]
    assert [list(texts(group, "ships")) for group in groups] == [["100"], ["B 5"], ["?"]]


def test_a_fourth_fleet_is_a_plus_behind_the_third():
    groups = fleets(*(fleet("Ada", n) for n in (1, 2, 3, 4)))

    assert [list(texts(group, "ships")) for group in groups] == [[], ["2"], ["3+"]]
    assert [moved(group)[0] for group in groups] == [-26.75, -11.75, 10.75]


def test_other_marks_are_in_the_title_only():
    marks = [{"kind": kind, "title": kind} for kind in ("battle", "home", "mothership")]
    root = draw_plane(star("A", 100, 100, marks=[*marks, {"kind": "home"}]))

    assert not of_class(root, "fleets")
    assert within(root, "A")[0].text == "A\nbattle\nhome\nmothership"


def test_the_first_places_lie_above_the_others():
    root = draw_plane(star("A", 100, 100), star("B", 101, 100))

    assert [place.get("data-place") for place in of_class(root, "place")] == ["B", "A"]


# names


def name_texts(root):
    return [text for text in root.iter() if (text.get("class") or "").startswith("name ")]


def middle(text):
    """Return the middle of a name, 4.5 above its baseline."""
    x, y = xy(text)
    return x, y - 4.5


def names(root):
    return {text.text: middle(text) for text in name_texts(root)}


@pytest.mark.parametrize(("sign", "down"), [("dot", 14), ("ring", 14), ("owned", 14 + 2)])
def test_a_name_stands_below_its_place(sign, down):
    root = draw_plane(star("Sol", 100, 100, sign, level=1))

    # It keeps 14 units from the middle and 2 from the symbol, whose radius is 4.5, 11 or 14, and
    # is 13 high.
    assert names(root) == {"Sol": (152, near(152 + down + 6.5))}


def test_the_name_of_an_owned_place_stands_out():
    root = draw_plane(star("Mine", 100, 100, "owned", owner="Ada"), star("Free", 300, 100, "ring"))

    assert {text.text: text.get("class") for text in name_texts(root)} == {
        "Mine": "name n3",
        "Free": "name lesser n3",
    }


def test_a_name_of_more_than_24_characters_is_cut_and_a_place_without_one_shows_its_id():
    places = [
        star("A", 300, 100, label="x" * 25),
        star("B", 300, 300, label="x" * 24),
        star("C", 600, 600),
    ]

    assert set(names(draw_plane(*places))) == {"x" * 23 + "…", "x" * 24, "C"}


# Where there is room in the farthest view, the name of a dot at 300, 100 lies 20.5 enlarged units
# below it, and else above.
BELOW, ABOVE = (352, 152 + 20.5), (352, 152 - 20.5)


@pytest.mark.parametrize(("apart", "below"), [(31, True), (30, False)])
def test_a_name_takes_7_2_units_a_character_and_2(apart, below):
    # Names of four characters are 30.8 wide: both fit below if the places are that far apart.
    spots = names(draw_plane(star("AAAA", 300, 100), star("BBBB", 300 + apart * FAR, 100)))

    assert spots["AAAA"] == BELOW
    assert spots["BBBB"] == near((352 + apart * FAR, (BELOW if below else ABOVE)[1]), abs=0.01)


@pytest.mark.parametrize(("radius", "level"), [(11, 1), (7, 0)])
@pytest.mark.parametrize("away", [0.1, -0.1])
def test_a_name_keeps_off_the_symbols_of_others(radius, level, away):
    # The name of the dot ends 27 below it; the ring reaches up to it, or stops short of it.
    low = 100 + (27 + radius + away) * FAR
    spots = names(draw_plane(star("AAAA", 300, 100), star("B", 300, low, "ring", level=level)))

    assert spots["AAAA"] == (BELOW if away > 0 else ABOVE)


def name_near_ships(aside, lower):
    """Return the middle of a name if a fleet's lies so far beside it, and below it."""
    # A fleet's middle is 13 above its dot.
    spot = 300 + aside * FAR, 100 + (20.5 + lower + 13) * FAR
    ships = star("B", *spot, marks=[fleet("Brin", 5)])
    return names(draw_plane(star("AA", 300, 100), ships))["AA"]


@pytest.mark.parametrize(("aside", "below"), [(26.9, False), (27, True)])
def test_a_name_keeps_off_the_ships_of_others(aside, below):
    # A fleet of three characters is 37.5 wide, and a name of two characters 16.4.
    assert name_near_ships(aside, 0) == (BELOW if below else ABOVE)


@pytest.mark.parametrize(("lower", "below"), [(13.4, False), (13.6, True)])
def test_ships_above_a_place_take_fourteen_units_of_height(lower, below):
    assert name_near_ships(0, lower) == (BELOW if below else ABOVE)


@pytest.mark.parametrize(("lower", "below"), [(12.4, False), (12.6, True)])
@pytest.mark.parametrize(("aside", "reached"), [(14, True), (14.3, False)])
def test_a_name_keeps_off_ships_on_their_way(lower, below, aside, reached):
    way = {"kind": "flight", "from": [0, 0], "to": [800, 800], "title": "", "text": ""}
    ship = way | {"at": [300 + aside * FAR, 100 + (20.5 + lower) * FAR]}
    spots = names(draw_plane(star("AA", 300, 100), arrows=[ship, way]))

    assert spots["AA"] == (BELOW if below or not reached else ABOVE)


def offsets(labels, taken=()):
    """Return the offsets of labels in a near view, by index, on a sheet of 200 by 200."""
    obstacles = [
        Item(((left + right) / 2, (top + bottom) / 2), (0, 0), right - left, bottom - top)
        for left, top, right, bottom in taken
    ]
    placed = place_labels(labels, obstacles, Box(0, 0, 200, 200))
    return {index: offset for index, (offset, _) in placed.items()}


LABEL = Label((100, 100), 5, 30, 10, farthest=0)


def test_in_turn_a_name_stands_below_above_right_left_and_in_the_corners():
    assert offsets([LABEL] * 5) == {0: (0, 10), 1: (0, -10), 2: (21, 0), 3: (-21, 0)}


@pytest.mark.parametrize("corner", [(16.8, 8), (16.8, -8), (-16.8, 8), (-16.8, -8)])
def test_a_name_goes_to_a_corner_where_the_sides_are_taken(corner):
    x, y = 100 + corner[0], 100 + corner[1]
    # Everything around the place is taken but for a strip as high as a box that reaches the corner.
    beside = (0, 0, x - 15.1, 200) if x > 100 else (x + 15.1, 0, 200, 200)
    taken = [(0, 0, 200, y - 5), (0, y + 5, 200, 200), beside]

    assert offsets([LABEL], taken)[0] == near(corner)


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
    extent = numbers(root.get("viewBox"))[2] - 104
    radius = {"dot": 4.5, "ring": 7, "owned": 10}[sign]
    frame = Box(51.99, 51.99, 52.01 + extent, 52.01 + extent)

    for step, scale in enumerate(SCALES):
        symbols = [
            Box.around(moved(place), 2 * radius * scale, 2 * radius * scale)
            for place in of_class(root, "place")
        ]
        boxes = [
            enlarged(text, scale) for text in name_texts(root) if int(text.get("class")[-1]) >= step
        ]
        assert step or boxes or not stars
        assert all(frame.holds(name) for name in boxes)
        assert not any(box.meets(other) for box, other in combinations(boxes, 2))
        assert not any(name.meets(symbol) for name in boxes for symbol in symbols)


def enlarged(text, scale):
    """Return the area of a name that a page enlarges around its place."""
    x, y = middle(text)
    about = numbers(text.get("transform-origin")) or (x, y)
    centre = tuple(a + (b - a) * scale for a, b in zip(about, (x, y), strict=True))
    # Coordinates are rounded to hundredths.
    return Box.around(centre, (7.2 * len(text.text) + 1.9) * scale, 12.9 * scale)


# layers


def test_things_are_on_the_layer_that_they_name():
    layers = [{"name": "ships", "text": "ships"}, {"name": "names", "text": "names"}]
    marks = [fleet("Ada", 2, layer="ships"), fleet("Brin", 3)]
    root = draw_plane(
        star("A", 100, 100, marks=marks), star("B", 300, 100, marks=marks[1:]), layers=layers
    )
    (first,), (second,) = of_class(root, "layer y0"), of_class(root, "layer y1")

    assert list(texts(first, "ships")) == ["2", "B 3"]
    assert list(names(second)) == ["A", "B"]
    assert len(of_class(root, "fleets")) == 2
