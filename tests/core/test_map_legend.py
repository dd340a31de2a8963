"""The legend of a map: its entries, and its line breaks.

The chart of one hex ends at 146 (three margins of 26 and twice 34); the legend's first row is 14
lower, its entries begin a margin and 12 from the left, so their symbols are near 160, 38.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from horizons_core.report.markers import BURST, HOUSE, STAR
from tests.core.map_documents import SVG, hexes, moved, numbers, of_class, picture, size, xy

FIRST = 38.0, 160.0


def entries(root):
    """Return the text, place and drawn symbol of each entry."""
    (legend,) = of_class(root, "legend")
    return [(group[-1].text, moved(group), list(group)[:-1]) for group in legend]


def legend_of(*items, width=1, **more):
    rows = [{"kind": kind, "text": text} for kind, text in items]
    return picture(hexes(width=width, height=1, legend=rows, **more))


def shapes(kind):
    ((_, _, symbols),) = entries(legend_of((kind, "it")))
    return symbols


def test_players_come_first_then_the_symbols():
    root = legend_of(("home", "home"), width=9, shown=["Brin", "Nobody", "Ada"])

    assert [text for text, _, _ in entries(root)] == ["Brin", "Ada (you)", "home"]
    assert [symbols[1].text for _, _, symbols in entries(root)[:2]] == ["B", "A"]


def test_all_players_are_listed_where_nothing_else_is_said():
    document = hexes(width=9)
    del document["shown"]

    assert [text for text, _, _ in entries(picture(document))] == ["Ada (you)", "Brin"]
    unowned = picture(document | {"you": None})
    assert [text for text, _, _ in entries(unowned)] == ["Ada", "Brin"]


def test_a_name_of_more_than_thirty_characters_is_cut():
    names = ["a" * 30, "b" * 31]
    listed = entries(picture(hexes(width=9, empires=names, shown=names)))

    assert [text for text, _, _ in listed] == ["a" * 30, "b" * 29 + "…"]


def test_entries_stand_side_by_side_by_the_length_of_their_words():
    root = legend_of(("home", "home"), ("odd", "no symbol"), ("battle", "battle"), width=9)

    # 44 units and 8.6 per character; 12 instead of the 44 without a symbol.
    spots = [spot for _, spot, _ in entries(root)]
    assert spots == [FIRST, (38 + 44 + 34.4, 160), (116.4 + 12 + 77.4, 160)]
    assert [xy(text) for text in of_class(root, "legend")[0].iter(f"{SVG}text")] == [
        (17, 5),
        (-10, 5),
        (17, 5),
    ]


def test_a_row_breaks_at_500_and_at_the_side_of_a_narrower_map():
    # Of 20 characters, an entry takes 216: two reach 470, in a map of 26 units more.
    items = [("home", "x" * 20)] * 3
    wide = legend_of(*items, width=20)
    assert [spot for _, spot, _ in entries(wide)] == [FIRST, (254, 160), (38, 190)]

    narrow = legend_of(*items, width=6)  # 431 wide
    assert [spot for _, spot, _ in entries(narrow)] == [FIRST, (38, 190), (38, 220)]


@pytest.mark.parametrize(("letters", "row"), [(27, 0), (28, 1)])
def test_a_row_is_filled_to_its_end(letters, row):
    # After 38 + 216 units there is room for 246: 12 and 27 characters of 8.6.
    root = legend_of(("home", "x" * 20), ("no symbol", "y" * letters), width=20)

    assert entries(root)[1][1][1] == 160 + 30 * row


def test_an_entry_that_is_wider_than_the_map_has_a_row_of_its_own():
    root = legend_of(("home", "x" * 60), ("home", "y"))

    assert [spot for _, spot, _ in entries(root)] == [FIRST, (38, 190)]


@pytest.mark.parametrize(("players", "rows"), [(24, 12), (25, 5)])
def test_many_players_may_take_the_whole_width(players, rows):
    names = [f"Player number {n:02}" for n in range(players)]
    root = picture(hexes(width=20, height=1, empires=names, shown=names, you=None))

    # An entry takes 181.6: two have room in 500 units, and six in the map's 1256.
    assert len({y for _, (_, y), _ in entries(root)}) == rows


def test_the_picture_ends_a_margin_below_the_last_row():
    assert size(legend_of())[1] == 160
    assert size(legend_of(("home", "home")))[1] == 186
    assert size(legend_of(("home", "x" * 20), ("home", "x")))[1] == 216


@pytest.mark.parametrize(
    ("kind", "path"),
    [("home", HOUSE), ("mothership", STAR), ("battle", BURST)],
)
def test_symbols_are_those_of_the_map(kind, path):
    assert [symbol.get("d") for symbol in shapes(kind)] == [path]


@pytest.mark.parametrize(
    ("kind", "radii"),
    [("own", [8.5]), ("owned", [8.5]), ("ring", [6]), ("dot", [3]), ("star", [5]),
     ("near star", [7.5, 5])],
)  # fmt: skip
def test_round_symbols_have_the_size_they_have_on_the_map(kind, radii):
    assert [numbers(symbol.get("d"))[0] for symbol in shapes(kind)] == radii


@pytest.mark.parametrize("kind", ["object", "ships", "trace", "unknown", "mapped", "flight",
                                  "incoming", "route"])  # fmt: skip
def test_other_symbols_are_of_the_class_they_have_on_the_map(kind):
    classes = {"ships": "ship", "unknown": "cell unknown", "mapped": "cell level l2",
               "flight": "arrow flight", "incoming": "arrow incoming bad",
               "route": "arrow route"}  # fmt: skip

    assert [symbol.get("class") for symbol in shapes(kind)] == [classes.get(kind, kind)]
    assert ET.tostring(shapes(kind)[0])


def test_own_and_enemy_ships_are_drawn_as_their_markers():
    items = ("own", "own ships"), ("enemy", "enemy ships")
    rows = entries(legend_of(*items, width=9, shown=["Ada", "Brin"]))
    looks = {text: (shape.get("fill"), shape.get("d")) for text, _, (shape, *_) in rows}

    assert looks["own ships"] == looks["Ada (you)"]
    assert looks["enemy ships"] == looks["Brin"]


def test_own_and_enemy_ships_differ_without_a_reader():
    items = ("own", "own ships"), ("enemy", "enemy ships")
    mine, enemy = (symbols for _, _, symbols in entries(legend_of(*items, you=None))[-2:])

    assert mine[0].get("d") != enemy[0].get("d")


def test_a_hex_in_view_is_a_mapped_one_with_an_outline():
    assert [symbol.get("class") for symbol in shapes("in view")] == ["cell level l2", "seen thick"]
