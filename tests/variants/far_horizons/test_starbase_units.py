"""BASE: starbase units become a starbase, or a part of one."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AS_IN_1999,
    MARS,
    before,
    humans,
    misplaced,
    refused,
    warned,
)
from variants.far_horizons.model import Propulsion, ShipLocation

SPACE = "3 3 3"  # a sector without a star


def yard(ma=40, ships=None, planets=None, **barrel):
    """A transport with seven starbase units at Mars by default."""
    carrier = {"at": "Mars", "cargo": {"SU": 7}, **barrel}
    return humans(
        techs={"MA": ma},
        planets={"Mars": {"at": MARS}, **(planets or {})},
        ships={"TR16 Barrel of Monkeys": carrier, **(ships or {})},
    )


def base_of(result, name="Deep Space 3"):
    return result.ship("Human", name)


@pytest.mark.rule("FH-SU-002", "FH-NAME-004")
def test_a_name_that_is_only_like_that_of_a_starbase_is_a_new_one():
    game = yard(ships={"BAS Deep Space 2": {"at": MARS, "tons": 50_000}})
    order = "BASE TR16 Barrel of Monkeys, BAS Deep Space 3"
    result = before(game, order)
    assert (base_of(result).tonnage, base_of(result, "Deep Space 2").tonnage) == (7, 5)
    assert result.codes("Human") == []
    engine = before(game, order, **AS_IN_1999)
    assert base_of(engine) is None
    assert base_of(engine, "Deep Space 2").tonnage == 12
    assert warned(engine) == ["misspelt-name"]


@pytest.mark.rule("FH-SU-002", "FH-SU-001")
def test_all_units_of_a_ship_build_a_new_starbase():
    example = examples("FH-SU-002")[0]
    result = before(yard(), example.given["order"])
    starbase = base_of(result)
    assert 10_000 * starbase.tonnage == example.expect["tonnage"]
    left = result.ship("Human", "Barrel of Monkeys").cargo.get("SU", 0)
    assert left == example.expect["units_left"]
    assert (starbase.class_, starbase.drive, starbase.cargo) == ("BAS", Propulsion.STARBASE, {})
    assert "    BAS Deep Space 3 was constructed." in result.log("Human")
    [event] = result.events("Human", "starbase-assembled")
    assert (event.data["tons"], event.data["units"]) == (70_000, "7 Starbase Units")


@pytest.mark.rule("FH-SU-002", "FH-SU-005")
def test_so_many_units_of_a_ship_enlarge_a_starbase():
    example = examples("FH-SU-002")[1]
    inputs = example.given
    ships = {
        "TR20 Tub of Lard": {"at": "Mars", "cargo": {"SU": inputs["units_on_ship"]}},
        "BAS Deep Space 3": {"at": "12 13 10 #1", "tons": inputs["tonnage_before"]},
    }
    result = before(yard(ships=ships), inputs["order"].replace("BAS 4", "BASE 4", 1))
    assert 10_000 * base_of(result).tonnage == example.expect["tonnage"]
    assert result.ship("Human", "Tub of Lard").cargo == {"SU": example.expect["units_left"]}
    assert str(base_of(result).place) == "12 13 10 #1"
    assert "Size of BAS Deep Space 3 was increased to 110,000 tons." in result.log("Human")


@pytest.mark.rule("FH-SU-002", "FH-ZERO-001")
@pytest.mark.parametrize("number", ["", "0 "])
def test_zero_units_are_all_of_them(number):
    assert (
        base_of(before(yard(), f"BASE {number}TR16 Barrel of Monkeys, BAS Deep Space 3")).tonnage
        == 7
    )


@pytest.mark.rule("FH-SU-003")
@pytest.mark.parametrize(
    ("place", "position", "expected"),
    [
        ({"at": "Mars"}, ShipLocation.ORBIT, MARS),
        ({"at": "Earth", "status": "landed"}, ShipLocation.ORBIT, "10 10 10 #3"),
        ({"at": "12 13 10 #1"}, ShipLocation.ORBIT, "12 13 10 #1"),
        ({"at": SPACE}, ShipLocation.DEEP_SPACE, SPACE),
    ],
)
def test_a_new_starbase_stands_where_its_units_were(place, position, expected):
    starbase = base_of(before(yard(**place), "BASE TR16 Barrel of Monkeys, BAS Deep Space 3"))
    assert (str(starbase.place), starbase.where) == (expected, position)


@pytest.mark.rule("FH-SU-003")
def test_units_of_a_bare_planet_and_of_a_starbase_will_do():
    planets = {"Mars": {"at": MARS, "items": {"SU": 2}}}
    ships = {"BAS Fort": {"at": "Mars", "tons": 100000, "cargo": {"SU": 3}}}
    orders = (
        "BASE 2 PL Mars, BAS One\nBASE BAS Fort, BAS Two\nBASE 1 TR16 Barrel of Monkeys, BAS Fort"
    )
    result = before(yard(planets=planets, ships=ships), orders)
    assert [base_of(result, name).tonnage for name in ("One", "Two", "Fort")] == [2, 3, 11]
    assert str(base_of(result, "One").place) == MARS
    assert not result.colony("Human", "Mars").items


@pytest.mark.rule("FH-SU-003")
def test_a_starbase_may_use_its_own_units():
    ships = {"BAS Fort": {"at": "Mars", "tons": 100000, "cargo": {"SU": 3}}}
    fort = base_of(before(yard(ships=ships), "BASE BAS Fort, BAS Fort"), "Fort")
    assert (fort.tonnage, fort.cargo) == (13, {})


@pytest.mark.rule("FH-SU-001", "FH-SU-003", "FH-SU-006", "FH-BAS-002")
@pytest.mark.parametrize(
    ("ma", "order", "tons", "left"),
    [
        (2, "BASE TR16 Barrel of Monkeys, BAS New", 1, 6),
        (2, "BASE 1 TR16 Barrel of Monkeys, BAS New", 1, 6),
        (12, "BASE 0 TR16 Barrel of Monkeys, BAS New", 6, 1),
        (13, "BASE 6 TR16 Barrel of Monkeys, BAS New", 6, 1),
        (14, "BASE 7 TR16 Barrel of Monkeys, BAS New", 7, 0),
        (40, "BASE TR16 Barrel of Monkeys, BAS New", 7, 0),
    ],
)
def test_a_new_starbase_is_as_large_as_units_and_technology_allow(ma, order, tons, left):
    """It is new at the end of the turn, when all ships age by one."""
    result = before(yard(ma), order)
    starbase = base_of(result, "New")
    assert (starbase.tonnage, starbase.age) == (tons, -1)
    assert result.ship("Human", "Barrel of Monkeys").cargo.get("SU", 0) == left
    [event] = result.events("Human", "starbase-assembled")
    assert event.data["tons"] == 10_000 * tons


@pytest.mark.rule("FH-SU-006")
@pytest.mark.parametrize(("ma", "number"), [(1, ""), (1, "1 "), (3, "2 "), (13, "7 ")])
def test_a_new_starbase_beyond_the_limit_is_refused(ma, number):
    refused(yard(ma), f"BASE {number}TR16 Barrel of Monkeys, BAS New", "too-large")


@pytest.mark.rule("FH-SU-005", "FH-SU-006", "FH-SU-007")
@pytest.mark.parametrize(("ma", "tons"), [(11, None), (12, 60_000), (13, 60_000), (14, 70_000)])
def test_an_enlarged_starbase_is_told_with_its_size(ma, tons):
    ships = {"BAS Fort": {"at": "Mars", "tons": 50_000, "age": 12}}
    game, order = yard(ma, ships), "BASE TR16 Barrel of Monkeys, BAS Fort"
    if tons is None:
        refused(game, order, "too-large")
        return
    result = before(game, order)
    assert 10_000 * base_of(result, "Fort").tonnage == tons
    assert f"    Size of BAS Fort was increased to {tons:,} tons." in result.log("Human")
    assert base_of(result, "Fort").age == {60_000: 59 // 6, 70_000: 58 // 7}[tons]


@pytest.mark.rule("FH-SU-003", "FH-SU-004")
@pytest.mark.parametrize("place", ["12 13 10", "9 9 9", "10 10 10"])
def test_a_new_starbase_is_in_orbit_wherever_there_are_planets(place):
    refused(yard(at=place), "BASE TR16 Barrel of Monkeys, BAS New", "deep-space")
    starbase = base_of(
        before(yard(at=f"{place} #1"), "BASE TR16 Barrel of Monkeys, BAS New"), "New"
    )
    assert (str(starbase.place), starbase.where) == (f"{place} #1", ShipLocation.ORBIT)


@pytest.mark.rule("FH-SU-004")
def test_no_starbase_is_built_in_the_deep_space_of_a_star_system():
    refused(yard(at="12 13 10"), "BASE TR16 Barrel of Monkeys, BAS Deep Space 3", "deep-space")


@pytest.mark.rule("FH-SU-005")
def test_an_existing_starbase_is_enlarged_from_anywhere_in_its_sector():
    ships = {"BAS Deep Space 3": {"at": "12 13 10", "tons": 50000}}
    order = "BASE 2 TR16 Barrel of Monkeys, BAS Deep Space 3"
    assert base_of(before(yard(ships=ships), order)).tonnage == 7
    refused(yard(ships=ships), order, "deep-space", **AS_IN_1999)
    refused(yard(ships=ships, at="Earth"), order, "different-sectors")


@pytest.mark.rule("FH-SU-006", "FH-BAS-002")
@pytest.mark.parametrize("example", examples("FH-SU-006"), ids=str)
def test_a_starbase_grows_up_to_its_limit(example):
    inputs, expected = example.given, example.expect
    ships = {"BAS Deep Space 3": {"at": "Mars", "tons": inputs["tonnage_before"]}}
    game = yard(inputs["ma"], ships, cargo={"SU": inputs["units"]})
    order = f"BASE {inputs['n']} TR16 Barrel of Monkeys, BAS Deep Space 3"
    if expected.get("rejected"):
        refused(game, order, "too-large")
        return
    result = before(game, order)
    assert 10_000 * base_of(result).tonnage == expected["tonnage"]
    assert result.ship("Human", "Barrel of Monkeys").cargo == {"SU": expected["units_left"]}


@pytest.mark.rule("FH-SU-006")
def test_a_starbase_at_its_limit_does_not_grow():
    ships = {"BAS Deep Space 3": {"at": "Mars", "tons": 100000}}
    refused(yard(20, ships), "BASE TR16 Barrel of Monkeys, BAS Deep Space 3", "too-large")


@pytest.mark.rule("FH-SU-007", "FH-AGE-003")
@pytest.mark.parametrize("example", examples("FH-SU-007", "FH-AGE-003"), ids=str)
def test_the_age_of_a_starbase_is_that_of_its_parts(example):
    inputs = example.given
    before_, added = inputs.get("tonnage_before", inputs.get("tonnage")), inputs["added"] // 10_000
    ships = (
        {"BAS Deep Space 3": {"at": "Mars", "tons": before_, "age": inputs["age"]}}
        if before_
        else {}
    )
    result = before(
        yard(ships=ships, cargo={"SU": added}), "BASE TR16 Barrel of Monkeys, BAS Deep Space 3"
    )
    expected = example.expect.get("age_after", example.expect.get("age_at_once"))
    assert base_of(result).age == expected


@pytest.mark.rule("FH-SU-002")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("BASE 8 TR16 Barrel of Monkeys, BAS New", "too-few-units"),
        ("BASE PL Mars, BAS New", "too-few-units"),
        ("BASE DD Dawson, BAS New", "too-few-units"),
        ("BASE 7 TR16 Barrel of Monkeys, BAS Barrel of Monkeys", "name-in-use"),
        ("BASE 7 TR16 Barrel of Monkeys, BAS dawson", "name-in-use"),
        ("BASE 7 TR16 Barrel of Monkeys, DD Dawson", "no-starbase"),
        ("BASE 7 TR16 Barrel of Monkeys, DD New", "no-starbase"),
        ("BASE 7 TR16 Barrel of Monkeys, New", "no-starbase"),
        ("BASE 7 TR16 Barrel of Monkeys", "no-starbase"),
        ("BASE 7 TR16 Barrel of Monkeys, BAS", "no-name"),
        ("BASE 7 TR16 Barrel of Monkeys, BAS 7 of 9", "name-starts-with-digit"),
        ("BASE 7 TR16 Nobody at all, BAS New", "unknown-place"),
        ("BASE", "unknown-place"),
        ("BASE 7", "unknown-place"),
        ("BASE -7 TR16 Barrel of Monkeys, BAS New", "negative-number"),
        ("BASE 1 TR50 Gone, BAS New", "in-transit"),
        ("BASE 1 TR50 Hull, BAS New", "under-construction"),
    ],
)
def test_starbases_that_cannot_be_built_are_refused(order, code):
    ships = {
        "DD Dawson": {"at": "Mars"},
        "TR50 Hull": {"at": "Earth", "status": "building", "unpaid": 9, "cargo": {"SU": 1}},
        "TR50 Gone": {"at": "9 9 9", "status": "forced", "to": "3 3 3", "cargo": {"SU": 1}},
    }
    refused(yard(ships=ships), order, code)


@pytest.mark.rule("FH-SU-005", "FH-CMD-003")
def test_a_starbase_whose_name_begins_with_a_digit_grows_but_none_is_founded():
    order = "BASE TR16 Barrel of Monkeys, BAS 7 of 9"
    older = yard(ships={"BAS 7 of 9": {"at": MARS, "tons": 50_000}})
    assert base_of(before(older, order), "7 of 9").tonnage == 12
    assert base_of(before(yard(), order, habits=("allow_leading_digits",)), "7 of 9").tonnage == 7


@pytest.mark.rule("FH-SU-002", "FH-ORDER-013")
def test_base_is_no_order_after_arrival():
    misplaced("BASE TR16 Barrel of Monkeys, BAS New", "post-arrival")


@pytest.mark.rule("FH-NAME-001", "FH-NAME-006")
def test_the_name_of_a_new_starbase_is_cut_and_kept_as_it_was_first_written():
    name = "Deep SPACE three and a half of them"
    source = "TR16 Barrel of Monkeys"
    orders = f"BASE 3 {source}, BAS {name}\nBASE 2 {source}, BAS {name.lower()}"
    assert base_of(before(yard(), orders), name[:31].rstrip()).tonnage == 5


def test_a_new_starbase_takes_the_last_empty_slot():
    game = yard(
        ships={"DD One": {"at": "Mars"}, "DD Two": {"at": "Mars"}, "DD Three": {"at": "Mars"}}
    )
    ships = game.empire("Human").ships
    ships[1] = ships[2] = None
    result = before(game, "BASE TR16 Barrel of Monkeys, BAS New")
    assert [s.name if s else "" for s in result.species("Human").ships][1:] == ["", "New", "Three"]


@pytest.mark.rule("FH-AGE-003", "FH-SU-007")
@pytest.mark.parametrize(("tons", "age"), [(100, 20), (10, 40), (2, 9), (3, -1), (3, 0)])
def test_a_starbase_is_no_younger_for_growing_in_parts(tons, age):
    ships = {"BAS Fort": {"at": "Mars", "tons": 10_000 * tons, "age": age}}
    game = yard(ma=400, ships=ships, cargo={"SU": 14})
    at_once = base_of(before(game, "BASE 14 TR16 Barrel of Monkeys, BAS Fort"), "Fort")
    one_by_one = "BASE 1 TR16 Barrel of Monkeys, BAS Fort"
    in_parts = base_of(before(game, "\n".join([one_by_one] * 14)), "Fort")
    assert (in_parts.age, in_parts.age_rest) == (at_once.age, at_once.age_rest)
    for version, ways in (("1.0.0", {}), ("1.1.0", AS_IN_1999)):
        game.version = version
        rounded = base_of(before(game, "\n".join([one_by_one] * 14), **ways), "Fort")
        assert rounded.age == age - 14 or tons < 100
        assert rounded.age_rest == 0
