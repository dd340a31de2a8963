"""The view: an empire's knowledge, in a fixed shape, and nothing else (SC-VIS-001)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from horizons_core.codec import canonical, copy_of
from horizons_core.testing.secrecy import hidden_changes
from tests.effort import tries
from tests.variants.starcluster.builders import new_game, remarks, run, ship, variant
from variants.starcluster.model import Project, Relation, Sighting, Starcluster, WarpLink
from variants.starcluster.model.knowledge import BASIC, DETAILED, basic_survey, detailed_survey
from variants.starcluster.model.systems import NEXUS
from variants.starcluster.view.gamemaster import WHOLE_SCHEMA
from variants.starcluster.view.shapes import VIEW_SCHEMA

SCOUT = "(X)x15 (Xp)x12 (Ic)x3 Q Q Q"
ORDERS = """
DESIGN Frigate FGf [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1][(II)1(II)1]
PROBE Far W2
MOVE Scouts 1
FREIGHTERS 3
"""


def explored() -> Starcluster:
    """Two empires; Ada has scouts at 2, which carry a scan home, and a fleet at 3."""
    game = new_game("Ada", "Brin")
    ada = game.empire("Ada")
    scout = ship(game, "Ada", "2", "Scouts", "DD", SCOUT)
    game.fleets[-1].points = 900  # it comes home in a turn
    ship(game, "Ada", "3", "Far", "DD", SCOUT, "Scout")
    ship(game, "Brin", "3", "Hunters", "DD", "(L)x4 Y (I)x3 Q Q Q")
    ada.charts.visited += ["2", "3"]
    survey = detailed_survey(game.place("9"), 1, (3,))
    ada.carried = {"9/2/1": survey, "4/2/1": detailed_survey(game.place("4"), 1, ())}
    scout.surveys += ["9/2/1", "4/2/1"]
    ada.couriers += [(1, evolve(survey, system="10")), (3, evolve(survey, system="8"))]
    ada.relations["NPR1"] = Relation(since=1)
    ada.sightings.append(Sighting(turn=0, system="3", owner="Brin", hulls={"DD": 1}))
    return copy_of(game)  # in the order of a save


@cache
def played() -> Starcluster:
    return explored()


@cache
def told_of_played() -> dict[str, bytes]:
    return reports_to(played())


def reports_to(game: Starcluster, reader: str = "Ada") -> dict[str, bytes]:
    """All that a player gets of a game."""
    view = variant().view(game, reader)
    foreseen = variant().forecast(game, reader, ORDERS)
    remarks = variant().check_orders(game, reader, ORDERS)
    return {
        "view": canonical(view.data),
        "map": canonical(variant().map(view)),
        "forecast": canonical(foreseen.data),
        "remarks": canonical([remark.to_dict() for remark in remarks]),
    }


def system(game: Starcluster, name: str, reader: str = "Ada") -> dict[str, Any]:
    """A reader's knowledge of a system."""
    view = variant().view(game, reader)
    return next(s for s in view["systems"] if s["id"] == name)


def test_views_have_the_shape_that_is_published():
    game = run(explored(), Ada=ORDERS).game

    Draft202012Validator(VIEW_SCHEMA).validate(variant().view(game, "Ada").data)
    Draft202012Validator(WHOLE_SCHEMA).validate(variant().view(game, None).data)


@pytest.mark.rule("SC-ESP-001", "SC-SYS-013")
def test_ratings_and_levels_of_surveys_have_the_bounds_that_are_published():
    shape = Draft202012Validator(VIEW_SCHEMA)
    data = copy_of(variant().view(explored(), "Ada").data)
    for part, name, good, bad in (
        (data, "intelligence", (1, 2, 9), (0, -1)),
        (data["systems"][0], "level", (0, 1, 2), (-1, 3)),
    ):
        for value in (*good, *bad):
            before, part[name] = part[name], value
            assert shape.is_valid(data) == (value in good)
            part[name] = before


@pytest.mark.rule("SC-RES-003", "SC-ORD-004")
def test_trees_and_projects_cost_what_their_next_level_costs():
    game = explored()
    ada = game.empire("Ada")
    ada.levels["CON"] = 2
    for name in ("CON", "EL", "HULL:BB", "A2"):
        ada.projects[name] = Project(name=name, centers=["1"])
    view = variant().view(game, "Ada")

    prices = {tree["code"]: tree["price"] for tree in view["trees"]}
    assert (prices["CON"], prices["ARM"]) == (3000, 2000)
    kinds = {project["name"]: project["kind"] for project in view["projects"]}
    assert kinds == {"CON": "LEVEL", "EL": "EL", "HULL:BB": "HULL", "A2": "TECHNOLOGY"}


@pytest.mark.rule("SC-VIS-001")
@given(data=st.data())
@settings(max_examples=tries(4), deadline=None)
def test_what_is_hidden_changes_no_byte(data):
    other = data.draw(hidden_changes(played(), "Ada", variant(), maximum=20))

    assert reports_to(other) == told_of_played()


@pytest.mark.rule("SC-VIS-001", "SC-SYS-013")
def test_links_show_only_from_their_known_ends():
    game = explored()
    other = copy_of(game)
    ada = other.empire("Ada")
    known = {number for numbers in ada.charts.points.values() for number in numbers}
    for number, link in enumerate(other.links):
        if number not in known:
            other.links[number] = evolve(link, a="C001", hidden_a=5, hidden_b=4)
        elif not {link.end(link.a), link.end(link.b)} & set(ada.charts.probed):
            near = next(end for end in (link.a, link.b) if end in ada.charts.points)
            other.links[number] = WarpLink(number=number, a=near, b="C002", hidden_b=3)
        else:
            other.links[number] = evolve(link, hidden_a=6)

    assert other.links != game.links
    assert reports_to(other) == reports_to(game)


@pytest.mark.rule("SC-EXP-010", "SC-VIS-001")
def test_what_ships_carry_shows_only_when_it_has_come_home():
    game = explored()
    other = copy_of(game)
    ada = other.empire("Ada")
    ada.carried["9/2/1"] = evolve(ada.carried["9/2/1"], kind="Binary System", wealth=10, links=(4,))
    ada.carried["4/2/1"] = evolve(ada.carried["4/2/1"], wealth=10, growth=1, anomaly="pulsar")
    ada.couriers[0] = (1, evolve(ada.couriers[0][1], growth=3, kind="Trinary System"))

    assert reports_to(other) == reports_to(game)
    carried = variant().view(game, "Ada")["carried"]
    assert [(row["system"], row["level"], row["arrives"]) for row in carried] == [
        ("4", DETAILED, None),
        ("9", DETAILED, None),
        ("10", DETAILED, 1),
        ("8", DETAILED, 3),
    ]
    foreseen = variant().forecast(game, "Ada", ORDERS)
    assert foreseen["fleets"][1]["at"] == "1"
    assert foreseen["carried"] == [carried[3] | {"arrives": 2}]
    assert not {"9", "10"} & {s["id"] for s in foreseen["systems"]}


@pytest.mark.rule("SC-EXP-005", "SC-EXP-008", "SC-VIS-001")
def test_surveys_tell_as_much_as_their_level_and_hold_for_their_turn():
    game = new_game("Ada")
    charts, place = game.empire("Ada").charts, game.place("9")
    charts.surveys["9"] = basic_survey(place, 0)
    basic = system(game, "9")
    charts.surveys["9"] = detailed_survey(place, 0, ())
    place.wealth = place.wealth % 10 + 1
    detailed = system(game, "9")

    assert (basic["level"], basic["kind"]) == (BASIC, place.kind)
    assert basic["habitable"] == len(place.planets)
    assert {basic[part] for part in ("growth", "wealth", "planets", "owner", "most_pu")} == {None}
    assert (detailed["level"], detailed["growth"]) == (DETAILED, place.growth)
    assert detailed["wealth"] != place.wealth, "the news is old"
    assert detailed["age"] == 0
    assert {s["age"] for s in variant().view(run(game).game, "Ada")["systems"]} == {0, 1}


@pytest.mark.rule("SC-SYS-013", "SC-ORD-003")
def test_points_are_named_as_the_reader_counts_them():
    game = new_game("Ada")
    charts = game.empire("Ada").charts
    charts.points["1"].reverse()
    first = game.link(charts.points["1"][0])
    charts.probed.remove(first.end("1"))

    points = system(game, "1")["points"]
    assert [point["name"] for point in points] == ["1.W1", "1.W2", "1.W3"]
    assert points[0]["leads"] == ""
    assert {point["leads"] for point in points[1:]} < {"2", "3", "4"}


@pytest.mark.rule("SC-VIS-002")
def test_races_show_only_in_contact():
    game = explored()
    powers = variant().view(game, "Ada")["contacts"]

    assert [(power["id"], power["stance"]) for power in powers] == [("NPR1", "NEUTRAL")]
    assert variant().view(game, "Brin")["contacts"] == []
    assert "NPR" not in str(variant().view(game, "Brin").data)


def test_forecasts_of_unknown_systems_tell_nothing_of_them():
    game = explored()
    game.place("2").kind = NEXUS
    view = variant().forecast(game, "Ada", "PROBE Scouts W2\n")

    points = next(s for s in view["systems"] if s["id"] == "2")["points"]
    assert points[1]["leads"] == ""


@pytest.mark.rule("SC-GRO-001")
def test_colonies_say_how_they_will_grow_in_the_mean():
    game = new_game("Ada")
    home = game.place("1")
    home.pu = 500
    colony = variant().view(game, "Ada")["colonies"][0]

    # 2 + 50 + 1.5 in the mean of six rolls, by the default race
    assert colony["grows"] == 53.5
    assert colony["curve"] == sorted(colony["curve"])
    assert colony["curve"][-1] == 1000
    assert 6 < colony["full_in"] < 12
    home.pu = 1000
    assert variant().view(game, "Ada")["colonies"][0]["full_in"] == 0


@pytest.mark.rule("SC-ECO-003", "SC-ECO-004")
def test_the_money_of_the_view_is_that_of_the_next_turn():
    game = new_game("Ada")
    money = variant().view(game, "Ada")["treasury"]
    after = variant().view(run(game).game, "Ada")["treasury"]

    assert money["net"] == money["gross"] - sum(row["MC"] for row in money["upkeep"])
    assert after["treasury"] == money["treasury"] + money["net"]


def test_things_cost_what_the_view_says():
    game = new_game("Ada")
    game.empire("Ada").stock["MC"] = 10_000_000
    colony = game.place("2")
    colony.owner, colony.pu = "Ada", 50
    orders = {
        "FREIGHTERS": "FREIGHTERS 1", "INSTALL SCIENCE": "INSTALL SCIENCE 2",
        "INSTALL GENERIC": "INSTALL GENERIC 2 1", "INSTALL PDC": "INSTALL PDC 2 1",
        "INSTALL CMS": "INSTALL CMS 1 1", "INSTALL CGB": "INSTALL CGB 1 1",
        "INTELLIGENCE": "INTELLIGENCE", "UPGRADE SCIENCE": "UPGRADE SCIENCE 1",
    }  # fmt: skip
    message = {price["order"]: price["MC"] for price in variant().view(game, "Ada")["prices"]}
    for order, text in orders.items():
        turn = run(game, Ada=text)
        assert remarks(turn) == []
        idle = run(game).game.empire("Ada").stock["MC"]
        assert (idle - turn.game.empire("Ada").stock["MC"]) / 100 == message[order], order


@pytest.mark.rule("SC-VIS-002")
def test_spectators_know_who_plays_and_nothing_else():
    game = variant().with_seat(explored(), "Sam", "spectator")
    view = variant().view(game, "Sam")

    assert view.data == {
        "dividend": 0,
        "powers": [{"name": "Race 1", "active": True}, {"name": "Race 2", "active": True}],
    }


def test_who_has_nothing_left_still_gets_a_view():
    game = new_game("Ada", "Brin", "Cleo")
    game.place("1").owner, game.place("1").pu = "", 0
    turn = run(game, turns=2)
    view = variant().view(turn.game, "Ada")

    assert not turn.game.empire("Ada").active
    assert (view["colonies"], view["fleets"], view["score"]) == ([], [], 10)
    assert variant().map(view)["you"] == "Race 1"
    assert "has fallen" in run(game).report("Brin").text
