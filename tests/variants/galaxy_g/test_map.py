"""The character map and the map document (GG-RPT-004, GG-ORDM-001, GG-GAL-003)."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from horizons_core.report import map_figure, map_svg
from tests.variants.galaxy_g.war import VARIANT, codes, examples, group, play, table
from variants.galaxy_g.report.planet_sections import cell_of, character_map

TYPES = {"Drone": [1, 0, 0, 0, 0]}
#: A map whose cells are 1 light year wide and 2 high.
AREA = [1000, 1000, 80]


def situation(**more):
    """Ada's home at 0,0 of her map, two planets of hers and strangers; some ships."""
    planets = {
        "Ada Home": {"at": [1000, 1000]},
        "Brin Home": {"at": [1020.5, 1001]},
        "Colony": {"at": [1010, 1010], "owner": "Ada", "size": 100, "population": 50,
                   "routes": {"CAP": "Ada Home", "MAT": "Ada Home"}},
        "Ring": {"at": [1005, 1005], "size": 250, "resources": 1},
        "Rock": {"at": [1007, 1003]},
        "Dot": {"at": [1002.5, 1013], "size": 10, "resources": 1},
        "Farm": {"at": [1030, 1030], "owner": "Brin", "size": 10, "population": 5},
    }  # fmt: skip
    return table(
        group("Ada", "Drone", "Brin Home", ships=2),
        group("Ada", "Drone", "Ring", ships=3),
        group("Ada", "Fighter", "Ring", ships=4),
        group("Ada", "Drone", "Rock"),
        group("Ada", "Drone", "Ada Home", ships=5, to="Colony", left=2),
        group("Ada", "Fighter", "Ada Home", ships=6, to="Colony", left=2),
        group("Brin", "Drone", "Ring", ships=7),
        group("Brin", "Drone", "Brin Home", to="Colony", left=5),
        group("Brin", "Drone", "Brin Home", to="Farm", left=5),
        planets=planets,
        Ada={"area": AREA, **more},
    )


def view(player="Ada", **more):
    return VARIANT.view(situation(**more), player)


def sign_at(rows, x, y):
    """The sign of a place on a map with `AREA`."""
    return rows[int((y - 1000) // 2)][int(x - 1000)]


@pytest.mark.rule("GG-RPT-004")
@pytest.mark.parametrize("example", examples("GG-RPT-004"), ids=str)
def test_a_place_has_its_column_and_row(example):
    x, y, size = example.given["area"]
    cell = cell_of({"x": x, "y": y, "size": size}, *example.given["planet"])

    assert cell == (example.expect["column"], example.expect["row"])


@pytest.mark.rule("GG-RPT-004")
def test_row_0_is_at_the_top_and_what_lies_outside_is_left_out():
    area = {"x": 10, "y": 20, "size": 50}

    assert cell_of(area, 10, 20) == (0, 0)
    assert cell_of(area, 59.99, 69.99) == (79, 39)
    outside = [(9.99, 30), (60, 30), (30, 19.99), (30, 70)]
    assert [cell_of(area, *spot) for spot in outside] == [None] * 4


@pytest.mark.rule("GG-RPT-004")
def test_the_map_has_forty_rows_of_eighty_columns():
    rows = character_map(view())

    assert [len(row) for row in rows] == [80] * 40
    assert set("".join(rows)) == set(" o?+*.-")


@pytest.mark.rule("GG-RPT-004")
@pytest.mark.parametrize(
    ("kind", "x", "y", "sign"),
    [
        ("own home", 1000, 1000, "*"),
        ("own colony", 1010, 1010, "*"),
        ("uninhabited", 1005, 1005, "o"),
        ("size 0", 1007, 1003, "o"),
        ("place only", 1002.5, 1013, "?"),
        ("alien", 1020.5, 1001, "+"),
        ("own group in hyperspace", 1008.58, 1008.58, "."),
        ("nothing", 1040, 1040, " "),
    ],
)
def test_each_mark_stands_for_what_is_known(kind, x, y, sign):
    assert sign_at(character_map(view()), x, y) == sign


@pytest.mark.rule("GG-RPT-004", "GG-VIS-008")
def test_alien_groups_in_hyperspace_are_marks_without_figures():
    data = view()
    rows = character_map(data)
    marks = [
        (row, column) for row, line in enumerate(rows) for column, s in enumerate(line) if s == "-"
    ]

    assert len(marks) == 2
    assert data["traces"] == [row * 80 + column for row, column in marks]


@pytest.mark.rule("GG-RPT-004")
def test_later_marks_cover_earlier_ones():
    def top(*, owner=None, ships=False, passing=False, alien=False):
        groups = []
        if ships:
            groups.append(group("Ada", "Drone", "Spot"))
        if passing:
            groups.append(group("Ada", "Drone", "Ada Home", to="Spot", left=0.2))
        if alien:
            groups.append(group("Brin", "Drone", "Brin Home", to="Spot", left=0.2))
        spot = {"at": [1005.2, 1005.2], "size": 5, "owner": owner, "population": 1 if owner else 0}
        planets = {
            "Ada Home": {"at": [1000, 1000]}, "Brin Home": {"at": [1011, 1011]},
            "Under": {"at": [1005.9, 1005.9]}, "Spot": spot,
        }  # fmt: skip
        game = table(*groups, planets=planets, Ada={"area": AREA})
        return sign_at(character_map(VARIANT.view(game, "Ada")), 1005.2, 1005.2)

    assert top() == "?"
    assert top(ships=True) == "?"  # `Under` is seen by location only, and covers
    assert top(owner="Brin", ships=True) == "+"
    assert top(owner="Ada") == "*"
    assert top(owner="Ada", passing=True) == "."
    assert top(owner="Ada", passing=True, alien=True) == "-"


@pytest.mark.rule("GG-RPT-004", "GG-RPT-005")
def test_the_gamemasters_map_shows_all_planets_and_groups():
    game = situation()
    game.diameter = 1080
    VARIANT.hook.horizons_scenario_state(game=game, state={"planets": {"Lone": {"at": [500, 500]}}})
    rows = character_map(VARIANT.view(game, None))
    signs = "".join(rows)

    assert set(signs) == set(" o+-")
    assert rows[int(1030 / 1080 * 40)][int(1030 / 1080 * 80)] == "+"


@pytest.mark.rule("GG-ORDM-001")
@pytest.mark.parametrize("example", examples("GG-ORDM-001"), ids=str)
def test_an_m_order_sets_the_area_until_it_is_changed(example):
    turn = play(table(), {"Ada": example.given["order"]})
    later = play(turn.game)
    for game in (turn.game, later.game):
        area = game.race("Ada").area
        assert [area.x, area.y] == example.expect["top_left"]
        assert [area.x + area.size, area.y + area.size] == example.expect["bottom_right"]
    assert game.race("Brin").area.size == game.diameter


@pytest.mark.rule("GG-ORDM-001")
def test_corners_may_lie_outside_the_galaxy_and_the_least_size_is_1():
    turn = play(table(), {"Ada": "M -20 -30.5 1"})

    assert codes(turn, "Ada") == []
    assert turn.game.race("Ada").area.y == -30.5


@pytest.mark.rule("GG-ORDM-001")
@pytest.mark.parametrize("order", ["M 0 0 0.99", "M 0 0 0", "M 0 0 -5", "M 0 0", "M a b c"])
def test_an_area_that_is_none_is_refused(order):
    turn = play(table(), {"Ada": order})

    assert len(codes(turn, "Ada")) == 1
    assert turn.game.race("Ada").area.size == turn.game.diameter


# the map document


def chart(player="Ada", **more):
    return VARIANT.map(view(player, **more))


def places(document):
    return {place["label"]: place for place in document["places"]}


def test_places_have_signs_by_what_is_known_of_them():
    spots = places(chart())

    assert {name: place["sign"] for name, place in spots.items()} == {
        "Ada Home": "owned", "Colony": "owned", "Brin Home": "owned", "Ring": "ring",
        "Rock": "object", "Dot": "dot",
    }  # fmt: skip
    assert (spots["Colony"]["owner"], spots["Brin Home"]["owner"]) == ("Ada", "Brin")
    assert spots["Ring"]["level"] == 0.25
    assert spots["Ring"]["title"].startswith("Ring, uninhabited: size 250.00, resources 1.00")
    assert spots["Dot"]["title"] == "Dot: only its position is known (1002.50, 1013.00)"
    assert spots["Dot"]["level"] is None


def test_ships_at_a_planet_are_counted_by_owner():
    assert places(chart())["Ring"]["marks"] == [
        {"kind": "own", "layer": "groups", "owner": "Ada", "count": 7,
         "title": "Ada: 3 Drone, 4 Fighter"},
        {"kind": "enemy", "layer": "groups", "owner": "Brin", "count": 7, "title": "Brin: 7 Drone"},
    ]  # fmt: skip


def ways(document, kind):
    return [way for way in document["arrows"] if way["kind"] == kind]


def test_routes_between_two_planets_are_one_arrow():
    (route,) = ways(chart(), "route")

    assert (route["from"], route["to"], route["text"]) == ([1010, 1010], [1000, 1000], "CAP MAT")
    assert route["title"] == "route of Ada, Colony to Ada Home: CAP, MAT"


def test_own_groups_that_fly_together_are_one_arrow():
    (flight,) = ways(chart(), "flight")

    assert flight["text"] == "11"
    assert flight["at"] == [1008.59, 1008.59]
    assert flight["title"] == (
        "Ada, Ada Home to Colony, 2.00 light years left: 5 Drone (group 5), 6 Fighter (group 6)"
    )


def test_incoming_ships_show_whence_and_how_far_but_not_whose():
    (incoming,) = ways(chart(), "incoming")

    assert (incoming["from"], incoming["to"]) == ([1020.5, 1001], [1010, 1010])
    assert incoming["title"] == (
        "Brin Home to Colony, mass 1.00, speed 20.00, 5.00 light years left"
    )
    assert "owner" not in incoming


def test_traces_are_cells_of_the_character_map():
    document = chart()
    for cell, trace in zip(document["cells"], view()["traces"], strict=True):
        assert cell["at"] == [1000 + trace % 80, 1000 + trace // 80 * 2]
        assert (cell["width"], cell["height"]) == (1, 2)


def test_the_window_is_the_area_chosen_or_else_what_is_known():
    assert chart()["window"] == {"x": 1000, "y": 1000, "width": 80, "height": 80}
    game = VARIANT.new_game([f"P{n}" for n in range(30)], seed=1)
    document = VARIANT.map(VARIANT.view(game, "P1"))
    window = document["window"]

    assert 40 <= window["width"] < document["width"] / 2
    for x, y in (place["at"] for place in document["places"]):
        assert window["x"] <= x <= window["x"] + window["width"]
        assert window["y"] <= y <= window["y"] + window["height"]


@pytest.mark.rule("GG-RPT-005")
def test_the_gamemasters_document_shows_the_whole_galaxy():
    document = chart(None)

    assert "window" not in document
    assert set(places(document)) >= {"Farm", "Dot", "Ring", "Ada Home", "Brin Home"}
    assert len(ways(document, "flight")) == 3
    assert document["outline"] == {"at": [40, 40], "radius": 40}
    assert document["empires"] == ["Ada", "Brin"]


def test_the_legend_explains_the_signs_in_use():
    kinds = {item["kind"] for item in chart()["legend"]}

    assert kinds == {
        "owned", "ring", "dot", "object", "ships", "flight", "incoming", "route", "trace"
    }  # fmt: skip
    first = VARIANT.new_game(["Ada", "Brin"], seed=1)
    kinds = {item["kind"] for item in VARIANT.map(VARIANT.view(first, "Ada"))["legend"]}
    assert kinds == {"owned", "dot"}


@pytest.mark.parametrize("player", ["Ada", None])
def test_the_map_is_drawn_with_boxes_for_its_layers(player):
    document = chart(player)
    ET.fromstring(map_svg(document, standalone=True))
    figure = str(map_figure(document))
    words = ["names", "routes", "ships", "incoming ships", "traces of ships"]

    assert [word for word in words if f"> {word}</label>" in figure] == words[: 5 if player else 3]


def test_an_area_without_anything_in_it_can_be_drawn():
    document = chart(area=[-500, -500, 1])

    ET.fromstring(map_svg(document, standalone=True))
