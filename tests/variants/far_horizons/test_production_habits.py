"""Differences of the 1999 engine in production: each habit on and off."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.productions import (
    MARS,
    VEGA,
    items,
    like_home,
    produce,
    reasons,
    spending,
    spent,
)
from tests.variants.far_horizons.single_steps import Falls, engine_habits, step
from variants.far_horizons.economy import RULEBOOK_ECONOMY

HIGH = {"MA": 120, "GV": 30, "LS": 60}


def way(name, *, on):
    """The rulebook's economy, or with one of the engine's habits."""
    return engine_habits(name) if on else RULEBOOK_ECONOMY


both = pytest.mark.parametrize("on", [False, True])


@both
@pytest.mark.rule("FH-POP-003")
def test_people_of_uncut_orders(on):
    economy = way("people_used", on=on)
    result = produce("Build 1200 CU", 909, economy=economy, earth={"population": 1500})
    assert items(result)["CU"] == 909
    assert result.colony("Human", "Earth").population == (300 if on else 591)


@both
@pytest.mark.rule("FH-INST-001", "FH-PD-008")
@pytest.mark.parametrize(("item", "tech"), [("PD", "ML"), ("CU", "LS"), ("IU", "MI"), ("AU", "MA")])
def test_levels_for_plain_items(item, tech, on):
    low = produce(f"Build 1 {item}", 0, economy=way("item_level", on=on),
               techs={tech: 0}, treasury=9)  # fmt: skip
    assert (reasons(low) == ["Insufficient tech level to build item."]) is on


@both
@pytest.mark.rule("FH-BUILD-004")
def test_techs_as_items(on):
    orders = "Build 3 MI\nBuild 4 MA\nBuild 1 ML\nBuild 2 FS"
    result = produce(orders, habits=("techs_as_items",) if on else (), techs={"GV": 30})
    assert items(result) == ({"IU": 3, "AU": 4, "FS": 2} if on else {"FS": 2})
    assert reasons(result) == ["Invalid item class."] * (1 if on else 3)


@both
@pytest.mark.rule("FH-BUILD-010")
def test_deliveries_to_bare_planets(on):
    economy = way("delivers_to_bare_planets", on=on)
    result = produce("Build 5 PD PL Mars", economy=economy, planets={"Mars": {"at": MARS}})
    assert items(result, "Mars") == ({"PD": 5} if on else {})
    assert result.colony("Human", "Mars").populated is on


@both
@pytest.mark.rule("FH-BUILD-005")
def test_deliveries_at_once(on):
    economy = way("items_wait_for_ships", on=on)
    result = produce("Build 5 CU TR1 New\nBuild TR1 New", economy=economy)
    after = step("post-arrival", result.game, {}, economy=economy)
    assert after.ship("Human", "New").cargo == ({} if on else {"CU": 5})


@both
@pytest.mark.rule("FH-SHIP-009", "FH-BAS-010", "FH-IBUILD-006")
@pytest.mark.parametrize(
    "order", ["Continue DD Far", "Continue BAS Fort, 100", "Icontinue SP Klingon, DD Far"]
)
def test_continues_anywhere(order, on):
    ships = {
        "DD Far": {"at": VEGA, "status": "building", "unpaid": 9},
        "BAS Fort": {"at": VEGA, "tons": 10_000},
    }
    result = produce(order, habits=("continue_anywhere",) if on else (), ships=ships, techs=HIGH,
                  met=["Klingon"])  # fmt: skip
    assert (reasons(result) == []) is on


@both
@pytest.mark.rule("FH-SHIP-010")
def test_names_alone_continue(on):
    ships = {"DD Axe": {"at": "Earth", "status": "building", "unpaid": 9}}
    result = produce("Build CT Axe", habits=("continue_by_name",) if on else (), ships=ships,
                  techs=HIGH)  # fmt: skip
    assert (reasons(result) == []) is on


@both
@pytest.mark.rule("FH-CMD-003")
@pytest.mark.parametrize("order", ["Build CT 7 of 9", "Ibuild SP Klingon, CT 7 of 9"])
def test_names_from_digits(order, on):
    habits = ("allow_leading_digits",) if on else ()
    result = produce(order, habits=habits, techs=HIGH, met=["Klingon"])
    assert reasons(result) == ([] if on else ["Invalid ship name."])


@both
@pytest.mark.rule("FH-SHIP-008")
def test_limits_new_ships(on):
    orders = "\n".join(f"Build PBS Ship x{number}" for number in range(101))
    result = produce(orders, 9999, economy=way("most_new_ships", on=on), earth={"shipyards": 200})
    built = len(list(result.species("Human").living_ships()))
    assert built == (100 if on else 101)


@both
@pytest.mark.rule("FH-IBUILD-006", "FH-IBUILD-007")
def test_names_twice(on):
    klingon = {"ships": {"CT Axe": {"at": "1 2 3"}}, "planets": {"Earth": {"at": VEGA}}}
    result = produce(
        "Ibuild SP Klingon, CT Axe\nIbuild SP Klingon, 3 IU",
        habits=("allow_duplicate_names",) if on else (),
        techs=HIGH, met=["Klingon"], aliens={"Klingon": klingon},
    )  # fmt: skip
    klingons = result.species("Klingon")
    assert [ship.name for ship in klingons.living_ships()] == ["Axe"] * (1 + on)
    name = "Earth" if on else "Earth 2"
    assert [colony.name for colony in klingons.living_colonies()][2] == name
    assert result.game.transactions[-1].facts["receiver"] == name


@both
@pytest.mark.rule("FH-ZERO-003")
def test_premium_on_top(on):
    result = produce(
        "Ibuild SP Klingon, BAS Fort, 0", 1000, treasury=500, techs=HIGH, met=["Klingon"],
        economy=way("price_for_balance", on=on),
    )  # fmt: skip
    assert spent(result) == (1100 if on else 990)


@both
@pytest.mark.rule("FH-TECH-006")
def test_tech_before_amount(on):
    result = produce("Research MI 5", habits=("tech_before_amount",) if on else ())
    assert result.species("Human").techs["MI"].points == (5 if on else 0)


@both
@pytest.mark.rule("FH-TECH-005")
def test_levels_count_later(on):
    known = {"MA": {"level": 39, "knowledge": 41}}
    result = produce(
        "Research 1141 MA\nResearch 1200 MA\nBuild CL Big", 9000, techs=known,
        economy=way("taught_at_once", on=on),
    )  # fmt: skip
    assert (reasons(result) == []) is not on
    assert result.species("Human").techs["MA"].level == 41


@both
@pytest.mark.rule("FH-HIDE-004", "FH-RESORT-004")
def test_mining_colonies_obey(on):
    vega = {"at": VEGA, "mining_base": 0.1, "items": {"RM": 50}}
    orders = "Recycle 50 RM\nResearch 1 MI\nShipyard"
    result = produce(orders, 0, opened="Vega", planets={"Vega": vega}, treasury=99,
                  habits=("mining_colonies_obey",) if on else ())  # fmt: skip
    assert len(reasons(result)) == (2 if on else 3)
    assert items(result, "Vega") == ({} if on else {"RM": 50})


@both
@pytest.mark.rule("FH-SIEGE-015")
def test_plain_detection(on):
    siege = {"kind": "besieged", "besieger": "Klingon", "besieged": "Human", "ship": "FF Claw",
             "place": VEGA}  # fmt: skip
    klingon = {"techs": {"ML": 12}, "ships": {"FF Claw": {"at": "12 13 10"}},
               "planets": {"Post": {"at": VEGA, "items": {"CU": 1}}}}  # fmt: skip
    vega = {**spending(500), "at": VEGA, "kind": "normal", "manufacturing_base": 250.0}
    result = produce(
        "Build PB Axe", 0, opened="Vega", planets={"Vega": {**vega, "shipyards": 1}},
        aliens={"Klingon": klingon}, techs={"ML": 39}, state={"transactions": [siege]},
        economy=way("detection_chance", on=on), chance=Falls(100, 13),
    )  # fmt: skip
    assert (result.ship("Human", "Axe") is not None) is on


@both
@pytest.mark.rule("FH-INTERCEPT-008")
@pytest.mark.parametrize("sent", [False, True])
def test_idle_ships_survive(sent, on):
    klingon = {"ships": {"PB Claw": {"at": "10 10 10", "moved": "jumped"}}}
    also = {"Klingon": "PRODUCTION PL Kronos"} if sent else {}
    habits = engine_habits("idle_ships_are_spared", "idle_without_orders")
    economy = habits if on else RULEBOOK_ECONOMY
    result = produce("Intercept 500", 900, aliens={"Klingon": klingon}, enemies=["Klingon"],
                  also=also, economy=economy)  # fmt: skip
    assert result.events("Human", "ship-intercepted")
    assert (result.ship("Klingon", "Claw") is not None) is (on and not sent)


@both
@pytest.mark.rule("FH-RESORT-001", "FH-DEVELOP-006")
def test_resorts_with_six(on):
    stars = like_home(temperature=11, pressure=9)
    vega = {"at": VEGA, "manufacturing_base": 5.0, "kind": "normal"}
    result = produce(
        "Develop PL Vega, TR5 Mover", planets={"Vega": vega}, state={"stars": stars},
        ships={"TR5 Mover": {"at": "Earth"}}, techs={"LS": 60},
        economy=way("most_resort_lsn", on=on),
    )  # fmt: skip
    cargo = result.ship("Human", "Mover").cargo
    assert (cargo.get("IU", 0) == 0) is on
