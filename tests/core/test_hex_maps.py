"""Maps of hexes: positions of the hexes and contents of each.

A hex is 34 units from centre to corner, and so 17 times the root of 3, 29.445, from centre to side.
"""

from __future__ import annotations

import math
from itertools import product

import pytest

from horizons_core.report import map_svg
from horizons_core.report.markers import BURST, HOUSE
from horizons_core.space import HexGrid
from tests.core.map_documents import (
    fleet,
    hexes,
    moved,
    numbers,
    of_class,
    picture,
    place,
    size,
    texts,
    within,
    xy,
)

HALF = 17 * math.sqrt(3)
near = pytest.approx


def centres(root):
    return {
        path.get("data-place"): moved(path) for path in root.iter() if path.get("data-place")
    }  # fmt: skip


def drawn_in(hex_, **more):
    """Return the picture of one hex."""
    return picture(hexes(hex_, width=1, height=1, **more))


def test_a_hex_stands_on_a_corner():
    (cell,) = of_class(picture(hexes(width=1, height=1)), "cell unknown")

    assert cell.get("d") == "M0-34L29.44-17V17L0 34-29.44 17V-17z"


def test_rows_lean_to_the_right_by_half_a_hex_each():
    positions = centres(picture(hexes(width=4, height=3)))

    assert positions == {
        f"{q},{r}": near((52 + HALF + (2 * q + r) * HALF, 39 + 34 + 51 * r), abs=0.01)
        for q, r in product(range(4), range(3))
    }


def test_a_map_that_wraps_stands_upright_by_turning_its_rows():
    positions = centres(picture(hexes(width=4, height=4, wraps=True)))
    columns = {name: round((x - 52) / HALF) for name, (x, _) in positions.items()}

    assert [columns[f"{q},0"] for q in range(4)] == [1, 3, 5, 7]
    assert [columns[f"{q},1"] for q in range(4)] == [2, 4, 6, 8]
    assert [columns[f"{q},2"] for q in range(4)] == [3, 5, 7, 1]
    assert [columns[f"{q},3"] for q in range(4)] == [4, 6, 8, 2]
    assert [positions[f"0,{r}"][1] for r in range(4)] == [73, 124, 175, 226]


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 6), (12, 12), (7, 3)])
def test_a_map_that_wraps_can_have_any_hex_in_its_middle(columns, rows):
    shape = {"width": columns, "height": rows, "wraps": True}
    plain = centres(picture(hexes(**shape)))
    middle = (columns // 2, rows // 2)

    for q, r in [(0, 0), (columns - 1, 1), (2, rows - 1)]:
        moved_map = centres(picture(hexes(**shape, centre=[q, r])))
        assert sorted(moved_map.values()) == sorted(plain.values())
        x, y = moved_map[f"{q},{r}"]
        column, row = (x - 52 - HALF) / (2 * HALF), (y - 73) / 51
        assert (int(column + 0.01), round(row)) == middle
        # Neighbours stand as they would on a plain map around that hex.
        steps = [((q + 1) % columns, r), (q, (r + 1) % rows)]
        apart = [math.dist((x, y), moved_map[f"{a},{b}"]) for a, b in steps]
        assert apart == [near(2 * HALF, abs=0.02)] * 2


def test_the_known_part_of_a_map_is_given_for_the_first_look():
    known = [
        place(5, 5),
        place(6, 5, state="unknown"),
        place(7, 5, state="unknown", marks=[fleet("Ada", 1)]),
    ]
    root = picture(hexes(*known, width=20, height=20))
    left, top, right, bottom = numbers(root.get("data-known"))
    positions = centres(root)

    for name, is_inside in {"5,5": True, "7,5": True, "9,5": False, "5,9": False}.items():
        x, y = positions[name]
        assert (left < x < right and top < y < bottom) is is_inside


def test_territory_is_where_homes_are_or_the_ships_of_one_empire():
    home = {"kind": "home", "owner": "Brin"}
    marks = [[home, fleet("Ada", 1)], [fleet("Ada", 1)], [fleet("Ada", 1), fleet("Brin", 2)], []]
    root = picture(hexes(*(place(q, 0, marks=m) for q, m in enumerate(marks)), width=4, height=1))
    realms = {path.get("fill"): path.get("d") for path in of_class(root, "realm")}

    assert {fill: path.count("M") for fill, path in realms.items()} == {
        "var(--hz-e0)": 1,
        "var(--hz-e1)": 1,
    }
    x, y = centres(root)["1,0"]
    assert realms["var(--hz-e0)"].startswith(f"M{x:g} {y:g}m")


def test_a_brief_word_replaces_the_lines_in_a_small_view():
    assert texts(drawn_in(place(0, 0, lines=["H5"], brief="12")), "brief") == {"12": (0, 18)}
    assert not texts(drawn_in(place(0, 0)), "brief")


def test_hexes_that_share_a_side_are_two_half_widths_apart():
    positions, grid = centres(picture(hexes(width=4, height=4))), HexGrid(4, 4)

    for hex_ in grid.places():
        for neighbour in grid.neighbours(hex_):
            apart = math.dist(positions[grid.format(hex_)], positions[grid.format(neighbour)])
            assert apart == near(2 * HALF, abs=0.02)


@pytest.mark.parametrize(
    ("document", "width", "height"),
    [
        (hexes(width=1, height=1), 2, 2),
        (hexes(width=3, height=2), 7, 3.5),
        (hexes(width=2, height=5), 8, 8),
        (hexes(width=2, height=5, wraps=True), 5, 8),
        (hexes(width=3, height=1, wraps=True), 7, 2),
    ],
)
def test_the_picture_has_room_for_all_hexes_and_three_margins(document, width, height):
    across, down = size(picture(document))

    assert across == near(78 + width * HALF, abs=0.01)
    notes = 30 + 26 if document["wraps"] else 0
    assert down == near(78 + height * 34 + 14 + notes, abs=0.01)


@pytest.mark.parametrize("wraps", [True, False])
def test_no_hex_comes_nearer_to_the_side_than_a_margin(wraps):
    root = picture(hexes(width=3, height=5, wraps=wraps))
    width, _ = size(root)

    for x, y in centres(root).values():
        assert x - HALF + 0.01 >= 52
        assert x + HALF <= width - 26 + 0.01
        assert y >= 39 + 34


def test_a_page_gives_each_column_44_to_80_pixels():
    svg = map_svg(hexes(width=5, height=1))
    columns = (5 + 78 / (2 * HALF), 44, 80)

    assert f"min-width:{columns[0] * 44:.0f}px;max-width:{columns[0] * 80:.0f}px" in svg


def test_coordinates_stand_along_the_edges():
    root = picture(hexes(width=3, height=2))
    edge = [(text.text, *xy(text)) for text in of_class(root, "edge")]

    assert edge == [
        ("q 0", near(52 + HALF, abs=0.01), 33),
        ("q 0", near(52 + 2 * HALF, abs=0.01), 174),
        ("1", near(52 + 3 * HALF, abs=0.01), 33),
        ("1", near(52 + 4 * HALF, abs=0.01), 174),
        ("2", near(52 + 5 * HALF, abs=0.01), 33),
        ("2", near(52 + 6 * HALF, abs=0.01), 174),
        ("r 0", 38, 78),
        ("1", near(38 + HALF, abs=0.01), 129),
    ]


def test_the_row_of_a_map_that_wraps_is_named_at_its_left_end_whatever_stands_there():
    root = picture(hexes(width=2, height=5, wraps=True))
    rows = [xy(text) for text in of_class(root, "edge")][-5:]

    assert [x for x, _ in rows] == [38, near(38 + HALF, abs=0.01)] * 2 + [38]
    assert [y for _, y in rows] == [78, 129, 180, 231, 282]


def test_a_map_that_wraps_says_so_below():
    note = "The right edge joins the left, and the bottom"

    assert note in [text.text for text in picture(hexes(wraps=True)).iter()]
    assert note not in [text.text for text in picture(hexes()).iter()]


def test_unknown_places_have_their_coordinates_unless_the_map_is_crowded():
    wide = {"height": 1, "shown": []}

    assert len(of_class(picture(hexes(width=24, **wide)), "faint")) == 24
    crowded = picture(hexes(place(3, 0), width=25, **wide))
    assert not of_class(crowded, "faint")
    assert texts(crowded, "label") == {"3,0": (0, -19)}


def test_a_label_of_more_than_nine_characters_is_cut():
    assert texts(drawn_in(place(0, 0, label="Atlantis!")), "label") == {"Atlantis!": (0, -19)}
    assert texts(drawn_in(place(0, 0, label="Atlantis II")), "label") == {"Atlantis…": (0, -19)}


@pytest.mark.parametrize(
    ("level", "shade"),
    [(None, 0), (-1, 0), (0, 0), (0.01, 1), (0.2, 1), (0.21, 2), (0.9, 5), (1, 5), (3, 5)],
)
def test_the_shade_goes_by_the_level_in_five_steps(level, shade):
    cell = within(drawn_in(place(0, 0, level=level)), "0,0")

    assert cell.get("class") == f"cell level l{shade}"


def test_an_unknown_place_has_no_shade_whatever_its_level():
    cell = within(drawn_in(place(0, 0, state="unknown", level=1)), "0,0")

    assert cell.get("class") == "cell unknown"


def test_a_hex_in_view_has_an_outline_within_its_own():
    assert not of_class(drawn_in(place(0, 0)), "seen")
    (outline,) = of_class(drawn_in(place(0, 0, state="in view")), "seen")

    assert outline.get("d") == "M0-32.5L28.15-16.25V16.25L0 32.5-28.15 16.25V-16.25z"


def test_a_home_has_an_outline_and_a_house_in_its_owners_colour():
    marks = [{"kind": "home", "owner": "Brin"}]
    root = drawn_in(place(0, 0, marks=marks))
    (home,), (house,) = of_class(root, "home"), of_class(root, "house")

    assert home.get("d") == "M0-29.5L25.55-14.75V14.75L0 29.5-25.55 14.75V-14.75z"
    assert (home.get("stroke"), house.get("fill"), house.get("d")) == (
        "var(--hz-e1)",
        "var(--hz-e1)",
        HOUSE,
    )
    (corner,) = [g for g in root.iter() if list(g) == [house]]
    assert corner.get("transform") == "translate(-18 -17) scale(.85)"


def test_a_battle_is_a_burst_in_the_other_upper_corner():
    root = drawn_in(place(0, 0, marks=[{"kind": "battle"}, fleet("Ada", 1)]))
    (burst,) = of_class(root, "burst")

    assert burst.get("transform") == "translate(18 -17) scale(.85)"
    assert burst.get("d") == BURST
    for kind in ("attack", "castle"):  # words that sort before and after it
        assert not of_class(drawn_in(place(0, 0, marks=[{"kind": kind}])), "burst")


def test_fleets_stand_in_the_middle_in_52_units():
    marks = [fleet(name, 1) for name in ("Ada", "Brin", "Cleo", "Dora", "Emil")]
    root = drawn_in(place(0, 0, marks=marks))
    (more,) = of_class(root, "more")
    (fleets,) = [g for g in root.iter() if more in list(g)]

    assert moved(fleets) == (0, -7)
    assert (more.text, xy(more)) == ("+1", (26, 13))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["H5"], [("H5", 11.5, 10.5)]),
        (["H5 T3 W0"], [("H5 T3 W0", 11.5, 9.38)]),
        (["H5 T3 W0 S1"], [("H5 T3", 11.5, 10.5), ("W0 S1", 21.5, 10.5)]),
        (["H12 T3 W0 S1 X"], [("H12 T3 W0", 11.5, 8.33), ("S1 X", 21.5, 10.5)]),
        (["Stronghold"], [("Stronghold", 11.5, 7.5)]),
        (["one", "fourteen"], [("one", 11.5, 10.5), ("fourteen", 21.5, 6.64)]),
        (["one", "two", "three"], [("one", 11.5, 10.5), ("two", 21.5, 10.5)]),
        ([], []),
    ],
)
def test_two_rows_of_words_have_room_in_a_hex(lines, expected):
    root = drawn_in(place(0, 0, lines=lines))
    rows = [text for text in root.iter() if text.get("font-size")]

    drawn = [(row.text, float(row.get("y")), *numbers(row.get("font-size"))) for row in rows]
    assert drawn == expected


@pytest.mark.parametrize("words", ["H9 T9", "H99 T99", "H999 T999", "W10000 S10000"])
def test_no_word_of_two_rows_crosses_the_outline_of_its_hex(words):
    root = drawn_in(place(0, 0, state="in view", lines=[words, words]))
    rows = [text for text in root.iter() if text.get("font-size")]

    # A digit of the widest fonts takes 0.64 of their size. The outline's inner side is 31.5 units
    # from the middle to its corners, and its lower sides rise to the left and to the right.
    for row in rows[:2]:
        half = 0.64 * len(row.text) * float(row.get("font-size")) / 2
        assert half <= 31.5 * math.sqrt(3) / 2
        assert float(row.get("y")) <= 31.5 - half / math.sqrt(3)
