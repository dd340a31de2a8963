"""UPGRADE and RECYCLE: money for young ships, and money for old things (FH-UPG, FH-REC)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    MARS,
    VEGA,
    items,
    produce,
    reasons,
    spending,
    spent,
    warnings,
)
from tests.variants.far_horizons.single_steps import step
from variants.far_horizons.economy import RULEBOOK_ECONOMY

NO_FUNDS = "Insufficient funds to execute order."
#: Ships by their cost when new.
SHIPS = {
    75: "PBS",
    100: "PB",
    200: "CT",
    700: "TR7",
    800: "TR8",
    1500: "DD",
    2000: "CL",
    5000: "DN",
}


def upgrading(order, age, ship="DD Dawson", funds=5000, **state):
    ships = {ship: {"at": "Earth", "age": age, **state}}
    return produce(order, funds, ships=ships)


@pytest.mark.rule("FH-UPG-001")
@pytest.mark.parametrize("example", examples("FH-UPG-001"), ids=str)
def test_what_an_amount_buys(example):
    inputs, expected = example.given, example.expect
    ship = f"{SHIPS[inputs['original_cost']]} Old"
    age = inputs.get("age", 40)
    result = upgrading(f"Upgrade {ship}, {inputs['amount']}", age, ship)
    if expected.get("accepted") is False:
        assert len(reasons(result)) == 1
        return
    assert result.ship("Human", "Old").age == age - expected["reduction"]
    assert (
        RULEBOOK_ECONOMY.upgrade_reduction(inputs["amount"], inputs["original_cost"])
        >= expected["reduction"]
    )
    if "paid" in expected:
        assert spent(result) == expected["paid"]


@pytest.mark.rule("FH-UPG-002")
@pytest.mark.parametrize("example", examples("FH-UPG-002"), ids=str)
def test_what_an_upgrade_costs(example):
    inputs, cost = example.given, example.expect["cost"]
    ship = f"{SHIPS[inputs['original_cost']]} Old"
    after = inputs["to_age"]
    amount = f", {cost}" if after else ""
    result = upgrading(f"Upgrade {ship}{amount}", inputs["age"], ship)
    assert result.ship("Human", "Old").age == after
    assert spent(result) == cost
    assert RULEBOOK_ECONOMY.upgrade_cost(inputs["age"] - after, inputs["original_cost"]) == cost
    message = f"{ship} was upgraded from age {inputs['age']} to age {after} at a cost of {cost}."
    assert message in result.log("Human")


@pytest.mark.rule("FH-UPG-003", "FH-CMD-012")
def test_a_starbase_is_upgraded_by_its_present_size():
    example = examples("FH-UPG-003")[0]
    base = {"BAS Wobbly": {"at": "Earth", "tons": example.given["tonnage"], "age": 34}}
    result = produce("Upgrade BAS Wobbly", 5000, ships=base)
    assert spent(result) == RULEBOOK_ECONOMY.upgrade_cost(34, example.expect["original_cost"])
    assert result.ship("Human", "Wobbly").age == 0


@pytest.mark.rule("FH-UPG-004", "FH-CMD-012")
@pytest.mark.parametrize("example", examples("FH-UPG-004"), ids=str)
def test_the_upgrade_order(example):
    inputs, expected = example.given, example.expect
    ship = inputs["order"].split(maxsplit=1)[1].split(",")[0]
    result = upgrading(inputs["order"], inputs["age"], ship, inputs.get("funds", 5000))
    assert result.ship("Human", ship.split(maxsplit=1)[1]).age == expected["age"]
    assert spent(result) == expected["paid"]
    assert bool(warnings(result)) is ("funds" in inputs)


@pytest.mark.rule("FH-UPG-004", "FH-UPG-005", "FH-UPG-006")
@pytest.mark.parametrize(
    ("state", "order", "word"),
    [
        ({"age": 9}, "Upgrade DD Nobody at all", "does not exist"),
        ({"age": 9}, "Upgrade 5 PD", "does not exist"),
        ({"status": "building", "unpaid": 100}, "Upgrade DD Dawson", "under construction"),
        ({"age": 9, "at": VEGA}, "Upgrade DD Dawson", "not in the same sector"),
        ({"age": 0}, "Upgrade DD Dawson", "too new"),
        ({"age": 9, "moved": "jumped"}, "Upgrade DD Dawson", "jumped or moved"),
        ({"age": 9, "moved": "moved"}, "Upgrade DD Dawson", "jumped or moved"),
        ({"age": 9, "moved": "wormhole"}, "Upgrade DD Dawson", "jumped or moved"),
        ({"age": 9}, "Upgrade DD Dawson, 5", "too small"),
        ({"age": 9}, "Upgrade DD Dawson, -5", "Invalid or missing amount"),
    ],
)
def test_upgrades_that_are_refused(state, order, word):
    result = produce(order, 5000, ships={"DD Dawson": {"at": "Earth", **state}})
    (reason,) = reasons(result)
    assert word in reason
    assert spent(result) == 0


@pytest.mark.rule("FH-UPG-001", "FH-UPG-002", "FH-UPG-004")
@pytest.mark.parametrize(
    ("order", "age", "after", "cost"),
    [
        ("Upgrade DD Dawson", 1, 0, 38),
        ("Upgrade DD Dawson", 2, 0, 75),
        ("Upgrade DD Dawson, 38", 2, 1, 38),
        ("Upgrade DD Dawson, 74", 2, 1, 38),
        ("Upgrade DD Dawson, 75", 2, 0, 75),
        ("Upgrade DD Dawson, 999", 2, 0, 75),
        ("Upgrade DD Dawson, 0", 9, 4, 188),
    ],
)
def test_a_year_of_a_destroyer_costs_a_fortieth_of_1500(order, age, after, cost):
    result = upgrading(order, age, funds=200)
    assert result.ship("Human", "Dawson").age == after
    assert spent(result) == cost


@pytest.mark.rule("FH-UPG-001", "FH-UPG-004")
@pytest.mark.parametrize(
    ("order", "age", "hint"),
    [
        ("Upgrade DD Dawson, 37", 9, "one year costs 38"),
        ("Upgrade DD Dawson, 1", 9, "one year costs 38"),
        ("Upgrade DD Dawson", 9, "it costs 38, and 37 can be spent"),
        ("Upgrade DD Dawson", 0, "its age is 0 already"),
    ],
)
def test_an_upgrade_that_buys_nothing_is_refused_with_the_price_of_a_year(order, age, hint):
    result = upgrading(order, age, funds=37)
    assert [remark.hint for remark in result.remarks("Human")] == [hint]


@pytest.mark.rule("FH-UPG-004")
@pytest.mark.parametrize(("funds", "age"), [(37, 9), (38, 8)])
def test_an_upgrade_goes_as_far_as_the_funds(funds, age):
    result = upgrading("Upgrade DD Dawson", 9, funds=funds)
    assert result.ship("Human", "Dawson").age == age
    assert reasons(result) == ([NO_FUNDS] if age == 9 else [])


@pytest.mark.rule("FH-UPG-005")
@pytest.mark.parametrize("at", ["10 10 10", MARS])
def test_the_ship_may_be_anywhere_in_the_sector(at):
    assert reasons(upgrading("Upgrade DD Dawson", 9, at=at)) == []


@pytest.mark.rule("FH-CMD-012", "FH-ZERO-001")
def test_zero_spends_the_balance_as_far_as_needed():
    result = upgrading("Upgrade DD Dawson, 0", 20, funds=100)
    assert (result.ship("Human", "Dawson").age, spent(result)) == (18, 75)
    result = upgrading("Upgrade DD Dawson, 0", 2, funds=4000)
    assert (result.ship("Human", "Dawson").age, spent(result)) == (0, 75)


@pytest.mark.rule("FH-UPG-007")
@pytest.mark.parametrize("example", examples("FH-UPG-007"), ids=str)
def test_an_upgraded_ship_grows_older_in_the_same_turn(example):
    inputs = example.given
    full = inputs.get("upgrade") == "full"
    ship = "DD Dawson" if full else "CL Mighty Mouse"
    result = upgrading(inputs.get("order", "Upgrade DD Dawson"), inputs["age_before"], ship)
    after = step("finish", result.game).ship("Human", ship.split(maxsplit=1)[1])
    assert after.age == example.expect["age_in_report"]


# recycling


def proceeds(result):
    return -spent(result)


@pytest.mark.rule("FH-REC-001", "FH-REC-003")
@pytest.mark.parametrize("example", examples("FH-REC-003"), ids=str)
def test_items_bring_half_their_price(example):
    inputs = example.given
    result = produce(
        f"Recycle {inputs['n']} {inputs['item']}", 0, earth={"items": {inputs["item"]: 50}},
        techs={"BI": inputs.get("bi", 3)},
    )  # fmt: skip
    assert proceeds(result) == example.expect["eu"]
    assert result.species("Human").treasury == example.expect["eu"]
    assert items(result)[inputs["item"]] == 50 - inputs["n"]


@pytest.mark.rule("FH-REC-003")
def test_plants_without_biology_count_as_if_it_were_100():
    result = produce("Recycle 3 TP", 0, earth={"items": {"TP": 3}}, techs={"BI": 0})
    assert proceeds(result) == 750


@pytest.mark.rule("FH-REC-004")
@pytest.mark.parametrize("example", examples("FH-REC-004"), ids=str)
@pytest.mark.parametrize("zero", [False, True])
def test_raw_material_brings_a_fifth(example, zero):
    stock = example.given["rm"]
    mars = {"at": MARS, "kind": "normal", "items": {"RM": stock}}
    order = f"Recycle {0 if zero else stock} RM"
    result = produce(order, 0, opened="Mars", planets={"Mars": mars})
    assert result.species("Human").treasury == example.expect["eu"]
    assert "RM" not in items(result, "Mars")


@pytest.mark.rule("FH-REC-005", "FH-REC-006")
@pytest.mark.parametrize("example", examples("FH-REC-005", "FH-REC-006"), ids=str)
def test_what_ships_bring(example):
    inputs = example.given
    if "remaining" in inputs:
        ship = f"{SHIPS[inputs['cost']]} Old"
        state = {"at": "Earth", "status": "building", "unpaid": inputs["remaining"]}
    else:
        ship = f"{SHIPS[inputs['original_cost']]} Old"
        state = {"at": "Earth", "age": inputs["age"]} if inputs["age"] >= 0 else None
    ships, orders = {ship: state}, f"Recycle {ship}"
    if state is None:
        ships, orders = {}, f"Build {ship}\nRecycle {ship}"
    result = produce(orders, 0 if state else inputs["original_cost"], ships=ships)
    assert result.species("Human").treasury == example.expect["eu"]
    assert result.ship("Human", "Old") is None


@pytest.mark.rule("FH-REC-005")
def test_a_starbase_counts_by_its_size():
    ships = {"BAS Fort": {"at": "Earth", "tons": 50_000, "age": 10}}
    assert proceeds(produce("Recycle BAS Fort", 0, ships=ships)) == 375


@pytest.mark.rule("FH-REC-007")
def test_cargo_stays_on_the_planet():
    ships = {"TR5 Mover": {"at": "Earth", "age": 6, "cargo": {"CU": 9, "PD": 2}}}
    result = produce("Recycle TR5 Mover", 0, ships=ships, earth={"items": {"PD": 1}})
    assert items(result) == {"PD": 3, "CU": 9}
    message = "Cargo onboard TR5 Mover was first transferred to PL Earth."
    assert message in " ".join(result.log("Human").split())


@pytest.mark.rule("FH-REC-008", "FH-REC-009", "FH-CMD-013")
@pytest.mark.parametrize("example", examples("FH-REC-008"), ids=str)
def test_the_recycle_order(example):
    inputs, expected = example.given, example.expect
    ships = {"CT Dragon": {"at": "Earth", "age": inputs.get("age", 0)}}
    earth = {"items": {"PD": 30}, "population": 100}
    result = produce(inputs["order"], 0, ships=ships, earth=earth)
    assert proceeds(result) == expected["eu"]
    assert items(result)["PD"] == 30 - expected.get("pd_removed", 0)
    added = expected.get("available_population_added", 0)
    assert result.colony("Human", "Earth").population == 100 + added


@pytest.mark.rule("FH-REC-009")
def test_recycled_people_can_be_used_at_once():
    inputs = examples("FH-REC-009")[0].given
    earth = {"items": {inputs["item"]: 20}, "population": inputs["available_population"]}
    result = produce("Recycle 20 PD\nBuild 30 CU", 30, earth=earth)
    assert items(result) == {"CU": 30}
    assert result.colony("Human", "Earth").population == 0


@pytest.mark.rule("FH-REC-002", "FH-REC-008", "FH-REC-010", "FH-REC-012")
@pytest.mark.parametrize(
    ("state", "order", "word"),
    [
        ({}, "Recycle DD Nobody at all", "does not exist"),
        ({}, "Recycle DD Dawsno", "does not exist"),
        ({"at": "10 10 10"}, "Recycle DD Dawson", "not at the production planet"),
        ({"at": MARS}, "Recycle DD Dawson", "not at the production planet"),
        ({"at": VEGA}, "Recycle DD Dawson", "not at the production planet"),
        ({"moved": "jumped"}, "Recycle DD Dawson", "jumped or moved"),
        ({"moved": "moved"}, "Recycle DD Dawson", "jumped or moved"),
        ({"moved": "wormhole"}, "Recycle DD Dawson", "jumped or moved"),
        ({}, "Recycle 6 PD", "more items than are available"),
        ({}, "Recycle 1 FS", "more items than are available"),
        ({}, "Recycle 1 MI", "Invalid item class"),
        ({}, "Recycle 1 XX", "Invalid item class"),
        ({}, "Recycle -1 PD", "Meaningless item count"),
    ],
)
def test_recycling_that_is_refused(state, order, word):
    ships = {"DD Dawson": {"at": "Earth", **state}}
    result = produce(order, 0, ships=ships, earth={"items": {"PD": 5}})
    (reason,) = reasons(result)
    assert word in reason
    assert proceeds(result) == 0


@pytest.mark.rule("FH-REC-010")
@pytest.mark.parametrize("status", ["landed", "orbit"])
def test_a_ship_on_the_planet_or_in_orbit_is_there(status):
    ships = {"CT Dragon": {"at": "Earth", "status": status, "age": 10}}
    assert proceeds(produce("Recycle CT Dragon", 0, ships=ships)) == 150


@pytest.mark.rule("FH-REC-011", "FH-EU-005")
def test_the_money_can_be_spent_at_once_within_the_limits():
    earth = {"items": {"FS": 8}}
    result = produce("Recycle 8 FS\nResearch 100 MI", 0, earth=earth)
    assert result.species("Human").techs["MI"].points == 100
    vega = spending(40, at=VEGA, kind="normal", items={"FS": 8})
    result = produce("Recycle 8 FS\nResearch 100 MI", 0, opened="Vega", planets={"Vega": vega})
    assert result.species("Human").techs["MI"].points == 80


@pytest.mark.rule("FH-REC-001", "FH-CMD-013")
@pytest.mark.parametrize("in_1999", [False, True])
def test_only_a_ship_that_is_exactly_named_is_recycled(in_1999):
    result = produce("Recycle DD Dawsom", ships={"DD Dawson": {"at": "Earth"}}, in_1999=in_1999)
    assert result.ship("Human", "Dawson")
    assert reasons(result) == ["Ship to be recycled does not exist."]
