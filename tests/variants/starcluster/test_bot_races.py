"""Bots' estimates of races, and their navies: views, and the resulting decisions."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.situations import (
    bot,
    chain,
    colony,
    contact,
    sighting,
    surveyed,
    system,
    unit,
)
from tests.variants.starcluster.test_bot_laws import race
from variants.starcluster.bots import bot_view, navy, races

HOME = surveyed("1", yours=True, owner="Race 1", points=[
    {"name": "1.W1", "leads": "5"}, {"name": "1.W2", "leads": "2"}])  # fmt: skip
MAP = {
    "systems": [HOME, surveyed("2"), surveyed("3"), surveyed("5")],
    "links": [*chain("1", "2", "3"), *chain("1", "5")],
    "colonies": [colony("1")],
    "contacts": [contact("NPR1")],
}


@pytest.mark.rule("SC-NPR-002")
@pytest.mark.parametrize(
    ("facts", "turn", "ships"),
    [
        # 300 people earn 1,500 MC a turn at EL 1: 4 times that to begin with, 20 times at most
        ({"ships": None}, 0, 14),
        ({"ships": None}, 8, 14 + 14),
        ({"ships": None}, 39, 70),
        ({"ships": None}, 60, 141),
        ({"ships": None}, 1_000, 20 * 1_500 * 26 // 427 + 1),
        ({"ships": None, "people": 10}, 0, 2),  # no more than upkeep allows
        ({"ships": None, "people": 70}, 0, 4),
        # sightings, and estimated growth since
        ({"ships": 20, "seen_turn": 10}, 10, 20),
        ({"ships": 20, "seen_turn": 10}, 18, 34),
        ({"ships": 20, "seen_turn": 36}, 44, 20 + 21),
        ({"ships": 500, "seen_turn": 10}, 18, 500),
    ],
)
def test_a_race_has_what_it_began_with_was_seen_with_and_builds(facts, turn, ships):
    assert race(**facts).ships_in(turn) == ships


@pytest.mark.rule("SC-NPR-001", "SC-NPR-002")
def test_what_is_known_of_a_race_comes_from_surveys_sightings_and_notes():
    station = unit("Yard-1", "Yard", yards=10, fleet="Base 3x7t4 9x8t5 2x1t1 1x2t2")
    rows = {
        **MAP,
        "units": [unit("X-1", "X", fleet="6x6t6"), station],
        "systems": [
            HOME, surveyed("2", owner="Race of NPR2", habitable=3, pu=250, nebula="gas"),
            surveyed("3", owner="Race of NPR3", anomaly="ion storm"),
            system("4", kind="Nebula"), system("5", kind="Nebula", nebula="ion"), system("6"),
        ],
        "contacts": [
            contact("NPR1", active=False), contact("Brin", npr=False),
            contact("NPR2"), contact("NPR3", stance="WAR"), contact("NPR4"), contact("NPR5"),
            contact("NPR6"),
        ],
        "sightings": [
            sighting("2", "Race of NPR2", 9, DD=5), sighting("2", "Race of NPR2", 3, BS2=2, CT=1),
            sighting("2", "Race of NPR2", 2, DD=2), sighting("3", "Race of NPR3", 9, DD=9),
            sighting("4", "Race of NPR4", 2, BS1=2), sighting("5", "Race of NPR5", 1, BS2=1, DD=1),
            sighting("1", "Race of NPR6", 2, BS2=2),
        ],
    }  # fmt: skip
    natives = {n.name: n for n in races.known_races(bot(turn=12, **rows))}

    assert list(natives) == ["NPR2", "NPR3", "NPR4", "NPR5"]
    assert natives["NPR2"] == race(
        name="NPR2", home="2", planets=3, people=250, ships=7, seen_turn=12, gas=True
    )
    assert natives["NPR3"] == race(
        name="NPR3", home="3", planets=1, people=1000, ships=7, seen_turn=4, stance="WAR", ion=True
    )
    unknown = {"planets": 10, "counted": False, "people": 1000, "seen_turn": 12, "charted": False}
    assert natives["NPR4"] == race(name="NPR4", home="4", ships=0, gas=True, **unknown)
    assert natives["NPR5"] == race(name="NPR5", home="5", ships=1, ion=True, **unknown)


def test_the_only_home_of_which_notes_tell_is_that_of_a_race_whose_home_is_unknown():
    for notes, home in (("Base 3x7t4", ["3"]), ("Base 3x7t4 2x1t1", []), ("Base 8x1t1", []),
                        ("Base 1x2t3 3x7t4", ["3"])):  # fmt: skip
        scene = bot(units=[unit("Yard-1", "Yard", yards=10, fleet=notes)], **MAP)
        assert [n.home for n in races.known_races(scene)] == home


@pytest.mark.parametrize(
    ("expected", "name", "orders"),
    [
        ([("3", 7, 4)], "F1", ['RENAME F1 "Base 3x7t4"']),
        ([("3", 7, 4)], "Base 3x7t4", []),
        ([("3", 7, 4), ("2", 0, 9)], "Base 3x7t4", ['RENAME "Base 3x7t4" "Base 3x7t4 2x0t9"']),
        ([("4", 1, 1), ("3", 7, 4), ("2", 0, 9)], "F1", ['RENAME F1 "Base 3x7t4 2x0t9"']),
        ([("3", None, 0)], "F1", []),
        ([], "F1", []),
    ],
)
def test_the_last_two_races_that_were_seen_are_written_down(expected, name, orders):
    sighted = [race(home=home, ships=ships, seen_turn=turn) for home, ships, turn in expected]
    scene = bot(units=[unit("X-1", "X"), unit("Yard-1", "Yard", yards=10, fleet=name)])
    races.store_sightings(scene, sighted)
    assert scene.lines == orders
    nowhere = bot(units=[unit("X-1", "X")])
    races.store_sightings(nowhere, sighted)
    assert nowhere.lines == []


def test_numbers_of_a_navy():
    """0.65 of them for a destroyer, 1.2 for each of three silos, ten more, by generations."""
    least = {"ships": 0, "people": 0, "seen_turn": 0, "planets": 0}
    for facts, turn, number in (
        (least, 0, 10),
        ({**least, "planets": 2}, 0, 18),  # 7.2 more
        ({**least, "planets": 2}, 40, 18),  # 7.92
        ({**least, "planets": 2}, 400, 25),  # 14.4
        ({**least, "ships": 100}, 0, 75),
        ({**least, "ships": 100}, 40, 89),  # 78.65
        ({**least, "ion": True}, 0, 15),
        ({**least, "charted": False}, 0, 16),
        ({**least, "ion": True, "charted": False}, 0, 15),
    ):
        assert navy.destroyers_against(race(**facts), turn) == number, (facts, turn)
    assert [navy.troopers_against(race(planets=n)) for n in (1, 2, 3, 4)] == [2, 3, 5, 6]
    assert [navy.tenders_for(*numbers) for numbers in ((0, 0), (8, 0), (9, 0), (9, 4))] == [
        1, 1, 2, 3]  # fmt: skip
    assert [navy.destroyer_against(race(gas=gas)) for gas in (False, True)] == ["Lancer", "Brawler"]


@pytest.mark.parametrize(
    ("weapon", "destroyer", "frigate"),
    [
        ("K", "[(S)x7][(Q)x3][(I)x5][(KKKKKKKKKKKKKK)1][Y]",
         "[(S)x5][(Q)x2][(I)x4][CIC][(KKKKKKK)1][Y]"),
        ("G", "[(S)x7][(Q)x3][(I)x5][(GGGGGGGGGGGG)1][(Mg)x2][Y]",
         "[(S)x7][(Q)x2][(I)x4][CIC][(GGG)1][(Mg)x2][Y]"),
    ],
)  # fmt: skip
def test_the_designs_of_a_navy(weapon, destroyer, frigate):
    classes = navy.navy_classes(weapon, "K")
    assert classes["Lancer"] == ("DD", destroyer)
    assert classes["Herald"] == ("FG", frigate)
    assert classes["Brawler"] == navy.navy_classes("K", weapon)["Lancer"]
    assert classes["Tender"] == ("FT4", "[(H)x67][(Q)x2][Bsa][Hb][(I)x8]")
    assert classes["Trooper"] == ("FT4", "[(Qt)x60][(Bsa)x10][(Q)x2][(I)x8]")


CLASSES = [
    {"name": name, "faults": [], "price": price, "prototype": False, "spaces": spaces}
    for name, price, spaces in (("Yard", 2_000.0, 60), ("Herald", 300.0, 22), ("Lancer", 400.0, 30),
                                ("Brawler", 400.0, 30), ("Tender", 800.0, 80),
                                ("Trooper", 900.0, 80))
]  # fmt: skip


def armed(cash, against=None, turn=8, yards=1, gross=0.0, **more):
    """The units built with this much money and this many stations with shipyards."""
    docks = [unit(f"Yard-{n}", "Yard", yards=10) for n in range(1, yards + 1)]
    parts = {"classes": CLASSES, "units": docks, "treasury": {"gross": gross}, **MAP, **more}
    scene = bot(cash, turn, **parts)
    navy.build_forces(scene, against)
    return [" ".join(line.split()[1:4]) for line in scene.lines]


def test_nothing_is_built_before_the_eighth_turn():
    assert armed(90_000, turn=7) == []
    assert armed(90_000) == ["Yard-1 1 Yard", "Yard-1 1 Herald"]


@pytest.mark.parametrize(
    ("cash", "yards", "gross", "orders"),
    [
        # a second station for 7,500 MC in hand; a lancer for each 250 MC of income, or 120
        (7_499, 1, 0, ["Yard-1 1 Herald"]),
        (7_500, 1, 0, ["Yard-1 1 Yard", "Yard-1 1 Herald"]),
        (90_000, 2, 0, ["Yard-1 1 Herald"]),
        (90_000, 2, 249, ["Yard-1 1 Herald"]),
        (90_000, 2, 500, ["Yard-1 1 Herald", "Yard-1 2 Lancer"]),
        (100_000, 2, 250, ["Yard-1 1 Herald", "Yard-1 1 Lancer"]),
        (102_001, 11, 239, ["Yard-1 1 Yard", "Yard-1 1 Herald", "Yard-1 1 Lancer"]),
        (102_000, 11, 239, ["Yard-1 1 Yard", "Yard-1 1 Herald"]),
        (100_001, 12, 240, ["Yard-1 1 Herald", "Yard-1 2 Lancer"]),
        (100_001, 3, 0, ["Yard-1 2 Yard", "Yard-2 1 Herald"]),
        # ships take no more than 15 percent of the money
        (1_999, 2, 500, []),
        (2_000, 2, 500, ["Yard-1 1 Herald"]),
        (4_667, 2, 500, ["Yard-1 1 Herald", "Yard-1 1 Lancer"]),
        (4_600, 2, 500, ["Yard-1 1 Herald"]),
    ],
)
def test_in_peace_guards_are_built_by_income(cash, yards, gross, orders):
    assert armed(cash, yards=yards, gross=gross) == orders


def test_for_a_war_are_built_heralds_troopers_tenders_and_destroyers():
    """Against silos alone: 14 destroyers by then, two troopers, and tenders for all."""
    weak = {"ships": 0, "people": 0, "seen_turn": 0}
    bare = race(**weak)
    assert navy.destroyers_against(bare, 8 + 22) == 14
    orders = armed(99_999, bare, yards=12)
    assert orders == [
        "Yard-1 3 Herald", "Yard-1 1 Trooper", "Yard-2 1 Trooper", "Yard-2 1 Tender",
        "Yard-3 2 Tender", "Yard-4 4 Lancer", "Yard-5 4 Lancer", "Yard-6 4 Lancer",
        "Yard-7 2 Lancer",
    ]  # fmt: skip
    gas = armed(99_999, race(gas=True, **weak), yards=12)
    assert gas == [line.replace("Lancer", "Brawler") for line in orders]


def test_stations_are_built_for_the_work_of_ten_turns():
    """A station does 1,200 hull spaces in that time: one more for every 40 destroyers."""
    for planets, yards, more in ((8, 1, 0), (9, 1, 1), (9, 2, 0), (19, 2, 0), (20, 2, 1)):
        enemy = race(ships=0, people=0, seen_turn=0, planets=planets)
        orders = armed(7_500, enemy, yards=yards)
        assert sum("Yard" in line.split()[2] for line in orders) == more, (planets, yards)


@pytest.mark.parametrize(
    ("cash", "net", "lancers", "goes"),
    [
        (14_800, 0, 0, True),
        (14_799, 0, 0, False),
        (0, 1_234, 0, True),
        (0, 1_233, 0, False),
        (6_800, 0, 10, True),
        (6_799, 0, 10, False),
        (3_600, 0, 20, True),
        (3_599, 0, 20, False),
    ],
)
def test_a_war_may_cost_half_of_the_money_and_of_twelve_turns_income(cash, net, lancers, goes):
    """Against silos alone it takes 14 destroyers of 400 MC and two troopers of 900."""
    weak = race(home="3", ships=0, people=0, seen_turn=0)
    scene = bot(
        cash, 8, treasury={"net": net}, classes=CLASSES,
        units=[unit(f"L-{n}", "Lancer") for n in range(lancers)],
    )  # fmt: skip
    assert navy.choose_target(scene, [weak]) == (weak if goes else None)
    unknown = bot(10**6, 8, classes=[{**CLASSES[2], "faults": ["M1 is not developed"]}])
    assert navy.choose_target(unknown, [weak]) is None


def test_the_arrival_of_a_navy_is_22_turns_ahead():
    """Ten to build it and twelve to get there: then a race has begun a new level."""
    least = race(home="3", ships=100, seen_turn=0, people=0)
    for turn, number in ((17, 79), (18, 93)):
        scene = bot(10**6, turn, classes=CLASSES)
        assert navy.destroyers_against(least, turn + 22) == number
        assert navy._missing_destroyers(scene, least) == number


def test_a_class_costs_what_the_view_says_and_one_that_is_not_there_more_than_anybody_has():
    rows = [CLASSES[5], CLASSES[2], {**CLASSES[4], "faults": ["M1 is not developed"]}]
    scene = bot(classes=rows)
    assert navy.price_of(scene, "Lancer") == 400
    assert navy.price_of(scene, "Trooper") == 900
    assert navy.price_of(scene, "Tender") == navy.price_of(scene, "Herald") == float("inf")


def test_nothing_is_ordered_where_nothing_is_missing_or_no_yard_has_room():
    for number, units in ((0, [unit("Yard-1", "Yard", yards=10)]), (-1, [unit("Yard-1", "Yard",
                          yards=10)]), (3, [])):  # fmt: skip
        scene = bot(9_999, classes=CLASSES, units=units, **MAP)
        assert bot_view.build_units(scene, "Lancer", number) == 0
        assert (scene.lines, scene.busy) == ([], set())


def test_units_are_shared_among_yards_and_the_last_one_of_each_may_take_longer():
    """120 hull spaces a turn: four destroyers, or five of 29, the fifth of them not finished."""
    yards = [unit(f"Yard-{n}", "Yard", yards=10) for n in (1, 2, 3)]
    for spaces, shares in ((30, [4, 4, 2]), (29, [5, 5]), (61, [2, 2, 2])):
        rows = [{**CLASSES[2], "spaces": spaces}]
        scene = bot(9_999, classes=rows, units=yards, **MAP)
        assert bot_view.build_units(scene, "Lancer", 10, 4_400.0, "Navy 1") == sum(shares)
        assert scene.lines == [
            f'BUILD Yard-{n} {number} Lancer FLEET "Navy 1"'
            for n, number in enumerate(shares, start=1)
        ]
        assert scene.cash == 9_999 - 400 * sum(shares)
        assert scene.busy == {"Lancer"}
