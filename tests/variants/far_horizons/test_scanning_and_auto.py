"""SCAN and AUTO as orders; the contents of a scan table are tested in `test_scan.py`."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    BEFORE,
    after,
    before,
    humans,
    misplaced,
    refused,
)
from tests.variants.far_horizons.single_steps import step
from variants.far_horizons.rules.scanning import scan_table


@pytest.mark.rule("FH-SCAN-001", "FH-SCAN-002")
@pytest.mark.parametrize("run", [before, after])
def test_a_ship_scans_the_system_in_which_it_is(run):
    [example] = examples("FH-SCAN-001")
    game = humans(ships={"TR1 Intrepid": {"at": "12 13 10"}})
    result = run(game, example.given["order"])
    table = scan_table(result.game, result.species("Human"), (12, 13, 10))
    expected = ["", "Scan done by TR1 Intrepid:", "", *table, ""]
    assert result.log("Human").split("\n")[2:] == expected
    assert result.context.scans == [("Human", (12, 13, 10))]
    assert result.game.empire("Human").ships == game.empire("Human").ships


@pytest.mark.rule("FH-SCAN-001")
def test_a_starbase_may_scan_as_well():
    game = humans(ships={"BAS Eye": {"at": "12 13 10 #1", "tons": 10000}})
    assert "Scan done by BAS Eye:" in before(game, "SCAN BAS Eye").log("Human")


@pytest.mark.rule("FH-SCAN-003")
def test_a_scan_in_empty_space_says_that_there_is_no_star():
    game = humans(ships={"TR1 Intrepid": {"at": "3 4 5", "moved": "jumped"}})
    result = after(game, "SCAN TR1 Intrepid")
    assert "Scan Report: There is no star system at x = 3, y = 4, z = 5." in result.log("Human")
    assert not result.remarks("Human")


@pytest.mark.rule("FH-SCAN-002")
def test_a_scan_shows_neither_people_nor_ships():
    klingons = {
        "planets": {"Lair": {"at": "12 13 10 #2", "mining_base": 50.0}},
        "ships": {"CT Claw": {"at": "12 13 10"}},
    }
    ship = {"TR1 Intrepid": {"at": "12 13 10"}}
    with_them = after(humans(klingons, ships=ship), "SCAN TR1 Intrepid").log("Human")
    assert with_them == after(humans(ships=ship), "SCAN TR1 Intrepid").log("Human")


@pytest.mark.rule("FH-SCAN-001")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SCAN TR1 Nobody at all", "unknown-ship"),
        ("SCAN CT Claw", "unknown-ship"),
        ("SCAN Intrepid", "unknown-ship"),
        ("SCAN", "unknown-ship"),
        ("SCAN TR1 Hull", "under-construction"),
        ("SCAN TR1 Gone", "in-transit"),
    ],
)
def test_ships_that_cannot_scan_are_refused(order, code):
    ships = {
        "TR1 Intrepid": {"at": "Earth"},
        "TR1 Hull": {"at": "Earth", "status": "building", "unpaid": 9},
        "TR1 Gone": {"at": "9 9 9", "status": "forced", "to": "3 3 3"},
    }
    game = humans({"ships": {"CT Claw": {"at": "10 10 10"}}}, ships=ships)
    for phase in (BEFORE, AFTER):
        result = refused(game, order, code, phase)
        assert not result.context.scans


@pytest.mark.rule("FH-SCAN-001", "FH-DESTROY-001")
def test_a_destroyed_ship_scans_nothing_more():
    game = humans(ships={"TR1 Intrepid": {"at": "Earth"}})
    result = after(game, "DESTROY TR1 Intrepid\nSCAN TR1 Intrepid")
    assert result.codes("Human") == ["unknown-ship"]


@pytest.mark.rule("FH-SCAN-001", "FH-ORDER-008")
def test_there_is_no_scan_among_the_jumps():
    game = humans(ships={"TR1 Intrepid": {"at": "Earth"}})
    result = step("jumps", game, {"Human": "SCAN TR1 Intrepid"})
    assert result.codes("Human") == ["wrong-section"]


# --- AUTO -----------------------------------------------------------------------------------------


@pytest.mark.rule("FH-AUTO-001", "FH-CMD-015")
@pytest.mark.parametrize("order", ["AUTO", "auto", "AUTOmatic"])
def test_auto_asks_for_a_draft_of_the_next_orders_and_does_nothing_else(order):
    result = after(humans(), order)
    assert result.species("Human").auto
    assert result.log("Human") == "\nPost-arrival orders:\n    An AUTO order was executed."
    result.species("Human").auto = False
    assert result.game == humans()


@pytest.mark.rule("FH-AUTO-001")
@pytest.mark.parametrize(
    ("orders", "in_1999"),
    [
        ("START POST-ARRIVAL\nEND", False),
        ("START PRODUCTION\nEND", True),
        (None, True),
    ],
)
def test_auto_holds_for_one_turn_except_in_1999(orders, in_1999):
    game = humans(auto=True)
    texts = {} if orders is None else {"Human": orders}
    assert not step(AFTER, game, texts).species("Human").auto
    assert step(AFTER, game, texts, **AS_IN_1999).species("Human").auto == in_1999


@pytest.mark.rule("FH-AUTO-001")
def test_there_is_no_auto_before_departure():
    misplaced("AUTO", "pre-departure")
