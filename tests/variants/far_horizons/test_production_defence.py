"""HIDE, AMBUSH and INTERCEPT: preparations in production, and interceptions themselves."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import MARS, VEGA, produce, reasons, spending, spent
from tests.variants.far_horizons.single_steps import Falls, step
from variants.far_horizons.model.transactions import MishapFate, TransactionKind

NO_FUNDS = "Insufficient funds to execute order."


# hiding


def hiding(**vega):
    colony = {"at": VEGA, "items": {"RM": 500}, **vega}
    return produce("Hide", 0, opened="Vega", planets={"Vega": colony}, techs={"MA": 90})


@pytest.mark.rule("FH-HIDE-001", "FH-HIDE-003", "FH-HIDE-009")
@pytest.mark.parametrize("example", examples("FH-HIDE-003", "FH-HIDE-009"), ids=str)
def test_hiding_costs_what_the_bases_are_worth(example):
    inputs = dict(example.given)
    people = {item.upper(): inputs.pop(item) for item in ("cu", "pd") if item in inputs}
    result = hiding(**inputs, items={"RM": 500, **people}, kind="normal")
    assert reasons(result) == []
    assert spent(result) == example.expect["cost"]
    vega = result.colony("Human", "Vega")
    assert (vega.hiding, vega.hidden) == (1, 0)
    assert f"    Spent {example.expect['cost']} hiding this colony." in result.log("Human")


@pytest.mark.rule("FH-HIDE-002")
def test_hiding_holds_from_one_housekeeping_to_the_next():
    result = hiding(mining_base=20.0, manufacturing_base=20.0)
    first = step("finish", result.game)
    assert first.colony("Human", "Vega").hidden == 1
    second = step("finish", first.game)
    assert second.colony("Human", "Vega").hidden == 0


@pytest.mark.rule("FH-HIDE-003")
@pytest.mark.parametrize(("in_1999", "cost"), [(False, 50), (True, 25)])
def test_the_bases_before_riots_count(in_1999, cost):
    planets = {"Vega": {"at": VEGA, "mining_base": 50.0}}
    result = produce(
        "Hide", 0, opened="Vega", planets=planets, chance=Falls(1, 50), in_1999=in_1999,
        fleet={"cost": 9, "percent": 150.0}, treasury=500,
    )  # fmt: skip
    assert result.colony("Human", "Vega").mining_base == 250
    assert [event.data["cost"] for event in result.events("Human", "colony-hiding")] == [cost]


@pytest.mark.rule("FH-HIDE-003", "FH-HIDE-004", "FH-MINECOL-005")
@pytest.mark.parametrize("treasury", [0, 200])
def test_a_mining_colony_pays_from_the_treasury(treasury):
    vega = {"at": VEGA, "mining_base": 50.0}
    income = 2 * 500 // 3
    result = produce("Hide", 0, opened="Vega", planets={"Vega": vega}, treasury=treasury)
    assert result.species("Human").treasury == treasury + income - 50
    assert result.colony("Human", "Vega").hiding == 1


@pytest.mark.rule("FH-HIDE-003")
def test_a_mining_colony_that_cannot_pay_does_not_hide():
    stars = {"12 13 10": {"planets": {2: {"mining_difficulty": 90.0}}}}
    vega = {"at": VEGA, "mining_base": 50.0}
    result = produce("Hide", 0, opened="Vega", planets={"Vega": vega}, techs={"LS": 60},
                  state={"stars": stars})  # fmt: skip
    assert reasons(result) == [NO_FUNDS]
    assert result.colony("Human", "Vega").hiding == 0


@pytest.mark.rule("FH-HIDE-004")
@pytest.mark.parametrize(
    "order",
    ["Build 1 PD", "Build PB Axe", "Continue PB Old", "Research 1 MI", "Recycle 1 PD",
     "Upgrade DD Elder", "Develop", "Ambush 1", "Intercept 1", "Estimate SP Klingon", "Shipyard",
     "Ibuild SP Klingon, 1 IU", "Icontinue SP Klingon, PB Old"],
)  # fmt: skip
def test_hide_is_the_only_order_for_a_mining_colony(order):
    vega = {"at": VEGA, "mining_base": 50.0, "items": {"PD": 5}, "population": 9, "shipyards": 3}
    ships = {
        "DD Elder": {"at": VEGA, "age": 9},
        "PB Old": {"at": VEGA, "status": "building", "unpaid": 9},
    }
    result = produce(order, 0, opened="Vega", planets={"Vega": vega}, treasury=900, ships=ships,
                  met=["Klingon"], techs={"MA": 30})  # fmt: skip
    keyword = order.split()[0].upper()
    assert reasons(result) == [f"You may not {keyword} on a mining colony."]
    assert items_of(result) == {"PD": 5}
    declared = produce("Ally SP Klingon", 0, opened="Vega", planets={"Vega": vega}, met=["Klingon"])
    assert reasons(declared) == []


def items_of(result):
    return result.colony("Human", "Vega").items


@pytest.mark.rule("FH-HIDE-001", "FH-CMD-017", "FH-CMD-015")
@pytest.mark.parametrize(
    ("opened", "vega", "order", "word"),
    [
        ("Earth", {}, "Hide", "home planet"),
        ("Vega", {"manufacturing_base": 9.0, "kind": "resort"}, "Hide", "resort"),
        ("Vega", {"manufacturing_base": 9.0, "mining_base": 9.0}, "Hide DD Axe", "Surplus words"),
        ("Vega", {"manufacturing_base": 90.0, "mining_base": 0.1}, "Hide", "Insufficient funds"),
    ],
)
def test_hiding_that_is_refused(opened, vega, order, word):
    planets = {"Vega": {"at": VEGA, **vega}}
    result = produce(order, 500, opened=opened, planets=planets, ships={"DD Axe": {"at": VEGA}})
    (reason,) = reasons(result)
    assert word in reason
    assert result.colony("Human", opened).hiding == 0


# preparations


@pytest.mark.rule("FH-AMBUSH-001", "FH-INTERCEPT-001")
@pytest.mark.parametrize("example", examples("FH-AMBUSH-001", "FH-INTERCEPT-001"), ids=str)
def test_preparations_are_paid(example):
    inputs, expected = example.given, example.expect
    result = produce(inputs["order"], inputs["planet_balance"])
    assert inputs["planet_balance"] - spent(result) == expected["planet_balance_after"]
    if "ambush_amount" in expected:
        assert result.colony("Human", "Earth").ambush == expected["ambush_amount"]


@pytest.mark.rule("FH-AMBUSH-001", "FH-INTERCEPT-001")
@pytest.mark.parametrize("order", ["Ambush", "Intercept", "Ambush -4", "Intercept -4", "Int much"])
def test_preparations_need_an_amount(order):
    result = produce(order)
    assert (reasons(result), spent(result)) == (["Invalid or missing amount."], 0)


@pytest.mark.rule("FH-AMBUSH-001", "FH-INTERCEPT-001", "FH-BUILD-003")
@pytest.mark.parametrize("order", ["Ambush 501", "Intercept 501"])
def test_preparations_that_cannot_be_paid(order):
    assert (reasons(produce(order)), spent(produce(order))) == ([NO_FUNDS], 0)


@pytest.mark.rule("FH-AMBUSH-001", "FH-INTERCEPT-014")
def test_ambush_and_interception_together():
    result = produce("Ambush 100\nIntercept 50\nAmbush 20")
    assert result.colony("Human", "Earth").ambush == 120
    assert spent(result) == 170


@pytest.mark.rule("FH-AMBUSH-001")
@pytest.mark.parametrize("section", ["COMBAT", "STRIKES"])
@pytest.mark.parametrize("order", ["Ambush 5", "Intercept 5"])
def test_preparations_are_orders_of_production(section, order):
    result = produce(f"END\nSTART {section}\n{order}", opened="Earth")
    result = step("production", result.game, {"Human": f"START {section}\n{order}\nEND"})
    assert result.codes("Human") == ["wrong-section"]


# interceptions


def coming(*names, moved="jumped", at="10 10 10", **fields):
    return {name: {"at": at, "moved": moved, **fields} for name in names}


def intercepting(pool, ships, *falls, enemies=("Klingon",), orders=None, aliens=None, **fields):
    chance = Falls(*[100] * fields.pop("opened_planets", 1), *falls)
    return produce(
        orders or f"Intercept {pool}", 9999, aliens={"Klingon": {"ships": ships}, **(aliens or {})},
        met=["Klingon", "Romulan"], enemies=list(enemies), chance=chance, treasury=9999, **fields,
    )  # fmt: skip


def destroyed(result):
    """The ships that were destroyed, in order."""
    event = result.events("Human", "ship-intercepted")
    return [e.data["ship"].split()[0] for e in event]


@pytest.mark.rule("FH-INTERCEPT-003", "FH-INTERCEPT-015")
@pytest.mark.parametrize("example", examples("FH-INTERCEPT-003", "FH-INTERCEPT-015"), ids=str)
def test_which_ships_are_intercepted(example):
    inputs = example.given
    moved = {"JUMP": "jumped", "MOVE": "moved", "WORMHOLE": "wormhole"}[inputs["arrived_by"]]
    enemies = ["Klingon"] if inputs["declared"] == "ENEMY" else []
    allies = ["Klingon"] if inputs["declared"] == "ALLY" else []
    cargo = {"FD": 1} if inputs.get("distorted") else {}
    ships = coming("PB Claw", moved=moved, cargo=cargo)
    result = intercepting(500, ships, enemies=enemies, allies=allies)
    assert (destroyed(result) == ["PB"]) is example.expect["candidate"]
    if inputs.get("distorted"):
        assert "owned by SP Klingon" in " ".join(result.log("Human").split())


@pytest.mark.rule("FH-INTERCEPT-003")
def test_only_ships_that_came_into_the_sector_this_turn():
    ships = coming("PB Elsewhere", at="5 5 5") | {"PB Before": {"at": "10 10 10"}}
    assert destroyed(intercepting(500, ships)) == []


@pytest.mark.rule("FH-INTERCEPT-004")
def test_the_planets_of_a_sector_have_one_pool():
    example = examples("FH-INTERCEPT-004")[0]
    first, second = example.given["planet_amounts"]
    mars = {"at": MARS, "kind": "normal", **spending(900)}
    orders = f"Intercept {first}\nPRODUCTION PL Mars\nIntercept {second}"
    ships = coming("ES Claw", "TR5 Tub")
    result = intercepting(0, ships, 1, 2, orders=orders, planets={"Mars": mars},
                          opened_planets=2, techs={"LS": 60})  # fmt: skip
    assert example.expect["pool"] == 550
    assert destroyed(result) == ["ES", "TR5"]
    short = intercepting(0, ships, 1, 2, orders=orders.replace(str(first), str(first - 51)),
                         planets={"Mars": mars}, opened_planets=2, techs={"LS": 60})  # fmt: skip
    assert destroyed(short) == []


@pytest.mark.rule("FH-INTERCEPT-004")
def test_species_intercept_one_after_the_other_against_what_is_left():
    ships = coming("PB One", "PB Two", "PB Three")
    romulan = {"planets": {"Post": {"at": MARS, **spending(900), "kind": "normal"}},
               "enemies": ["Klingon"], "techs": {"LS": 60}}  # fmt: skip
    result = produce(
        "Intercept 100",
        enemies=["Klingon"],
        aliens={"Klingon": {"ships": ships}, "Romulan": romulan},
        also={"Romulan": "PRODUCTION PL Post\nIntercept 200"},
    )
    assert len(result.events("Human", "ship-intercepted")) == 1
    assert len(result.events("Romulan", "ship-intercepted")) == 2
    assert list(result.species("Klingon").living_ships()) == []


@pytest.mark.rule("FH-INTERCEPT-005", "FH-INTERCEPT-006")
@pytest.mark.parametrize("example", examples("FH-INTERCEPT-005", "FH-INTERCEPT-006"), ids=str)
def test_what_an_interception_costs(example):
    inputs, cost = example.given, example.expect["cost"]
    size = inputs["tonnage"] // 10_000
    ship = {1: "PB", 5: "ES", 15: "DD"}[size] if inputs["class"] == "warship" else f"TR{size}"
    ships = coming(f"{ship} Claw", moved="wormhole")
    assert destroyed(intercepting(cost, ships)) == [ship]
    assert destroyed(intercepting(cost - 1, ships)) == []


@pytest.mark.rule("FH-INTERCEPT-007", "FH-INTERCEPT-013", "FH-INTERCEPT-009", "FH-INTERCEPT-002")
@pytest.mark.parametrize("example", examples("FH-INTERCEPT-007", "FH-INTERCEPT-009"), ids=str)
def test_ships_are_drawn_until_one_is_too_much(example):
    inputs, expected = example.given, example.expect
    names = [f"{ship} Claw{letter}" for ship, letter in zip(inputs["order"], "abc", strict=False)]
    ships = coming(*names)
    result = intercepting(inputs["pool"], ships, *range(1, len(names) + 1))
    expected_ships = expected.get(
        "destroyed", inputs["order"][: expected.get("destroyed_count", 0)]
    )
    assert destroyed(result) == expected_ships
    assert spent(result) == inputs["pool"]


@pytest.mark.rule("FH-INTERCEPT-007")
def test_a_ship_that_is_drawn_again_is_drawn_anew():
    chance_falls = (2, 2, 2, 1)
    result = intercepting(200, coming("PB One", "PB Two"), *chance_falls)
    message = [event.data["ship"] for event in result.events("Human", "ship-intercepted")]
    assert message == ["PB Two", "PB One"]


@pytest.mark.rule("FH-INTERCEPT-010")
@pytest.mark.parametrize("example", examples("FH-INTERCEPT-010"), ids=str)
def test_at_a_wormhole_size_does_not_matter(example):
    inputs = example.given
    ships = coming(f"{inputs['class']} Claw", moved="wormhole")
    result = intercepting(inputs["pool"], ships)
    assert bool(destroyed(result)) is example.expect["destroyed"]


@pytest.mark.rule("FH-INTERCEPT-010")
def test_a_starbase_that_came_by_wormhole_costs_what_a_warship_does():
    ships = coming("BAS Eye", moved="wormhole", tons=400_000)
    assert destroyed(intercepting(4000, ships)) == ["BAS"]
    assert destroyed(intercepting(3999, ships)) == []


@pytest.mark.rule("FH-INTERCEPT-008", "FH-INTERCEPT-011")
def test_a_destroyed_ship_is_gone_with_all_aboard_and_its_owner_learns_only_that():
    ships = coming("TR1 Tub", "PB Claw", cargo={"FS": 1})
    result = intercepting(10, ships, 1, 2)
    assert result.ship("Klingon", "Tub") is None
    assert result.ship("Klingon", "Claw").age == 0
    message = "! TR1 Tub (cargo: 1 FS), owned by SP Klingon, was successfully intercepted and"
    assert message in " ".join(result.log("Human").split())
    facts = [deal.facts for deal in result.game.transactions if deal.kind == TransactionKind.MISHAP]
    assert [(f["owner"], f["fate"], f["ship"]) for f in facts] == [
        (2, MishapFate.INTERCEPTED, "TR1 Tub")
    ]
    log = step("finish", result.game).log("Klingon")
    assert "!!! TR1 Tub disappeared without a trace, cause unknown!" in log


@pytest.mark.rule("FH-INTERCEPT-012", "FH-INTERCEPT-008")
def test_a_failed_interception_is_secret():
    result = intercepting(99, coming("PB Claw"))
    assert result.game.transactions == []
    assert result.ship("Klingon", "Claw").age == 0
    quiet = produce("", 9999, aliens={"Klingon": {"ships": coming("PB Claw")}})
    assert result.log("Klingon") == quiet.log("Klingon")


@pytest.mark.rule("FH-INTERCEPT-013")
def test_the_money_is_gone_in_any_case():
    result = intercepting(400, {})
    assert spent(result) == 400


@pytest.mark.rule("FH-INTERCEPT-002", "FH-DIPLO-006")
def test_the_declarations_at_the_end_of_production_count():
    ships = coming("PB Claw")
    orders = "Enemy SP Klingon\nIntercept 500\nNeutral SP Klingon"
    assert destroyed(intercepting(0, ships, orders=orders, enemies=[])) == []
    orders = "Intercept 500\nEnemy SP Klingon"
    assert destroyed(intercepting(0, ships, orders=orders, enemies=[])) == ["PB"]
