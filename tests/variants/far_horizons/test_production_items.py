"""Building items: kinds, numbers, materials, and destinations (FH-BUILD, FH-POP, FH-HTECH, ...)."""

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
from variants.far_horizons.constants import ITEM_OF

HIGH = {"MI": 10, "MA": 100, "ML": 90, "GV": 100, "LS": 90, "BI": 50}
NO_FUNDS = "Insufficient funds to execute order."


@pytest.mark.rule("FH-BUILD-001")
def test_a_cost_uses_raw_material_and_capacity_alike():
    inputs = examples("FH-BUILD-001")[0].given
    earth = {"items": {"RM": inputs["rm"]}, "manufacturing_base": inputs["capacity"] / 10}
    result = produce("Build 200 PD", 0, earth=earth)
    left = items(result).get("RM", 0) + result.species("Human").treasury
    assert left == examples("FH-BUILD-001")[0].expect["rm_left"]
    assert result.species("Human").treasury == 100


@pytest.mark.rule("FH-BUILD-003")
@pytest.mark.parametrize("example", examples("FH-BUILD-003"), ids=str)
def test_what_cannot_be_paid_is_cut_or_refused(example):
    inputs, expected = example.given, example.expect
    balance = inputs.get("balance", inputs.get("funds"))
    result = produce(inputs["order"], balance, treasury=inputs.get("treasury", 0), techs=HIGH)
    assert bool(reasons(result)) is (expected.get("accepted") is False)
    assert spent(result) == expected["paid"]
    assert items(result).get("FS", 0) == expected.get("built", 0)
    assert bool(warnings(result)) is expected.get("warning", False)


@pytest.mark.rule("FH-BUILD-003", "FH-SIEGE-026")
def test_later_and_cheaper_orders_are_still_tried():
    result = produce("Build FF Hammer\nBuild 1 GU9\nShipyard\nBuild 30 PD", 120, techs=HIGH)
    assert reasons(result) == [NO_FUNDS, NO_FUNDS, NO_FUNDS]
    assert items(result) == {"PD": 30}


@pytest.mark.rule("FH-BUILD-003")
@pytest.mark.parametrize(
    "order",
    ["Shipyard", "Hide", "Estimate SP Klingon", "Ambush 30", "Intercept 30", "Build PB Axe, 30"],
)
def test_these_orders_are_refused_whole_if_they_cost_too_much(order):
    vega = spending(20, at=VEGA, kind="normal", mining_base=0, shipyards=1)
    vega["manufacturing_base"] = 300
    result = produce(order, 0, opened="Vega", planets={"Vega": vega}, met=["Klingon"])
    assert reasons(result) == [NO_FUNDS]
    assert spent(result) == 0


@pytest.mark.rule("FH-BUILD-003")
@pytest.mark.parametrize(
    "order", ["Build 5 PD", "Research 5 MI", "Upgrade DD Old", "Develop 5", "Build 1 DR"]
)
def test_these_are_refused_when_nothing_is_left(order):
    vega = {
        "at": VEGA,
        "mining_base": 0,
        "manufacturing_base": 0,
        "population": 9,
        "kind": "normal",
    }
    old = {"DD Old": {"at": VEGA, "age": 9}}
    result = produce(order, 0, opened="Vega", planets={"Vega": vega}, ships=old, techs=HIGH)
    assert reasons(result) == [NO_FUNDS]


@pytest.mark.rule("FH-BUILD-003", "FH-ZERO-004")
@pytest.mark.parametrize(
    "order",
    ["Build 0 PD", "Research 0 MI", "Upgrade DD Old, 0", "Develop 0", "Build 0 FS", "Ambush 0",
     "Intercept 0", "Build PB Axe, 0", "Build BAS Fort, 0", "Recycle 0 FS",
     "Ibuild SP Klingon, 0 FS", "Ibuild SP Klingon, BAS Fort, 0"],
)  # fmt: skip
def test_zero_that_comes_to_nothing_is_noted_and_uses_nothing(order):
    vega = {
        "at": VEGA,
        "mining_base": 0,
        "manufacturing_base": 0,
        "population": 9,
        "kind": "normal",
    }
    vega["shipyards"] = 1
    ships = {"DD Old": {"at": VEGA, "age": 9}}
    result = produce(
        order, 0, opened="Vega", planets={"Vega": vega}, ships=ships, techs=HIGH, met=["Klingon"],
        treasury=0,
    )  # fmt: skip
    assert reasons(result) == []
    assert result.codes("Human") == ["nothing"]
    assert spent(result) == 0
    assert result.colony("Human", "Vega").population == 9
    assert result.ship("Human", "Axe") is None


@pytest.mark.rule("FH-BUILD-004", "FH-PD-008", "FH-POP-003", "FH-INST-001")
@pytest.mark.parametrize("example", examples("FH-BUILD-004", "FH-PD-008"), ids=str)
def test_items_are_built_for_their_price(example):
    inputs, expected = example.given, example.expect
    population = inputs.get("available_population", 1500)
    result = produce(inputs["order"], inputs.get("funds", 500), earth={"population": population},
                  techs=HIGH)  # fmt: skip
    assert spent(result) == expected["cost"]
    if "pd_added" in expected:
        assert items(result)["PD"] == expected["pd_added"]
        after = result.colony("Human", "Earth").population
        assert after == expected["available_population"]
    assert bool(warnings(result)) is expected.get("warning", False)


@pytest.mark.rule("FH-BUILD-004")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Build 5 XX", "Invalid item class."),
        ("Build 5", "Invalid item class."),
        ("Build 5 RM", "Invalid item class."),
        ("Build 5 EU", "Invalid item class."),
        ("Build 5 MI", "Invalid item class."),
        ("Build 3 FS", "Insufficient tech level to build item."),
        ("Build -3 PD", "Meaningless item count."),
    ],
)
def test_items_that_cannot_be_ordered(order, reason):
    result = produce(order)
    assert reasons(result) == [reason]
    assert spent(result) == 0


@pytest.mark.rule("FH-BUILD-002", "FH-HTECH-003", "FH-HTECH-004")
@pytest.mark.parametrize(
    ("balance", "built"), [(249, 0), (250, 1), (499, 1), (500, 2), (749, 2), (750, 3)]
)
def test_items_are_paid_and_there_in_one_turn(balance, built):
    result = produce("Build 3 GU1", balance, techs=HIGH)
    assert items(result).get("GU1", 0) == built
    assert spent(result) == 250 * built
    assert reasons(result) == ([] if built else [NO_FUNDS])


LEVELS = {
    item.abbreviation: (item.tech, item.level)
    for item in ITEM_OF.values()
    if item.abbreviation not in {"RM", "PD", "CU", "IU", "AU"}
}


@pytest.mark.rule(
    "FH-HTECH-001", "FH-HTECH-003", "FH-SU-001", "FH-SG-001", "FH-GUN-001", "FH-FS-001",
    "FH-FM-001", "FH-FJ-001", "FH-GT-001", "FH-FD-001", "FH-GW-001",
)  # fmt: skip
@pytest.mark.parametrize("item", sorted(LEVELS))
def test_an_item_needs_its_level(item):
    tech, level = LEVELS[item]
    enough = produce(f"Build 1 {item}", 9999, techs={**HIGH, tech: level})
    assert items(enough)[item] == 1
    short = produce(f"Build 1 {item}", 9999, techs={**HIGH, tech: level - 1})
    assert reasons(short) == ["Insufficient tech level to build item."]
    assert f"needs {tech} {level}" in short.remarks("Human")[0].hint


@pytest.mark.rule("FH-SG-001", "FH-GUN-001")
@pytest.mark.parametrize("item", ["GU0", "GU10", "SG0", "SG10"])
def test_there_are_nine_marks(item):
    assert reasons(produce(f"Build 1 {item}", 9999, techs=HIGH)) == ["Invalid item class."]


@pytest.mark.rule("FH-SG-001", "FH-GUN-001", "FH-FS-001", "FH-GW-001")
@pytest.mark.parametrize(
    "example", examples("FH-SG-001", "FH-GUN-001", "FH-FS-001", "FH-GW-001"), ids=str
)
def test_prices_and_room_of_the_examples(example):
    order = example.given["order"]
    result = produce(order, 9999, techs=HIGH)
    assert spent(result) == example.expect["cost"]
    (item,) = (name for name in items(result) if name != "RM")
    assert items(result)[item] * ITEM_OF[item].room == example.expect["capacity"]


@pytest.mark.rule("FH-SU-001", "FH-FM-001", "FH-FJ-001", "FH-GT-001", "FH-FD-001")
@pytest.mark.parametrize(
    ("item", "clause"),
    [("SU", "FH-SU-001"), ("FM", "FH-FM-001"), ("FJ", "FH-FJ-001"), ("GT", "FH-GT-001"),
     ("FD", "FH-FD-001")],
)  # fmt: skip
def test_prices_of_so_many_units(item, clause):
    example = examples(clause)[0]
    result = produce(f"Build {example.given['units']} {item}", 9999, techs=HIGH)
    assert spent(result) == example.expect["cost"]
    assert items(result)[item] * ITEM_OF[item].room == example.expect["capacity"]


@pytest.mark.rule("FH-CMD-004", "FH-BUILD-003")
@pytest.mark.parametrize(("number", "built"), [("0", 7), ("1", 1), ("-1", 0), ("", 0)])
def test_a_number_of_items_is_0_or_greater(number, built):
    result = produce(f"Build {number} IU", 7)
    assert items(result).get("IU", 0) == built
    assert bool(reasons(result)) is (built == 0)


@pytest.mark.rule("FH-EU-008", "FH-BUILD-004")
@pytest.mark.parametrize(
    ("item", "hint"), [("EU", ""), ("XX", ""), ("RM", "raw material is mined, not built")]
)
def test_what_is_no_item_to_be_built_is_refused_with_the_reason(item, hint):
    result = produce(f"Build 5 {item}")
    assert [remark.hint for remark in result.remarks("Human")] == [hint]
    assert reasons(result) == ["Invalid item class."]


@pytest.mark.rule("FH-PD-005", "FH-PD-007")
def test_defenses_have_no_bound_but_people_and_money():
    earth = {"population": 90000, "items": {"PD": 50000}}
    result = produce("Build 60000 PD", 60000, techs={"MA": 1}, earth={
        **earth, "items": {"PD": 50000, "RM": 60000}, "manufacturing_base": 9000.0})  # fmt: skip
    assert items(result)["PD"] == 59000
    assert ITEM_OF["PD"].room == 3


# people


@pytest.mark.rule("FH-POP-003", "FH-POP-004", "FH-INST-002")
@pytest.mark.parametrize("example", examples("FH-POP-003", "FH-POP-004"), ids=str)
def test_colonists_and_defenders_are_made_of_people(example):
    inputs, expected = example.given, example.expect
    order = f"Build {inputs['build']} {inputs['item']}"
    earth = {"population": inputs["available_population"]}
    result = produce(order, inputs.get("funds", 100), earth=earth)
    refused = expected.get("accepted") is False
    assert bool(reasons(result)) is refused
    if refused:
        assert reasons(result) == ["Insufficient available population units."]
        return
    assert items(result)[inputs["item"]] == expected.get("built", inputs["build"])
    assert result.colony("Human", "Earth").population == expected["available_population"]
    assert bool(warnings(result)) is expected.get("warning", False)


@pytest.mark.rule("FH-POP-003", "FH-BUILD-003")
def test_a_number_cut_for_lack_of_money_uses_no_more_people_than_are_built():
    result = produce("Build 1200 CU", 909, earth={"population": 1500})
    assert items(result)["CU"] == 909
    assert result.colony("Human", "Earth").population == 1500 - 909
    assert warnings(result) == ["Insufficient funds. Substituting 909 for 1200."]


@pytest.mark.rule("FH-POP-003", "FH-POP-004", "FH-POP-005")
@pytest.mark.parametrize(
    ("order", "built", "left"),
    [
        ("Build 2 PD", {"PD": 1}, 0),
        ("Build 2 CU", {"CU": 1}, 0),
        ("Build 1 CU", {"CU": 1}, 0),
        ("Build 2 IU", {"IU": 2}, 1),
        ("Build 2 AU", {"AU": 2}, 1),
        ("Build 0 CU", {"CU": 1}, 0),
        ("Build 0 IU", {"IU": 50}, 1),
    ],
)
def test_one_of_the_population_is_enough_for_one_colonist_or_defender(order, built, left):
    result = produce(order, 50, earth={"population": 1})
    assert items(result) == built
    assert result.colony("Human", "Earth").population == left
    assert bool(warnings(result)) is (order in {"Build 2 PD", "Build 2 CU"})


@pytest.mark.rule("FH-POP-005")
def test_other_products_need_no_people():
    result = produce("Build 5 IU\nBuild 5 AU\nBuild DDS Hammer", 2000, earth={"population": 0},
                  techs=HIGH)  # fmt: skip
    assert reasons(result) == []
    assert spent(result) == 10 + 1125


@pytest.mark.rule("FH-ZERO-002")
@pytest.mark.parametrize("example", examples("FH-ZERO-002"), ids=str)
def test_zero_leaves_the_treasury_alone(example):
    inputs = example.given
    earth = {"population": inputs["available_population"]}
    result = produce(
        inputs["order"], inputs["planet_balance"], earth=earth, treasury=inputs["treasury"]
    )
    assert items(result)["PD"] == example.expect["built"]
    assert result.species("Human").treasury == example.expect["treasury_after"]


@pytest.mark.rule("FH-ZERO-001", "FH-ZERO-004")
def test_zero_respects_the_population():
    inputs = examples("FH-ZERO-004")[0].given
    result = produce(inputs["order"], inputs["planet_balance"],
                  earth={"population": inputs["available_population"]})  # fmt: skip
    assert items(result)["PD"] == 20
    assert warnings(result) == []


@pytest.mark.rule("FH-ZERO-004")
def test_zero_without_people_is_noted():
    result = produce("Build 0 CU", 50, earth={"population": 0})
    assert (reasons(result), result.codes("Human")) == ([], ["nothing"])


# destinations


def cargo(result, ship):
    return result.ship("Human", ship).cargo


@pytest.mark.rule("FH-BUILD-005", "FH-BUILD-007")
@pytest.mark.parametrize("comma", ["", ","])
def test_items_go_aboard_as_many_as_fit(comma):
    example = next(e for e in examples("FH-BUILD-005") if "free_capacity" in e.given)
    ships = {"TR6 Belly Laugh": {"at": "Earth"}}
    order = example.given["order"].replace("CU", f"CU{comma}")
    result = produce(order, 500, ships=ships)
    assert spent(result) == example.expect["cost"]
    assert cargo(result, "Belly Laugh") == {"CU": example.expect["transferred"]}
    assert items(result)["CU"] == example.expect["left_on_planet"]
    assert result.ship("Human", "Belly Laugh").loading_point == 9999
    assert "120 Colonist Units were produced and 78 of them were transferred" in result.log("Human")


@pytest.mark.rule("FH-BUILD-007")
def test_the_room_of_an_item_counts():
    inputs = examples("FH-BUILD-007")[0].given
    assert ITEM_OF["PD"].room == inputs["item_capacity"]
    ships = {"TR7 Mover": {"at": "Earth", "cargo": {"RM": 91 - 10}}}
    result = produce("Build 5 PD TR7 Mover", 500, ships=ships)
    assert cargo(result, "Mover")["PD"] == 3
    assert items(result)["PD"] == 2


#: Ships by the room that they have.
HOLDS = {200: "BAS Fort", 91: "TR7 Mover"}


@pytest.mark.rule("FH-TR-003", "FH-RM-005", "FH-PD-007")
@pytest.mark.parametrize("example", examples("FH-TR-003"), ids=str)
def test_cargo_is_mixed_freely_up_to_the_room(example):
    capacity, expected = example.given["capacity"], dict(example.given["cargo"])
    ship = HOLDS[capacity]
    item, count = expected.popitem() if "RM" not in expected else ("CU", expected.pop("CU"))
    fits = example.expect["fits"]
    state = {"at": "Earth", "cargo": expected}
    if capacity == 200:
        state["tons"] = 200_000
    result = produce(f"Build {count} {item} {ship}", 500, ships={ship: state})
    loaded = cargo(result, ship.split()[1]).get(item, 0)
    assert loaded == count - (not fits)


@pytest.mark.rule("FH-PD-006")
def test_defenses_do_not_age():
    result = produce("Build 5 PD\nUpgrade 5 PD")
    assert reasons(result) == ["Ship to be upgraded does not exist."]
    later = step("finish", step("finish", result.game).game)
    assert items(later)["PD"] == 5


@pytest.mark.rule("FH-BUILD-005", "FH-BUILD-006", "FH-BUILD-008")
def test_items_go_to_a_populated_planet_of_the_system():
    mars = {"at": MARS, "items": {"CU": 1}}
    result = produce("Bui 150 PD PL Mars", 500, planets={"Mars": mars}, techs={"LS": 30})
    assert items(result, "Mars") == {"CU": 1, "PD": 150}
    assert "    150 Planetary Defense Units were produced and transferred to PL Mars." in (
        result.log("Human").splitlines()
    )


@pytest.mark.rule("FH-BUILD-006")
@pytest.mark.parametrize("place", ["9 9 9 #1", "15 10 10 #2", VEGA])
def test_nothing_goes_to_a_planet_of_another_system(place):
    other = {"at": place, "items": {"CU": 1}}
    result = produce("Build 15 PD PL Mars", 500, planets={"Mars": other}, techs={"LS": 60})
    assert (items(result), items(result, "Mars")) == ({"PD": 15}, {"CU": 1})


@pytest.mark.rule("FH-BUILD-006")
def test_nothing_goes_from_a_planet_to_itself():
    result = produce("Build 15 PD PL Earth", 500)
    assert items(result) == {"PD": 15}
    assert "transferred" not in result.log("Human")


@pytest.mark.rule("FH-BUILD-006", "FH-BUILD-008", "FH-BUILD-010")
@pytest.mark.parametrize(
    "planets", [{"Mars": {"at": MARS}}, {"Mars": {"at": VEGA, "items": {"CU": 1}}}, {}]
)
def test_items_stay_where_they_cannot_go_and_nothing_is_said(planets):
    result = produce("Build 15 PD PL Mars", 500, planets=planets)
    assert items(result)["PD"] == 15
    assert (reasons(result), result.remarks("Human")) == ([], [])


@pytest.mark.rule("FH-BUILD-009", "FH-SIEGE-025")
@pytest.mark.parametrize("besieged", ["Earth", "Mars"])
def test_nothing_goes_between_planets_under_siege(besieged):
    ships = {"Klingon": {"techs": {"ML": 20}, "ships": {"DN Claw": {"at": "10 10 10"}}}}
    place = {"Earth": "10 10 10 #3", "Mars": MARS}[besieged]
    siege = {"kind": "besieged", "besieger": "Klingon", "besieged": "Human", "ship": "DN Claw",
             "place": place}  # fmt: skip
    mars = {"at": MARS, "mining_base": 20, "manufacturing_base": 20, "items": {"CU": 1}}
    orders = "PRODUCTION PL Mars\nPRODUCTION PL Earth\nBuild 9 IU PL Mars"
    result = produce(
        orders, 500, opened="", planets={"Mars": mars}, aliens=ships, techs={"LS": 30},
        state={"transactions": [siege]},
    )  # fmt: skip
    assert result.events("Human", "siege")
    assert items(result)["IU"] == 9
    assert items(result, "Mars") == {"CU": 1}


@pytest.mark.rule("FH-BUILD-005")
def test_an_order_that_cannot_be_built_moves_nothing():
    ships = {"TR6 Mover": {"at": "Earth"}}
    result = produce("Build 3 FS TR6 Mover", 500, ships=ships, earth={"items": {"FS": 9}})
    assert reasons(result) == ["Insufficient tech level to build item."]
    assert cargo(result, "Mover") == {}


@pytest.mark.rule("FH-BUILD-005", "FH-BUILD-006")
@pytest.mark.parametrize("ship", ["later in the turn", "finished later", "elsewhere"])
def test_items_for_a_ship_that_is_not_ready_go_aboard_after_arrival(ship):
    ships = {"TR1 Mover": {"at": "Earth", "status": "building", "unpaid": 40}}
    build = "Continue TR1 Mover"
    if ship == "later in the turn":
        ships, build = {}, "Build TR1 Mover"
    elif ship == "elsewhere":
        ships, build = {"TR1 Mover": {"at": "5 5 5"}}, ""
    result = produce(f"Build 5 CU TR1 Mover\nBuild 9 PD, TR1 Mover\n{build}", 500, ships=ships)
    assert cargo(result, "Mover") == {}
    arrived = step("post-arrival", result.game, {})
    present = ship != "elsewhere"
    assert cargo(arrived, "Mover") == ({"CU": 5, "PD": 1} if present else {})
    assert items(arrived).get("PD", 0) == (8 if present else 9)
    assert arrived.species("Human").waiting == []
    assert arrived.remarks("Human") == []
    line = "    1 Planetary Defense Unit was transferred from PL Earth to TR1 Mover."
    assert (line in arrived.log("Human").splitlines()) is present


@pytest.mark.rule("FH-BUILD-005", "FH-BUILD-007", "FH-BUILD-008")
def test_what_waits_for_a_ship_that_never_comes_does_not_keep_others_waiting():
    """1 ship has no room, one is unfinished, one is elsewhere, one was never built."""
    ships = {
        "TR1 Full": {"at": "5 5 5", "cargo": {"RM": 10}},
        "TR1 Hull": {"at": "Earth", "status": "building", "unpaid": 40},
        "TR1 Away": {"at": "5 5 5"},
        "TR1 Mover": {"at": "5 5 5"},
    }
    orders = "".join(f"Build 1 PD TR1 {name}\n" for name in ("Full", "Hull", "Away", "Never"))
    waiting = produce(f"{orders}Build 4 PD TR1 Mover\nBuild 1 CU TR1 Mover", 500, ships=ships).game
    human = waiting.empire("Human")
    for ship in human.ships:
        if ship.name in {"Full", "Mover"}:
            ship.place = human.home
    arrived = step("post-arrival", waiting, {})
    assert items(arrived) == {"PD": 5}
    assert cargo(arrived, "Mover") == {"PD": 3, "CU": 1}
    assert arrived.ship("Human", "Mover").loading_point == 9999
    assert [event.data["ship"] for event in arrived.events("Human")] == ["TR1 Mover", "TR1 Mover"]
    assert arrived.remarks("Human") == []


@pytest.mark.rule("FH-BUILD-007")
@pytest.mark.parametrize(
    ("free", "item", "moved", "loaded_at"),
    [(2, "PD", 0, 0), (3, "PD", 1, 0), (0, "CU", 0, 0), (1, "CU", 1, 9999), (9, "CU", 5, 9999),
     (9, "AU", 5, 0), (9, "IU", 5, 0)],
)  # fmt: skip
def test_as_many_go_aboard_as_fit_and_only_colonists_make_a_loading_point(
    free, item, moved, loaded_at
):
    ships = {"TR1 Mover": {"at": "Earth", "cargo": {"RM": 10 - free}}}
    result = produce(f"Build 5 {item} TR1 Mover", 500, ships=ships)
    ship = result.ship("Human", "Mover")
    assert ship.cargo.get(item, 0) == moved
    assert items(result).get(item, 0) == 5 - moved
    assert ship.loading_point == loaded_at


@pytest.mark.rule("FH-BUILD-005")
def test_what_waits_is_loaded_from_what_is_left():
    result = produce("Build 5 CU TR1 Mover\nRecycle 3 CU\nBuild TR1 Mover", 500)
    arrived = step("post-arrival", result.game, {})
    assert cargo(arrived, "Mover") == {"CU": 2}


# the lines of the log


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("Build 1 PD", "1 Planetary Defense Unit was produced."),
        ("Build 8 DR", "8 Damage Repair Units were produced at a cost of 400."),
        ("Build 1 GU2", "1 Mark-2 Gun Unit was produced at a cost of 500."),
        ("Build 1 TP", "1 Terraforming Plant was produced at a cost of 1000."),
        (
            "Build 1 GU1 DD Axe",
            "produced at a cost of 250 and 0 of them were transferred to DD Axe.",
        ),
        ("Build 2 FS DD Axe",
         "2 Fail-Safe Jump Units were produced at a cost of 50 and were transferred to DD Axe."),
    ],
)  # fmt: skip
def test_what_the_log_says(order, line):
    result = produce(
        order, 2000, techs=HIGH, ships={"DD Axe": {"at": "Earth", "cargo": {"RM": 12}}}
    )
    assert line in " ".join(result.log("Human").split())
