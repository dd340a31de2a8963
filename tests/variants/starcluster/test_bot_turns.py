"""A turn of each bot: its number of scouts, its spending, and the order of its plans."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.situations import bot, chain, colony, contact, fleet, unit
from tests.variants.starcluster.test_bot_races import CLASSES, HOME, MAP
from variants.starcluster.bots import strategic
from variants.starcluster.economy import StarclusterEconomy

SCOUT = {"name": "Scout", "faults": [], "price": 1.0, "prototype": False, "spaces": 30}
PATHFINDER = SCOUT | {"name": "Pathfinder", "spaces": 15}


def docks(number):
    return [unit(f"Yard-{n}", "Yard", yards=20) for n in range(1, number + 1)]


def ordered(scene):
    """The class of the ordered ships, their number, and their number of fleets."""
    rows = [line.replace("Survey ", "Survey").split() for line in scene.lines]
    return (
        rows[0][3] if rows else "Scout",
        sum(int(row[2]) for row in rows),
        len({row[5] for row in rows}),
    )


@pytest.mark.parametrize(
    ("colonies", "cash", "have", "groups"),
    [
        (1, 0, 0, 0),  # no money
        (1, 10, 0, 1),
        (1, 10, 1, 0),
        (2, 10, 0, 2),
        (2, 10, 5, 1),
        (1, 12_499, 0, 1),
        (1, 12_500, 0, 2),
        (1, 999_999, 0, 8),
        (7, 999_999, 5, 7),
    ],
)
def test_a_settler_keeps_scouts_for_its_colonies_and_money(colonies, cash, have, groups):
    """Five for a colony and one for each 2,500 MC, 40 at most, in groups of five."""
    rows = [colony(str(n)) for n in range(1, colonies + 1)]
    scene = bot(
        cash, colonies=rows, classes=[SCOUT], home="1", systems=[HOME],
        units=[*docks(10), *(unit(f"Scout-{n}", "Scout", "9") for n in range(have))],
    )  # fmt: skip
    strategic._send_scouts(scene)
    assert ordered(scene) == ("Scout", 5 * groups, groups)


@pytest.mark.parametrize(("turn", "have", "groups"), [(7, 0, 4), (7, 15, 1), (8, 20, 6)])
def test_an_admiral_keeps_many_scouts_from_the_eighth_turn_on(turn, have, groups):
    scene = bot(
        999, turn, **MAP, classes=[PATHFINDER],
        units=[*docks(10), *(unit(f"P-{n}", "Pathfinder", "9") for n in range(have))],
    )  # fmt: skip
    strategic._send_explorers(scene)
    assert ordered(scene) == ("Pathfinder", 5 * groups, groups)


@pytest.mark.rule("SC-MOV-003")
@pytest.mark.parametrize(
    ("changes", "orders"),
    [
        ({}, ["DETUNE A ON"]),
        ({"detuned": True}, []),
        ({"speed": 0.0}, []),
        ({"speed": 0.5}, ["DETUNE A ON"]),
        ({"x_rating": 0.0}, []),
    ],
)
def test_an_admirals_scouts_fly_detuned(changes, orders):
    scene = bot(turn=9, **MAP, fleets=[fleet("A", "1", 5, **changes)])
    strategic._send_explorers(scene)
    assert [line for line in scene.lines if "DETUNE" in line] == orders


def test_an_admirals_groups_are_of_five_and_those_of_four_set_out():
    scene = bot(turn=9, **MAP, fleets=[fleet(name, "1", detuned=True) for name in "ABCDEF"])
    strategic._send_explorers(scene)
    assert scene.lines == [f"JOIN {name} A" for name in "BCDE"]
    unknown = {**MAP, "systems": [*MAP["systems"][:3], MAP["systems"][3] | {"level": 1}]}
    for ships, orders in ((3, []), (4, ["MOVE A 5"])):
        place = bot(turn=9, **unknown, fleets=[fleet("A", "1", ships, detuned=True)])
        strategic._send_explorers(place)
        assert place.lines == orders


def view_of(**parts):
    race = {"long_range": "R", "short_range": "L"}
    return bot(**{**MAP, "race": race, "home": "1", **parts}).view


@pytest.mark.parametrize(("spare", "sent"), [(4, 0), (5, 1), (6, 2)])
def test_who_besieges_keeps_freighters_for_the_people_and_one_more(spare, sent):
    """300 people take three."""
    place = MAP["systems"][1]
    enemy = place | {"id": "3", "owner": "Race of NPR1", "pu": 300, "habitable": 3}
    view = view_of(
        turn=9, pool={"spare": spare}, classes=CLASSES, units=[unit("Lancer-1", "Lancer", "3")],
        systems=[HOME, place, enemy, place | {"id": "5"}],
        fleets=[fleet("N", "3", armed=True, units=["Lancer-1"], x_rating=0.0)],
    )  # fmt: skip
    orders = strategic.AdmiralBot(StarclusterEconomy(), None).orders(view, None).splitlines()
    assert sum(line.startswith("COLONIZE") for line in orders) == sent
    assert "WAR NPR1" in orders


@pytest.mark.parametrize(("stance", "envoys"), [("NEUTRAL", 0), ("HOSTILE", 1)])
def test_no_envoy_goes_to_the_race_that_is_to_be_conquered_unless_it_fires(stance, envoys):
    enemy = MAP["systems"][1] | {"id": "3", "owner": "Race of NPR1", "pu": 300, "habitable": 3}
    view = view_of(
        cash=50_000, turn=9, classes=CLASSES, systems=[HOME, MAP["systems"][1], enemy],
        contacts=[contact("NPR1", stance=stance)],
        fleets=[fleet("N", "1", armed=True, units=["Lancer-1"], path=["2", "3"], goal="3")],
        units=[unit("Lancer-1", "Lancer")],
    )  # fmt: skip
    orders = strategic.AdmiralBot(StarclusterEconomy(), None).orders(view, None).splitlines()
    assert sum(line.startswith("ENVOY") for line in orders) == envoys


def test_the_first_orders_of_each_bot():
    view = view_of(turn=0, contacts=[], systems=[HOME])
    assert strategic.SettlerBot(StarclusterEconomy()).orders(view, None).splitlines() == [
        "STANDING INVEST MAX",
        'DESIGN Scout DD "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(QQQ)][(IcIcIc)]"',
    ]
    orders = strategic.AdmiralBot(StarclusterEconomy(), None).orders(view, None).splitlines()
    assert orders[:7] == [
        "ARRAY 66 33 66", "DISADVANTAGE Poor", "ADVANTAGE Adaptable", "ADVANTAGE Prolific",
        "LRW K", "SRW E", "STANDING INVEST MAX",
    ]  # fmt: skip
    assert [line.split()[:3] for line in orders[7:]] == [
        ["DESIGN", "Pathfinder", "EX"], ["DESIGN", "Lancer", "DD"], ["DESIGN", "Brawler", "DD"],
        ["DESIGN", "Herald", "FG"], ["DESIGN", "Tender", "FT4"], ["DESIGN", "Trooper", "FT4"],
    ]  # fmt: skip
    later = strategic.AdmiralBot(StarclusterEconomy(), None).orders(
        view_of(turn=1, contacts=[]), None
    )
    assert "RRRR" in later.splitlines()[1]
    assert "STANDING" not in later
    assert "STANDING" not in strategic.SettlerBot(StarclusterEconomy()).orders(
        view_of(turn=1), None
    )


def test_nobody_without_colonies_orders_anything():
    view = view_of(colonies=[])
    economy = StarclusterEconomy()
    for player in (strategic.SettlerBot(economy), strategic.AdmiralBot(economy, None)):
        assert player.orders(view, None) == ""


def test_what_a_turn_costs_is_put_aside_before_all_else():
    """Projects and upkeep, and of the pool's freighters those that convoys bind."""
    rows = {"projects": [{"price": 30.0}, {"price": 20.0}], "pool": {"spare": 9, "convoy": True}}
    scene = bot(1_000, **rows, treasury={"upkeep": [{"MC": 100.0}, {"MC": 5.0}]})
    assert (scene.cash, scene.spare) == (845, 7)
    assert scene.pay(845)
    assert not scene.pay(1)
    assert scene.cash == 0


def test_yards_have_the_room_that_their_queues_leave():
    queue = [{"yard": "Yard-1", "work": 100, "done": 40}, {"yard": "Yard-1", "work": 30, "done": 0},
             {"yard": "Yard-2", "work": 250, "done": 10}]  # fmt: skip
    scene = bot(units=[*docks(3), unit("Yard-4", "Yard", "9", yards=20)], yards=queue, **MAP)
    assert scene.free_yard_work == {"Yard-1": 150, "Yard-3": 240}


def test_ways_are_those_of_which_both_ends_are_known():
    rows = {"systems": [HOME, HOME | {"id": "2"}, HOME | {"id": "3"}], "home": "1"}
    hidden = {"a": "2", "b": "3", "a_point": "", "b_point": "3.W1"}
    scene = bot(links=[*chain("1", "2", "4"), hidden, *chain("3", "1")], **rows)
    assert scene.links == {"1": ["2", "3"], "2": ["1"], "3": ["1"]}
    assert scene.path("2", lambda at: at == "3") == ["2", "1", "3"]
    assert scene.path("2", lambda at: at in "23") == ["2"]
    assert scene.nearest("2", lambda at: at == "3") == "3"
    assert scene.nearest("2", lambda at: at == "4") is None


@pytest.mark.parametrize(
    ("stances", "calm"),
    [([], False), (["NEUTRAL"], True), (["NEUTRAL", "WAR"], False), (["HOSTILE"], False)],
)
def test_it_is_calm_where_races_were_met_and_none_fires(stances, calm):
    rows = [contact(f"NPR{n}", stance=stance) for n, stance in enumerate(stances)]
    rest = [contact("Brin", npr=False, stance="WAR"), contact("NPR9", active=False, stance="WAR")]
    assert bot(contacts=[*rows, *rest]).is_calm == calm
    assert not bot(contacts=[contact("Brin", npr=False)]).is_calm


def test_a_settlers_group_carries_one_scan_home_at_once():
    """Without a scan it continues."""
    row = {"system": "2", "level": 1, "carriers": [f"A-{n}" for n in range(1, 6)]}
    for carried, orders in (
        ([row], ['FLEET "News of A-5" A-5', 'MOVE "News of A-5" 1']),
        ([], ["MOVE A 5"]),
    ):
        places = [HOME, {**MAP["systems"][1], "level": 0}, MAP["systems"][2]]
        places.append({**MAP["systems"][3], "level": 1})
        if not carried:
            places[1]["level"] = 2
        scene = bot(
            **{**MAP, "systems": places}, carried=carried, fleets=[fleet("A", "2", 5)]
        )  # fmt: skip
        scene.view["systems"][1]["habitable"] = 0
        strategic._send_scouts(scene)
        assert scene.lines == orders
