"""Players' markers: distinct, stable, and side by side in little room."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.report import COLOURS, SHAPES, fleet_marks, marker_of, player_markers
from horizons_core.report.markers import STAR, number, safe, short
from tests.core.map_documents import fleet, moved, numbers, texts, xy

KNOWN = player_markers(["Ada", "Brin", "Cleo", "Dora", "Emil"])


def draw(marks, room=100.0):
    """Return the fleets at a place, as an element with a group for each."""
    return ET.fromstring(f"<g>{''.join(fleet_marks(marks, KNOWN, room))}</g>")


def one_each(count):
    return [fleet(name, 1) for name in list(KNOWN)[:count]]


def test_the_first_twelve_differ_by_colour_and_the_first_six_by_shape():
    markers = list(player_markers([f"Ann {n}" for n in range(13)]).values())

    assert [marker.fill for marker in markers[:12]] == [f"var(--hz-e{n})" for n in range(12)]
    assert [marker.ink for marker in markers[:12]] == [f"var(--hz-t{n})" for n in range(12)]
    assert (markers[12].fill, markers[12].ink) == ("var(--hz-e0)", "var(--hz-t0)")
    for n, marker in enumerate(markers):
        assert f'd="{SHAPES[n % 6][0]}"' in marker.drawn()
    assert len(SHAPES) == 6
    assert COLOURS == 12


@given(st.lists(st.text(max_size=5), unique=True, max_size=36))
def test_the_marker_of_a_player_does_not_change_with_those_behind(names):
    markers = player_markers(names)

    assert player_markers(names[:5]) == dict(list(markers.items())[:5])
    assert [marker.index for marker in markers.values()] == list(range(len(names)))
    assert len({marker.letter for marker in markers.values()}) == len(names)


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Player 7", "Player 12", "Player 123"], ["7", "12", "23"]),
        (["Player 7", "Septem 7"], ["7", "S"]),
        (["ada", "Ada", "ADA"], ["A", "D", "B"]),
        (["ßa", "-e"], ["A", "E"]),
        (["", "!"], ["A", "B"]),
    ],
)
def test_a_letter_is_a_number_at_the_end_or_the_first_that_is_free(names, letters):
    assert [marker.letter for marker in player_markers(names).values()] == letters


def test_when_all_letters_are_taken_the_index_in_the_list_is_used():
    names = ["!" * n for n in range(1, 39)]
    letters = [marker.letter for marker in player_markers(names).values()]

    assert "".join(letters[:36]) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    assert letters[36:] == ["37", "38"]
    assert player_markers([*names[:36], "Z38", "!" * 37])["!" * 37].letter == "?"


def test_a_letter_stands_in_the_middle_of_its_shape_and_two_are_smaller():
    markers = player_markers([f"{letter}e" for letter in "ABCDEF"])
    letters = [ET.fromstring(f"<g>{marker.drawn()}</g>")[1] for marker in markers.values()]

    # Next to the triangles, whose wide part lies low or high.
    assert [letter.get("y") for letter in letters] == ["4", "4", "4", "5.5", "4", "2.5"]
    assert {letter.get("class") for letter in letters} == {"letter"}
    assert 'class="letter two"' in player_markers(["Player 10"])["Player 10"].drawn()


def test_an_unlisted_player_is_a_grey_question_mark():
    for name in ("Xerxes", None, ""):
        marker = marker_of(KNOWN, name)
        assert (marker.letter, marker.fill) == ("?", "var(--hz-e11)")
    assert marker_of(KNOWN, "Brin") is KNOWN["Brin"]


def test_an_icon_is_the_marker_in_a_square_about_the_origin():
    icon = ET.fromstring(KNOWN["Ada"].icon())

    assert icon.get("viewBox") == "-12 -12 24 24"
    assert icon.get("aria-hidden") == "true"
    assert KNOWN["Ada"].drawn() in KNOWN["Ada"].icon()


@pytest.mark.parametrize(
    ("count", "spots"), [(0, []), (1, [0]), (2, [-10.5, 10.5]), (4, [-31.5, -10.5, 10.5, 31.5])]
)
def test_single_ships_stand_21_units_apart_about_the_middle(count, spots):
    assert [moved(group) for group in draw(one_each(count))] == [(x, 0) for x in spots]


def test_what_is_too_wide_is_drawn_smaller():
    fleets = list(draw(one_each(4), room=52))

    assert [moved(group)[0] for group in fleets] == [-19.5, -6.5, 6.5, 19.5]
    assert {numbers(group.get("transform"))[2] for group in fleets} == {0.62}
    assert numbers(draw(one_each(4), room=84)[0].get("transform"))[2] == 1


def test_a_count_takes_room_for_its_digits():
    # A fleet of three digits, 46.5 wide, and a single ship, 21 wide: 67.5 in all.
    first, second = draw([fleet("Ada", 100), fleet("Brin", 1)])

    assert (moved(first), moved(second)) == ((-23.25, 0), (23.25, 0))
    assert texts(first, "count") == {"100": (10.5, 4.5)}
    assert texts(second, "count") == {}


def test_ships_of_one_owner_are_counted_together():
    marks = [fleet("Ada", 2, "own"), fleet("Ada", 3), {"kind": "enemy", "owner": "Ada"}]
    (group,) = draw([*marks, fleet("Ada", 0), {"kind": "home", "owner": "Ada"}])

    assert list(texts(group, "count")) == ["7"]


def test_a_mothership_puts_a_star_on_the_fleet_of_its_owner():
    ada, brin = draw([fleet("Ada", 2), fleet("Brin", 1), fleet("Brin", 1, "mothership")])
    (star,) = [path for path in brin if path.get("class") == "star"]

    assert (star.get("transform"), star.get("d")) == ("translate(8 -5) scale(.65)", STAR)
    assert not [path for path in ada if path.get("class") == "star"]
    assert list(texts(brin, "count")) == ["2"]


def test_ships_without_an_owner_are_a_fleet_of_their_own():
    fleets = draw([{"kind": "enemy"}, {"kind": "mothership"}, fleet("Ada", 1)])

    assert [group[1].text for group in fleets] == ["?", "A"]
    assert list(texts(fleets[0], "count")) == ["2"]
    assert [path.get("class") for path in fleets[0]].count("star") == 1


def test_further_fleets_are_shown_as_a_number():
    *fleets, more = draw(one_each(5), room=100)

    assert len(fleets) == 4
    assert (more.text, xy(more)) == ("+1", (50, 13))
    assert len(draw(one_each(4))) == 4


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.0, "0"), (-0.004, "0"), (0.006, "0.01"), (2.5, "2.5"), (100, "100"),
     (-1.239, "-1.24"), (1 / 3, "0.33")],
)  # fmt: skip
def test_a_coordinate_has_two_decimals_at_most(value, text):
    assert number(value) == text


@given(st.text(max_size=12), st.integers(1, 12))
def test_a_short_text_is_no_longer_than_it_may_be(text, most):
    cut = short(text, most)

    assert len(cut) <= most
    assert cut == text if len(text) <= most else cut == text[: most - 1] + "…"


def test_text_is_escaped_and_has_no_characters_that_xml_does_not_know():
    assert (
        safe('<a href="x">&\x00\x1f\ud800\ufffe')
        == "&lt;a href=&quot;x&quot;&gt;&amp;" + "\ufffd" * 4
    )
    assert safe("\t\n\r é\U0001f680") == "\t\n\r é\U0001f680"
