"""Orders for a navy: views, and the resulting orders (SC-CBT, SC-WPA, SC-GND)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.situations import bot, colony, contact, fleet, sighting, unit
from tests.variants.starcluster.test_bot_laws import race
from tests.variants.starcluster.test_bot_races import MAP
from variants.starcluster.bots import navy, war

ENEMY = race(home="3")


@pytest.mark.rule("SC-WPA-001")
@pytest.mark.parametrize(
    ("changes", "at", "orders"),
    [
        ({}, "3", ["DOCTRINE N GUARD 1.W2 BAND SHORT BREAK 60"]),
        ({"guards": "1.W2"}, "3", []),
        ({"guards": "1.W1"}, "3", ["DOCTRINE N GUARD 1.W2 BAND SHORT BREAK 60"]),
        ({"armed": False}, "3", []),
        ({"detuned": True}, "3", ["DETUNE N OFF", "DOCTRINE N GUARD 1.W2 BAND SHORT BREAK 60"]),
        ({"detuned": True, "guards": "1.W2"}, "3", ["DETUNE N OFF"]),
        ({}, "5", ["DOCTRINE N GUARD 1.W1 BAND SHORT BREAK 60"]),
        ({}, "", []),
    ],
)
def test_the_navy_guards_the_point_towards_the_nearest_race(changes, at, orders):
    systems = [system | {"owner": "Race of NPR1"} if system["id"] == at else system
               for system in MAP["systems"]]  # fmt: skip
    scene = bot(**{**MAP, "systems": systems})
    war._stand_guard(scene, fleet("N", "1", armed=True) | changes)
    assert scene.lines == orders


def at_war(*ships, at="1", turn=12, against=ENEMY, **more):
    """The orders for a navy with these ships in one place."""
    first = fleet("N", at, armed=True, units=[ship["name"] for ship in ships])
    rows = {"fleets": [first], **MAP, **more}
    scene = bot(turn=turn, units=[ship | {"at": at} for ship in ships], **rows)
    war.command_navy(scene, against, None)
    return scene.lines


LANCERS = [unit(f"L-{n}", "Lancer") for n in range(1, 17)]
TROOPER = unit("T-1", "Trooper", troops=300.0, shuttles=10, in_line=False, spaces=80)
TROOPER_2 = TROOPER | {"name": "T-2"}
TENDERS = [unit(f"S-{n}", "Tender", train=True, in_line=False, spaces=80) for n in range(1, 5)]
READY = [*LANCERS, TROOPER, TROOPER_2, *TENDERS]
EASY = race(home="3", ships=0, people=0, seen_turn=12)
SENT = ["DOCTRINE N ENGAGE BAND LONG BREAK 60 TARGET SMALL", "DETUNE N ON", "MOVE N 3"]


@pytest.mark.parametrize(
    ("ships", "changes", "chances", "goes"),
    [
        (READY, {}, [1.0, 0.9], True),
        (READY, {}, [1.0, 0.89], False),
        (READY, {"counted": False}, [1.0], False),
        (READY, {"counted": False, "stance": "WAR"}, [1.0], True),
        (READY, {"planets": 2}, [1.0], True),
        (READY, {"planets": 3}, [1.0], False),  # 900 troops
        (READY, {"home": "7"}, [1.0], False),
        (READY[:7] + READY[16:], {}, [1.0], True),  # half of the 14 destroyers
        (READY[:6] + READY[16:], {}, [1.0], False),
        ([u for u in READY if u["of_class"] != "Tender"], {}, [1.0], False),
    ],
)
def test_a_navy_sets_out_with_enough_of_all(monkeypatch, ships, changes, chances, goes):
    monkeypatch.setattr(war, "chances_to_win", lambda *_: iter(chances))
    assert navy.destroyers_against(EASY, 12 + navy.MARCHING) == 14
    against = race(**{"home": "3", "ships": 0, "people": 0, "seen_turn": 12, **changes})
    assert (at_war(*ships, against=against) == SENT) == goes


@pytest.mark.parametrize(
    ("ships", "orders"),
    [
        (LANCERS[:2], SENT),
        # ships without drives stay behind
        ([LANCERS[0], LANCERS[1] | {"cruising": 0}, LANCERS[2] | {"cruising": 0.5}],
         ['FLEET "Sound 12" L-1 L-3', 'DOCTRINE "Sound 12" ENGAGE BAND LONG BREAK 60 TARGET SMALL',
          'DETUNE "Sound 12" ON', 'MOVE "Sound 12" 3']),
        ([LANCERS[0] | {"cruising": 0}], []),
        ([lancer | {"short": 9.0} for lancer in LANCERS[:2]],
         [SENT[0].replace("LONG", "SHORT"), *SENT[1:]]),
    ],
)  # fmt: skip
def test_how_ships_are_sent(ships, orders):
    scene = bot(turn=12, **MAP)
    war._send(scene, fleet("N", "1"), ships, "3")
    assert scene.lines == orders
    place = bot(turn=12, **MAP)
    war._send(place, fleet("N", "1"), ships, "7")
    assert place.lines == []


def test_a_detuned_fleet_is_not_detuned_again_but_for_a_new_one():
    scene = bot(turn=12, **MAP)
    war._send(scene, fleet("N", "1", detuned=True), LANCERS[:2], "3")
    assert scene.lines == [SENT[0], SENT[2]]
    place = bot(turn=12, **MAP)
    war._send(place, fleet("N", "1", detuned=True), LANCERS[:3], "3", LANCERS[:2])
    assert place.lines[0] == 'FLEET "Sound 12" L-1 L-2'
    assert place.lines[2:] == ['DETUNE "Sound 12" ON', 'MOVE "Sound 12" 3']


def test_tenders_supply_three_hundred_and_twenty_hull_spaces_each():
    """Heralds and troopers come first, and of the destroyers the first of the list."""
    herald = unit("H-1", "Herald", spaces=22)
    for ships, behind in (
        ([*LANCERS, *TENDERS[:2]], []),
        ([*LANCERS, *TENDERS[:1]], [f"L-{n}" for n in range(11, 17)]),
        ([*LANCERS, *TENDERS[:1], TROOPER], [f"L-{n}" for n in range(9, 17)]),
        ([*LANCERS, *TENDERS[:1], herald], [f"L-{n}" for n in range(10, 17)]),
        ([*LANCERS, herald], [f"L-{n}" for n in range(1, 17)]),
        ([LANCERS[0] | {"of_class": "Brawler"}], ["L-1"]),
    ):
        left = [s["name"] for s in war._supplied(ships)]
        assert left == [ship["name"] for ship in ships if ship["name"] not in behind]


@pytest.mark.parametrize(
    ("changes", "orders"),
    [
        ({}, ["WAR NPR1"]),
        ({"path": ["2", "3"]}, []),
        ({"armed": False}, []),
        ({"goal": "2", "path": ["2"]}, []),
    ],
)
def test_war_is_declared_a_transit_before_the_goal(changes, orders):
    coming = fleet("N", "2", goal="3", path=["3"], armed=True, units=["L-1"]) | changes
    scene = bot(fleets=[coming], units=LANCERS[:1], **MAP)
    war.command_navy(scene, ENEMY, None)
    assert scene.lines == orders
    for stance, enemies in (("WAR", set()), ("NEUTRAL", {"NPR1"})):
        place = bot(fleets=[coming], units=LANCERS[:1], **MAP)
        place.enemies |= enemies
        war.command_navy(place, race(home="3", stance=stance), None)
        assert place.lines == []


def test_a_fleet_next_to_its_goal_declares_war_as_it_sets_out(monkeypatch):
    monkeypatch.setattr(war, "chances_to_win", lambda *_: iter([1.0]))
    assert at_war(*READY, at="2", against=EASY)[-2:] == ["MOVE N 3", "WAR NPR1"]


def test_a_fleet_without_a_war_goes_home_and_others_stay_as_they_are():
    assert at_war(*LANCERS[:2], at="2") == [*SENT[:2], "MOVE N 1"]
    assert at_war(*LANCERS[:2], at="2", against=None) == [*SENT[:2], "MOVE N 1"]
    assert at_war(unit("X-1", "Pathfinder"), at="2") == []
    moving = fleet("N", "2", units=["L-1"], path=["1"], goal="1", armed=True)
    assert at_war(LANCERS[0], at="2", fleets=[moving]) == []


def test_fleets_of_a_place_join_the_largest():
    fleets = [fleet("B", "2", units=["L-1"]), fleet("A", "2", units=["L-2"]),
              fleet("C", "2", units=["L-3", "L-4"]), fleet("D", "5", units=["L-5"])]  # fmt: skip
    scene = bot(fleets=fleets, units=LANCERS[:5], **MAP)
    war.command_navy(scene, None, None)
    assert scene.lines[:2] == ["JOIN A C", "JOIN B C"]
    assert scene.lines[4:] == ["MOVE C 1", SENT[0].replace(" N ", " D "), "DETUNE D ON", "MOVE D 1"]
    assert scene.busy == {"A", "B", "C", "D"}


@pytest.mark.parametrize(
    ("ship", "at", "short", "orders"),
    [
        (LANCERS[0] | {"points": 29.0}, "1", 0, ["REPAIR N"]),
        (LANCERS[0] | {"points": 29.1}, "1", 0, []),
        (LANCERS[0] | {"points": 9.0}, "1", 1, []),
        (LANCERS[0] | {"points": 9.0}, "6", 0, []),
        (LANCERS[0] | {"points": 9.0}, "2", 0, []),
        (TENDERS[0] | {"train": False}, "2", 0, ["TRAIN S-1 ON"]),
        (TENDERS[0], "2", 0, []),
        (TROOPER | {"shuttles": 8}, "1", 0, ["BUILD CRAFT N 2 ST"]),
        (TROOPER | {"shuttles": 7}, "1", 0, []),  # there is no money for three
        (TROOPER | {"shuttles": 8}, "2", 0, []),
    ],
)
def test_ships_are_repaired_at_home_and_equipped_in_colonies(ship, at, short, orders):
    scene = bot(cash=14, **MAP | {"colonies": [colony("1"), colony("6")]})
    scene.short = short
    war._equip(scene, at, fleet("N", at), [ship])
    assert scene.lines == orders


@pytest.mark.parametrize(
    ("ships", "changes", "enemies", "orders"),
    [
        ([*LANCERS[:8], TROOPER], {}, 1, ["WAR NPR1", "LAND N 3 1 300"]),
        ([*LANCERS[:8], TROOPER], {"stance": "WAR"}, 1, ["LAND N 3 1 300"]),
        ([*LANCERS[:7], TROOPER], {"stance": "WAR"}, 1, []),
        ([*LANCERS[:16], TROOPER], {"stance": "WAR"}, 2, ["LAND N 3 1 300"]),
        ([*LANCERS[:15], TROOPER], {"stance": "WAR"}, 2, []),
        ([TROOPER, TROOPER_2], {"stance": "WAR", "planets": 2}, 0,
         ["LAND N 3 1 300", "LAND N 3 2 300"]),
        ([TROOPER | {"troops": 2.0}], {"stance": "WAR", "planets": 2}, 0,
         ["LAND N 3 1 1", "LAND N 3 2 1"]),
        ([TROOPER | {"troops": 1.9}], {"stance": "WAR", "planets": 2}, 0, []),
        ([TROOPER], {"stance": "WAR", "counted": False}, 0, []),
        ([TROOPER | {"shuttles": 0}], {"stance": "WAR"}, 0, []),
        # without troops it goes home
        ([LANCERS[0]], {"stance": "WAR"}, 0, [*SENT[:2], "MOVE N 1"]),
    ],
)  # fmt: skip
def test_a_siege(ships, changes, enemies, orders):
    sightings = [sighting("3", "Race of NPR1", enemies), sighting("2", "Race of NPR1", 9),
            sighting("3", "Race of NPR2", 9)]  # fmt: skip
    assert (
        at_war(*ships, at="3", against=race(**{"home": "3", **changes}), sightings=sightings)
        == orders
    )


def test_who_is_besieged():
    for at, is_armed, besieged in (("3", True, True), ("3", False, False), ("2", True, False)):
        scene = bot(fleets=[fleet("N", at, armed=is_armed)])
        assert war.is_besieging(scene, ENEMY) == besieged


@pytest.mark.parametrize(
    ("changes", "needed"),
    [
        ({}, "2"), ({"owner": "Race 9"}, ""), ({"system": "5"}, ""), ({"left_by": "2.W1"}, ""),
        ({"units": 5}, ""),
    ],
)  # fmt: skip
def test_a_colony_is_relieved_of_enemies_that_are_there_and_not_too_many(changes, needed):
    raiders = sighting("2", "Race of NPR1", 4) | changes
    rows = MAP | {"colonies": [colony("1"), colony("2")], "sightings": [raiders]}
    scene = bot(**rows | {"contacts": [contact("NPR1", stance="WAR"), contact("NPR2")]})
    assert war._colony_in_need(scene, LANCERS[:6]) == needed
    calm = bot(**rows)
    assert war._colony_in_need(calm, LANCERS[:6]) == ""


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
