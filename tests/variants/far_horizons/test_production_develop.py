"""DEVELOP in its three forms (FH-DEVELOP-001 to FH-DEVELOP-015)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    MARS,
    VEGA,
    items,
    like_home,
    produce,
    reasons,
    spending,
    spent,
    warnings,
)

#: Transports by the room that they have.
ROOM = {150: "TR10", 60: "TR5"}


def people(result, planet="Earth"):
    return result.colony("Human", planet).population


def units(stock):
    return {item: stock.get(item, 0) for item in ("CU", "IU", "AU")}


@pytest.mark.rule("FH-DEVELOP-001")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-001"), ids=str)
def test_the_three_forms(example):
    mode = example.expect["mode"]
    planets = {
        "Venus": {"at": MARS},
        "Orion 7": {"at": VEGA},
        "Colony": spending(500, at="9 9 9 #1"),
    }
    planets["Colony"].update(kind="normal", population=500)
    ships = {"TR20 Tubby": {"at": "Earth"}}
    opened = "Colony" if mode == 3 else "Earth"
    result = produce(
        example.given["order"], 500, opened=opened, planets=planets, ships=ships, techs={"LS": 60}
    )
    assert reasons(result) == []
    stocks = {
        1: result.ship("Human", "Tubby").cargo,
        2: items(result, "Venus"),
        3: items(result, "Colony"),
    }
    assert {n for n, stock in stocks.items() if stock.get("CU")} == {mode}
    if "limit" in example.expect:
        assert spent(result) == example.expect["limit"]


@pytest.mark.rule("FH-DEVELOP-001", "FH-DEVELOP-012", "FH-DEVELOP-015")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Develop PL Nowhere at all", "Invalid planet name in DEVELOP command."),
        ("Develop 30 PL Vega, TR5 Nobody at all", "Ship to be loaded does not exist!"),
        ("Develop PL Vega", "Colony to be developed is not in the same sector."),
        ("Develop", "You can only DEVELOP a home planet if it is recovering from bombing."),
        (
            "Develop PL Earth",
            "You can only DEVELOP a home planet if it is recovering from bombing.",
        ),
        ("Develop -5 PL Mars", "Invalid or missing amount."),
        ("Develop PL Mars, TR5 Full", "TR5 Full has no room for cargo."),
        ("Develop PL Mars, TR5 Hull", "TR5 Hull has no room for cargo."),
    ],
)
def test_orders_that_are_refused(order, reason):
    ships = {
        "TR5 Full": {"at": "Earth", "cargo": {"RM": 60}},
        "TR5 Hull": {"at": "Earth", "status": "building", "unpaid": 9},
    }
    result = produce(order, planets={"Mars": {"at": MARS}, "Vega": {"at": VEGA}}, ships=ships)
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-DEVELOP-001", "FH-DEVELOP-012")
@pytest.mark.parametrize("kind", ["mining", "resort"])
def test_no_development_on_a_special_colony(kind):
    vega = {"at": VEGA, "kind": kind, "mining_base": 9, "manufacturing_base": 9, "population": 9}
    result = produce("Develop", opened="Vega", planets={"Vega": vega})
    assert len(reasons(result)) == 1
    assert items(result, "Vega") == {}


@pytest.mark.rule("FH-DEVELOP-002", "FH-DEVELOP-010", "FH-DEVELOP-012")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-002"), ids=str)
def test_the_balance_of_units(example):
    inputs, expected = example.given, example.expect
    count, difficulty = inputs["c"], inputs["mining_difficulty"]
    stars = like_home(mining_difficulty=difficulty)
    if inputs["mode"] == 3:
        colony = {"at": VEGA, "kind": "normal", "population": count, "items": {"RM": 9}}
        colony["mining_base"], colony["manufacturing_base"] = (
            inputs["mining_base"],
            inputs["manufacturing_base"],
        )
        result = produce(
            "Develop", 0, opened="Vega", planets={"Vega": colony}, state={"stars": stars},
            techs={"MI": 90, "MA": 90},
        )  # fmt: skip
        built = items(result, "Vega")
    elif inputs["mode"] == 2:
        stars = {"10 10 10": {"planets": {2: {"mining_difficulty": difficulty}}}}
        result = produce(
            "Develop PL Mars", earth={"population": count}, planets={"Mars": {"at": MARS}},
            state={"stars": stars},
        )  # fmt: skip
        built = items(result, "Mars")
    else:
        result = produce(
            "Develop PL Vega, TR10 Mover", planets={"Vega": {"at": VEGA}},
            ships={"TR10 Mover": {"at": "Earth"}}, state={"stars": stars},
        )  # fmt: skip
        built = result.ship("Human", "Mover").cargo
    assert units(built) == {"CU": count, "IU": expected["IU"], "AU": expected["AU"]}


# with a ship


def shipped(room, target, *, population=500, funds=500, order=None, **fields):
    cargo = {"RM": room[1] - room[0]} if isinstance(room, tuple) else {}
    free = room[0] if isinstance(room, tuple) else room
    ship = f"{ROOM[room[1] if isinstance(room, tuple) else free]} Mover"
    ships = {ship: {"at": "Earth", "cargo": cargo, **fields.pop("ship", {})}}
    return produce(
        order or f"Develop PL Vega, {ship}", funds, earth={"population": population},
        planets={"Vega": {"at": VEGA, **target}}, ships=ships, **fields,
    )  # fmt: skip


INDUSTRY = {"mining_base": 20.0, "manufacturing_base": 20.0}


@pytest.mark.rule("FH-DEVELOP-003", "FH-DEVELOP-004", "FH-DEVELOP-005", "FH-DEVELOP-008")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-003"), ids=str)
def test_the_transport_is_filled(example):
    inputs, expected = example.given, example.expect
    has_industry = inputs["kind"] == "normal colony with own industry"
    result = shipped(150, INDUSTRY if has_industry else {})
    aboard = units(result.ship("Human", "Mover").cargo)
    assert aboard["CU"] == expected["CU"]
    assert aboard["IU"] + aboard["AU"] == expected.get("IU_plus_AU", 0)
    assert spent(result) == expected["spent"]
    assert people(result) == 500 - expected["CU"]
    vega = result.colony("Human", "Vega")
    needed = vega.mining_units.needed, vega.manufacturing_units.needed
    assert needed == ((75, 75) if has_industry else (0, 0))


@pytest.mark.rule("FH-DEVELOP-004", "FH-DEVELOP-007")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-007"), ids=str)
def test_the_estimate_of_the_colonys_means(example):
    base = example.given["estimate"] / 10
    colony = {"mining_base": base, "manufacturing_base": base}
    result = shipped(150, colony)
    aboard = units(result.ship("Human", "Mover").cargo)
    assert aboard["CU"] == example.expect["CU"]
    assert aboard["IU"] + aboard["AU"] == example.expect["IU_plus_AU"]
    assert spent(result) == example.expect["spent"]


@pytest.mark.rule("FH-DEVELOP-004")
@pytest.mark.rule("FH-DEVELOP-007")
@pytest.mark.parametrize(
    ("colony", "alone"),
    [
        ({"mining_base": 14.9, "manufacturing_base": 14.9, "installing": {"IU": 1, "AU": 1}}, True),
        ({"mining_base": 15.0, "manufacturing_base": 14.9}, False),
        ({"mining_base": 50.0, "manufacturing_base": 10.0, "installing": {"AU": 1}}, False),
        ({"mining_base": 10.0, "manufacturing_base": 50.0, "installing": {"IU": 1}}, False),
    ],
)
def test_units_being_installed_count_in_the_estimate(colony, alone):
    result = shipped(150, colony)
    assert (result.ship("Human", "Mover").cargo["CU"] == 150) is alone


@pytest.mark.rule("FH-DEVELOP-007")
def test_units_already_to_be_built_lower_the_estimate():
    ships = {"TR5 Mover": {"at": "Earth"}, "TR5 Second": {"at": "Earth"}}
    colony = {"at": VEGA, "mining_base": 10.0, "manufacturing_base": 10.0}
    result = produce("Develop PL Vega, TR5 Mover\nDevelop PL Vega, TR5 Second", 500,
                  planets={"Vega": colony}, ships=ships)  # fmt: skip
    assert result.ship("Human", "Mover").cargo == {"CU": 60}
    assert units(result.ship("Human", "Second").cargo) == {"CU": 30, "IU": 15, "AU": 15}


@pytest.mark.rule("FH-DEVELOP-004", "FH-DEVELOP-007", "FH-MINECOL-001")
@pytest.mark.rule("FH-DEVELOP-006")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-006"), ids=str)
def test_special_colonies_get_units_of_their_kind(example):
    inputs, expected = example.given, example.expect
    mining = inputs["kind"] == "mining colony"
    base = {"mining_base": 5.0} if mining else {"manufacturing_base": 5.0}
    free = inputs["free_capacity"]
    result = shipped(60 if free == 60 else (free, 150), base)
    assert units(result.ship("Human", "Mover").cargo) == expected


@pytest.mark.rule("FH-DEVELOP-009")
def test_what_is_aboard_stays_aboard():
    result = shipped((50, 150), {})
    cargo = result.ship("Human", "Mover").cargo
    assert cargo["RM"] == 100
    assert units(cargo) == {"CU": 25, "IU": 12, "AU": 13}


@pytest.mark.rule("FH-DEVELOP-008")
def test_a_loaded_transport_knows_where_it_goes():
    ship = shipped(60, {}).ship("Human", "Mover")
    assert (ship.loading_point, ship.unloading_point) == (9999, 1)


@pytest.mark.rule("FH-DEVELOP-008")
def test_for_a_ship_elsewhere_all_stays_on_the_planet():
    result = shipped(60, {}, ship={"at": "5 5 5"})
    ship = result.ship("Human", "Mover")
    assert (ship.cargo, ship.loading_point, ship.unloading_point) == ({}, 0, 0)
    assert units(items(result)) == {"CU": 30, "IU": 15, "AU": 15}
    message = "will remain on the planet's surface because TR5 Mover is not in the same sector.."
    assert message in " ".join(result.log("Human").split())


@pytest.mark.rule("FH-DEVELOP-004", "FH-DEVELOP-007")
@pytest.mark.parametrize(("base", "alone"), [(12.0, True), (11.9, False)])
def test_units_of_both_kinds_that_are_to_be_built_lower_the_estimate(base, alone):
    ships = {"TR5 Mover": {"at": "Earth"}, "TR5 Second": {"at": "Earth"}}
    colony = {"at": VEGA, "mining_base": base, "manufacturing_base": base}
    orders = "Develop PL Vega, TR5 Mover\nDevelop PL Vega, TR5 Second"
    result = produce(orders, 500, planets={"Vega": colony}, ships=ships)
    assert result.ship("Human", "Mover").cargo == {"CU": 60}
    assert result.ship("Human", "Second").cargo["CU"] == (60 if alone else 30)


NOT_FILLED = "Insufficient funds to completely fill TR5 Mover! Will use all remaining funds (= 13)."


@pytest.mark.rule("FH-DEVELOP-013", "FH-DEVELOP-014")
@pytest.mark.parametrize(
    ("limit", "treasury", "built", "message"),
    [
        ("", 0, 6, [NOT_FILLED]),
        ("0 ", 99, 6, [NOT_FILLED]),
        ("1 ", 99, 0, []),
        ("12 ", 99, 6, []),
        ("13 ", 0, 6, []),
        ("14 ", 0, 6, ["Insufficient funds. Substituting 13 for 14.", NOT_FILLED]),
        ("60 ", 99, 30, []),
    ],
)
def test_only_who_has_too_little_is_warned_that_a_transport_is_not_filled(
    limit, treasury, built, message
):
    result = shipped(60, {}, funds=13, order=f"Develop {limit}PL Vega, TR5 Mover",
                     treasury=treasury)  # fmt: skip
    assert result.ship("Human", "Mover").cargo.get("CU", 0) == built
    assert warnings(result) == message


@pytest.mark.rule("FH-DEVELOP-008", "FH-DEVELOP-003", "FH-DEVELOP-009")
@pytest.mark.parametrize("place", ["9 9 9", "15 10 10", "5 5 5"])
def test_what_is_built_for_a_ship_of_another_sector_stays(place):
    result = shipped(60, {}, ship={"at": place})
    assert result.ship("Human", "Mover").cargo == {}
    assert units(items(result)) == {"CU": 30, "IU": 15, "AU": 15}


@pytest.mark.rule("FH-DEVELOP-013", "FH-DEVELOP-014")
def test_a_transport_that_cannot_be_filled():
    result = shipped(60, {}, funds=13)
    assert units(result.ship("Human", "Mover").cargo) == {"CU": 6, "IU": 3, "AU": 3}
    assert spent(result) == 12
    assert warnings(result) == [
        "Insufficient funds to completely fill TR5 Mover! Will use all remaining funds (= 13)."
    ]


@pytest.mark.rule("FH-DEVELOP-003")
def test_people_limit_what_goes_aboard():
    result = shipped(60, {}, population=7)
    assert units(result.ship("Human", "Mover").cargo) == {"CU": 7, "IU": 3, "AU": 4}
    assert len(warnings(result)) == 1


# in the same sector, and here


@pytest.mark.rule("FH-DEVELOP-010", "FH-DEVELOP-011")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-010"), ids=str)
def test_a_neighbour_gets_all_people_that_are_left(example):
    inputs, expected = example.given, example.expect
    result = produce(
        "Develop PL Mars", inputs["funds"], earth={"population": inputs["available_population"]},
        planets={"Mars": {"at": MARS}},
    )  # fmt: skip
    mars = result.colony("Human", "Mars")
    built = units(mars.items)
    assert built["CU"] == expected["CU"]
    assert built["IU"] + built["AU"] == expected["IU_plus_AU"]
    assert spent(result) == expected["spent"]
    ordered = mars.mining_units.ordered, mars.manufacturing_units.ordered
    assert ordered == (built["IU"], built["AU"])
    assert people(result) == 0


@pytest.mark.rule("FH-DEVELOP-010", "FH-DEVELOP-006")
@pytest.mark.parametrize(
    ("base", "units_built"),
    [
        ({"mining_base": 90.0, "manufacturing_base": 90.0}, {"CU": 10, "IU": 6, "AU": 4}),
        ({"mining_base": 9.0}, {"CU": 10, "IU": 10, "AU": 0}),
        ({"manufacturing_base": 9.0, "kind": "normal"}, {"CU": 10, "IU": 6, "AU": 4}),
    ],
)
def test_a_neighbour_gets_the_whole_set_for_its_kind(base, units_built):
    result = produce(
        "Develop PL Mars", earth={"population": 10}, planets={"Mars": {"at": MARS, **base}},
        techs={"LS": 60},
    )  # fmt: skip
    assert units(items(result, "Mars")) == units_built


@pytest.mark.rule("FH-DEVELOP-012", "FH-DEVELOP-013")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-012", "FH-DEVELOP-013"), ids=str)
def test_a_colony_develops_itself(example):
    inputs, expected = example.given, example.expect
    colony = spending(inputs["funds"], at=VEGA, kind="normal", shipyards=1)
    colony.update(population=inputs["available_population"])
    result = produce("Develop", 0, opened="Vega", planets={"Vega": colony})
    vega = result.colony("Human", "Vega")
    built = units(vega.items)
    assert built["CU"] == expected["CU"]
    assert built["IU"] + built["AU"] == expected["IU_plus_AU"]
    assert spent(result) == expected["spent"]
    assert (vega.mining_units.ordered, vega.manufacturing_units.ordered) == (
        built["IU"],
        built["AU"],
    )


@pytest.mark.rule("FH-DEVELOP-014")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-014"), ids=str)
def test_the_limit_of_what_is_spent(example):
    inputs, expected = example.given, example.expect
    name = inputs["order"].split("PL ")[1]
    result = produce(
        inputs["order"], inputs["planet_balance"], earth={"population": inputs["needed"] // 2},
        planets={name: {"at": MARS}}, treasury=inputs.get("treasury", 0),
    )  # fmt: skip
    if "spent_at_most" in expected:
        assert spent(result) == expected["spent_at_most"]
    if "spent" in expected:
        assert spent(result) == expected["spent"]
    if "treasury_after" in expected:
        assert result.species("Human").treasury == expected["treasury_after"]


@pytest.mark.rule("FH-DEVELOP-010", "FH-DEVELOP-014")
def test_a_limit_above_the_funds_is_cut():
    result = produce("Develop 600 PL Mars", 100, planets={"Mars": {"at": MARS}})
    assert spent(result) == 100
    assert warnings(result) == ["Insufficient funds. Substituting 100 for 600."]


@pytest.mark.rule("FH-DEVELOP-010", "FH-DEVELOP-012", "FH-DEVELOP-013", "FH-DEVELOP-014")
@pytest.mark.parametrize(
    ("limit", "balance", "people_there", "built", "message"),
    [
        ("", 100, 1, 1, []),
        ("", 100, 0, 0, []),
        ("", 2, 9, 1, []),
        ("", 1, 9, 0, []),
        ("100 ", 100, 60, 50, []),
        ("99 ", 100, 60, 49, []),
        ("101 ", 100, 60, 50, ["Insufficient funds. Substituting 100 for 101."]),
        ("5 ", 1, 9, 0, ["Insufficient funds. Substituting 1 for 5."]),
    ],
)
def test_money_and_people_limit_what_a_planet_and_its_neighbour_get(
    limit, balance, people_there, built, message
):
    """Of each two of money one is for a colonist, the other for the unit that it runs."""
    earth = {"population": people_there}
    planets = {"Mars": {"at": MARS}}
    result = produce(f"Develop {limit}PL Mars", balance, earth=earth, planets=planets)
    assert items(result, "Mars").get("CU", 0) == built
    assert (reasons(result), warnings(result)) == ([], message)
    colony = spending(balance, at=VEGA, kind="normal", **earth)
    result = produce(f"Develop {limit}", 0, opened="Vega", planets={"Vega": colony})
    assert items(result, "Vega").get("CU", 0) == built
    assert (reasons(result), warnings(result)) == ([], message)


@pytest.mark.rule("FH-DEVELOP-013", "FH-DEVELOP-014")
def test_without_any_money_a_limit_is_refused():
    result = produce("Develop 5 PL Mars", 0, planets={"Mars": {"at": MARS}})
    assert reasons(result) == ["Insufficient funds to execute order."]


@pytest.mark.rule("FH-DEVELOP-006", "FH-DEVELOP-015", "FH-DEVELOP-010")
@pytest.mark.parametrize("base", [(50.0, 0), (0, 50.0), (50.0, 50.0), (0, 0)])
def test_a_bombed_home_planet_gets_units_of_both_kinds_whatever_its_bases(base):
    mars = {**spending(100, at=MARS, kind="normal"), "population": 10}
    earth = {"mining_base": base[0], "manufacturing_base": base[1], "items": {}}
    result = produce(
        "Develop PL Earth", 0, earth=earth, planets={"Mars": mars}, opened="Mars",
        techs={"LS": 60}, undamaged_base=150.0,
    )  # fmt: skip
    assert units(items(result)) == {"CU": 10, "IU": 7, "AU": 3}


@pytest.mark.rule("FH-DEVELOP-010")
@pytest.mark.parametrize("place", ["9 9 9 #1", "15 10 10 #2"])
def test_a_colony_of_another_sector_is_no_neighbour(place):
    result = produce("Develop PL Far", planets={"Far": {"at": place}})
    assert reasons(result) == ["Colony to be developed is not in the same sector."]


@pytest.mark.rule("FH-DEVELOP-002", "FH-DEVELOP-012")
@pytest.mark.parametrize(
    ("installing", "built"),
    [({}, (4, 4)), ({"IU": 8}, (0, 8)), ({"AU": 8}, (8, 0)), ({"IU": 3, "AU": 3}, (4, 4))],
)
def test_units_that_are_being_installed_count_in_the_balance_of_a_colony(installing, built):
    """At a mining difficulty of 1.00 as many of each kind are in balance."""
    colony = {**spending(500, at=VEGA, kind="normal"), "population": 8, "installing": installing}
    colony |= {"mining_base": 20.0, "manufacturing_base": 20.0}
    stars = like_home(mining_difficulty=1.0)
    result = produce("Develop", 0, opened="Vega", planets={"Vega": colony}, state={"stars": stars},
                  techs={"MI": 90, "MA": 90})  # fmt: skip
    stock = items(result, "Vega")
    assert (stock.get("IU", 0), stock.get("AU", 0)) == built


@pytest.mark.rule("FH-DEVELOP-015")
def test_a_bombed_home_planet_is_brought_back_and_no_further():
    result = produce("Develop", 500, undamaged_base=1010.0)
    assert units(items(result)) == {"CU": 50, "IU": 50, "AU": 0}
    assert reasons(produce("Develop", 500, undamaged_base=999.0)) == []
    assert spent(produce("Develop", 500, undamaged_base=999.0)) == 0


@pytest.mark.rule("FH-ZERO-004")
def test_what_is_missing_is_told_where_an_order_comes_to_nothing():
    result = produce(
        "DEVELOP 400 PL Mars", 214, earth={"population": 0}, planets={"Mars": {"at": MARS}}
    )
    cut, ignored = result.remarks("Human")
    assert cut.message.endswith("Insufficient funds. Substituting 214 for 400.")
    assert ignored.message.endswith(
        "there are no available population units on PL Earth: nothing is done"
    )


@pytest.mark.rule("FH-DEVELOP-012")
def test_what_develop_says():
    colony = spending(500, at=VEGA, kind="normal", population=3)
    log = produce("Develop", 0, opened="Vega", planets={"Vega": colony}).log("Human")
    message = "3 Colonist Units and 3 Colonial Mining Units were built."
    assert f"    {message}" in log.splitlines()
