"""Orders of the random bot: views, the choices of its dice, and the resulting order."""

from __future__ import annotations

import pytest

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
from tests.variants.starcluster.test_bot_laws import race
from variants.starcluster.bots import random, war
from variants.starcluster.bots.random import CLAIM_REACH

HOME = surveyed("1", yours=True, owner="Race 1")


class First:
    """Dice that choose the first of all, and turn lists around."""

    def choice(self, options):
        return options[0]

    def below(self, number):
        return 0

    def shuffle(self, options):
        options.reverse()


class Last(First):
    """Dice that choose the last of all."""

    def choice(self, options):
        return options[-1]

    def below(self, number):
        return number - 1


def had(whim, dice, scene):
    """The orders of a whim, and its reserves for them."""
    before = scene.cash
    whim(scene, dice())
    return scene.lines, before - scene.cash


def planet(number, silos=0):
    return {"number": number, "silos": silos}


def home(**changes):
    return colony("1", **{"planets": [planet(1, 5)], "transferred": 0, **changes})


CMS = [{"order": "INSTALL PDC", "MC": 9.0}, {"order": "INSTALL CMS", "MC": 20.0}]
OPEN = [{"name": "S2", "level": 1, "MC": 10.0}, {"name": "A2", "level": 2, "MC": 8.0}]
TREES = [{"code": "CON", "level": 1, "price": 30.0}, {"code": "COL", "level": 2, "price": 40.0}]
RUNNING = {"name": "S2", "kind": "TECHNOLOGY", "centers": ["1:G"], "price": 5.0}
INT = [{"order": "INTELLIGENCE", "MC": 20.0}]


@pytest.mark.parametrize(
    ("whim", "scene", "first", "last", "cost"),
    [
        (random._freighters, bot(1_500), "FREIGHTERS 1", "FREIGHTERS 3", (500, 1_500)),
        (random._freighters, bot(499), "", "", (0, 0)),
        (random._invest, bot(), "STANDING INVEST MAX", "STANDING INVEST OFF", (0, 0)),
        (random._withdraw, bot(treasury={"deposit": 1.0}), *("WITHDRAW ALL",) * 2, (0, 0)),
        (random._withdraw, bot(treasury={"deposit": 0.0}), "", "", (0, 0)),
        (random._priority, bot(pool={"priority": ["PU", "SY"]}), *("PRIORITY SY PU",) * 2, (0, 0)),
        (random._penalty, bot(), "PENALTY CHANCE", "PENALTY TIME", (0, 0)),
        (random._liquidate, bot(units=[unit("A-1", "A"), unit("B-1", "B")]),
         "LIQUIDATE A-1", "LIQUIDATE B-1", (0, 0)),
        (random._liquidate, bot(), "", "", (0, 0)),
        (random._convoy, bot(), "CONVOY ON", "CONVOY OFF", (0, 0)),
        # a project is paid for now and every turn
        (random._develop, bot(10, colonies=[home(generic=2)], open=OPEN, treasury={"net": 10}),
         "DEVELOP S2 1:G", "DEVELOP A2 1:G", (10, 8)),
        (random._develop, bot(10, colonies=[home(generic=2)], open=OPEN, treasury={"net": 9}),
         "DEVELOP A2 1:G", "DEVELOP A2 1:G", (8, 8)),
        (random._develop, bot(9, colonies=[home(generic=2)], open=OPEN, treasury={"net": 10}),
         "DEVELOP A2 1:G", "DEVELOP A2 1:G", (8, 8)),
        (random._develop, bot(10, colonies=[home(generic=1)], open=OPEN, treasury={"net": 10}),
         "DEVELOP S2 1:G", "DEVELOP S2 1:G", (10, 10)),
        (random._develop, bot(15, colonies=[home(generic=2)], open=OPEN, treasury={"net": 13},
                               projects=[RUNNING]), "", "", (0, 0)),
        (random._develop, bot(15, colonies=[home(generic=2), colony("2", generic=2)], open=OPEN,
                               treasury={"net": 13}, projects=[RUNNING]),
         "DEVELOP A2 2:G", "DEVELOP A2 2:G", (8, 8)),
        (random._develop, bot(15, colonies=[colony("2", generic=2)], open=OPEN,
                               treasury={"net": 12}, projects=[RUNNING]), "", "", (0, 0)),
        (random._research, bot(40, colonies=[home(science=3)], trees=TREES, treasury={"net": 40}),
         "RESEARCH 1 CON", "RESEARCH 1 COL", (30, 40)),
        (random._research, bot(40, colonies=[home(science=2)], trees=TREES, treasury={"net": 40}),
         "RESEARCH 1 CON", "RESEARCH 1 CON", (30, 30)),
        (random._research, bot(40, colonies=[home(science=3)], trees=TREES, treasury={"net": 39}),
         "RESEARCH 1 CON", "RESEARCH 1 CON", (30, 30)),
        (random._research, bot(40, colonies=[home(science=3)], trees=TREES, treasury={"net": 40},
                                projects=[{**RUNNING, "name": "CON", "price": 0.0}]),
         "RESEARCH 1 COL", "RESEARCH 1 COL", (40, 40)),
        # the second center is the dearer one: two times two, less the existing one
        (random._upgrade, bot(30_000, colonies=[home(science=1), colony("2", science=2)]),
         *("UPGRADE SCIENCE 1",) * 2, (30_000, 30_000)),
        (random._upgrade, bot(29_999, colonies=[home(science=1), colony("2", science=2)]),
         "", "", (0, 0)),
        (random._upgrade, bot(99_999, colonies=[home(science=1), colony("2", science=1)],
                               installing=[{"system": "1", "kind": "PDC"}]),
         *("UPGRADE SCIENCE 2",) * 2, (30_000, 30_000)),
        (random._upgrade, bot(99_999, colonies=[home(science=2)]), "", "", (0, 0)),
        (random._install, bot(2_000, colonies=[home(), colony("2"), colony("3", generic=1)]),
         "INSTALL GENERIC 1 1", "INSTALL GENERIC 2 1", (2_000, 2_000)),
        (random._install, bot(1_999, colonies=[home()]), "", "", (0, 0)),
        (random._install, bot(2_000, colonies=[home(), colony("2")],
                               installing=[{"system": "1", "kind": "GENERIC"}]),
         *("INSTALL GENERIC 2 1",) * 2, (2_000, 2_000)),
        (random._install, bot(2_000, colonies=[home(), colony("2")],
                               installing=[{"system": "1", "kind": "PDC"}]),
         "INSTALL GENERIC 1 1", "INSTALL GENERIC 2 1", (2_000, 2_000)),
        # six silos on a planet, with those on their way
        (random._silo, bot(20, colonies=[home(planets=[planet(1, 5), planet(2)])], prices=CMS),
         "INSTALL CMS 1 1", "INSTALL CMS 1 2", (20, 20)),
        (random._silo, bot(20, colonies=[home()], prices=CMS,
                            installing=[{"kind": "CMS", "system": "1"}]), "", "", (0, 0)),
        (random._silo, bot(20, colonies=[home()], prices=CMS,
                            installing=[{"kind": "PDC", "system": "1"}]),
         *("INSTALL CMS 1 1",) * 2, (20, 20)),
        (random._silo, bot(19, colonies=[home()], prices=CMS), "", "", (0, 0)),
        (random._silo, bot(20, colonies=[colony("2")], prices=CMS), "", "", (0, 0)),
        (random._silo, bot(20, colonies=[home()], prices=CMS[:1]), "", "", (0, 0)),
        (random._silos, bot(colonies=[home(), colony("2", planets=[planet(1)]),
                                       colony("3", planets=[planet(1), planet(2, 1)])]),
         "SILOS 1 FIRE", "SILOS 3 HOLD", (0, 0)),
        (random._silos, bot(colonies=[colony("2", planets=[planet(1)])]), "", "", (0, 0)),
        # the rating may be one above the level
        (random._intelligence, bot(20, prices=INT, intelligence=1),
         "INTELLIGENCE", "INTELLIGENCE", (20, 20)),
        (random._intelligence, bot(20, prices=INT, intelligence=2), "", "", (0, 0)),
        (random._intelligence, bot(19, prices=INT, intelligence=1), "", "", (0, 0)),
        (random._intelligence, bot(99, prices=CMS, intelligence=1), "", "", (0, 0)),
        (random._unclaim, bot(claims=["4", "7"]), "UNCLAIM 4", "UNCLAIM 7", (0, 0)),
        (random._unclaim, bot(claims=[]), "", "", (0, 0)),
        (random._trade, bot(contacts=[contact("NPR1"), contact("NPR2"),
                                       contact("NPR3", stance="WAR"),
                                       contact("NPR4", active=False)]),
         "TRADE NPR1 ON", "TRADE NPR2 OFF", (0, 0)),
        (random._trade, bot(contacts=[contact("NPR3", stance="WAR")]), "", "", (0, 0)),
        (random._trade, bot(contacts=[contact("NPR4", active=False)]), "", "", (0, 0)),
        (random._give, bot(100, contacts=[contact("NPR1"), contact("Brin", npr=False)]),
         "GIVE NPR1 MC 100", "GIVE Brin MC 100", (100, 100)),
        (random._give, bot(99, contacts=[contact("NPR1")]), "", "", (0, 0)),
        (random._envoy, bot(500, contacts=[contact("NPR1"), contact("NPR2"),
                                            contact("Brin", npr=False)]),
         "ENVOY NPR1", "ENVOY NPR2", (500, 500)),
        (random._envoy, bot(499, contacts=[contact("NPR1")]), "", "", (0, 0)),
        (random._peace, bot(turn=50, contacts=[
            contact("NPR1", stance="WAR"), contact("NPR2"), contact("NPR3", stance="WAR"),
            contact("NPR4", stance="WAR", asked=50), contact("Brin", npr=False, stance="WAR"),
            contact("NPR5", stance="WAR", active=False)]), "PEACE NPR1", "PEACE NPR3", (0, 0)),
    ],
)  # fmt: skip
def test_a_whim(whim, scene, first, last, cost):
    lines, cash = list(scene.lines), scene.cash
    results = []
    for dice in (First, Last):
        scene.lines[:], scene.cash = lines, cash
        scene.busy.clear()
        results.append(had(whim, dice, scene))
        results[-1] = ("".join(results[-1][0]), results[-1][1])
    assert results == [(first, cost[0]), (last, cost[1])]


def test_convoys_leave_no_freighter_to_spare_in_the_turn_in_which_they_begin():
    for dice, spare in ((First, 0), (Last, 5)):
        scene = bot()
        random._convoy(scene, dice())
        assert scene.spare == spare


@pytest.mark.parametrize(
    ("changes", "spare", "orders"),
    [
        ({}, 5, "TRANSFER 5 FROM 1 TO 2"),
        ({}, 4, ""),
        ({"transferred": 1}, 5, ""),
        ({"id": "3"}, 5, ""),  # no way leads there
    ],
)
def test_five_people_are_moved_where_none_have_come(changes, spare, orders):
    rows = [home(), colony("2", **{"transferred": 0, **changes})]
    scene = bot(colonies=rows, pool={"spare": spare}, links=chain("1", "2"),
                 systems=[HOME, surveyed("2"), surveyed("3")])  # fmt: skip
    random._transfer(scene, First())
    assert ("".join(scene.lines), scene.spare) == (orders, spare - 5 * bool(orders))


@pytest.mark.parametrize(
    ("changes", "claimed"),
    [
        ({}, True), ({"level": 1}, False), ({"owner": "Race 2"}, False), ({"claimed": True}, False),
        ({"transits": CLAIM_REACH + 1}, False), ({"transits": None}, False),
        ({"transits": 1}, True),
    ],
)  # fmt: skip
def test_free_systems_near_by_are_claimed(changes, claimed):
    scene = bot(systems=[surveyed("4", **{"transits": 2, **changes}), system("9")])
    random._claim(scene, Last())
    assert scene.lines == ["CLAIM 4"] * claimed


A, B, C = fleet("A", "1", 2), fleet("B", "1"), fleet("C", "2", x_rating=0.0)
MOVING, STILL = fleet("M", "1", path=["2"], goal="2"), fleet("S", "1", speed=0.0)
SHIPS = [A, B, C, MOVING, STILL]
CLASSES = [
    {"name": name, "faults": [], "price": 10.0, "prototype": new, "spaces": 30}
    for name, new in (("X", True), ("Y", False), ("Z", False))
]
YARD = unit("Yard-1", "Yard", yards=10)
YARDS = [YARD, *(unit(f"Q-{n}", "Q") for n in range(3))]


@pytest.mark.parametrize(
    ("whim", "rows", "first", "last"),
    [
        (random._build, {"classes": CLASSES, "units": [YARD]},
         ["BUILD Yard-1 1 Y"], ["BUILD Yard-1 1 Z"]),
        (random._build, {"classes": CLASSES[:1], "units": [YARD]}, [], []),
        # eight ships at most, with those under construction
        (random._build, {"classes": CLASSES, "units": YARDS, "yards": [
            {"yard": "Q", "work": 1, "done": 0, "of_class": "Q"}] * 4}, [], []),
        (random._build, {"classes": CLASSES, "units": YARDS, "yards": [
            {"yard": "Q", "work": 1, "done": 0, "of_class": "Q"}] * 3},
         ["BUILD Yard-1 1 Y"], ["BUILD Yard-1 1 Z"]),
        (random._move, {"fleets": SHIPS}, ["MOVE A 2", "MOVE B 2", "MOVE C 1"],
         ["MOVE A 3", "MOVE B 3", "MOVE C 1"]),
        (random._explore, {"fleets": [*SHIPS, fleet("D", "3"), fleet("E", "3", xp_rating=0)]},
         ["SCAN D"], ["SCAN D"]),
        (random._stop, {"fleets": SHIPS}, ["STOP M"], ["STOP M"]),
        (random._stop, {"fleets": [A]}, [], []),
        (random._join, {"fleets": SHIPS}, ["JOIN A B"], ["JOIN A B"]),
        (random._join, {"fleets": [A, C]}, [], []),
        (random._split, {"fleets": SHIPS}, ['FLEET "Party 10" A-1'], ['FLEET "Party 10" A-2']),
        (random._split, {"fleets": [B, {**B, "units": []}]}, [], []),
        (random._rename, {"fleets": SHIPS}, ['RENAME A "Company 10"'],
         ['RENAME S "Company 10"']),
        (random._detune, {"fleets": SHIPS}, ["DETUNE A ON"], ["DETUNE M OFF"]),
        (random._detune, {"fleets": [STILL]}, [], []),
        (random._doctrine, {"fleets": SHIPS}, ["DOCTRINE A AVOID"],
         ["DOCTRINE S TARGET SMALL"]),
        (random._scrap, {"fleets": SHIPS}, ["SCRAP A-1"], ["SCRAP B-1"]),
        (random._scrap, {"fleets": [C, MOVING, STILL]}, [], []),
        (random._register, {"classes": [{**CLASSES[0], "name": "Wanderer"}]}, [], []),
    ],
)  # fmt: skip
def test_a_whim_with_ships(whim, rows, first, last):
    """C is abroad and has no instruments, M is on its way, S has no drives."""
    for dice, orders in ((First, first), (Last, last)):
        scene = bot(
            1_000, systems=[HOME, surveyed("2"), system("3")], colonies=[home()],
            links=chain("2", "1", "3"), **rows,
        )  # fmt: skip
        assert had(whim, dice, scene)[0] == orders
        place = bot(1_000, systems=[HOME], colonies=[home()], links=[], **rows)
        place.busy |= {row["name"] for row in rows.get("fleets", ())}
        if "fleets" in rows:
            assert had(whim, dice, place)[0] == []


class Battles:
    """A calculator that notes its questions and returns even odds."""

    def __init__(self):
        self.asked = []

    def battle(self, spec):
        self.asked.append(spec)
        return spec

    def simulate(self, battle, runs, key):
        assert (battle, runs, key) == (self.asked[-1], 20, "odds of bots")
        return self

    def wins(self, side):
        assert side == "we"
        return 10


def test_the_odds_are_asked_of_all_that_a_race_may_have():
    ours = unit("L-1", "Lancer", hull="DD", design="[A]", points=30.0, long=2.0, short=4.0)
    rear = {**ours, "in_line": False}
    lost = {**ours, "points": 0.0}
    against = race(ships=7, seen_turn=80, planets=2)
    calculator = Battles()
    chances = list(war.chances_to_win(calculator, [ours, rear, lost, ours], against, 80))

    assert chances == [0.5] * 3
    for spec, (long, short) in zip(calculator.asked, war.WEAPONS, strict=True):
        assert spec["sides"]["we"] == [
            {"hull": "DD", "design": "[A]", "damage": 0.0, "count": 2},
            {"hull": "DD", "design": "[A]", "damage": 29.9, "count": 1},
        ]
        destroyers, bases = spec["sides"]["they"]
        assert (destroyers["hull"], destroyers["count"]) == ("DD", 7)
        assert (bases["hull"], bases["count"]) == ("BS2", 2)
        for row in (destroyers, bases):
            assert f"{long}{long}" in row["design"] or f"{long})x" in row["design"]
            assert short in row["design"]
        assert "3" in destroyers["design"]  # the third generation, from turn 80 on
        assert spec["doctrines"] == {
            "we": {"band": "LONG", "target": "SMALL", "break": 100},
            "they": {"pdc": True, "silos": 6, "missile": "R3"},
        }
        assert spec["place"] == {"nebula": ""}


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"gas": True}, ["gas"]), ({"ion": True}, ["ion"]), ({"gas": True, "ion": True}, ["gas"]),
        ({"charted": False}, ["gas", ""]), ({"charted": False, "ion": True}, ["gas", "ion"]),
    ],
)  # fmt: skip
def test_the_odds_are_those_of_the_place_or_of_the_worst_that_it_may_be(changes, places):
    calculator = Battles()
    ours = unit("L-1", "Lancer", hull="DD", design="[A]")
    assert len(list(war.chances_to_win(calculator, [ours], race(**changes), 0))) == 3 * len(places)
    assert [spec["place"]["nebula"] for spec in calculator.asked[::3]] == places
    none = race(ships=0, people=0, planets=100, seen_turn=0)
    assert list(war.chances_to_win(Battles(), [{**ours, "in_line": False}], none, 0)) == [0.0]
    list(war.chances_to_win(calculator, [ours], none, 0))
    assert calculator.asked[-1]["doctrines"]["they"]["silos"] == 200
    assert [row["hull"] for row in calculator.asked[-1]["sides"]["they"]] == ["BS2"]
