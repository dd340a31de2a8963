"""The galaxy on a map from above, and in space."""

from __future__ import annotations

import json
import re

import pytest
import quickjs

from horizons_core.codec import copy_of
from horizons_core.report import map_svg
from tests.variants.far_horizons.sights import VARIANT, at_the_end, view_of
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Game, Place
from variants.far_horizons.model.memory import Detected
from variants.far_horizons.report.map3d import map_data, map_fragment, own_file, script_sources
from variants.far_horizons.view.charts import designation_in_words

HOSTILE = '</script><script>alert("&amp;")</script>'
STATE = {
    "species": {
        "Human": {
            "met": ["Klingon"],
            "visited": ["9 9 9"],
            "planets": {"Camp": {"at": "15 10 10 #1", "population": 3}},
            "ships": {
                "TR1 Scout": {"at": "3 4 5", "status": "deep"},
                "CT Dog": {"at": "Earth"},
                "CT Lost": {"at": "7 7 7", "status": "withdrew", "to": "1 1 1"},
                "PB Tunnel": {"at": "38 38 38", "status": "deep", "through_wormhole": True},
            },
        },
        "Klingon": {
            "planets": {"Praxis": {"at": "12 13 10 #2", "mining_base": 30.0}},
            "ships": {
                "DD Claw": {"at": "Kronos"},
                "FF Veil": {"at": "Kronos", "cargo": {"FD": 10}},
            },
        },
    }
}


@pytest.fixture(scope="module")
def game() -> Game:
    return at_the_end(game_with(STATE))


@pytest.fixture(scope="module")
def chart(game):
    return VARIANT.view_model.map(view_of(game, "Human"))


@pytest.fixture(scope="module")
def places(chart):
    return {place["id"]: place for place in chart["places"]}


# from above


@pytest.mark.rule("FH-MAP-001")
def test_every_star_is_at_its_coordinates_and_named_by_them_or_the_reader(chart, places):
    assert (chart["geometry"], chart["up"], chart["width"]) == ("plane", True, 40)
    for sector in ("2 2 2", "9 9 9", "10 10 10", "12 13 10", "15 10 10", "38 38 38"):
        assert places[sector]["at"] == [int(part) for part in sector.split()]
        is_named = sector in {"10 10 10", "15 10 10"}
        assert (places[sector]["label"] == sector) is not is_named
    assert chart["ground"] == 10, "the height of the home"


def test_systems_show_whose_they_are(places):
    assert (places["10 10 10"]["sign"], places["10 10 10"]["owner"]) == ("owned", "Human")
    assert (places["15 10 10"]["sign"], places["15 10 10"]["owner"]) == ("owned", "Human")
    assert "Klingon: PL Kronos (home)" in places["15 10 10"]["title"]
    assert "Human: PL Camp (colony)" in places["15 10 10"]["title"]


def test_a_planet_that_only_has_a_name_makes_nobody_an_owner():
    state = {"species": {"Human": {"planets": {"Hope": {"at": "9 9 9 #1"}}}}}
    chart = VARIANT.view_model.map(view_of(at_the_end(game_with(state)), "Human"))
    place = next(place for place in chart["places"] if place["id"] == "9 9 9")

    assert (place["sign"], place["label"]) == ("star", "Hope")
    assert "named: PL Hope" in place["title"]


def test_what_was_not_seen_is_a_star_like_others(places):
    assert places["12 13 10"]["sign"] == "star"
    assert "Praxis" not in str(places)


def test_stars_have_their_colours_and_visited_ones_a_ring(places):
    assert (places["9 9 9"]["sign"], places["9 9 9"]["tint"]) == ("star", 4)
    assert places["9 9 9"]["state"] == "in view"
    assert places["2 2 2"]["state"] == "mapped"


def test_ships_are_where_they_are_and_those_that_flee_are_nowhere(places):
    def marks(sector):
        return [(m["kind"], m["owner"], m["count"]) for m in places[sector]["marks"]]

    assert marks("10 10 10") == [("own", "Human", 1)]
    assert (places["3 4 5"]["sign"], marks("3 4 5")) == ("object", [("own", "Human", 1)])
    assert marks("15 10 10")[0] == ("enemy", "Klingon", 1)
    assert marks("15 10 10")[1][0::2] == ("enemy", 1)
    assert "7 7 7" not in places
    assert "FF ???" in places["15 10 10"]["marks"][1]["title"]


@pytest.mark.rule("FH-GT-004")
def test_what_a_telescope_showed_is_on_the_map():
    game = at_the_end(game_with())
    game.empire("Human").knowledge.detected = [
        Detected(1, (12, 13, 10), 2, "Klingon", "Praxis", 30),
        Detected(1, (12, 13, 10), 0, "Klingon", "DD Claw"),
    ]
    chart = VARIANT.view_model.map(view_of(game, "Human"))
    place = next(place for place in chart["places"] if place["id"] == "12 13 10")

    assert (place["sign"], place["owner"], place["label"]) == ("owned", "Klingon", "Praxis")
    assert "PL Praxis (base 30), by telescope in turn 1" in place["title"]
    assert place["marks"][0]["title"] == "Klingon: DD Claw by telescope"


def test_known_wormholes_are_ways(chart):
    (way,) = chart["arrows"]
    assert (way["from"], way["to"]) == ([2, 2, 2], [38, 38, 38])


def test_the_legend_lists_those_in_sight_with_markers_that_stay(game, chart):
    state = {"turn": 1, "species": {"Human": {"ships": {"TR1 A": {"at": "20 10 10 #1"}}}}}
    other = at_the_end(game_with(state, ("Human", "Klingon", "Romulan")))
    picture = VARIANT.view_model.map(view_of(other, "Human"))

    assert chart["shown"] == ["Human", "Klingon"]
    assert picture["shown"] == ["Human", "Romulan"]
    assert picture["empires"] == ["Human", "Klingon", "Romulan"]


def test_ships_beyond_the_edge_of_the_galaxy_are_on_the_map():
    other = game_with({"species": {"Human": {"ships": {"TR1 Lost": {"at": "1 3 0"}}}}})
    other.empire("Human").ships[0].place = Place((45, -3, 0))
    chart = VARIANT.view_model.map(view_of(at_the_end(other), "Human"))

    assert chart["window"] == {"x": -4, "y": -4, "width": 50, "height": 50}
    assert "Lost" in map_svg(chart)


def test_the_gamemaster_s_map_shows_everybody(game):
    chart = VARIANT.view_model.map(view_of(game, None))
    places = {place["id"]: place for place in chart["places"]}

    assert chart["you"] is None
    assert places["12 13 10"]["owner"] == "Klingon"
    assert chart["shown"] == ["Human", "Klingon"]


def test_names_of_players_are_harmless(game):
    other = copy_of(game)
    other.empire("Human").called = other.empire("Human").colonies[0].name = HOSTILE
    view = view_of(other, "Human")

    assert "<script>" not in map_svg(VARIANT.view_model.map(view))
    fragment = str(map_fragment(view.data))
    assert fragment.count("<script") == fragment.count("</script>") == 2


@pytest.mark.rule("FH-STAR-004", "FH-STAR-005")
@pytest.mark.parametrize(
    ("type_", "words"),
    [
        ("G5", "yellow star"),
        ("dK7", "orange dwarf"),
        ("DA0", "white degenerate dwarf"),
        ("gF6", "yellow-white giant"),
        ("O1", "blue star"),
        ("B2", "blue-white star"),
        ("gM9", "red giant"),
    ],
)
def test_designations_of_stars_in_words(type_, words):
    assert designation_in_words(type_) == words


# in space


def test_the_map_in_space_tells_of_each_place_what_is_known(game):
    data = map_data(view_of(game, "Human").data)
    places = {tuple(place["at"]): place for place in data["places"]}

    assert data["places"][data["start"]]["name"] == "Earth"
    home = places[10, 10, 10]
    assert (home["type"], home["owner"], home["ships"]) == ("G5", "Human", [["Human", 1]])
    assert home["planets"][2] == [
        3, 12, "1.00", 10, 10, "2.00", 0, "N2 75%, O2 25%",
    ]  # fmt: skip
    assert places[9, 9, 9]["seen"]
    assert not places[12, 13, 10]["seen"]
    assert places[12, 13, 10]["planets"] == []
    (way,) = data["wormholes"]
    assert [data["places"][end]["at"] for end in way] == [[2, 2, 2], [38, 38, 38]]
    assert data["owners"]["Klingon"][0] == 1


def test_the_gamemaster_has_a_map_in_space_too(game):
    data = map_data(view_of(game, None).data)
    assert len(data["places"]) == 7


def test_the_fragment_needs_nothing_from_elsewhere(game):
    fragment = str(map_fragment(view_of(game, "Human").data))

    assert not re.search(r"https?:|src=|@import|url\(", fragment + own_file("map3d.css"))
    assert re.fullmatch(r"('sha256-[A-Za-z0-9+/]{43}=' ?){5}", script_sources())
    data = fragment.split('<script type="application/json">')[1].split("</script>", maxsplit=1)[0]
    assert json.loads(data) == json.loads(json.dumps(map_data(view_of(game, "Human").data)))


@pytest.mark.rule("FH-MISHAP-001", "FH-MISHAP-003", "FH-STAR-002")
def test_the_script_reckons_mishaps_as_the_game_does(game):
    script = str(map_fragment(view_of(game, "Human").data)).split("<script>")[1]
    formula = re.search(r"const mishap = \(away\) => \{.*?\n  \};", script, re.DOTALL)[0]
    cases = [(d, gv, age) for d in (1, 5, 49, 169, 500) for gv in (0, 3, 4, 10) for age in (0, 7)]
    page = quickjs.Context()
    page.eval(f"let given; const field = (name) => given[name];\n{formula}")
    page.eval(
        "function asked(away, gravitics, age) { given = {gravitics, age}; return mishap(away) }"
    )
    message = [page.eval(f"asked{case}") for case in cases]

    assert message == [RULEBOOK_ECONOMY.mishap_chance(*case) for case in cases]
