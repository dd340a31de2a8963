"""REPAIR: damage repair units make ships younger."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AS_IN_1999,
    after,
    before,
    humans,
    refused,
    warned,
)
from variants.far_horizons.economy import RULEBOOK_ECONOMY


def docked(title, age, units, tonnage=None):
    """A ship with this many repair units, at Earth; it may exceed its capacity, as in examples."""
    game = humans(
        ships={title: {"at": "Earth", "age": age, **({"tons": tonnage} if tonnage else {})}}
    )
    [ship] = game.empire("Human").ships
    ship.cargo = {"DR": units} if units else {}
    return game


def title_of(order):
    return order.partition(" ")[2].partition(",")[0]


def outcome(result, title):
    ship = result.ship("Human", title.partition(" ")[2])
    return ship.age, ship.cargo.get("DR", 0)


@pytest.mark.rule("FH-DR-002")
@pytest.mark.parametrize("example", examples("FH-DR-002"), ids=str)
def test_sixteen_years_of_ten_thousand_tons_take_one_unit(example):
    inputs = example.given
    reduction = RULEBOOK_ECONOMY.repair_reduction(inputs["n"], inputs["tonnage"] // 10_000)
    if "age" not in inputs:
        assert reduction == example.expect["age_reduction"]
        return
    game = docked("BAS Fort", inputs["age"], inputs["n"], inputs["tonnage"])
    result = before(game, f"REPAIR BAS Fort, {inputs['n']}")
    assert outcome(result, "BAS Fort")[0] == example.expect["age_after"]


@pytest.mark.rule("FH-DR-003")
@pytest.mark.parametrize("example", examples("FH-DR-003"), ids=str)
def test_a_ship_uses_units_that_it_carries(example):
    inputs, expected = example.given, example.expect
    title = title_of(inputs["order"])
    tonnage = inputs["tonnage"] if title.startswith("BAS") else None
    game = docked(title, inputs["age"], inputs["DR"], tonnage)
    if expected.get("rejected"):
        refused(game, inputs["order"], "no-effect")
        return
    result = before(game, inputs["order"])
    assert outcome(result, title) == (expected["age_after"], expected["DR_left"])
    stated = int(inputs["order"].split(",")[1])
    assert bool(warned(result)) == (stated > inputs["DR"])
    assert outcome(after(game, inputs["order"]), title) == outcome(result, title)


@pytest.mark.rule("FH-DR-004", "FH-ZERO-001")
@pytest.mark.parametrize("example", examples("FH-DR-004"), ids=str)
def test_zero_units_are_all_that_are_needed(example):
    inputs, expected = example.given, example.expect
    title = title_of(inputs["order"])
    result = before(docked(title, inputs["age"], inputs["DR"]), inputs["order"])
    assert outcome(result, title) == (expected["age_after"], expected["DR_left"])


@pytest.mark.rule("FH-DR-005")
@pytest.mark.parametrize("example", examples("FH-DR-005"), ids=str)
def test_without_a_number_all_units_that_are_needed_must_be_aboard(example):
    inputs, expected = example.given, example.expect
    title = title_of(inputs["order"])
    game = docked(title, inputs["age"], inputs["DR"])
    if not expected.get("rejected"):
        result = before(game, inputs["order"])
        assert outcome(result, title) == (expected["age_after"], expected["DR_left"])
        assert inputs["DR"] - expected["DR_left"] == expected["units_used"]
        return
    refused(game, inputs["order"], "too-few-units")
    result = before(game, inputs["order"], **AS_IN_1999)
    assert outcome(result, title) == (20 - 16 * 18 // 15, 0)
    assert warned(result) == ["too-few-units"]


@pytest.mark.rule("FH-DR-003")
def test_a_repair_is_told():
    log = before(docked("DD Dagger", 20, 30), "REPAIR DD Dagger").log("Human").splitlines()
    assert log[2:] == [
        "    DD Dagger was repaired using 19 Damage Repair Units. Age went from 20 to",
        "      0.",
    ]


@pytest.mark.rule("FH-DR-003", "FH-DR-006", "FH-DR-009")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("REPAIR DD Empty, 3", "no-units"),
        ("REPAIR DD Empty", "no-units"),
        ("REPAIR DD New, 3", "not-damaged"),
        ("REPAIR DD New", "not-damaged"),
        ("REPAIR DD Hull", "under-construction"),
        ("REPAIR DD Gone", "in-transit"),
        ("REPAIR DD Nobody at all", "unknown-ship"),
        ("REPAIR DD Claw", "unknown-ship"),
        ("REPAIR", "unknown-ship"),
        ("REPAIR DD Old, -3", "negative-number"),
        ("REPAIR 10 10", "no-sector"),
        ("REPAIR 10", "no-sector"),
        ("REPAIR -1 10 10", "no-sector"),
        ("REPAIR 10 10 10 -4", "no-sector"),
    ],
)
def test_repairs_that_cannot_be_made_are_refused(order, code):
    ships = {
        "DD Old": {"at": "Earth", "age": 20, "cargo": {"DR": 9}},
        "DD Empty": {"at": "Earth", "age": 20},
        "DD New": {"at": "Earth", "age": 0, "cargo": {"DR": 9}},
        "DD Hull": {"at": "Earth", "status": "building", "unpaid": 9, "cargo": {"DR": 9}},
        "DD Gone": {"at": "9 9 9", "status": "forced", "to": "3 3 3", "cargo": {"DR": 9}},
    }
    klingons = {"ships": {"DD Claw": {"at": "10 10 10", "age": 20, "cargo": {"DR": 9}}}}
    game = humans(klingons, planets={"Earth": {"items": {"DR": 9}}}, ships=ships)
    refused(game, order, code)
    refused(game, order, code, "post-arrival")


@pytest.mark.rule("FH-DR-003", "FH-DR-004", "FH-DR-005", "FH-DR-006")
@pytest.mark.parametrize(
    ("order", "age", "aboard", "after"),
    [
        (", 1", 9, 1, (8, 0)),
        (", 1", 9, 2, (8, 1)),
        (", 0", 9, 1, (8, 0)),
        (", 0", 1, 2, (0, 1)),
        (", 3", 1, 2, (0, 1)),
        (", 2", 1, 2, (0, 1)),
        ("", 1, 1, (0, 0)),
        ("", 2, 2, (0, 0)),
        ("", 2, 9, (0, 7)),
    ],
)
def test_each_unit_takes_a_year_off_160_000_tons(order, age, aboard, after):
    game = docked("BAS Fort", age, aboard, 160_000)
    result = before(game, f"REPAIR BAS Fort{order}")
    assert outcome(result, "BAS Fort") == after
    assert warned(result) == (["too-few-units"] if order == ", 3" else [])


@pytest.mark.rule("FH-DR-003", "FH-DR-005", "FH-DR-006")
@pytest.mark.parametrize(
    ("order", "aboard", "code", "hint"),
    [
        ("REPAIR BAS Fort, 1", 2, "no-effect", "one year takes 2"),
        ("REPAIR BAS Fort, 0", 1, "no-effect", "one year takes 2"),
        ("REPAIR BAS Fort", 5, "too-few-units",
         "6 are needed and 5 aboard; with a number fewer are used"),
        ("REPAIR BAS Fort, 1", 0, "no-units", "transfer DR to BAS Fort first"),
        ("REPAIR BAS Fort", 0, "no-units", "transfer DR to BAS Fort first"),
    ],
)  # fmt: skip
def test_what_is_too_few_for_320_000_tons_of_3_years_is_refused(order, aboard, code, hint):
    result = refused(docked("BAS Fort", 3, aboard, 320_000), order, code)
    assert [remark.hint for remark in result.remarks("Human")] == [hint]


@pytest.mark.rule("FH-DR-006", "FH-ZERO-004")
def test_zero_units_of_none_do_nothing():
    game = docked("DD Dagger", 20, 0)
    result = before(game, "REPAIR DD Dagger, 0")
    assert (warned(result), result.game) == (["nothing-done"], game)


# --- a whole sector -------------------------------------------------------------------------------


def fleet_of(ships, pool):
    """Starbases of these tons and ages; a transport, listed first, carries the units."""
    state = {"TR5 Carrier": {"at": "23 12 9", "cargo": {"DR": pool}}}
    for number, ship in enumerate(ships):
        state[f"BAS Number {'ABC'[number]}"] = {
            "at": "23 12 9", "tons": ship["tonnage"], "age": ship["age"]
        }  # fmt: skip
    return humans(ships=state)


@pytest.mark.rule("FH-DR-007", "FH-DR-008")
@pytest.mark.parametrize("example", examples("FH-DR-007"), ids=str)
def test_the_ships_of_a_sector_pool_their_units_for_the_oldest(example):
    inputs, expected = example.given, example.expect
    ships = inputs["ships"]
    result = before(fleet_of(ships, inputs["pool"]), inputs["order"])
    ages = [result.ship("Human", f"Number {'ABC'[n]}").age for n in range(len(ships))]
    assert ages == expected["ages_after"]
    left = result.ship("Human", "Carrier").cargo.get("DR", 0)
    assert left == expected["pool_left"]
    assert inputs["pool"] - left == expected["units_used"]


@pytest.mark.rule("FH-DR-007")
def test_of_ships_of_the_same_age_the_first_in_the_list_comes_first():
    ships = [{"tonnage": 160000, "age": 9}, {"tonnage": 160000, "age": 9}]
    result = before(fleet_of(ships, 9), "REPAIR 23 12 9")
    assert [result.ship("Human", f"Number {n}").age for n in "AB"] == [0, 9]


@pytest.mark.rule("FH-DR-007")
def test_a_rest_too_small_for_the_oldest_goes_to_the_next():
    ships = [{"tonnage": 320000, "age": 20}, {"tonnage": 160000, "age": 9}]
    result = before(fleet_of(ships, 1), "REPAIR 23 12 9")
    assert [result.ship("Human", f"Number {n}").age for n in "AB"] == [20, 8]


@pytest.mark.rule("FH-DR-008")
def test_units_are_taken_from_the_carriers_in_the_order_of_the_list():
    ships = {
        "TR5 Empty": {"at": "3 3 3"},
        "TR5 First": {"at": "3 3 3", "cargo": {"DR": 2}},
        "DD Second": {"at": "3 3 3", "age": 4, "cargo": {"DR": 2}},
        "TR5 Third": {"at": "3 3 3", "cargo": {"DR": 2}},
        "TR5 Elsewhere": {"at": "9 9 9", "cargo": {"DR": 2}, "age": 9},
    }
    result = before(humans(ships=ships), "REPAIR 3 3 3")
    left = [
        result.ship("Human", n).cargo.get("DR", 0)
        for n in ("First", "Second", "Third", "Elsewhere")
    ]
    assert left == [0, 0, 2, 2]
    assert result.ship("Human", "Empty").cargo == {}
    assert result.ship("Human", "Elsewhere").age == 9


@pytest.mark.rule("FH-DR-007")
def test_ships_that_are_nowhere_or_unfinished_have_no_part_in_it():
    ships = {
        "DD Old": {"at": "10 10 10", "age": 9},
        "DD Hull": {"at": "Earth", "status": "building", "unpaid": 9, "cargo": {"DR": 9}},
        "DD Gone": {"at": "10 10 10", "status": "withdrew", "to": "3 3 3", "cargo": {"DR": 9}},
    }
    game = humans(ships=ships)
    result = before(game, "REPAIR 10 10 10")
    assert (result.game, warned(result)) == (game, ["nothing-done"])


def test_in_1999_ships_that_were_treated_were_marked():
    ships = [{"tonnage": 160000, "age": 9}, {"tonnage": 160000, "age": 0}]
    game = fleet_of(ships, 9)
    marks = [before(game, "REPAIR 23 12 9", **options).ship("Human", "Number A").special
             for options in ({}, AS_IN_1999)]  # fmt: skip
    assert marks == [0, 99]
