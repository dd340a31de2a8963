"""Battles in text files: input, defaults, and the message for every mistake."""

from __future__ import annotations

import pytest

from horizons_core.errors import BattleError
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.model import BattleOption, FighterKind, FighterState, HostileAct
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.battle.spec_orders import read_orders
from variants.far_horizons.combat import Resolver
from variants.far_horizons.model import Propulsion, ShipLocation


def battle(first=None, other=None, **more):
    fleet = {"ships": ["DD Dawson"]}
    return Resolver().battle({"sides": {"A": first or fleet, "B": other or fleet}, **more})


def test_ships_are_read_from_words_and_mappings():
    fight = battle(
        {
            "tech": {"ML": 23},
            "ships": [
                "TR10S Mule",
                {"class": "BAS", "name": "Rock", "tons": 150000, "at": 3, "age": 4},
                {"class": "CS", "count": 2, "cargo": {"SG3": 2, "GU1": 0}, "landed": True, "at": 3},
            ],
        }
    )
    mule, rock, cruisers = fight.armies[0].ships
    assert (mule.word, mule.name, mule.tonnage, mule.sub_light) == ("TR10S", "Mule", 10, True)
    assert (rock.class_, rock.tonnage, rock.orbit, rock.age) == ("BAS", 15, 3, 4)
    assert (cruisers.word, cruisers.count, dict(cruisers.cargo)) == ("CS", 2, {"SG3": 2})
    assert fight.armies[0].techs == {"MI": 10, "MA": 10, "ML": 23, "GV": 10, "LS": 10, "BI": 10}


def test_colonies_are_read_in_tenths():
    (colony,) = (
        battle({"colonies": [{"planet": 2, "mining": 12.5, "items": {"PD": 9}, "home": True}]})
        .armies[0]
        .colonies
    )
    assert (colony.mining, colony.planet, dict(colony.items)) == (125, 2, {"PD": 9})
    assert colony.home
    assert not colony.hidden


def test_without_orders_all_attack_all_but_their_allies():
    fight = battle({"ships": ["DD One"], "allies": ["B"]})
    assert fight.armies[0].named == ()
    assert fight.armies[1].named == ((HostileAct.ATTACK, "A"),)
    assert fight.armies[1].options == (BattleOption(3),)


@pytest.mark.rule("FH-WITHDRAW-009")
def test_without_an_order_to_withdraw_a_side_fights_to_the_death():
    limits = battle().armies[0].limits
    assert (limits.transports, limits.warships, limits.fleet) == (0, 100, 100)


def test_without_orders_planets_are_attacked_and_defended():
    fight = battle({"colonies": [{"planet": 2}]}, {"ships": ["DD One"]})
    assert fight.armies[0].options == (BattleOption(2, 2), BattleOption(3))
    assert fight.armies[1].options == (BattleOption(4, 2),)


def test_orders_are_read_as_players_write_them():
    orders = read_orders(
        "x",
        ["BATTLE 1 2 3", "attack sp Klingon ; all of it", "HIJACK 0", "ENG 4, 2", "Engage 1",
         "TARGET 3", "WITHDRAW 10 20 30", "HIDE DD Dawson", "SUMMARY", "HAVEN 1 1 1", ""],
        ["Human", "Klingon"],
    )  # fmt: skip
    assert orders.options == (BattleOption(4, 2), BattleOption(1))
    assert orders.named == ((HostileAct.ATTACK, "Klingon"), (HostileAct.HIJACK, None))
    assert orders.favourite is FighterKind.STARBASE
    limits = orders.limits
    assert (limits.transports, limits.warships, limits.fleet) == (10, 20, 30)
    assert orders.hidden == (("DD", "Dawson"),)


@pytest.mark.rule("FH-HIDESHIP-001")
def test_hide_makes_reserves():
    fight = battle({"ships": ["DD Dawson", "DD Other"], "orders": ["HIDE DD Dawson", "ENGAGE 3"]})
    assert [ships.reserve for ships in fight.armies[0].ships] == [True, False]


@pytest.mark.rule("FH-HIDESHIP-001")
def test_reserves_do_not_fight_yet_and_the_others_do():
    scene = battle(
        {"ships": ["DD Dawson", "DD Other"], "orders": ["HIDE DD Dawson", "ENGAGE 3"]}
    ).scene
    assert [(fighter.name, fighter.state) for fighter in scene.battle.fighters] == [
        ("DD Dawson", FighterState.RESERVE),
        ("DD Other", FighterState.FIGHTING),
        ("DD Dawson", FighterState.FIGHTING),
    ]


def test_every_fighter_knows_the_group_that_it_was_asked_for_in():
    scene = battle(
        {"ships": [{"class": "CS", "count": 2}, "DD Other"]},
        {"ships": ["DD Dawson"], "colonies": [{"planet": 2, "mining": 1.0}]},
    ).scene
    names = [fighter.name.split()[0] for fighter in scene.battle.fighters]
    assert [*zip(names, scene.groups, strict=True)] == [
        ("CS", 0), ("CS", 0), ("DD", 1), ("DD", 2), ("PL", -1),
    ]  # fmt: skip


def test_ships_alike_are_told_apart_by_numbers_and_stand_where_they_were_asked_for():
    first, second, landed, deep, base = (
        fighter.ship
        for fighter in battle(
            {
                "ships": [
                    {"class": "DD", "name": "Twin", "count": 2, "at": 1},
                    {"class": "DD", "name": "Ground", "at": 3, "landed": True},
                    {"class": "TR5S", "name": "Slow"},
                    {"class": "BAS", "name": "Rock", "tons": 10000, "age": 2},
                ]
            }
        ).scene.battle.fighters
        if fighter.side == 0
    )
    assert (first.name, second.name, landed.name) == ("Twin 1", "Twin 2", "Ground")
    assert (first.where, first.place.orbit) == (ShipLocation.ORBIT, 1)
    assert (landed.where, landed.place.orbit) == (ShipLocation.LANDED, 3)
    assert (deep.where, deep.drive, deep.place.orbit) == (
        ShipLocation.DEEP_SPACE,
        Propulsion.SUB_LIGHT,
        0,
    )
    assert (base.drive, base.age, first.drive) == (Propulsion.STARBASE, 2, Propulsion.FTL)


def test_sides_stand_in_the_order_of_their_numbers_and_statistics_in_that_of_the_file():
    fight = battle({"number": 7, "ships": [{"class": "BR", "count": 9}]}, {"ships": ["PB Lone"]})
    assert [army.name for army in fight.armies] == ["B", "A"]
    stats = Resolver().simulate(fight, 50, 1)
    assert stats.sides == ("A", "B")
    assert stats.wins("A") == 50
    assert stats.measures["ships left"][:, 0].tolist() == [9] * 50
    assert stats.units == ("B: PB Lone", "A: BR Ship")
    assert stats.survivors.tolist() == [[0, 9]] * 50


def test_who_takes_no_part_keeps_the_field_too():
    landed = {"battle": False, "ships": [{"class": "DD", "at": 1, "landed": True}]}
    stats = Resolver().simulate(battle(other=landed), 5, 1)
    assert stats.winner.tolist() == [-1] * 5
    assert stats.measures["ships left"].tolist() == [[1, 1]] * 5


def test_rules_are_those_of_the_resolver():
    spec = {"sides": {"A": {"ships": ["DD A"]}, "B": {"ships": ["DD B"]}}}
    rules = BattleRules(favourite_percent=12, transports_besiege=True)
    of_kernel = Resolver(rules).battle(spec).field.rules.tolist()
    assert of_kernel == [getattr(rules, name) for name in at.RULES]
    assert of_kernel != Resolver().battle(spec).field.rules.tolist()


def test_measures_are_those_that_matter():
    plain = Resolver().simulate(battle(), 3, 1).measures
    assert "planetary defenses left" not in plain
    more = battle(
        {"colonies": [{"planet": 1, "items": {"PD": 5}}], "orders": ["ENGAGE 2 1"]},
        {"ships": [{"class": "BAS", "tons": 50000, "at": 1, "cargo": {"FJ": 3}}],
         "orders": ["HIJACK A", "ENGAGE 4 1"]},
    )  # fmt: skip
    measures = Resolver().simulate(more, 3, 1).measures
    assert {"planetary defenses left", "ships forced away", "economic units gained"} <= set(
        measures
    )


@pytest.mark.parametrize(
    ("cargo", "money", "forced"),
    [({}, False, False), ({"GW": 1}, True, False), ({"FJ": 1}, False, True),
     ({"FM": 1}, False, True), ({"RM": 1}, False, False), ({"RM": 1, "GW": 1}, True, False)],
)  # fmt: skip
def test_money_and_forced_ships_are_measured_where_they_may_be(cargo, money, forced):
    bases = {"ships": [{"class": "BAS", "tons": 2_000_000, "cargo": cargo}]}
    measures = Resolver().simulate(battle(bases), 3, 1).measures
    assert ("economic units gained" in measures, "ships forced away" in measures) == (money, forced)


def test_without_a_place_armies_meet_in_the_middle_and_nothing_is_spent_below_0():
    fight = battle({"colonies": [{"planet": 1, "ambush": 0}]})
    assert fight.armies[0].colonies[0].ambush == 0
    assert FleetBattle(sides=fight.sides, armies=fight.armies).sector == (15, 15, 15)
    with pytest.raises(BattleError, match="ambush"):
        battle({"colonies": [{"planet": 1, "ambush": -1}]})


def test_an_ambush_ages_before_the_battle():
    fight = battle(
        {"ships": ["BC One"], "colonies": [{"planet": 1, "ambush": 4000, "mining": 1.0}],
         "orders": ["ATTACK B", "ENGAGE 2 1"]},
        {"ships": [{"class": "BC", "at": 1}]},
    )  # fmt: skip
    ages = fight.field.units[fight.field.units[:, at.SIDE] == 1][:, at.AGE_BEFORE]
    assert ages.tolist() == [100]


FLEET = {"ships": ["DD Dawson"]}


@pytest.mark.parametrize(
    ("side", "message"),
    [
        (3, "sides.A is not a side"),
        ({"shps": []}, r"sides.A: unknown field 'shps'"),
        ({"ships": "DD"}, "sides.A.ships is not a list"),
        ({"ships": [3]}, r"sides.A.ships\[1\] is not a ship"),
        ({"ships": [{"count": 2}]}, "'class' is missing"),
        ({"ships": ["XX Far"]}, "'XX' is not a class of ships"),
        ({"ships": ["TR Far"]}, "'TR' is not a class of ships"),
        ({"ships": ["DD5 Far"]}, "'DD5' is not a class of ships"),
        ({"ships": ["TR0 Far"]}, r"ships\[1\].class is 0"),
        ({"ships": ["BAS Far"]}, "a starbase needs its size"),
        ({"ships": [{"class": "BAS", "tons": 15001}]}, "15001 is not a multiple of 10,000"),
        ({"ships": [{"class": "DD", "tons": 10}]}, "only a starbase has its own size"),
        ({"ships": [{"class": "DD", "count": 0}]}, "count is 0"),
        ({"ships": [{"class": "DD", "age": 50}]}, "age is 50"),
        ({"ships": [{"class": "DD", "at": 10}]}, "at is 10"),
        ({"ships": [{"class": "DD", "landed": 1}]}, "landed is 1"),
        ({"ships": [{"class": "DD", "cargo": {"SG0": 1}}]}, "unknown field 'SG0'"),
        ({"ships": [{"class": "DD", "cargo": {"SG1": -1}}]}, "SG1 is -1"),
        ({"ships": [{"class": "DD", "cargo": 3}]}, "cargo is not a mapping"),
        ({"ships": [{"class": "DD", "count": 20_000}, "DD One"]}, "the battle has 20,002 ships"),
        ({"colonies": [3]}, r"colonies\[1\] is not a colony"),
        ({"colonies": [{"name": "X"}]}, "'planet' is missing"),
        ({"colonies": [{"planet": 0}]}, "planet is 0"),
        ({"colonies": [{"planet": 1, "mining": 1.25}]}, "mining is 1.25"),
        ({"colonies": [{"planet": 1, "mining": True}]}, "mining is True"),
        ({"tech": {"XL": 3}}, "unknown field 'XL'"),
        ({"tech": {"ML": -1}}, "ML is -1"),
        ({"number": 2}, "two sides have the same number"),
        ({"allies": ["C"]}, "no side 'C'"),
        ({"battle": "no"}, "battle is 'no'"),
        ({"orders": ["FLY"]}, r"orders\[1\]: 'FLY' is not an order"),
        ({"orders": ["EN 3"]}, "'EN' is not an order"),
        ({"orders": ["ENGAGE 8"]}, "'8' is not an option"),
        ({"orders": ["ENGAGE"]}, "'' is not an option"),
        ({"orders": ["ENGAGE -1"]}, "'-1' is not an option"),
        ({"orders": ["ENGAGE 4"]}, "'' is not a planet"),
        ({"orders": ["ENGAGE 4 0"]}, "'0' is not a planet"),
        ({"orders": ["ATTACK SP C"]}, "no side 'C'"),
        ({"orders": ["TARGET 5"]}, "'5' is not a target"),
        ({"orders": ["WITHDRAW 0 101 0"]}, "'101' is not a limit"),
        ({"orders": ["WITHDRAW 0 0"]}, "'' is not a limit"),
        ({"orders": ["HIDE"]}, "names no ship"),
    ],
    ids=str,
)
def test_a_mistake_is_named(side, message):
    with pytest.raises(BattleError, match=message):
        battle(side, FLEET)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ([], "a question is a mapping"),
        ({"sides": {"A": FLEET}}, "'sides' needs 2 to 60 sides"),
        ({"sides": {"A": FLEET, "B": FLEET}, "at": "1 2"}, "at is '1 2'"),
        ({"sides": {"A": FLEET, "B": FLEET}, "att": "1 2 3"}, "unknown field 'att'"),
        ({"sides": {"A": FLEET, "B": FLEET}, "at": [1, 2, -3]}, "at is -3"),
    ],
)
def test_a_mistake_in_the_battle_is_named(spec, message):
    with pytest.raises(BattleError, match=message):
        Resolver().battle(spec)
