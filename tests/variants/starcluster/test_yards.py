"""Yards: BUILD and CANCEL, work and finished units, prototypes (SC-YRD, SC-HULL-009)."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.starcluster.builders import (
    CLAUSES,
    context,
    examples,
    ledger,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
    variant,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import UnitConstruction
from variants.starcluster.model.empires import WAR
from variants.starcluster.rules.yards import yards_of

WORKED = "[S1(AA)0][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"
HAWK = f"SRW G\nDESIGN Hawk FGf {WORKED}\n"


def rich(mc=1_000_000, **more):
    game = new_game(**more)
    game.empire("Ada").stock[TREASURY] = 100 * mc
    return game


def hull_of(spaces):
    return Design(hull_named("DD"), (ShipSystem("H"),) * spaces)


def works(game, name):
    yards = yards_of(context(game, "construction"), game.empire("Ada"))
    return [yard.works for yard in yards if yard.unit.name == name]


@pytest.mark.rule("SC-YRD-001")
def test_a_yard_works_whatever_ship_is_older():
    game = new_game()
    ship(game, "Ada", "1", "Scouts", "DD", "(Ic)x5")
    before = works(game, "Yard-1")
    game.units.insert(0, game.units.pop())
    assert works(game, "Yard-1") == before != []


@pytest.mark.rule("SC-YRD-001")
@examples("SC-YRD-001")
def test_yards_work_twelve_spaces_a_module(example):
    inputs, expect = example.given, example.expect
    game = new_game()
    ada, yard = game.empire("Ada"), game.units[0]
    yard.design = Design(hull_named("BS2"), (ShipSystem("SY"),) * inputs["modules"])
    if "capacity" in expect:
        assert works(game, "Yard-1") == [expect["capacity"]]
        return
    design = hull_of(inputs["ship_hs"])
    ada.yards = [
        UnitConstruction(yard=yard.id, of_class="Ship", design=design, at="1", work=design.spaces)
        for _ in range(6 if "used" in expect else 1)
    ]
    turns = expect.get("turns", 1)
    assert not any(unit.name == "Ship-1" for unit in run(game, turns - 1).game.units) or turns == 1
    after = run(game, turns).game
    finished = [unit for unit in after.units if unit.of_class == "Ship"]
    assert len(finished) == expect.get("complete_in_one_turn", 1)
    if "used" in expect:
        assert [yard.done for yard in after.empire("Ada").yards] == [expect["left_for_sixth"]]
        assert expect["used"] + expect["left_for_sixth"] == 120


@pytest.mark.rule("SC-DES-003")
def test_better_modules_do_more_whole_spaces():
    game = new_game()
    example = next(e for e in CLAUSES.examples("SC-DES-003") if e.given.get("component") == "SY")
    game.units[0].design = Design(hull_named("BS2"), (ShipSystem("SY", example.given["g"]),) * 2)

    assert works(game, "Yard-1") == [2 * example.expect["capacity"]]


@pytest.mark.rule("SC-LOG-006")
@examples("SC-LOG-006")
def test_modules_without_freighters_stand_still(example):
    inputs, expect = example.given, example.expect
    game = new_game()
    ada = game.empire("Ada")
    if "sy" in inputs:
        ada.freighters = 10 + inputs["freighters_for_sy"]
        assert works(game, "Yard-1") == [expect["capacity"]]
    else:
        ada.freighters = 20 + inputs["freighters_for_ms"]
        ship(game, "Ada", "1", "Shops", "DD", f"(MS)x{inputs['ms']}")
        yards = yards_of(context(game, "construction"), ada)
        assert [yard.repairs for yard in yards if yard.repairs] == [4 * expect["working_ms"]]


@pytest.mark.rule("SC-YRD-001", "SC-YRD-003", "SC-RACE-017", "SC-ORD-003")
def test_five_worked_frigates_are_built_in_one_turn():
    turn = run(new_game(), Ada=HAWK + "BUILD Yard-1 5 Hawk")
    game = turn.game

    hawks = [unit for unit in game.units if unit.of_class == "Hawk"]
    assert [unit.name for unit in hawks] == [f"Hawk-{n}" for n in range(1, 6)]
    assert {(unit.price, unit.list_price) for unit in hawks} == {(30_980, 32_610)}
    assert ledger(turn)["5 Hawk"] == -5 * 30_980
    assert texts(turn, "yard.ordered") == ["Yard-1 will build 5 Hawk for 1,549.00 MC."]
    fleets = {unit.fleet for unit in hawks}
    assert [(fleet.name, fleet.at) for fleet in game.fleets if fleet.id in fleets] == [("F2", "1")]


@pytest.mark.rule("SC-YRD-001", "SC-YRD-003")
def test_what_is_not_finished_goes_on_before_newer_orders():
    turn = run(rich(), Ada=HAWK + "BUILD Yard-1 7 Hawk\n")
    turn = run(turn.game, Ada="BUILD Yard-1 4 Hawk")

    assert len([unit for unit in turn.game.units if unit.of_class == "Hawk"]) == 10
    assert [yard.done for yard in turn.game.empire("Ada").yards] == [20]


@pytest.mark.rule("SC-YRD-003", "SC-ECO-005")
def test_units_that_cannot_be_paid_are_refused_one_by_one():
    game = new_game()
    game.empire("Ada").stock[TREASURY] = 0
    turn = run(game, Ada=HAWK + "BUILD Yard-1 100 Hawk\nBUILD Yard-1 1 Hawk")
    ada = turn.game.empire("Ada")
    ordered = len(ada.yards) + sum(unit.of_class == "Hawk" for unit in turn.game.units)

    assert remarks(turn) == [(3, "too-expensive"), (4, "too-expensive")]
    assert turn.diagnostics["Ada"][0].severity == "warning"
    assert 0 <= ada.stock[TREASURY] < 30_980
    assert ledger(turn)[f"{ordered} Hawk"] == -ordered * 30_980


@pytest.mark.rule("SC-YRD-003")
def test_finished_units_appear_in_the_fleet_that_was_named():
    turn = run(rich(), Ada=HAWK + 'BUILD Yard-1 1 Hawk FLEET "Home Guard"')
    turn = run(turn.game, Ada='BUILD Yard-1 1 Hawk FLEET "Home Guard"')
    guard = next(fleet for fleet in turn.game.fleets if fleet.name == "Home Guard")

    assert [unit.name for unit in turn.game.units_in(guard)] == ["Hawk-1", "Hawk-2"]


@pytest.mark.rule("SC-YRD-003")
def test_cancelled_units_give_back_what_is_not_done():
    turn = run(rich(), Ada=HAWK + "BUILD Yard-1 7 Hawk")
    assert [yard.done for yard in turn.game.empire("Ada").yards] == [10, 0]

    turn = run(turn.game, Ada="CANCEL Yard-1 Hawk 2\nCANCEL Yard-1 Hawk 1")
    assert ledger(turn)["2 Hawk cancelled"] == 30_980 + round(30_980 * 12 / 22)
    assert remarks(turn) == [(2, "not-building")]
    assert not turn.game.empire("Ada").yards


@pytest.mark.rule("SC-YRD-003")
def test_unfinished_units_of_a_lost_yard_are_lost():
    turn = run(rich(), Ada=HAWK + "BUILD Yard-1 7 Hawk")
    game = turn.game
    game.units = [unit for unit in game.units if unit.of_class != "Yard"]
    before = game.empire("Ada").stock[TREASURY]
    turn = run(game)

    assert len(texts(turn, "yard.lost")) == 2
    assert turn.game.empire("Ada").yards == []
    assert not any("cancelled" in reason for reason in ledger(turn))
    assert turn.game.empire("Ada").stock[TREASURY] >= before


@pytest.mark.rule("SC-YRD-002")
@examples("SC-YRD-002")
def test_mobile_yards_and_shops(example):
    inputs, expect = example.given, example.expect
    game = rich()
    ada = game.empire("Ada")
    ada.freighters = 200
    if "ms" in inputs:
        ship(game, "Ada", "1", "Shops", "DD", f"(MS)x{inputs['ms']}")
        yards = yards_of(context(game, "construction"), ada)
        assert sum(yard.repairs for yard in yards) == expect["repair_points"]
        return
    tenders = [
        ship(game, "Ada", "1", "Tenders", "DD", "SYM Q (I)x5", "Tender")
        for _ in range(inputs["sym"])
    ]
    for tender in tenders:
        tender.fleet = tenders[0].fleet
    fort = f"DESIGN Fort BS2 (A)x{inputs['starbase_hs'] - 3} Q Q Q\nBUILD Tender-1 1 Fort"
    turn = run(game, Ada=fort)
    assert remarks(turn) == []
    assert expect["turns"] == 2
    assert not any(unit.of_class == "Fort" for unit in turn.game.units)
    turn = run(turn.game)
    assert any(unit.of_class == "Fort" for unit in turn.game.units)


@pytest.mark.rule("SC-YRD-002")
def test_a_mobile_yard_builds_no_large_ship_and_none_beside_an_enemy():
    game = rich()
    game.empire("Ada").freighters = 50
    ship(game, "Ada", "2", "Tender", "DD", "SYM Q (I)x5", "Tender")
    big = "DESIGN Big FT4 (H)x60 Q Q Ic\nBUILD Tender-1 1 Big\n"
    small = "DESIGN Little FT3 (H)x50 Q Q Ic\nBUILD Tender-1 1 Little"
    assert remarks(run(game, Ada=big + small)) == [(2, "too-large")]
    largest = "DESIGN Sixty FT3 (H)x56 Q Q Ic\nBUILD Tender-1 1 Sixty"
    assert remarks(run(game, Ada=largest)) == []

    meet(game, stance=WAR)
    ship(game, "Brin", "2", "Raider", "DD", "(LLLL)1 Q Q Q (I)x5")
    assert remarks(run(game, Ada=small)) == [(2, "yard-idle")]


@pytest.mark.rule("SC-YRD-002")
def test_a_mobile_yard_that_has_moved_does_not_work_and_its_unit_waits():
    game = rich()
    game.empire("Ada").freighters = 50
    ship(game, "Ada", "1", "Tender", "DD", "SYM Q (I)x5", "Tender")
    turn = run(game, Ada=HAWK + "BUILD Tender-1 1 Hawk")
    assert [yard.done for yard in turn.game.empire("Ada").yards] == [6]

    turn.game.fleets[-1].at = "2"
    turn = run(turn.game)
    assert [yard.done for yard in turn.game.empire("Ada").yards] == [6]


@pytest.mark.rule("SC-YRD-003", "SC-YRD-001")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("BUILD Yard-2 1 Hawk", "no-yard"),
        ("BUILD Scouts 1 Hawk", "no-yard"),
        ("BUILD Yard-1 1 Eagle", "unknown-class"),
        ("BUILD Yard-1 1 Hawk FLEET Scouts", "name-taken"),
        ("CANCEL Yard-1 Hawk 1", "not-building"),
        ("SCRAP Scout-9", "unknown-unit"),
    ],
)
def test_wrong_orders_to_yards_are_refused(order, code):
    game = rich()
    ship(game, "Ada", "2", "Scouts", "DD", "X Q Q Q (Ic)x3", "Scout")

    assert [c for _, c in remarks(run(game, Ada=HAWK + order))] == [code]


@pytest.mark.rule("SC-YRD-003", "SC-LOG-006")
def test_a_yard_without_freighters_takes_no_orders():
    game = new_game()
    game.empire("Ada").freighters = 10
    turn = run(game, Ada=HAWK + "BUILD Yard-1 1 Hawk")

    assert remarks(turn) == [(3, "yard-idle")]


# prototypes


@pytest.mark.rule("SC-HULL-009")
def test_a_prototype_costs_and_takes_twice_and_opens_its_hull():
    game = rich()
    game.empire("Ada").el = 3
    liner = "DESIGN Liner CLf (H)x33 (Q)x4 (I)x2\n"
    price = 2 * Design(hull_named("CLf"), read_systems("(H)x33 (Q)x4 (I)x2")).list_price
    turn = run(game, Ada=liner + "BUILD Yard-1 2 Liner\nBUILD Yard-1 1 Liner\nBUILD Yard-1 1 Liner")

    assert remarks(turn) == [(2, "prototype"), (4, "prototype")]
    assert ledger(turn)["1 Liner"] == -((price * 95 + 50) // 100)
    ada = turn.game.empire("Ada")
    assert {"CLf", "CL"} <= set(ada.hulls)
    texts = {"Ada": liner + "BUILD Yard-1 1 Liner"}
    phases = ("orders", "purchases")
    ordered = hz.run_turn(game, texts, variant=variant(), only=phases).game.empire("Ada").yards
    assert [y.work for y in ordered] == [2 * ordered[0].design.spaces]
    assert next(u for u in turn.game.units if u.of_class == "Liner").list_price == price // 2

    turn = run(turn.game, Ada="BUILD Yard-1 2 Liner\n")
    assert remarks(turn) == []
    assert ledger(turn)["2 Liner"] == -2 * ((price // 2 * 95 + 50) // 100)


@pytest.mark.rule("SC-HULL-010")
def test_a_hull_with_a_knot_needs_its_breakthrough():
    game = rich()
    ada = game.empire("Ada")
    ada.el = 5
    design = "DESIGN Giant BB (H)x72 (Q)x8 (I)x3\nBUILD Yard-1 1 Giant"
    assert [code for _, code in remarks(run(game, Ada=design))] == ["knot"]

    ada.knots.append("BB")
    assert remarks(run(game, Ada=design)) == []


@pytest.mark.rule("SC-HULL-009")
def test_prototypes_of_several_hulls_are_built_side_by_side():
    game = rich()
    game.empire("Ada").el = 3
    orders = "DESIGN Cutter CT (A)x8 Q Q (I)x4\nDESIGN Liner CLf (H)x33 (Q)x4 (I)x2\n"
    turn = run(game, Ada=orders + "BUILD Yard-1 1 Liner\nBUILD Yard-1 1 Cutter")
    assert remarks(turn) == []
    later = run(game, Ada=orders + "BUILD Yard-1 1 Cutter\nBUILD Yard-1 1 Liner")
    assert remarks(later) == []
