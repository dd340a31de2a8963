"""Ships and starbases: prices, sizes, names, shipyards (FH-SHIP, FH-TR, FH-BAS, FH-YARD)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import CATALOGUE, examples
from tests.variants.far_horizons.productions import (
    VEGA,
    produce,
    reasons,
    spending,
    spent,
)
from variants.far_horizons.model import Propulsion, ShipLocation

NO_FUNDS = "Insufficient funds to execute order."
TOO_LARGE = "Maximum allowable tonnage exceeded."
NO_SLOT = "Shipyard capacity exceeded!"
HIGH = {"MA": 200, "GV": 30}
YARDS = {"shipyards": 9}


def building(order, balance=9999, ma=200, **fields):
    earth = {**YARDS, **fields.pop("earth", {})}
    return produce(order, balance, earth=earth, techs={**HIGH, "MA": ma}, **fields)


def the_ship(result, species="Human"):
    (ship,) = result.species(species).living_ships()
    return ship


WARSHIPS = CATALOGUE["FH-SHIP-001"].rows
TRANSPORTS = CATALOGUE["FH-TR-005"].rows


@pytest.mark.rule("FH-SHIP-001", "FH-SHIP-002", "FH-SHIP-004", "FH-SHIP-005", "FH-SHIP-006",
                  "FH-SHIP-013", "FH-TR-005")  # fmt: skip
@pytest.mark.parametrize("row", [*WARSHIPS, *TRANSPORTS], ids=lambda row: row["abbr"])
def test_each_class_has_its_price_size_room_and_level(row):
    for suffix, price in (("", row["ftl_cost"]), ("S", row["sublight_cost"])):
        result = building(f"Build {row['abbr']}{suffix} New", ma=row["min_ma"])
        ship = the_ship(result)
        assert spent(result) == price
        assert 10_000 * ship.tonnage == row["tonnage"]
        assert ship.capacity == row["capacity"]
        assert ship.sub_light is bool(suffix)
        low = building(f"Build {row['abbr']}{suffix} New", ma=row["min_ma"] - 1)
        assert reasons(low) == [TOO_LARGE]


@pytest.mark.rule("FH-SHIP-002")
@pytest.mark.parametrize("example", examples("FH-SHIP-002"), ids=str)
def test_a_class_needs_its_level(example):
    result = building(f"Build {example.given['class']} New", ma=example.given["ma"])
    assert (reasons(result) == []) is example.expect["allowed"]


@pytest.mark.rule("FH-SHIP-003")
@pytest.mark.parametrize("example", examples("FH-SHIP-003"), ids=str)
def test_the_largest_hull(example):
    largest = example.expect["max_tonnage"] // 10_000
    for kind in ("TR{}", "TR{}S"):
        name = f"Build {kind.format(largest)} New"
        assert reasons(building(name, ma=example.given["ma"])) == []
        name = f"Build {kind.format(largest + 1)} New"
        assert reasons(building(name, ma=example.given["ma"])) == [TOO_LARGE]
    assert reasons(building(f"Build BAS New, {100 * largest}", ma=example.given["ma"])) == []


@pytest.mark.rule("FH-SHIP-003")
def test_the_size_is_checked_at_every_payment():
    ships = {"CL Old": {"at": "Earth", "status": "building", "unpaid": 500}}
    assert reasons(building("Continue CL Old", ma=39, ships=ships)) == [TOO_LARGE]
    assert reasons(building("Continue CL Old", ma=40, ships=ships)) == []


@pytest.mark.rule("FH-TR-002", "FH-TR-004")
@pytest.mark.parametrize("example", examples("FH-TR-002", "FH-TR-004"), ids=str)
def test_transports_come_in_all_sizes(example):
    n, level = example.given["n"], example.given.get("ma", 200)
    result = building(f"Build TR{n} New", ma=level)
    assert (reasons(result) == []) is example.expect.get("allowed", True)
    if "capacity" in example.expect:
        assert the_ship(result).capacity == example.expect["capacity"]


@pytest.mark.rule("FH-TR-002", "FH-SHIP-008")
@pytest.mark.parametrize("word", ["TR", "TR0", "XX", "DDX", "DD5", "TR5X", "PL", "FS"])
def test_words_that_are_no_class(word):
    assert reasons(building(f"Build {word} New")) == ["Invalid ship class."]


@pytest.mark.rule("FH-SHIP-005", "FH-SHIP-006")
@pytest.mark.parametrize("example", examples("FH-SHIP-005", "FH-SHIP-006"), ids=str)
def test_prices(example):
    tonnage = example.given.get("tonnage", 100 * example.given.get("ftl_cost", 0)) // 10_000
    suffix = "S" if "ftl_cost" in example.given else ""
    result = building(f"Build TR{tonnage}{suffix} New")
    assert spent(result) == example.expect["cost"]


@pytest.mark.rule("FH-SHIP-008", "FH-TR-007", "FH-BUILD-002", "FH-CMD-011")
@pytest.mark.parametrize("example", examples("FH-SHIP-008", "FH-SHIP-009", "FH-TR-007"), ids=str)
def test_paying_for_a_ship(example):
    inputs, expected = example.given, example.expect
    ships, order = {}, inputs["order"]
    if "remaining_before" in inputs:
        name = order.split(maxsplit=1)[1].split(",")[0]
        state = {"at": "Earth", "status": "building", "unpaid": inputs["remaining_before"]}
        ships = {name: state}
    result = building(
        order, inputs.get("balance", 9999), treasury=inputs.get("treasury", 0), ships=ships
    )
    ship = the_ship(result)
    assert spent(result) == expected["paid"]
    assert ship.unpaid == expected["remaining"]
    assert (ship.where == ShipLocation.LANDED) is expected["finished"]
    assert ship.age == -1
    assert ship.place == result.species("Human").home


@pytest.mark.rule("FH-BUILD-002", "FH-SHIP-009")
def test_a_ship_may_be_paid_over_any_number_of_turns():
    example = examples("FH-BUILD-002")[0]
    state, order = {}, "Build CT Danny Boy, {}"
    for number, payment in enumerate(example.given["payments"], start=1):
        amount = payment or "0"
        result = building(order.format(amount), payment or 0, ships=state)
        ship = the_ship(result)
        finished = ship.where == ShipLocation.LANDED
        assert finished is (number == example.expect["finished_in_payment"])
        state = {"CT Danny Boy": {"at": "Earth", "status": "building", "unpaid": ship.unpaid or 1}}
        order = "Continue CT Danny Boy, {}"


@pytest.mark.rule("FH-SHIP-008")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Build CT", "Invalid ship name."),
        ("Build CT 7 of Nine", "Invalid ship name."),
        ("Build CT New, 201", NO_FUNDS),
        ("Build CT New, many", "Surplus words in BUILD command: many."),
        ("Build CT New, -5", "Invalid or missing amount."),
        ("Continue CT Nobody at all", "Invalid ship name."),
        ("Continue", "Invalid ship name."),
    ],
)
def test_orders_for_ships_that_are_refused(order, reason):
    result = building(order, 100)
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-CMD-003")
@pytest.mark.parametrize("example", examples("FH-CMD-003"), ids=str)
def test_a_name_does_not_begin_with_a_digit(example):
    result = building(f"Build CT {example.given['name']}")
    assert (reasons(result) == []) is example.expect["valid"]


@pytest.mark.rule("FH-CMD-004")
@pytest.mark.parametrize("amount", ["-5", "7.5"])
def test_amounts_are_whole_numbers_without_sign(amount):
    for order in (f"Build CT New, {amount}", f"Research {amount} MI", f"Ambush {amount}"):
        result = building(order)
        assert (len(reasons(result)), spent(result)) == (1, 0)


@pytest.mark.rule("FH-SHIP-008")
def test_a_ship_with_engines_for_jumps_needs_gravitics():
    low = produce("Build CT New", techs={"GV": 0})
    assert reasons(low) == ["Gravitics tech level must be at least 1 to build FTL ships."]
    assert reasons(produce("Build CTS New", techs={"GV": 0})) == []


@pytest.mark.rule("FH-SHIP-008")
def test_what_is_checked_first():
    no_yard = {"shipyards": 0}
    assert reasons(produce("Build BR New", 0, earth=no_yard, techs={"GV": 0})) == [TOO_LARGE]
    low = produce("Build CT New", 0, earth=no_yard, techs={"GV": 0})
    assert reasons(low)[0].startswith("Gravitics")
    assert reasons(produce("Build CT New", 0, earth=no_yard)) == [NO_SLOT]
    assert reasons(produce("Build CT New", 0)) == [NO_FUNDS]


# names


@pytest.mark.rule("FH-SHIP-010")
@pytest.mark.parametrize("example", examples("FH-SHIP-010"), ids=str)
def test_names_are_unique_whatever_the_class(example):
    inputs = example.given
    state = {"at": "Earth"}
    if "under_construction_here" in inputs:
        state = {"at": "Earth", "status": "building", "unpaid": 700}
    name = inputs.get("existing", inputs.get("under_construction_here"))
    result = building(inputs["order"], ships={name: state})
    assert (reasons(result) == []) is example.expect["accepted"]
    if example.expect["accepted"]:
        assert the_ship(result).unpaid == 200


@pytest.mark.rule("FH-SHIP-010")
@pytest.mark.parametrize(
    ("ship", "at", "accepted"),
    [("BAS Fort", "Earth", True), ("CL Fort", "Earth", False), ("BAS Fort", VEGA, False)],
)
def test_build_is_continue_for_what_can_be_continued_here(ship, at, accepted):
    state = {"at": at, "tons": 10_000} if ship.startswith("BAS") else {"at": at}
    result = building("Build BAS Fort, 200", ships={ship: state})
    assert (reasons(result) == []) is accepted
    assert len(list(result.species("Human").living_ships())) == 1


@pytest.mark.rule("FH-SHIP-010")
def test_the_class_must_be_the_ships_own():
    ships = {"CL Guardian": {"at": "Earth", "status": "building", "unpaid": 700}}
    assert reasons(building("Build CA Guardian", ships=ships)) == ["Ship name is already in use."]


@pytest.mark.rule("FH-SHIP-010")
def test_names_of_lost_ships_and_of_other_species_are_free():
    aliens = {"Klingon": {"ships": {"DD Dawson": {"at": "1 2 3"}}}}
    assert reasons(building("Build DD Dawson", aliens=aliens)) == []


# places and ways


@pytest.mark.rule("FH-SHIP-009")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"at": VEGA, "status": "building", "unpaid": 9}, "Ship is not at the production planet."),
        ({"at": "Earth"}, "Ship is not under construction."),
    ],
)
def test_only_unfinished_ships_here_are_continued(state, reason):
    result = building("Continue DD Dawson", ships={"DD Dawson": state})
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-TR-007", "FH-SHIP-009")
def test_continue_needs_the_ships_own_class_word():
    ships = {"TR4 Tummy Tunes": {"at": "Earth", "status": "building", "unpaid": 300}}
    result = building("Continue TR5 Tummy Tunes", ships=ships)
    assert reasons(result) == ["Invalid ship name."]
    assert reasons(building("Continue TR4 Tummy Tunes", ships=ships)) == []


@pytest.mark.rule("FH-SHIP-007", "FH-SHIP-013")
def test_a_sub_light_ship_has_the_suffix():
    result = building("Build FFS Farragut")
    assert the_ship(result).drive == Propulsion.SUB_LIGHT
    assert "    FFS Farragut was constructed at a cost of 750." in result.log("Human")


# starbases


@pytest.mark.rule("FH-BAS-002")
@pytest.mark.parametrize("example", examples("FH-BAS-002"), ids=str)
def test_the_largest_starbase(example):
    inputs, expected = example.given, example.expect
    if "tonnage" in inputs:
        ships = {"BAS Fort": {"at": "Earth", "tons": inputs["tonnage"]}}
        order = f"Continue BAS Fort, {inputs['order_amount']}"
        assert reasons(building(order, ma=inputs["ma"], ships=ships)) == [TOO_LARGE]
        return
    result = building("Build BAS Fort, 0", ma=inputs["ma"])
    assert 10_000 * the_ship(result).tonnage == expected["max_starbase"]


@pytest.mark.rule("FH-BAS-003", "FH-BAS-009", "FH-BAS-010", "FH-BAS-004", "FH-BAS-008")
@pytest.mark.parametrize("example", examples("FH-BAS-009", "FH-BAS-010"), ids=str)
def test_starbases_are_built_by_hundreds(example):
    inputs, expected = example.given, example.expect
    ships = {}
    if "tonnage" in inputs:
        ships = {"BAS Misty Na Goba": {"at": "Earth", "tons": inputs["tonnage"]}}
    result = building(inputs["order"], ships=ships)
    if expected.get("accepted") is False:
        assert (len(reasons(result)), spent(result)) == (1, 0)
        return
    base = the_ship(result)
    assert spent(result) == expected["cost"]
    assert 10_000 * base.tonnage == expected["tonnage"]
    assert (base.where, base.place) == (ShipLocation.ORBIT, result.species("Human").home)


@pytest.mark.rule("FH-BAS-003")
@pytest.mark.parametrize("example", examples("FH-BAS-003"), ids=str)
def test_what_starbases_cost(example):
    inputs = example.given
    before = inputs.get("from", 10_000)
    amount = inputs.get("amount", (inputs.get("to", 0) - before) // 100)
    ships = {"BAS Fort": {"at": "Earth", "tons": before}} if before else {}
    result = building(f"{'Continue' if before else 'Build'} BAS Fort, {amount}", ships=ships)
    added = example.expect.get("added_tonnage", inputs.get("to", 0) - before)
    assert 10_000 * the_ship(result).tonnage == before + added
    assert spent(result) == example.expect.get("cost", amount)


@pytest.mark.rule("FH-BAS-003", "FH-BAS-009", "FH-BAS-010", "FH-CMD-011")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Build BAS New", "Amount to spend MUST be specified for starbase."),
        ("Continue BAS Fort", "Amount to spend MUST be specified for starbase."),
        ("Build BAS New, 130", "Amount spent on starbase must be multiple of 100."),
        ("Continue BAS Fort, 50", "Amount spent on starbase must be multiple of 100."),
        ("Build BAS New, -100", "Amount spent on starbase must be multiple of 100."),
        ("Continue BAS Far, 100", "Ship is not at the production planet."),
    ],
)
def test_orders_for_starbases_that_are_refused(order, reason):
    ships = {"BAS Fort": {"at": "Earth", "tons": 10_000}, "BAS Far": {"at": VEGA, "tons": 10_000}}
    result = building(order, ships=ships)
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-BAS-005")
@pytest.mark.parametrize("example", examples("FH-BAS-005"), ids=str)
def test_the_room_of_starbases(example):
    result = building(f"Build BAS Fort, {example.given['tonnage'] // 100}")
    assert the_ship(result).capacity == example.expect["capacity"]


@pytest.mark.rule("FH-ZERO-003")
@pytest.mark.parametrize(
    "example", [e for e in examples("FH-ZERO-003") if "order" not in e.given], ids=str
)
def test_zero_for_a_starbase_is_what_balance_and_size_allow(example):
    inputs, expected = example.given, example.expect
    ships = {"BAS Fort": {"at": "Earth", "tons": inputs["tonnage"]}}
    result = building(
        "Continue BAS Fort, 0", inputs["planet_balance"], ma=inputs["max_tonnage"] // 5000,
        ships=ships, treasury=5000,
    )  # fmt: skip
    assert spent(result) == expected["spent"]
    assert 10_000 * the_ship(result).tonnage == expected["tonnage_after"]


@pytest.mark.rule("FH-AGE-003", "FH-AGE-002")
@pytest.mark.parametrize("example", examples("FH-AGE-003"), ids=str)
def test_new_parts_make_a_starbase_younger(example):
    inputs = example.given
    ships = {"BAS Fort": {"at": "Earth", "tons": inputs["tonnage"], "age": inputs["age"]}}
    result = building(f"Continue BAS Fort, {inputs['added'] // 100}", ships=ships)
    assert the_ship(result).age == example.expect["age_at_once"]


@pytest.mark.rule("FH-BAS-010")
def test_the_log_of_a_growing_starbase():
    ships = {"BAS Fort": {"at": "Earth", "tons": 160_000}}
    result = building("Continue BAS Fort, 200", ships=ships)
    line = "Size of BAS Fort was increased to 180,000 tons at a cost of 200."
    assert f"    {line}" in result.log("Human").splitlines()


# shipyards


@pytest.mark.rule("FH-YARD-001")
@pytest.mark.parametrize("example", examples("FH-YARD-001"), ids=str)
def test_shipyards_at_the_start(example):
    opened = "Earth" if example.given["planet"] == "home" else "Vega"
    vega = spending(500, at=VEGA, kind="normal")
    orders = "Build PBS One\nBuild PBS Two"
    result = produce(orders, opened=opened, planets={"Vega": vega})
    built = len(list(result.species("Human").living_ships()))
    assert built == example.expect["shipyards"]
    assert result.colony("Human", opened).shipyards == built


@pytest.mark.rule("FH-YARD-002", "FH-YARD-003")
@pytest.mark.parametrize("example", examples("FH-YARD-002"), ids=str)
def test_each_order_for_a_ship_takes_a_shipyard(example):
    inputs, needed = example.given, example.expect["shipyards_needed"]
    ships = {
        "TR9 Mover": {"at": "Earth", "status": "building", "unpaid": 5},
        "BAS Fort": {"at": "Earth", "tons": 10_000},
    }
    orders = [f"Build PB Ship{letter}" for letter in "abc"[: inputs.get("build_warships", 0)]]
    orders += ["Continue TR9 Mover, 2"] * inputs.get("continue_transport", 0)
    orders += ["Continue BAS Fort, 100"] * inputs.get("continue_starbase", 0)
    orders += ["Build 1 PD"] * inputs.get("build_pd_orders", 0)
    orders += ["Build 1 CU"] * inputs.get("build_cu_orders", 0)
    for yards in (needed, needed - 1):
        result = building("\n".join(orders), ships=ships, earth={"shipyards": max(0, yards)})
        assert reasons(result) == [NO_SLOT] * (max(0, needed - yards) if needed else 0)


@pytest.mark.rule("FH-YARD-003")
def test_orders_that_are_refused_take_no_shipyard():
    result = produce("Build CT\nBuild BR Huge\nBuild DD Dear\nBuild CT Small\nBuild CT Late", 300)
    assert [s.name for s in result.species("Human").living_ships()] == ["Small"]
    assert reasons(result)[-1] == NO_SLOT
    assert spent(result) == 200


@pytest.mark.rule("FH-YARD-004", "FH-YARD-005")
@pytest.mark.parametrize("example", examples("FH-YARD-005"), ids=str)
def test_a_shipyard_for_the_next_turn(example):
    result = produce("Shipyard\nBuild PB One\nBuild PB Two", 999, techs={"MA": example.given["ma"]})
    assert result.colony("Human", "Earth").shipyards == 2
    assert reasons(result) == [NO_SLOT]
    assert spent(result) == example.expect["cost"] + 100


@pytest.mark.rule("FH-YARD-003", "FH-YARD-004")
def test_the_hint_counts_the_shipyards_that_can_be_used_this_turn():
    hint = "the planet has {}: each ship takes one for the turn"
    plain, more = (produce(f"{o}Build PB One\nBuild PB Two", 999) for o in ("", "Shipyard\n"))
    assert [remark.hint for remark in plain.remarks("Human")] == [hint.format("1 shipyard")]
    assert [remark.hint for remark in more.remarks("Human")] == [
        hint.format("1 shipyard") + ", and the new one serves from the next turn on"
    ]


@pytest.mark.rule("FH-YARD-004")
def test_one_shipyard_a_planet_and_turn():
    result = produce("Shipyard\nShipyard", 999)
    assert reasons(result) == ["Only one shipyard can be built per planet per turn!"]
    assert result.colony("Human", "Earth").shipyards == 2


@pytest.mark.rule("FH-YARD-004")
@pytest.mark.parametrize("kind", ["mining", "resort"])
def test_no_shipyards_on_special_colonies(kind):
    vega = {"at": VEGA, "kind": kind, "mining_base": 4, "manufacturing_base": 4}
    result = produce("Shipyard", opened="Vega", planets={"Vega": vega}, treasury=900)
    assert len(reasons(result)) == 1
    assert result.colony("Human", "Vega").shipyards == 0


@pytest.mark.rule("FH-YARD-004")
def test_a_shipyard_must_be_paid():
    result = produce("Shipyard", 99)
    assert (reasons(result), result.colony("Human", "Earth").shipyards) == ([NO_FUNDS], 1)


@pytest.mark.rule("FH-SHIP-002", "FH-SHIP-008", "FH-TR-002", "FH-BAS-002")
@pytest.mark.parametrize(
    ("order", "ma", "hint"),
    [
        ("Build TR3 New", 5, "20,000 tons"),
        ("Build CTS New", 3, "10,000 tons"),
        ("Build BAS New, 300", 5, "20,000 tons"),
        ("Continue BAS Fort, 200", 6, "30,000 tons"),
    ],
)
def test_what_is_too_large_is_refused_with_the_largest_size(order, ma, hint):
    result = building(order, ma=ma, ships={"BAS Fort": {"at": "Earth", "tons": 20_000}})
    assert reasons(result) == [TOO_LARGE]
    [remark] = result.remarks("Human")
    assert remark.hint == f"the largest that you can build is {hint}"


@pytest.mark.rule("FH-BAS-002", "FH-SHIP-002", "FH-TR-002")
@pytest.mark.parametrize(
    ("order", "ma"),
    [("Build TR3 New", 6), ("Build CTS New", 4), ("Build BAS New, 300", 6),
     ("Continue BAS Fort, 100", 6)],
)  # fmt: skip
def test_what_is_just_not_too_large_is_built(order, ma):
    result = building(order, ma=ma, ships={"BAS Fort": {"at": "Earth", "tons": 20_000}})
    assert reasons(result) == []
    assert spent(result) > 0


@pytest.mark.rule("FH-SETUP-003", "FH-SHIP-008")
@pytest.mark.parametrize(("order", "gravitics"), [("Build CT New", 1), ("Build CTS New", 0)])
def test_the_first_level_of_gravitics_is_enough_for_ftl_ships(order, gravitics):
    result = produce(order, 9999, earth=YARDS, techs={"MA": 9, "GV": gravitics})
    assert the_ship(result).name == "New"
