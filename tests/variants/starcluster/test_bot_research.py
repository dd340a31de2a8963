"""Bots' decisions about research and colonies: a view, and the resulting orders."""

from __future__ import annotations

import pytest

from tests.variants.starcluster import builders
from tests.variants.starcluster.installing import rich
from tests.variants.starcluster.situations import (
    bot,
    chain,
    colony,
    contact,
    fleet,
    surveyed,
    system,
    unit,
)
from variants.starcluster.bots import colonies, races

RAISING = {"name": "EL", "kind": "EL", "centers": ["9"], "price": 0.0}
COL = {"code": "COL", "level": 1, "price": 100.0}


def test_situations_are_written_as_views_are():
    game = rich()
    builders.meet(game)
    view = builders.variant().view(builders.run(game).game, "Ada")
    for part, row in (
        ("systems", system("1")), ("fleets", fleet("F", "1")), ("units", unit("U", "C")),
        ("colonies", colony("1")), ("contacts", contact("Brin")),
    ):  # fmt: skip
        assert row.keys() <= view[part][0].keys()
    assert bot().view.data.keys() - {"prices"} <= view.data.keys()


@pytest.mark.rule("SC-EL-001", "SC-EL-002", "SC-EL-004")
@pytest.mark.parametrize(
    ("cash", "net", "turn", "last", "centers", "orders", "left"),
    [
        # 1,000 MC a turn: at once with income for it, else with six turns' price in hand
        (1_000, 1_000, 0, None, (2, 2), ["RESEARCH EL 1 2"], 0),
        (999, 1_000, 0, None, (2, 2), [], 999),
        (6_000, 999, 0, None, (2, 2), ["RESEARCH EL 1 2"], 0),
        (5_999, 999, 0, None, (2, 2), [], 5_999),
        # 36 turns after the last project began
        (1_000, 1_000, 45, 10, (2, 2), ["RESEARCH EL 1 2"], 0),
        (1_000, 1_000, 44, 10, (2, 2), [], 1_000),
        # two centers of rating 2 are needed: the second is raised from 1, or built
        (30_000, 9_999, 0, None, (2, 1), ["UPGRADE SCIENCE 2"], 0),
        (29_999, 9_999, 0, None, (2, 1), [], 29_999),
        (40_000, 9_999, 0, None, (2, 0, 0), ["INSTALL SCIENCE 2"], 0),
        (39_999, 9_999, 0, None, (2, 0, 0), [], 39_999),
        # the first and only one, then one more
        (60_000, 9_999, 0, None, (0, 0, 0), ["INSTALL SCIENCE 1", "INSTALL SCIENCE 2"], 0),
        # more centers than are needed all take part
        (1_000, 1_000, 0, None, (2, 3, 2), ["RESEARCH EL 1 2 3"], 0),
    ],
)
def test_the_level_is_raised_as_soon_as_money_time_and_centers_allow(
    cash, net, turn, last, centers, orders, left
):
    rows = [colony(str(n), science=center) for n, center in enumerate(centers, start=1)]
    scene = bot(cash, turn, colonies=rows, treasury={"net": net}, last_el=last)
    colonies.raise_level(scene)
    assert scene.lines == orders
    assert scene.cash == left


def test_no_level_is_raised_while_one_is():
    scene = bot(10**6, colonies=[colony("1", science=2), colony("2", science=2)])
    scene.view["projects"].append(RAISING)
    colonies.raise_level(scene)
    assert scene.lines == []


@pytest.mark.parametrize(
    ("coming", "orders"),
    [
        ([], ["UPGRADE SCIENCE 1", "INSTALL SCIENCE 2"]),
        ([("1", "SCIENCE")], ["INSTALL SCIENCE 2"]),
        ([("2", "SCIENCE")], ["UPGRADE SCIENCE 1"]),
        ([("1", "GENERIC"), ("2", "GENERIC")], ["UPGRADE SCIENCE 1", "INSTALL SCIENCE 2"]),
    ],
)
def test_what_is_being_built_is_not_ordered_again(coming, orders):
    scene = bot(10**6, colonies=[colony("1", science=1), colony("2"), colony("3")])
    scene.view["installing"].extend({"system": at, "kind": kind} for at, kind in coming)
    colonies.raise_level(scene)
    assert scene.lines == orders


def test_centers_are_free_without_project_upgrade_or_orders():
    scene = bot(colonies=[colony(str(n), science=n) for n in range(6)])
    scene.view["projects"].append({**RAISING, "centers": ["1", "2"]})
    scene.view["installing"].append({"system": "3", "kind": "SCIENCE"})
    scene.busy.add("5")
    assert colonies.free_centers(scene) == ["4"]


def harsh(cash=600, turn=0, rating=2, **more):
    parts = {"projects": [RAISING], "colonies": [colony("1", science=rating)], "trees": [COL]}
    parts["systems"] = [surveyed("4", bearable=False)]
    return bot(cash, turn, **{**parts, **more})


@pytest.mark.parametrize(
    ("scene", "orders"),
    [
        (harsh(), ["RESEARCH 1 COL"]),
        (harsh(cash=599), []),  # six turns' price
        (harsh(rating=1), []),  # the next level takes a better center
        (harsh(projects=[RAISING, {**RAISING, "name": "COL", "kind": "COL"}]), []),
        (harsh(systems=[surveyed("4")]), []),
        (harsh(systems=[surveyed("4", bearable=False, level=1)]), []),
        (harsh(systems=[surveyed("4", bearable=False, habitable=0)]), []),
        (harsh(systems=[surveyed("4", bearable=False, owner="Race 2")]), []),
        (harsh(trees=[{**COL, "code": "CON", "price": 0.0}, COL]), ["RESEARCH 1 COL"]),
        # the level's own project may begin within twelve turns: it needs the centers first
        (harsh(projects=[], last_el=0, turn=22), ["RESEARCH 1 COL"]),
        (harsh(projects=[], last_el=0, turn=23), []),
        (harsh(projects=[], last_el=None), []),
    ],
)
def test_terraforming_is_for_systems_too_harsh_and_gives_way_to_the_level(scene, orders):
    colonies.widen_range(scene)
    assert scene.lines == orders
    assert scene.cash == (0 if orders else scene.view["treasury"]["treasury"])


HOME = surveyed("1", owner="Race 1")
RICHER = [surveyed(str(n), most_pu=100 * n) for n in range(2, 7)]
ROAD = {
    "links": chain("1", "2", "3", "4", "5", "6"),
    "systems": [HOME, *RICHER],
}


def settles(cash=0, spare=5, pu=1_000, **more):
    rows = {"colonies": [colony("1", pu=pu), colony("7", pu=20)], **ROAD, **more}
    return bot(cash, pool={"spare": spare}, **rows)


@pytest.mark.parametrize(
    ("scene", "orders"),
    [
        # two at a time and one more for each 25,000 MC, the richest first
        (settles(), ["COLONIZE 6 FROM 1", "COLONIZE 5 FROM 1"]),
        (settles(24_999), ["COLONIZE 6 FROM 1", "COLONIZE 5 FROM 1"]),
        (settles(25_000), ["COLONIZE 6 FROM 1", "COLONIZE 5 FROM 1", "COLONIZE 4 FROM 1"]),
        (settles(expeditions=[{"kind": "EXPEDITION", "target": "6"}]), ["COLONIZE 5 FROM 1"]),
        (settles(expeditions=[{"kind": "TRANSFER", "target": "6"}]),
         ["COLONIZE 6 FROM 1", "COLONIZE 5 FROM 1"]),
        # freighters that are bought serve from the next turn on
        (settles(1_000, spare=1), ["COLONIZE 6 FROM 1", "FREIGHTERS 1"]),
        (settles(500, spare=0), ["FREIGHTERS 1"]),
        (settles(499, spare=0), []),
        # 700 people stay at home
        (settles(pu=720), ["COLONIZE 6 FROM 1", "COLONIZE 5 FROM 1"]),
        (settles(pu=719), ["COLONIZE 6 FROM 1"]),
        (settles(pu=709), []),
        (settles(colonies=[colony("1", pu=720, most_pu=720)], links=chain("1", "2", "3")),
         ["COLONIZE 3 FROM 1", "COLONIZE 2 FROM 1"]),
        (settles(colonies=[colony("1", pu=300, most_pu=290)]), ["COLONIZE 6 FROM 1"]),
        # a gas giant's moons take twenty
        (settles(pu=720, systems=[HOME, surveyed("2", planets=["ST"])]), ["COLONIZE 2 FROM 1"]),
        (settles(pu=719, systems=[HOME, surveyed("2", planets=["ST"])]), []),
        (settles(pu=730, systems=[HOME, surveyed("2", planets=["T", "ST"])]),
         ["COLONIZE 2 FROM 1"]),
        (settles(pu=729, systems=[HOME, surveyed("2", planets=["T", "ST"])]), []),
        # wealth counts with one more, as it can be 0
        (settles(systems=[surveyed("2", wealth=4), surveyed("3", most_pu=1_300),
                          surveyed("4", wealth=None), surveyed("1", most_pu=1)]),
         ["COLONIZE 3 FROM 1", "COLONIZE 2 FROM 1"]),
        *((settles(systems=[HOME, surveyed("2", **{field: value})]), []) for field, value in
          (("level", 1), ("bearable", False), ("habitable", 0), ("owner", "Race 2"))),
    ],
)  # fmt: skip
def test_expeditions_go_to_what_is_worth_most(scene, orders):
    colonies.send_expeditions(scene)
    assert scene.lines == orders


@pytest.mark.parametrize(
    ("cash", "pool", "orders", "short", "left"),
    [
        (10_000, {"needed": 12}, ["FREIGHTERS 2"], 0, 9_000),
        (10_000, {"needed": 9}, [], 0, 10_000),
        (1_000, {"needed": 12}, ["FREIGHTERS 1"], 1, 500),
        (999, {"needed": 12}, [], 2, 999),
    ],
)
def test_half_of_the_money_is_for_freighters_that_are_needed(cash, pool, orders, short, left):
    scene = bot(cash, pool=pool)
    colonies.buy_missing_freighters(scene)
    assert (scene.lines, scene.short, scene.cash) == (orders, short, left)


def deals(cash=100_000, people=1_000, turn=100, **changes):
    return bot(cash, turn, contacts=[contact("NPR1", **changes)], colonies=[
        colony("1", pu=people)], systems=[system("1"), system("2", most_pu=400)])  # fmt: skip


@pytest.mark.rule("SC-DIP-003", "SC-DIP-006", "SC-TRD-001")
@pytest.mark.parametrize(
    ("scene", "orders"),
    [
        (deals(), ["ENVOY NPR1"]),
        (deals(5_001), ["ENVOY NPR1"]),
        (deals(5_000), []),  # kept back
        (deals(offers_trade=False, talks=False), ["TRADE NPR1 ON"]),
        (deals(active=False, offers_trade=False), []),
        (deals(stance="WAR", offers_trade=False), []),
        # an envoy in the next turn is heard with more favour after a gift, for the rich
        (deals(envoy=96), ["GIVE NPR1 MC 5000"]),
        (deals(30_001, envoy=96), ["GIVE NPR1 MC 5000"]),
        (deals(30_000, envoy=96), []),
        (deals(envoy=96, gifts=[{"turn": 96, "MC": 4_999}]), ["GIVE NPR1 MC 5000"]),
        (deals(envoy=96, gifts=[{"turn": 96, "MC": 5_000}]), []),
        (deals(envoy=96, gifts=[{"turn": 95, "MC": 5_000}]), ["GIVE NPR1 MC 5000"]),
        (deals(envoy=97), []),
        # a race of unknown size may have 2,400 people, and joins the empire with more
        (deals(people=2_401, stance="ALLIANCE", since=1), ["AMALGAMATE NPR1"]),
        (deals(people=2_400, stance="ALLIANCE", since=1), []),
        (deals(5_001, people=2_401, stance="ALLIANCE", since=1), ["AMALGAMATE NPR1"]),
        (deals(5_000, people=2_401, stance="ALLIANCE", since=1), []),
    ],
)
def test_races_are_won_over_step_by_step(scene, orders):
    races.conduct_diplomacy(scene)
    assert scene.lines == orders


def test_a_race_has_at_most_the_people_for_whom_its_home_has_room():
    for people, orders in ((400, []), (401, ["AMALGAMATE NPR1"])):
        scene = deals(people=people, stance="ALLIANCE", since=1)
        scene.systems["2"]["owner"] = "Race of NPR1"
        races.conduct_diplomacy(scene)
        assert scene.lines == orders
