"""Maps of a plane with symbols: ways, rough places, windows, layers, and room for names."""

from __future__ import annotations

import re
import time
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.report import map_figure, map_svg, player_markers
from horizons_core.report.maps.labels import SCALES, Box, Item, Label, Sheet, place_labels

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"><script>alert(1)</script>&amp;\x00\ud800]]>'


def star(name, x, y, sign="ring", **more):
    known = {
        "id": name, "at": [x, y], "label": name, "state": "in view", "level": 0.5,
        "title": f"star {name}", "lines": [], "marks": [], "sign": sign,
    }  # fmt: skip
    return known | more


def chart(*places, **more):
    document = {
        "title": "Stars", "geometry": "plane", "width": 100, "height": 100, "wraps": False,
        "outline": {"at": [50, 50], "radius": 50}, "places": list(places),
        "empires": ["Ada", "Brin"], "you": "Ada", "legend": [],
    }  # fmt: skip
    return document | more


def way(kind="flight", **more):
    known = {"kind": kind, "from": [10, 10], "to": [60, 10], "title": "a way", "text": "12"}
    return known | ({} if kind == "route" else {"at": [30, 10]}) | more


def root_of(*places, **more):
    return ET.fromstring(map_svg(chart(*places, **more)))


def classes(root):
    return [element.get("class") for element in root.iter() if element.get("class")]


def words(root):
    return [text.text for text in root.iter(f"{SVG}text")]


def titles(root):
    return [title.text for title in root.iter(f"{SVG}title")]


def spots_of(root, *names):
    """Return the position of each of these places in the drawing."""
    groups = {g.get("data-place"): g.get("transform") for g in root.iter(f"{SVG}g")}
    return [tuple(map(float, groups[name][10:-1].split())) for name in names]


@pytest.mark.parametrize("sign", ["ring", "object", "dot"])
def test_a_place_has_its_sign_name_and_title(sign):
    root = root_of(star("Sol", 50, 50, sign))

    assert sign in classes(root)
    assert "Sol" in words(root)
    assert titles(root) == ["star Sol"]


def test_an_owned_place_shows_the_marker_of_its_owner():
    root = root_of(star("Sol", 50, 50, "owned", owner="Brin"))
    shape = next(path for path in root.iter(f"{SVG}path") if path.get("class") == "shape")

    assert shape.get("fill") == player_markers(["Ada", "Brin"])["Brin"].fill


def test_a_star_has_its_tint_and_a_ring_if_it_is_in_view():
    far = star("Far", 20, 20, "star", tint=6, state="mapped")

    assert {"halo", "sun s0"} <= set(classes(root_of(star("Near", 50, 50, "star", tint=0))))
    assert "sun s6" in classes(root_of(far))
    assert "halo" not in classes(root_of(far))


def test_y_may_grow_upwards():
    def spots(**more):
        root = root_of(star("One", 50, 10), star("Two", 50, 90), **more)
        return [y for _, y in spots_of(root, "One", "Two")]

    assert spots() == sorted(spots())
    assert spots(up=True) == spots()[::-1]


def test_a_window_on_a_plane_that_grows_upwards_shows_its_own_places():
    window = {"x": 0, "y": 60, "width": 40, "height": 40}
    root = root_of(star("Top", 20, 80), star("Bottom", 20, 20), window=window, up=True)
    place = next(g for g in root.iter(f"{SVG}g") if g.get("class") == "place")
    frame = next(r for r in root.iter(f"{SVG}rect") if r.get("class") == "frame")
    y = float(place.get("transform").rstrip(")").split()[1])

    assert titles(root) == ["star Top"]
    assert y == float(frame.get("y")) + float(frame.get("height")) / 2


def test_the_legend_may_leave_out_empires_without_changing_markers():
    root = root_of(star("Sol", 50, 50, "owned", owner="Brin"), shown=["Brin"])

    assert "Brin" in words(root)
    assert "Ada (you)" not in words(root)
    shape = next(path for path in root.iter(f"{SVG}path") if path.get("class") == "shape")
    assert shape.get("fill") == player_markers(["Ada", "Brin"])["Brin"].fill


def test_ships_at_a_place_are_counted_for_three_owners_and_more():
    marks = [
        {"kind": "enemy", "owner": f"E{n}", "count": 10 + n, "title": f"E{n}"} for n in range(4)
    ]
    root = root_of(star("Sol", 50, 50, marks=marks[:2]))
    assert {"? 10", "? 11"} <= set(words(root))
    assert titles(root) == ["star Sol\nE0\nE1"]

    assert {"? 10", "? 11", "? 12+"} <= set(words(root_of(star("Sol", 50, 50, marks=marks))))


def test_ships_of_others_point_down_and_have_their_owners_letter():
    marks = [{"kind": "own", "owner": "Ada", "count": 2}, {"kind": "enemy", "owner": "Brin"}]
    root = root_of(star("Sol", 50, 50, marks=marks))
    own, other = (path for path in root.iter(f"{SVG}path") if path.get("class") == "ship")

    assert (own.get("transform"), other.get("transform")) == (None, "scale(1-1)")
    assert {"2", "B"} <= set(words(root))


def test_the_territory_of_an_empire_is_one_path_below_its_places():
    places = [star(f"{n}", 10 * n, 50, "owned", owner="Ada") for n in range(1, 4)]
    root = root_of(*places, star("Vega", 80, 50), star("Lost", 90, 50, "owned", owner="Nobody"))
    (realm,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "realm"]

    assert realm.get("d").count("M") == 3
    assert realm.get("fill") == player_markers(["Ada", "Brin"])["Ada"].fill


def test_a_place_with_a_height_stands_on_a_stalk():
    places = [star("Low", 20, 50, at=[20, 50, 5]), star("High", 60, 50, at=[60, 50, 15])]
    root = root_of(*places, up=True, ground=10)
    spots = spots_of(root, "Low", "High")
    (stalk,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "stalk"]
    feet = re.findall(r"V([-0-9.]+)", stalk.get("d"))

    assert spots[0][1] > spots[1][1]
    assert feet[0] == feet[1]
    assert float(feet[0]) == pytest.approx((spots[0][1] + spots[1][1]) / 2, abs=0.02)


def test_lifted_places_stay_within_the_frame():
    places = [star("Low", 20, 0, at=[20, 0, 0]), star("High", 60, 99, at=[60, 99, 99])]
    root = root_of(*places, up=True, ground=50)
    frame = next(r for r in root.iter(f"{SVG}rect") if r.get("class") == "frame")
    top, height = float(frame.get("y")), float(frame.get("height"))

    for _, y in spots_of(root, "Low", "High"):
        assert top < y < top + height


def test_heights_are_drawn_so_that_places_do_not_hide_each_other():
    hidden = [star("High", 50, 50, at=[50, 50, 0]), star("Low", 50, 50 - 3, at=[50, 50 - 3, 10])]
    (_, high), (_, low) = spots_of(root_of(*hidden, up=True, ground=0), "High", "Low")

    assert abs(high - low) > 10, "a lift of 0.3 would have put one upon the other"


def test_the_outline_and_the_grid_show_the_extent():
    root = root_of(star("Sol", 50, 50))
    (outline,) = (c for c in root.iter(f"{SVG}circle") if c.get("class") == "outline")

    assert (outline.get("cx"), outline.get("r")) == ("500", "448")
    assert {"0", "40", "100"} <= set(words(root))


def test_a_ship_on_its_way_stands_between_what_is_behind_and_what_is_ahead():
    root = root_of(arrows=[way(owner="Ada")])
    lines = {line.get("class"): line for line in root.iter(f"{SVG}line")}

    assert lines["behind"].get("x2") == lines["way"].get("x1")
    assert float(lines["way"].get("x1")) < float(lines["way"].get("x2"))
    assert titles(root) == ["a way"]
    assert "12" in words(root)
    assert "arrow flight" in classes(root)


def test_routes_there_and_back_lie_side_by_side():
    route = way("route", owner="Ada")
    root = root_of(arrows=[route, route | {"from": route["to"], "to": route["from"]}])
    paths = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("class") == "way"]
    bends = [float(path.split("Q")[1].split()[1]) for path in paths]

    assert bends[0] < 2 * 26 + 8.96 * 10 < bends[1]


def test_a_way_without_an_owner_is_a_warning():
    assert any(
        group.get("color") == "var(--hz-bad)"
        for group in root_of(arrows=[way("incoming")]).iter(f"{SVG}g")
    )


def test_a_ship_that_stands_still_can_be_drawn():
    spot = [5, 5]
    root_of(arrows=[way(**{"from": spot, "to": spot, "at": spot}), way("route", to=[10, 10])])


def test_a_rough_place_is_a_rectangle():
    cell = {"kind": "trace", "at": [10, 20], "width": 5, "height": 10, "title": "somebody"}
    root = root_of(cells=[cell])
    (trace,) = (rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "trace")

    assert (trace.get("width"), trace.get("height")) == ("44.8", "89.6")
    assert titles(root) == ["somebody"]


def test_a_window_shows_its_part_larger_and_where_it_lies():
    window = {"x": 20, "y": 20, "width": 10, "height": 10}
    root = root_of(star("In", 25, 25), star("Out", 80, 80), window=window)

    assert titles(root) == ["star In"]
    assert "Out" not in words(root)
    assert {"inset", "window"} <= set(classes(root))
    assert {"20", "24", "30"} <= set(words(root))


def test_a_window_on_the_whole_needs_no_inset():
    window = {"x": 0, "y": 0, "width": 100, "height": 100}

    assert "inset" not in classes(root_of(star("Sol", 5, 5), window=window))


def test_the_inset_lies_where_least_is_hidden():
    window = {"x": 0, "y": 0, "width": 50, "height": 50}
    corners = {"left": (2, 48), "right": (48, 2)}
    for side, (crowded, free) in corners.items():
        places = [star(f"{side}{n}", crowded, n) for n in (2, 3, 47, 48)] + [star("x", free, 48)]
        root = root_of(*places, window=window)
        (inset,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "inset")
        left, top = map(float, inset.get("transform")[10:-1].split())
        assert (left > 500) == (free == 48)
        assert top < 500


def test_a_crowded_map_is_drawn_larger():
    def width(gap):
        places = [star(str(n), 1 + n % 10 * gap, 1 + n // 10 * gap) for n in range(100)]
        return float(root_of(*places).get("viewBox").split()[2])

    assert width(9) == 1000
    assert width(2) > 1400
    assert width(0.01) <= 2600


def test_things_on_layers_can_be_hidden_by_boxes():
    layers = [{"name": "ways", "text": "ways & means"}, {"name": "none", "text": "nothing"}]
    figure = map_figure(chart(star("Sol", 5, 5), arrows=[way(layer="ways")], layers=layers))

    assert '<input type="checkbox" checked data-layer="0"> ways &amp; means' in figure
    assert "nothing" not in figure
    assert figure.count('class="layer y0"') == 1


def test_a_map_without_layers_has_no_boxes():
    assert str(map_figure(chart(star("Sol", 5, 5)))).startswith(
        '<div class="hz-figure"><div class="map" tabindex="0"><svg'
    )


def test_the_legend_of_a_figure_is_a_list_below_the_map():
    figure = str(map_figure(chart(star("Sol", 5, 5), legend=[{"kind": "star", "text": "a < b"}])))
    drawing, _, below = figure.partition("</svg>\n</div>")

    assert re.findall("</svg>(.*?)</li>", below) == ["Ada (you)", "Brin", "a &lt; b"]
    assert "(you)" not in drawing


def test_hostile_words_stay_words():
    places = [star(HOSTILE, 5, 5, title=HOSTILE, sign=sign) for sign in ("owned", "dot")]
    ways = [way(kind, title=HOSTILE, text=HOSTILE, owner=HOSTILE) for kind in ("route", "flight")]
    cell = {"kind": HOSTILE, "at": [1, 2], "width": 1, "height": 1, "title": HOSTILE}
    layers = [{"name": HOSTILE, "text": HOSTILE}]
    figure = map_figure(chart(*places, arrows=ways, cells=[cell], layers=layers))

    assert "<script" not in figure
    root_of(*places, arrows=ways, cells=[cell], layers=layers)


def test_names_never_lie_on_each_other():
    places = [star(f"Star {n}", 50 + n % 8, 50 + n // 8) for n in range(64)]
    root = root_of(*places)
    boxes = [
        Box.around((float(text.get("x")), float(text.get("y")) - 4.5), 7.2 * len(text.text) + 2, 13)
        for text in root.iter(f"{SVG}text")
        if text.get("class", "").startswith("name")
    ]

    assert 10 < len(boxes) < 64
    assert not any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_the_first_places_have_their_names_first():
    places = [star(name, 50, 50 + n / 100) for n, name in enumerate(["First", "Second", "Third"])]

    assert "First" in words(root_of(*places))
    assert "Third" in words(root_of(*reversed(places)))


numbers = st.floats(0, 500)
boxes = st.builds(
    lambda x, y, width, height: Box(x, y, x + width, y + height),
    numbers, numbers, st.floats(1, 90), st.floats(1, 90),
)  # fmt: skip


@given(st.lists(boxes, max_size=12), boxes)
def test_a_box_is_free_when_it_meets_none_that_was_taken(taken_boxes, box):
    sheet = Sheet(Box(0, 0, 1000, 1000))
    for taken_box in taken_boxes:
        sheet.take(taken_box)

    assert sheet.free(box) is not any(box.meets(taken) for taken in taken_boxes)


@given(boxes, boxes)
def test_meeting_is_mutual_and_a_box_holds_itself(a, b):
    assert a.meets(b) is b.meets(a)
    assert a.holds(a)
    assert a.meets(a)


def test_no_name_leaves_the_drawing():
    labels = [Label((50, 10), 1, width, 10, farthest=0) for width in (120, 40, 40, 40)]

    placed = place_labels(labels, [], Box(0, 0, 100, 20))
    assert placed == {1: ((22, 0), 0), 2: ((-22, 0), 0)}


spots = st.tuples(st.floats(0, 500), st.floats(0, 500))
labels = st.builds(
    Label, spots, st.floats(1, 15), st.floats(5, 120), st.just(13.0), st.integers(0, 3)
)


@given(st.lists(labels, max_size=25))
def test_labels_lie_on_nothing_at_any_scale(some):
    symbols = [Item(label.spot, (0.0, 0.0), 2.0, 2.0) for label in some]
    placed = place_labels(some, symbols, Box(0, 0, 500, 500))

    for step, scale in enumerate(SCALES):
        shown = [
            Item(some[index].spot, offset, some[index].width, some[index].height).box(scale)
            for index, (offset, farthest) in placed.items()
            if farthest >= step
        ]
        assert not any(a.meets(b) for i, a in enumerate(shown) for b in shown[:i])
        assert not any(box.meets(symbol.box(scale)) for box in shown for symbol in symbols)


def test_a_label_is_seen_from_as_far_as_there_is_room():
    near, far = [Label((100, 250), 1, 60, 13)], [Label((100, 250), 1, 60, 13, farthest=1)]
    bounds = Box(0, 0, 500, 500)

    assert place_labels(near, [], bounds)[0][1] == 3
    assert place_labels(far, [], bounds)[0][1] == 1
    crowd = [*near, *(Label((100 + 30 * n, 250), 1, 60, 13) for n in (1, 2, 3, 4, 5, 6, 7, 8))]
    steps = [step for _, (_, step) in sorted(place_labels(crowd, [], bounds).items())]
    assert steps[0] == 3
    assert min(steps) < 3


def test_a_thousand_places_are_drawn_at_once():
    places = [star(str(n), n * 61 % 997 / 10, n * 37 % 991 / 10, "owned") for n in range(1000)]
    ways = [way(**{"from": p["at"], "to": [50, 50], "at": [p["at"][0], 50]}) for p in places]
    start = time.process_time()
    svg = map_svg(chart(*places, arrows=ways))

    assert time.process_time() - start < 3
    assert len(svg) < 2_000_000


def test_eighty_empires_have_letters_of_their_own():
    markers = player_markers(["A" * length for length in range(1, 81)]).values()
    assert len({marker.letter for marker in markers}) == 80

    numbered = player_markers([f"Player_{n}" for n in range(1, 81)])
    assert [marker.letter for marker in numbered.values()] == [str(n) for n in range(1, 81)]


def test_rough_places_beyond_the_window_stand_on_the_small_map_alone():
    cells = [
        {"at": [x, 10], "width": 5, "height": 5, "title": "somewhere here"} for x in (2, 18, 60)
    ]
    window = {"x": 0, "y": 0, "width": 20, "height": 20}
    root = root_of(star("Sol", 5, 5), cells=cells, window=window)

    (dots,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "trace"]
    assert [title.text for title in root.iter(f"{SVG}title")].count("somewhere here") == 2
    assert dots.get("d").count("M") == 3
