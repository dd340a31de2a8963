"""Work for units that are there: refits, scrapping, craft and repairs (SC-YRD, SC-DES-009)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    colony,
    ledger,
    new_game,
    remarks,
    run,
    ship,
)
from variants.starcluster.constants import TREASURY

WORKED = "[S1(AA)0][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"
HAWK = f"SRW G\nDESIGN Hawk FGf {WORKED}\n"


def rich(mc=1_000_000, **more):
    game = new_game(**more)
    game.empire("Ada").stock[TREASURY] = 100 * mc
    return game


@pytest.mark.rule("SC-YRD-005")
def test_a_unit_is_scrapped_for_a_quarter_at_a_colony():
    game = new_game()
    unit = ship(game, "Ada", "1", "Old", "DD", "(A)x20 Q Q Q (I)x5", "Old")
    unit.price = 32_610
    ship(game, "Ada", "2", "Far", "DD", "(A)x20 Q Q Q (I)x5", "Far")
    turn = run(game, Ada="SCRAP Old-1\nSCRAP Far-1")

    assert ledger(turn)["Old-1 scrapped"] == 8_153
    assert remarks(turn) == [(2, "not-at-home")]
    assert {fleet.name for fleet in turn.game.fleets if fleet.owner == "Ada"} == {"F1", "Far"}


@pytest.mark.rule("SC-YRD-005")
def test_who_scraps_the_only_yard_is_warned():
    game = new_game()
    assert remarks(run(game, Ada="SCRAP Yard-1")) == [(1, "last-yard")]
    ship(game, "Ada", "1", "Dock", "DD", "(SYM)x2 Q Q Q", "Dock")
    turn = run(game, Ada="SCRAP Yard-1\nSCRAP Dock-1")
    assert remarks(turn) == [(2, "last-yard")]
    assert turn.game.units_of("Ada") == []


@pytest.mark.rule("SC-YRD-005")
def test_a_refit_costs_and_takes_what_is_added():
    game = rich()
    unit = ship(game, "Ada", "1", "Line", "DD", "(A)x15 Q Q Q (I)x5", "Old")
    unit.price = 10_000
    turn = run(game, Ada="DESIGN New DD (A)x13 (S)x4 Q Q Q (I)x5\nREFIT Old-1 New AT Yard-1")
    refitted = next(unit for unit in turn.game.units if unit.name == "Old-1")

    assert ledger(turn)["Old-1 becomes a New"] == -4 * 1_400
    assert (refitted.of_class, refitted.design.count("S")) == ("New", 4)
    assert (refitted.price, refitted.list_price) == (15_600, refitted.design.list_price)


@pytest.mark.rule("SC-YRD-005")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("REFIT Old-1 Liner AT Yard-1", "other-hull"),
        ("REFIT Far-1 New AT Yard-1", "apart"),
        ("REFIT Hurt-1 New AT Yard-1", "damaged"),
        ("REFIT Old-1 New AT Yard-1\nREFIT Old-1 New AT Yard-1", "in-refit"),
    ],
)
def test_wrong_refits_are_refused(order, code):
    game = rich()
    for of_class, at in (("Old", "1"), ("Far", "2"), ("Hurt", "1")):
        unit = ship(game, "Ada", at, of_class, "DD", "(A)x15 Q Q Q (I)x5", of_class)
    unit.lost = [5.0] + [0.0] * 22
    designs = "DESIGN New DD (A)x14 (S)x3 Q Q Q (I)x5\nDESIGN Liner FT4 (H)x60 Q Q Ic\n"

    assert [c for _, c in remarks(run(game, Ada=designs + order))] == [code]


@pytest.mark.rule("SC-DES-009", "SC-YRD-003")
def test_craft_are_bought_for_ships_with_room_at_a_colony():
    game = rich()
    ship(game, "Ada", "1", "Carriers", "DD", "(Bsa)x3 H Q Q Q (I)x5", "Carrier")
    ship(game, "Ada", "2", "Far", "DD", "(Bsa)x3 Q Q Q (I)x5", "Far")
    game.empire("Ada").developed.append("CD")
    orders = "BUILD CRAFT Carriers 2 ST\nBUILD CRAFT Carriers 2 GIG\nBUILD CRAFT Carriers 1 GIG\n"
    turn = run(game, Ada=orders + "BUILD CRAFT Carriers 4 CD\nBUILD CRAFT Far 1 ST")
    unit = next(unit for unit in turn.game.units if unit.of_class == "Carrier")

    assert (unit.shuttles, unit.gigs, unit.drones) == (2, 2, 4)
    assert remarks(run(turn.game, Ada="BUILD CRAFT Carriers 1 CD")) == [(1, "no-room")]
    assert remarks(turn) == [(3, "no-room"), (5, "not-at-home")]
    assert (ledger(turn)["2 ST"], ledger(turn)["2 GIG"]) == (-1_000, -400)
    assert ledger(turn)["4 CD"] == -2_000


@pytest.mark.rule("SC-GND-005")
def test_new_troops_are_aboard_when_a_unit_is_finished():
    turn = run(
        rich(), Ada="DESIGN Trooper DD (Qt)x3 (Qtc)x2 (A)x10 Q Q Q (I)x5\nBUILD Yard-1 1 Trooper"
    )
    unit = next(unit for unit in turn.game.units if unit.of_class == "Trooper")

    assert (unit.troops, unit.cold) == (15.0, 20.0)


# repairs


@pytest.mark.rule("SC-YRD-004")
def test_shops_repair_from_the_stern_at_two_mc_a_point():
    example = CLAUSES.examples("SC-YRD-004")[0]
    game = rich()
    ada = game.empire("Ada")
    ada.freighters = 100
    colony(game, "2")
    ship(game, "Ada", "2", "Shop", "DD", f"(MS)x{example.given['ms']} Q Q (I)x5", "Shop")
    hurt = ship(game, "Ada", "2", "Hurt", "DD", "(A)x20 Q Q Q (I)x5", "Hurt")
    hurt.lost = [20.0] * 15 + [0.0] * 13
    assert sum(hurt.lost) == 10 * example.given["damage"]
    first = run(game, Ada="REPAIR Hurt")
    assert ledger(first)["repairs of Hurt"] == -3_200
    left = next(unit for unit in first.game.units if unit.name == "Hurt-1").lost
    assert left == [20.0] * 7 + [0.0] * 21
    second = run(first.game, Ada="REPAIR Hurt")
    assert next(unit for unit in second.game.units if unit.name == "Hurt-1").lost == []
    paid = ledger(first)["repairs of Hurt"] + ledger(second)["repairs of Hurt"]
    assert paid == -100 * example.expect["mc"]


@pytest.mark.rule("SC-YRD-004")
def test_a_yard_cannot_build_what_it_repairs():
    game = rich()
    hurt = ship(game, "Ada", "1", "Hurt", "DD", "(A)x25 (I)x5", "Hurt")
    hurt.lost = [20.0] * 25 + [10.0] * 5
    turn = run(game, Ada=HAWK + "REPAIR Hurt MAX 20\nBUILD Yard-1 6 Hawk\nREPAIR Hurt MAX 10")

    assert sum(next(u for u in turn.game.units if u.name == "Hurt-1").lost) == 250.0
    assert ledger(turn)["repairs of Hurt"] == -6_000
    hawks = [unit for unit in turn.game.units if unit.of_class == "Hawk"]
    assert (len(hawks), [yard.done for yard in turn.game.empire("Ada").yards]) == (4, [2, 0])


@pytest.mark.rule("SC-YRD-004")
def test_points_that_cannot_be_paid_stay_unrepaired():
    game = new_game()
    hurt = ship(game, "Ada", "1", "Hurt", "DD", "(A)x25 (I)x5", "Hurt")
    hurt.lost, hurt.list_price = [20.0] * 25 + [10.0] * 5, 0
    game.place("1").pu = 0
    game.empire("Ada").stock[TREASURY] = 100 * (200 + 10)  # two centers, and five points
    turn = run(game, Ada="REPAIR Hurt\nREPAIR F1")

    assert sum(next(u for u in turn.game.units if u.name == "Hurt-1").lost) == 500.0
    assert remarks(turn) == [(2, "undamaged")]


@pytest.mark.rule("SC-YRD-004")
def test_nothing_is_repaired_where_no_yard_is():
    game = rich()
    hurt = ship(game, "Ada", "2", "Hurt", "DD", "(A)x25 (I)x5", "Hurt")
    hurt.lost = [20.0] + [0.0] * 29

    assert remarks(run(game, Ada="REPAIR Hurt")) == [(1, "no-yard")]


@pytest.mark.rule("SC-YRD-005", "SC-DES-009")
def test_a_refit_leaves_the_craft_and_troops_for_which_there_is_room():
    game = rich()
    text = "(Bsa)x6 (Qt)x4 (Qtc)x2 H H (A)x4 Q Q Q (I)x5"
    unit = ship(game, "Ada", "1", "Line", "DD", text, "Old")
    unit.shuttles, unit.gigs, unit.drones, unit.troops, unit.cold = 1, 10, 8, 20.0, 5.0
    orders = "DESIGN New DD (Bsa)x3 Qt Qtc H (A)x12 Q Q Q (I)x5\nREFIT Old-1 New AT Yard-1"
    after = next(unit for unit in run(game, Ada=orders).game.units if unit.name == "Old-1")

    assert (after.shuttles, after.gigs, after.drones) == (1, 4, 4)
    assert (after.troops, after.cold) == (5.0, 5.0)


@pytest.mark.rule("SC-YRD-004")
def test_several_orders_share_what_shops_can_do_in_a_turn():
    """Four of them do sixteen points."""
    game = rich()
    game.empire("Ada").freighters = 100
    colony(game, "2")
    ship(game, "Ada", "2", "Shop", "DD", "(MS)x4 Q Q (I)x5", "Shop")
    for name in ("One", "Two", "Three"):
        hurt = ship(game, "Ada", "2", name, "DD", "(A)x20 Q Q Q (I)x5", name)
        hurt.lost = [20.0] * 10 + [0.0] * 18
    turn = run(game, Ada="REPAIR One MAX 5\nREPAIR Two\nREPAIR Three")
    left = {unit.name: sum(unit.lost) for unit in turn.game.units if unit.owner == "Ada"}

    assert (left["One-1"], left["Two-1"], left["Three-1"]) == (150.0, 90.0, 200.0)
    assert remarks(turn) == [(3, "no-yard")]
