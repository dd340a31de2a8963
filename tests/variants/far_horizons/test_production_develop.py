"""DEVELOP in its three forms (FH-DEVELOP-001 to FH-DEVELOP-015)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    MARS,
    VEGA,
    items,
    like_home,
    made,
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
    result = made(
        example.given["order"], 500, opened=opened, planets=planets, ships=ships, techs={"LS": 60}
    )
    assert reasons(result) == []
    there = {
        1: result.ship("Human", "Tubby").cargo,
        2: items(result, "Venus"),
        3: items(result, "Colony"),
    }
    assert {n for n, stock in there.items() if stock.get("CU")} == {mode}
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
    result = made(order, planets={"Mars": {"at": MARS}, "Vega": {"at": VEGA}}, ships=ships)
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-DEVELOP-001", "FH-DEVELOP-012")
@pytest.mark.parametrize("kind", ["mining", "resort"])
def test_no_development_on_a_special_colony(kind):
    vega = {"at": VEGA, "kind": kind, "mining_base": 9, "manufacturing_base": 9, "population": 9}
    result = made("Develop", opened="Vega", planets={"Vega": vega})
    assert len(reasons(result)) == 1
    assert items(result, "Vega") == {}


@pytest.mark.rule("FH-DEVELOP-002", "FH-DEVELOP-010", "FH-DEVELOP-012")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-002"), ids=str)
def test_the_balance_of_units(example):
    given, expected = example.given, example.expect
    count, difficulty = given["c"], given["mining_difficulty"]
    stars = like_home(mining_difficulty=difficulty)
    if given["mode"] == 3:
        colony = {"at": VEGA, "kind": "normal", "population": count, "items": {"RM": 9}}
        colony["mining_base"], colony["manufacturing_base"] = (
            given["mining_base"],
            given["manufacturing_base"],
        )
        result = made(
            "Develop", 0, opened="Vega", planets={"Vega": colony}, state={"stars": stars},
            techs={"MI": 90, "MA": 90},
        )  # fmt: skip
        built = items(result, "Vega")
    elif given["mode"] == 2:
        stars = {"10 10 10": {"planets": {2: {"mining_difficulty": difficulty}}}}
        result = made(
            "Develop PL Mars", earth={"population": count}, planets={"Mars": {"at": MARS}},
            state={"stars": stars},
        )  # fmt: skip
        built = items(result, "Mars")
    else:
        result = made(
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
    return made(
        order or f"Develop PL Vega, {ship}", funds, earth={"population": population},
        planets={"Vega": {"at": VEGA, **target}}, ships=ships, **fields,
    )  # fmt: skip


INDUSTRY = {"mining_base": 20.0, "manufacturing_base": 20.0}


@pytest.mark.rule("FH-DEVELOP-003", "FH-DEVELOP-004", "FH-DEVELOP-005", "FH-DEVELOP-008")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-003"), ids=str)
def test_the_transport_is_filled(example):
    given, expected = example.given, example.expect
    own = given["kind"] == "normal colony with own industry"
    result = shipped(150, INDUSTRY if own else {})
    aboard = units(result.ship("Human", "Mover").cargo)
    assert aboard["CU"] == expected["CU"]
    assert aboard["IU"] + aboard["AU"] == expected.get("IU_plus_AU", 0)
    assert spent(result) == expected["spent"]
    assert people(result) == 500 - expected["CU"]
    vega = result.colony("Human", "Vega")
    needed = vega.mining_units.needed, vega.manufacturing_units.needed
    assert needed == ((75, 75) if own else (0, 0))


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


@pytest.mark.rule("FH-DEVELOP-007")
@pytest.mark.parametrize(
    ("colony", "alone"),
    [
        ({"mining_base": 14.9, "manufacturing_base": 14.9, "installing": {"IU": 1, "AU": 1}}, True),
        ({"mining_base": 15.0, "manufacturing_base": 14.9}, False),
    ],
)
def test_units_being_installed_count_in_the_estimate(colony, alone):
    result = shipped(150, colony)
    assert (result.ship("Human", "Mover").cargo["CU"] == 150) is alone


@pytest.mark.rule("FH-DEVELOP-007")
def test_units_already_to_be_built_lower_the_estimate():
    ships = {"TR5 Mover": {"at": "Earth"}, "TR5 Second": {"at": "Earth"}}
    colony = {"at": VEGA, "mining_base": 10.0, "manufacturing_base": 10.0}
    result = made("Develop PL Vega, TR5 Mover\nDevelop PL Vega, TR5 Second", 500,
                  planets={"Vega": colony}, ships=ships)  # fmt: skip
    assert result.ship("Human", "Mover").cargo == {"CU": 60}
    assert units(result.ship("Human", "Second").cargo) == {"CU": 30, "IU": 15, "AU": 15}


@pytest.mark.rule("FH-DEVELOP-006")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-006"), ids=str)
def test_special_colonies_get_units_of_their_kind(example):
    given, expected = example.given, example.expect
    mining = given["kind"] == "mining colony"
    base = {"mining_base": 5.0} if mining else {"manufacturing_base": 5.0}
    free = given["free_capacity"]
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
    said = "will remain on the planet's surface because TR5 Mover is not in the same sector.."
    assert said in " ".join(result.log("Human").split())


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
    given, expected = example.given, example.expect
    result = made(
        "Develop PL Mars", given["funds"], earth={"population": given["available_population"]},
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
    result = made(
        "Develop PL Mars", earth={"population": 10}, planets={"Mars": {"at": MARS, **base}},
        techs={"LS": 60},
    )  # fmt: skip
    assert units(items(result, "Mars")) == units_built


@pytest.mark.rule("FH-DEVELOP-012", "FH-DEVELOP-013")
@pytest.mark.parametrize("example", examples("FH-DEVELOP-012", "FH-DEVELOP-013"), ids=str)
def test_a_colony_develops_itself(example):
    given, expected = example.given, example.expect
    colony = spending(given["funds"], at=VEGA, kind="normal", shipyards=1)
    colony.update(population=given["available_population"])
    result = made("Develop", 0, opened="Vega", planets={"Vega": colony})
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
    given, expected = example.given, example.expect
    name = given["order"].split("PL ")[1]
    result = made(
        given["order"], given["planet_balance"], earth={"population": given["needed"] // 2},
        planets={name: {"at": MARS}}, treasury=given.get("treasury", 0),
    )  # fmt: skip
    if "spent_at_most" in expected:
        assert spent(result) == expected["spent_at_most"]
    if "spent" in expected:
        assert spent(result) == expected["spent"]
    if "treasury_after" in expected:
        assert result.species("Human").treasury == expected["treasury_after"]


@pytest.mark.rule("FH-DEVELOP-010", "FH-DEVELOP-014")
def test_a_limit_above_the_funds_is_cut():
    result = made("Develop 600 PL Mars", 100, planets={"Mars": {"at": MARS}})
    assert spent(result) == 100
    assert warnings(result) == ["Insufficient funds. Substituting 100 for 600."]


@pytest.mark.rule("FH-DEVELOP-015")
def test_a_bombed_home_planet_is_brought_back_and_no_further():
    result = made("Develop", 500, undamaged_base=1010.0)
    assert units(items(result)) == {"CU": 50, "IU": 50, "AU": 0}
    assert reasons(made("Develop", 500, undamaged_base=999.0)) == []
    assert spent(made("Develop", 500, undamaged_base=999.0)) == 0


@pytest.mark.rule("FH-DEVELOP-012")
def test_what_develop_says():
    colony = spending(500, at=VEGA, kind="normal", population=3)
    log = made("Develop", 0, opened="Vega", planets={"Vega": colony}).log("Human")
    said = "3 Colonist Units and 3 Colonial Mining Units were built."
    assert f"    {said}" in log.splitlines()
