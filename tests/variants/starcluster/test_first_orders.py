"""Orders about race, classes and the pool, and the turn's income and growth."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import ledger, new_game, remarks, run, texts
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Expedition, GrowthModifier, Race
from variants.starcluster.rules.logistics import pool_service

CLAUSES = catalogue("starcluster", "variants.starcluster")
WORKED = "[S1(AA)0][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


# races


@pytest.mark.rule("SC-RACE-018", "SC-RACE-002", "SC-RACE-008", "SC-RACE-010", "SC-START-006")
def test_the_first_orders_make_a_race_in_whatever_order_they_stand():
    orders = (
        "RACE Mutant Camels\nADVANTAGE creative\nADVANTAGE Wealthy\nSRW g\nARRAY 66 33 33\nLRW Pt"
    )
    ada = run(new_game(), Ada=orders).game.empire("Ada")

    assert ada.name == "Mutant Camels"
    assert ada.race == Race(
        array=(66, 33, 33), traits=("Creative", "Wealthy"), short_range="G", long_range="Pt"
    )
    assert ada.has("G1")
    assert ada.has("Pt1")
    assert ada.has("Mg")
    assert not ada.has("L1")


@pytest.mark.rule("SC-RACE-018")
def test_what_is_not_said_is_as_in_the_default():
    ada = run(new_game(), Ada="SRW E").game.empire("Ada")

    assert ada.race == Race(short_range="E")


@pytest.mark.rule("SC-RACE-009", "SC-RACE-012", "SC-RACE-002", "SC-START-004", "SC-START-005")
@pytest.mark.parametrize(
    ("orders", "wrong"),
    [
        ("ARRAY 66 66 66", [(1, "unknown-array")]),
        ("ADVANTAGE Wealthy\nADVANTAGE Creative", [(2, "invalid-traits")]),
        ("DISADVANTAGE Poor\nADVANTAGE Wealthy", [(2, "invalid-traits")]),
        ("DISADVANTAGE Poor\nDISADVANTAGE Poor", [(2, "invalid-traits")]),
        ("ADVANTAGE Poor", [(1, "unknown-trait")]),
        ("SRW K", [(1, "unknown-weapon")]),
        ("LRW L", [(1, "unknown-weapon")]),
        ("RACE Brin", [(1, "name-taken")]),
    ],
)
def test_an_illegal_choice_is_refused_and_changes_nothing(orders, wrong):
    turn = run(new_game(), Ada=orders)

    assert remarks(turn) == wrong
    race = turn.game.empire("Ada").race
    assert race.spent <= race.points
    assert len(set(race.traits)) == len(race.traits)


@pytest.mark.rule("SC-RACE-018")
def test_a_race_is_fixed_after_the_first_turn():
    turn = run(run(new_game()).game, Ada="ARRAY 33 33 33\nSRW G")

    assert [code for _, code in remarks(turn)] == ["race-fixed", "race-fixed"]
    assert turn.game.empire("Ada").race == Race()


@pytest.mark.rule("SC-RACE-013")
def test_a_race_that_cannot_settle_is_warned():
    turn = run(new_game(), Ada="ARRAY 33 66 66\nDISADVANTAGE Specialized")

    assert len(texts(turn, "race.cannot_settle")) == 1


# classes


@pytest.mark.rule("SC-DES-008", "SC-DES-005", "SC-ORD-001")
def test_a_class_is_registered_used_no_twice_and_dropped():
    turn = run(new_game(), Ada=f"SRW G\nDESIGN Hawk FGf {WORKED} ; worked\nDESIGN hawk DD {WORKED}")
    ada = turn.game.empire("Ada")

    assert remarks(turn) == [(3, "name-taken")]
    assert ada.classes["Hawk"].design.spaces == 22
    assert not ada.classes["Hawk"].prototype
    assert "309.80 MC" in texts(turn, "class.registered")[0]
    turn = run(turn.game, Ada="DROP HAWK\nDROP Nothing")
    assert set(turn.game.empire("Ada").classes) == {"Yard"}
    assert remarks(turn) == [(2, "unknown-class")]


@pytest.mark.rule("SC-DES-007", "SC-HULL-009")
@pytest.mark.parametrize(
    ("rest", "wrong"),
    [
        ("DD [A1", "bad-design"),
        ("XX [A1]", "unknown-hull"),
        (f"FGf {WORKED}[Z]", "bad-design"),
        (f"CL {WORKED}", "bad-design"),
        (f"FG {WORKED.replace('K', 'R')}", "bad-design"),
    ],
)
def test_a_wrong_design_is_refused(rest, wrong):
    turn = run(new_game(), Ada=f"SRW G\nDESIGN Hawk {rest}")

    assert [code for _, code in remarks(turn)] == [wrong]
    assert "Hawk" not in turn.game.empire("Ada").classes


@pytest.mark.rule("SC-HULL-009")
def test_a_hull_that_is_not_open_makes_a_prototype():
    turn = run(new_game(), Ada="DESIGN Liner FT1 (H)x14 Q (IcIc)1\nDESIGN Big FT4 (H)x70 (Q)x2 Ic")

    classes = turn.game.empire("Ada").classes
    assert (classes["Liner"].prototype, classes["Big"].prototype) == (True, False)


# the pool


@pytest.mark.rule("SC-LOG-004", "SC-ECO-005")
def test_freighters_are_bought_while_the_treasury_pays():
    turn = run(new_game(), Ada="FREIGHTERS 6\nFREIGHTERS 1000")
    example = CLAUSES.examples("SC-LOG-004")[0]

    assert turn.game.empire("Ada").freighters == 20 + example.given["n"]
    assert ledger(turn)["6 freighters"] == -100 * example.expect["mc"]
    price = f"{example.expect['mc']:,.2f}"
    assert texts(turn, "pool.bought") == [f"Bought for the pool: 6 freighters, {price} MC."]
    assert remarks(turn) == [(2, "too-expensive")]


@pytest.mark.rule("SC-LOG-002", "SC-LOG-003", "SC-LOG-005", "SC-LOG-006", "SC-LOG-009")
def test_freighters_serve_in_order_of_priority():
    game, economy = new_game(), StarclusterEconomy()
    ada = game.empire("Ada")
    freight = pool_service(game, ada, economy)
    assert (freight.needed, freight.people, freight.yards, freight.unserved) == (20, 10, 10, {})

    ada.freighters = 17
    assert pool_service(game, ada, economy).yards == 7
    ada.freighters = 0
    served = pool_service(game, ada, economy)
    assert (served.yards, served.people, served.unserved) == (0, 0, {"1": 1_000})

    ada.freighters = 17
    ada.priority = ("SY", "PU", "SYM", "MS")
    served = pool_service(game, ada, economy)
    assert (served.yards, served.people, served.unserved) == (10, 7, {"1": 300})
    ada.expeditions.append(Expedition(origin="1", target="2", pu=10, travel=10, work=6))
    assert pool_service(game, ada, economy).people == 6

    ada.expeditions.clear()
    ada.priority, ada.freighters, ada.convoy = ("PU", "SY", "SYM", "MS"), 22, True
    served = pool_service(game, ada, economy)
    assert (served.needed, served.people + served.yards) == (25, 17)


@pytest.mark.rule("SC-LOG-005", "SC-LOG-009")
def test_priority_and_convoys_are_set_by_orders():
    turn = run(new_game(), Ada="PRIORITY MS SY PU SYM\nCONVOY on\nPRIORITY PU PU SY MS")
    ada = turn.game.empire("Ada")

    assert (ada.priority, ada.convoy) == (("MS", "SY", "PU", "SYM"), True)
    assert remarks(turn) == [(3, "bad-priority")]


# income and growth


@pytest.mark.rule("SC-ECO-001", "SC-ECO-003", "SC-ECO-004", "SC-SCI-005", "SC-RDC-004")
def test_a_homeworld_earns_five_thousand_and_pays_for_its_centers():
    turn = run(new_game())

    assert ledger(turn) == {
        "income of 1": 500_000,
        "Science Centers": -10_000,
        "R&D Centers": -10_000,
    }
    assert turn.game.empire("Ada").stock[TREASURY] == 1_000_000 + 480_000


@pytest.mark.rule("SC-LOG-007")
@examples("SC-LOG-007")
def test_people_without_freighters_earn_nothing_and_do_not_grow(example):
    game = new_game()
    ada, home = game.empire("Ada"), game.place("1")
    inputs = example.given
    ada.freighters = inputs["freighters_for_pu"]
    home.pu, home.kind = inputs["pu"], "Single Star"
    home.planets = home.planets * 20
    turn = run(game)

    assert ledger(turn)["income of 1"] == 100 * example.expect["income"]
    assert (turn.game.place("1").pu > inputs["pu"]) == example.expect["grows"]


@pytest.mark.rule("SC-GRO-001", "SC-GRO-004")
def test_growth_comes_after_income_and_modifiers_end():
    game = new_game()
    home = game.place("1")
    home.pu, home.spells = 500, [GrowthModifier(growth=-100, turns=1)]
    turn = run(game)
    assert (turn.game.place("1").pu, turn.game.place("1").spells) == (500, [])

    later = run(turn.game)
    assert ledger(later)["income of 1"] == 250_000
    assert 552 <= later.game.place("1").pu <= 555


@pytest.mark.rule("SC-RACE-005", "SC-RACE-006")
def test_a_loose_race_revolts_in_one_turn_of_twenty():
    game = new_game(seed=4)
    game.empire("Ada").race = Race(array=(66, 33, 66))
    revolts = 0
    for _ in range(120):
        before = game.place("1").revolt_turns
        turn = run(game)
        game = turn.game
        home = game.place("1")
        if any(e.code == "system.revolt" and e.place == "1" for e in turn.events):
            assert not before
            assert 2 <= home.revolt <= 200
            assert 1 <= home.revolt_turns <= 4
            earned = ledger(run(game))["income of 1"]
            assert earned == 100 * home.wealth * (1000 - home.revolt)
            revolts += 1
    assert 1 <= revolts <= 14
    assert not any(colony.revolt for colony in game.colonies("Brin"))
