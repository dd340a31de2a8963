"""Maps are well-formed, reproducible, and safe from markup in players' names."""

from xml.etree import ElementTree as ET

import pytest
from markupsafe import Markup

from horizons_core.report import SHAPES, map_svg, player_markers

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"><script>alert(1)</script>&amp;\x00\ud800]]>'


def place(q, r, **more):
    known = {
        "id": f"{q},{r}",
        "at": [q, r],
        "label": "",
        "state": "mapped",
        "level": 0.5,
        "title": f"sector {q},{r}",
        "lines": ["H5 T3 W0 S1"],
        "marks": [],
    }
    return known | more


def chart(places=(), **more):
    document = {
        "title": "Map of a test",
        "geometry": "hex",
        "width": 4,
        "height": 3,
        "wraps": True,
        "places": list(places),
        "empires": ["Ada", "Brin"],
        "you": "Ada",
        "legend": [{"kind": "home", "text": "home"}],
    }
    return document | more


def draw(document, standalone=True):
    return ET.fromstring(map_svg(document, standalone=standalone))


def words(root):
    return [text.text for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("standalone", [True, False])
@pytest.mark.parametrize("geometry", ["hex", "plane"])
def test_a_map_is_well_formed_and_says_what_it_is(geometry, standalone):
    root = draw(chart([place(1, 2)], geometry=geometry), standalone)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Map of a test"
    _, _, width, height = map(float, root.get("viewBox").split())
    assert width > 0
    assert height > 0


def test_a_map_is_markup_that_templates_do_not_escape():
    assert isinstance(map_svg(chart()), Markup)


@pytest.mark.parametrize("wraps", [True, False])
def test_every_hex_stands_once_listed_or_not(wraps):
    root = draw(chart([place(1, 2), place(3, 0)], wraps=wraps))
    cells = [path for path in root.iter(f"{SVG}path") if path.get("data-place")]
    assert sorted(cell.get("data-place") for cell in cells) == sorted(
        f"{q},{r}" for q in range(4) for r in range(3)
    )
    assert len({cell.get("transform") for cell in cells}) == 12


def test_neighbours_on_the_map_are_neighbours_on_a_map_that_wraps():
    root = draw(chart(width=6, height=6))
    centres = {
        path.get("data-place"): tuple(map(float, path.get("transform")[10:-1].split()))
        for path in root.iter(f"{SVG}path")
        if path.get("data-place")
    }
    (x, y), (east_x, east_y), (south_x, south_y) = centres["1,2"], centres["2,2"], centres["1,3"]
    assert (east_x - x, east_y - y) == (pytest.approx(58.89, abs=0.02), 0)
    assert (south_x - x, south_y - y) == (pytest.approx(29.44, abs=0.02), 51)


def test_the_same_document_gives_the_same_bytes():
    places = [place(1, 2), place(2, 2, state="in view", marks=[{"kind": "own", "owner": "Ada"}])]
    first = map_svg(chart(places))
    assert first == map_svg(chart(places))
    assert first == map_svg(chart(list(reversed(places))))


def test_hostile_names_stay_words():
    marks = [{"kind": "enemy", "owner": HOSTILE, "count": 2, "title": HOSTILE}]
    hostile = place(0, 0, id=HOSTILE, label=HOSTILE, title=HOSTILE, lines=[HOSTILE], marks=marks)
    document = chart(
        [hostile],
        title=HOSTILE,
        empires=[HOSTILE],
        you=HOSTILE,
        legend=[{"kind": HOSTILE, "text": HOSTILE}],
    )
    for geometry in ("hex", "plane"):
        svg = map_svg(document | {"geometry": geometry})
        root = ET.fromstring(svg)
        assert "<script" not in svg
        assert root.get("aria-label").startswith('"><script>')
        assert not list(root.iter(f"{SVG}script"))


def test_a_title_names_the_place_and_its_marks():
    marks = [{"kind": "own", "owner": "Ada", "count": 3, "title": "3 ships of yours"}]
    root = draw(chart([place(1, 1, marks=marks)]))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert "sector 1,1\n3 ships of yours" in titles
    assert "0,0: unknown" in titles


def test_a_fleet_shows_its_count_with_the_mothership_in_it():
    marks = [
        {"kind": "own", "owner": "Ada", "count": 3},
        {"kind": "mothership", "owner": "Ada", "count": 1},
    ]
    assert "4" in words(draw(chart([place(1, 1, lines=[], marks=marks)], width=3)))


def test_of_many_fleets_in_a_place_the_rest_is_a_number():
    names = [f"{letter} empire" for letter in "ABCDEF"]
    marks = [{"kind": "enemy", "owner": name, "count": 1} for name in names]
    assert "+2" in words(draw(chart([place(1, 1, marks=marks)], empires=names)))


def test_empires_differ_by_colour_and_letter_and_by_shape_where_they_can():
    names = [f"Ann {number}" for number in range(12)]
    markers = player_markers(names).values()
    assert len({marker.fill for marker in markers}) == 12
    assert len({marker.letter for marker in markers}) == 12
    assert len({SHAPES[marker.index % len(SHAPES)] for marker in markers}) == 6


def test_an_empire_has_its_own_initial_if_it_is_free():
    assert [e.letter for e in player_markers(["Ada", "Anna", "Åsa", "!?"]).values()] == list("ANÅB")


def test_lines_of_a_plane_join_places():
    places = [place(1, 1, id="A"), place(3, 2, id="B")]
    root = draw(chart(places, geometry="plane", lines=[["A", "B"]]))
    assert [line.get("class") for line in root.iter(f"{SVG}line")].count("link") == 1


def test_an_unknown_geometry_is_refused():
    with pytest.raises(ValueError, match="no geometry 'torus'"):
        map_svg(chart(geometry="torus"))


def test_a_map_of_sixty_by_sixty_is_of_bearable_size():
    places = [place(q, r) for q in range(60) for r in range(60)]
    svg = map_svg(chart(places, width=60, height=60))
    assert len(svg) < 2_000_000
