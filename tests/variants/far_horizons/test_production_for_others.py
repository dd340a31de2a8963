"""IBUILD and ICONTINUE: building for others, and its cost (FH-IBUILD-001 to -016)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    VEGA,
    items,
    produce,
    reasons,
    spending,
    spent,
    warnings,
)
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.model.transactions import TransactionKind

HIGH = {"MA": 120, "GV": 30, "BI": 48}
NO_FUNDS = "Insufficient funds to execute order."


def trading(orders, balance=9999, *, klingon=None, techs=None, earth=None, **fields):
    return produce(
        orders, balance, techs={**HIGH, **(techs or {})}, met=fields.pop("met", ["Klingon"]),
        aliens={"Klingon": klingon or {}}, earth={"shipyards": 9, **(earth or {})}, **fields,
    )  # fmt: skip


def deals(result):
    return [deal for deal in result.game.transactions if deal.kind == TransactionKind.BUILT_FOR]


@pytest.mark.rule("FH-IBUILD-001")
@pytest.mark.parametrize("order", ["Ibuild SP Klingon, 3 IU", "Icontinue SP Klingon, DD Hammer"])
@pytest.mark.parametrize(("level", "allowed"), [(24, False), (25, True)])
def test_interspecies_construction_needs_manufacturing_25(order, level, allowed):
    ships = {"DD Hammer": {"at": "Earth", "status": "building", "unpaid": 9}}
    result = trading(order, techs={"MA": level}, ships=ships)
    reason = "MA tech level must be at least 25 to do interspecies construction."
    assert (reason in reasons(result)) is not allowed


@pytest.mark.rule("FH-IBUILD-001")
@pytest.mark.parametrize("order", ["Ibuild SP Nobody, 3 IU", "Icontinue SP Nobody, DD Nothing"])
def test_without_manufacturing_25_it_does_not_matter_for_whom(order):
    reason = "MA tech level must be at least 25 to do interspecies construction."
    assert reasons(trading(order, techs={"MA": 24})) == [reason]


@pytest.mark.rule("FH-IBUILD-002", "FH-IBUILD-009")
@pytest.mark.parametrize("example", examples("FH-IBUILD-009"), ids=str)
def test_a_premium_of_ten_percent_rounded_up(example):
    cost = example.given["cost"]
    order = f"{cost} IU" if cost < 1000 else "DD Hammer"
    result = trading(f"Ibuild SP Klingon, {order}")
    assert spent(result) == example.expect["total"]


@pytest.mark.rule("FH-IBUILD-005")
@pytest.mark.rule("FH-IBUILD-009", "FH-ZERO-002")
@pytest.mark.parametrize(
    ("order", "balance", "built"),
    [
        ("5 IU", 2, 1), ("5 IU", 1, 0), ("0 IU", 2, 1), ("0 IU", 1, 0), ("21 IU", 24, 21),
        ("21 IU", 23, 20), ("3 DR", 109, 1), ("3 DR", 110, 2), ("3 DR", 55, 1), ("3 DR", 54, 0),
        ("0 DR", 165, 3), ("0 DR", 164, 2),
    ],
)  # fmt: skip
def test_as_many_are_built_as_can_be_paid_with_their_premium(order, balance, built):
    result = trading(f"Ibuild SP Klingon, {order}", balance)
    count, item = sum(deal.facts["quantity"] for deal in deals(result)), order.split()[1]
    assert count == built
    assert items(result, "Earth", "Klingon").get(item, 0) == built if built else not deals(result)
    cost = built * (50 if item == "DR" else 1)
    assert spent(result) == cost + -(-cost // 10)


@pytest.mark.rule("FH-IBUILD-015")
def test_the_builders_level_decides_on_the_price():
    example = examples("FH-IBUILD-015")[0]
    klingon = {"techs": {"BI": example.given["bi_recipient"]}}
    result = trading("Ibuild SP Klingon, 1 TP", klingon=klingon)
    assert spent(result) == example.expect["total"]
    refused = trading("Ibuild SP Klingon, 1 TP", klingon={"techs": {"BI": 90}}, techs={"BI": 39})
    assert reasons(refused) == ["Insufficient tech level to build item."]


@pytest.mark.rule("FH-IBUILD-002", "FH-IBUILD-007")
def test_items_go_to_the_recipients_planet_there():
    example = examples("FH-IBUILD-007")[0]
    name = example.given["recipient_planet"].removeprefix("PL ")
    klingon = {"planets": {name: {"at": "10 10 10 #3", "items": {"IU": 1}}}}
    result = trading(example.given["order"], klingon=klingon)
    assert items(result, name, "Klingon") == {"IU": 22}
    assert spent(result) == 24
    message = "21 Colonial Mining Units were produced for SP Klingon at a cost of 24."
    assert f"    {message}" in result.log("Human").splitlines()
    assert deals(result)[0].facts["receiver"] == name


@pytest.mark.rule("FH-IBUILD-007")
@pytest.mark.parametrize(("used", "name"), [(False, "Earth"), (True, "Earth 2")])
def test_a_recipient_without_a_name_for_the_planet_gets_the_builders(used, name):
    klingon = {"planets": {"Earth": {"at": VEGA}}} if used else {}
    result = trading("Ibuild SP Klingon, 21 IU", klingon=klingon)
    colony = result.colony("Klingon", name)
    assert (colony.items, colony.place) == ({"IU": 21}, result.species("Human").home)
    assert not colony.populated


@pytest.mark.rule("FH-IBUILD-012", "FH-IBUILD-002")
@pytest.mark.parametrize("item", ["IU", "AU", "FS", "DR"])
def test_all_items_but_people_are_built_for_others(item):
    result = trading(f"Ibuild SP Klingon, 3 {item}", techs={**HIGH, "ML": 50, "LS": 50})
    assert items(result, "Earth", "Klingon") == {item: 3}


@pytest.mark.rule("FH-IBUILD-002", "FH-IBUILD-012", "FH-IBUILD-013", "FH-DIPLO-008")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Ibuild SP Romulan, 3 IU",
         "You can't do interspecies construction for a species you haven't met."),
        ("Ibuild SP Nobody at all, 3 IU", "Invalid species name in IBUILD command."),
        ("Icontinue SP Nobody at all, DD Axe", "Invalid species name in ICONTINUE command."),
        ("Ibuild SP Human, 3 IU", "Invalid species name in IBUILD command."),
        ("Ibuild SP Klingon, 3 PD", "You cannot build CUs or PDs for another species."),
        ("Ibuild SP Klingon, 3 CU", "You cannot build CUs or PDs for another species."),
        ("Ibuild SP Klingon, 3 RM", "Invalid item class."),
        ("Enemy SP Klingon\nIbuild SP Klingon, 3 IU",
         "You can't do interspecies construction for an ENEMY."),
        ("Ibuild SP Klingon 3 IU", "Invalid species name in IBUILD command."),
    ],
)  # fmt: skip
def test_orders_that_are_refused(order, reason):
    result = trading(order)
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-IBUILD-013")
def test_neutrality_for_a_moment_makes_it_possible():
    orders = "Neutral SP Klingon\nIbuild SP Klingon, 3 IU\nEnemy SP Klingon"
    result = trading(orders, enemies=["Klingon"])
    assert spent(result) == 4
    assert result.species("Human").enemies == ["Klingon"]


@pytest.mark.rule("FH-CMD-016", "FH-IBUILD-003")
@pytest.mark.parametrize("order", ["Ibuild SP Klingon 21 IU", "Icontinue SP Klingon DD Hammer"])
def test_a_comma_stands_behind_the_species(order):
    ships = {"DD Hammer": {"at": "Earth", "status": "building", "unpaid": 9}}
    assert len(reasons(trading(order, ships=ships))) == 1
    assert reasons(trading(order, ships=ships, in_1999=True)) == []


@pytest.mark.rule("FH-IBUILD-004", "FH-IBUILD-005")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Ibuild SP Klingon, DD Axe, 500", "Amount to spend may not be specified for a ship."),
        ("Ibuild SP Klingon, DD Axe, 0", "Amount to spend may not be specified for a ship."),
        ("Icontinue SP Klingon, DD Hammer, 9", "Amount to spend may not be specified for a ship."),
        ("Ibuild SP Klingon, BAS Fort", "Amount to spend MUST be specified for starbase."),
        ("Ibuild SP Klingon, BAS Fort, 130", "Amount spent on starbase must be multiple of 100."),
        ("Icontinue SP Klingon, BAS Dagger", "Amount to spend MUST be specified for starbase."),
        ("Ibuild SP Klingon, DN Dear", NO_FUNDS),
        ("Icontinue SP Klingon, DD Nobody at all", "Invalid ship name."),
        ("Icontinue SP Klingon, DD Done", "Ship is not under construction."),
        ("Icontinue SP Klingon, DD Far", "Ship is not at the production planet."),
    ],
)
def test_ships_that_are_not_built(order, reason):
    ships = {
        "DD Hammer": {"at": "Earth", "status": "building", "unpaid": 9},
        "DD Far": {"at": VEGA, "status": "building", "unpaid": 9},
        "DD Done": {"at": "Earth"},
        "BAS Dagger": {"at": "Earth", "tons": 50_000},
    }
    result = trading(order, 1650, ships=ships)
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-IBUILD-004", "FH-IBUILD-006")
def test_a_ship_is_finished_at_once_and_changes_its_owner_in_orbit():
    result = trading("Ibuild SP Klingon, DD Hammer", 1650)
    assert spent(result) == 1650
    assert list(result.species("Human").living_ships()) == []
    ship = result.ship("Klingon", "Hammer")
    assert (ship.where, ship.place) == (ShipLocation.ORBIT, result.species("Human").home)
    assert deals(result)[0].facts["receiver"] == "DD Hammer"
    log = step("finish", result.game).log("Klingon")
    assert "DD Hammer was constructed for you by SP Human." in log


@pytest.mark.rule("FH-IBUILD-003", "FH-IBUILD-006", "FH-IBUILD-010", "FH-IBUILD-011")
@pytest.mark.parametrize("example", examples("FH-IBUILD-010", "FH-IBUILD-011"), ids=str)
def test_the_premium_is_for_all_that_the_ship_is_worth(example):
    inputs, expected = example.given, example.expect
    if inputs.get("class") == "DD":
        ships = {"DD Hammer": {"at": "Earth", "status": "building", "unpaid": 1250}}
        order = "Icontinue SP Klingon, DD Hammer"
    else:
        before = inputs.get("tonnage_before", 100 * inputs.get("paid_before", 0))
        ships = {"BAS Hammer": {"at": "Earth", "tons": before}}
        order = f"Icontinue SP Klingon, BAS Hammer, {inputs['amount']}"
    result = trading(order, ships=ships)
    assert spent(result) == expected["total"]
    if "tonnage" in expected:
        assert 10_000 * result.ship("Klingon", "Hammer").tonnage == expected["tonnage"]


@pytest.mark.rule("FH-IBUILD-006", "FH-IBUILD-011")
def test_cargo_is_unloaded_first_and_nothing_else_goes_along():
    base = {"at": "Earth", "tons": 50_000, "cargo": {"FS": 3}, "loaded_at": "Earth"}
    ships = {"BAS Dagger": {**base, "unloading_at": "Earth"}, "DD Stays": {"at": "Earth"}}
    result = trading("Icontinue SP Klingon, BAS Dagger, 200", ships=ships)
    assert items(result)["FS"] == 3
    ship = result.ship("Klingon", "Dagger")
    assert (ship.cargo, ship.loading_point, ship.unloading_point) == ({}, 0, 0)
    assert ship.where == ShipLocation.ORBIT
    assert [ship.name for ship in result.species("Human").living_ships()] == ["Stays"]
    message = "Size of BAS Dagger was increased to 70,000 tons at a cost of 270 for SP Klingon."
    assert message in " ".join(result.log("Human").split())
    assert deals(result)[0].facts["cost"] == 500 + 200 + 70


@pytest.mark.rule("FH-IBUILD-003", "FH-IBUILD-008", "FH-IBUILD-011", "FH-IBUILD-016")
def test_what_is_continued_for_others_is_told_as_finished_and_not_as_new():
    ships = {"DD Hammer": {"at": "Earth", "status": "building", "unpaid": 1250}}
    result = trading("Icontinue SP Klingon, DD Hammer", ships=ships)
    message = "Construction finished on DD Hammer at a cost of 1400 for SP Klingon."
    assert f"    {message}" in result.log("Human").splitlines()
    assert result.ship("Klingon", "Hammer").unpaid == 0
    assert list(result.species("Human").living_ships()) == []


@pytest.mark.rule("FH-IBUILD-006")
def test_a_name_that_the_recipient_uses_is_refused():
    klingon = {"ships": {"CT hammer": {"at": "1 2 3"}}}
    result = trading("Ibuild SP Klingon, DD Hammer", klingon=klingon)
    assert reasons(result) == ["Ship name is already in use by the recipient."]
    assert spent(result) == 0


@pytest.mark.rule("FH-IBUILD-005", "FH-ZERO-003")
def test_zero_leaves_room_for_the_premium():
    example = next(e for e in examples("FH-ZERO-003") if "order" in e.given)
    level = example.given["max_tonnage"] // 5000 + 1  # 24 would be too low for IBUILD
    result = trading(
        "Ibuild SP Klingon, BAS Fort, 0", example.given["planet_balance"], techs={"MA": level}
    )
    assert spent(result) == example.expect["spent"] + example.expect["premium"]
    assert 10_000 * result.ship("Klingon", "Fort").tonnage == example.expect["tonnage_after"]


@pytest.mark.rule("FH-IBUILD-005", "FH-IBUILD-009", "FH-ZERO-002")
@pytest.mark.parametrize(
    ("balance", "count", "cost"), [(2, 1, 2), (24, 21, 24), (23, 20, 22), (11, 10, 11)]
)
def test_zero_items_are_as_many_as_the_balance_pays_with_the_premium(balance, count, cost):
    result = trading("Ibuild SP Klingon, 0 IU", balance, treasury=500)
    assert items(result, "Earth", "Klingon") == {"IU": count}
    assert spent(result) == cost


@pytest.mark.rule("FH-IBUILD-005")
def test_zero_never_stands_for_an_amount_of_a_ship():
    ships = {"DD Hammer": {"at": "Earth", "status": "building", "unpaid": 9}}
    for order in ("Ibuild SP Klingon, DD Axe, 0", "Icontinue SP Klingon, DD Hammer, 0"):
        result = trading(order, ships=ships)
        assert reasons(result) == ["Amount to spend may not be specified for a ship."]


@pytest.mark.rule("FH-BUILD-003", "FH-IBUILD-009")
def test_too_many_items_are_cut():
    result = trading("Ibuild SP Klingon, 99 IU", 24)
    assert items(result, "Earth", "Klingon") == {"IU": 21}
    assert warnings(result) == ["Insufficient funds. Substituting 21 for 99."]
    assert reasons(trading("Ibuild SP Klingon, 1 IU", 1)) == [NO_FUNDS]


@pytest.mark.rule("FH-IBUILD-014", "FH-AGE-001")
def test_what_was_received_works_at_its_owners_level():
    post_state = spending(900, at=VEGA, kind="normal", shipyards=1)
    klingon = {"techs": {"MA": 10}, "planets": {"Post": post_state}}
    ships = {"BAS Dagger": {"at": VEGA, "tons": 50_000}}
    result = trading(
        "Icontinue SP Klingon, BAS Dagger, 100", 0, opened="Vega", planets={"Vega": post_state},
        ships=ships, klingon=klingon,
    )  # fmt: skip
    assert result.ship("Klingon", "Dagger").tonnage == 6
    orders = "PRODUCTION PL Post\nContinue BAS Dagger, 100"
    refused = step("production", result.game, {"Klingon": orders})
    assert reasons(refused, "Klingon") == ["Maximum allowable tonnage exceeded."]


@pytest.mark.rule("FH-IBUILD-016", "FH-IBUILD-008")
def test_a_base_and_a_destroyer_over_three_turns():
    paid = {example.given["turn"]: example.expect for example in examples("FH-IBUILD-016")}
    turns = {
        16: "Build BAS Dagger, 200",
        17: "Continue BAS Dagger, 300\nBuild DD Hammer, 250",
        18: "Icontinue SP Human, BAS Dagger, 200\nIcontinue SP Human, DD Hammer",
    }
    ships = {}
    for turn, orders in turns.items():
        human = {"techs": HIGH, "met": ["Human"], "ships": ships}
        human["planets"] = {"Kronos": spending(5000, shipyards=9)}
        game = game_with({"species": {"Klingon": human}})
        result = step("production", game, {"Klingon": f"PRODUCTION PL Kronos\n{orders}"})
        assert spent(result, "Klingon") == paid[turn]["paid"]
        ships = {"BAS Dagger": {"at": "Kronos", "tons": {16: 20_000, 17: 50_000}.get(turn, 1)}}
        if turn == 17:
            ships["DD Hammer"] = {"at": "Kronos", "status": "building", "unpaid": 1250}
    bought = {ship.name: 10_000 * ship.tonnage for ship in result.species("Human").living_ships()}
    assert bought == {"Dagger": 70_000, "Hammer": 150_000}


@pytest.mark.rule("FH-IBUILD-010", "FH-ZERO-003")
@pytest.mark.parametrize(("balance", "paid"), [(500, 400), (600, 500), (1200, 1000)])
def test_what_a_starbase_cost_before_counts_for_the_premium_of_all_that_is_left(balance, paid):
    ships = {"BAS Hammer": {"at": "Earth", "tons": 50_000}}
    result = trading("Icontinue SP Klingon, BAS Hammer, 0", balance, ships=ships)
    assert spent(result) == paid + (500 + paid) // 10
    assert result.ship("Klingon", "Hammer").tonnage == 5 + paid // 100


CAMP = {"at": "10 10 10 #3", "manufacturing_base": 10.0, "mining_base": 10.0}


@pytest.mark.rule("FH-REC-003", "FH-TERRA-002")
@pytest.mark.parametrize(("biology", "amount"), [(0, 1562), (5, 1562), (48, 1562), (100, 750)])
def test_plants_fetch_no_more_than_half_of_what_their_builder_paid(biology, amount):
    klingon = {"techs": {"BI": biology}, "planets": {"Camp": CAMP}}
    result = trading("Ibuild SP Klingon, 3 TP", klingon=klingon)
    assert items(result, "Camp", "Klingon") == {"TP": 3}
    orders = {"Klingon": "PRODUCTION PL Camp\nRecycle 3 TP"}
    recycled = step("production", result.game, orders).events("Klingon", "items-recycled")
    assert [event.data["amount"] for event in recycled] == [amount]


@pytest.mark.rule("FH-REC-003")
@pytest.mark.parametrize(("version", "in_1999"), [("1.0.0", False), ("1.1.0", True)])
def test_by_the_first_rules_and_in_1999_plants_fetch_what_they_would_cost(version, in_1999):
    klingon = {"techs": {"BI": 5}, "planets": {"Camp": CAMP}}
    game = game_with(
        {"species": {
            "Human": {"techs": HIGH, "met": ["Klingon"], "planets": {"Earth": spending(9999)}},
            "Klingon": klingon,
        }},
        ("Human", "Klingon"),
    )  # fmt: skip
    game.version = version
    orders = {"Human": "PRODUCTION PL Earth\nIbuild SP Klingon, 3 TP"}
    result = step("production", game, orders, in_1999=in_1999, forgiving=in_1999)
    assert result.game.empires[1].plant_level == 0
