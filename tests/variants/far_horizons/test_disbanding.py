"""DISBAND and DESTROY: giving up colonies and ships."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    BEFORE,
    MARS,
    after,
    before,
    humans,
    misplaced,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import step
from variants.far_horizons.model import ShipLocation, Status

DISBAND = "DISBAND PL Mars"


def mars(ships=None, **fields):
    return humans(
        planets={"Mars": {"at": MARS, **fields}, "Moon": {"at": "12 13 10 #1"}}, ships=ships or {}
    )


@pytest.mark.rule("FH-DISBAND-001", "FH-DISBAND-002")
@pytest.mark.parametrize("example", examples("FH-DISBAND-002"), ids=str)
def test_bases_become_colonists_and_half_of_their_units_at_once(example):
    game = mars(**example.given, items={"CU": 3, "RM": 5})
    result = before(game, DISBAND)
    colony = result.colony("Human", "Mars")
    units = {item: colony.items.get(item, 0) for item in ("CU", "IU", "AU")}
    assert units == {**example.expect, "CU": example.expect["CU"] + 3}
    assert (colony.base, colony.items["RM"], colony.has(Status.DISBANDED)) == (0, 5, True)
    assert result.log("Human").endswith("    The colony on PL Mars was ordered to disband.")


@pytest.mark.rule("FH-DISBAND-007")
def test_a_planet_that_has_only_a_name_may_be_disbanded():
    assert before(mars(), DISBAND).colony("Human", "Mars").has(Status.DISBANDED)


@pytest.mark.rule("FH-DISBAND-001", "FH-SIEGE-028")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DISBAND PL Earth", "home-planet"),
        ("DISBAND PL Nowhere at all", "unknown-planet"),
        ("DISBAND Mars", "unknown-planet"),
        ("DISBAND", "unknown-planet"),
    ],
)
def test_planets_that_cannot_be_disbanded_stay(order, code):
    refused(mars(mining_base=5.0), order, code)


@pytest.mark.rule("FH-DISBAND-001", "FH-SIEGE-028")
@pytest.mark.parametrize("siege", [1, 95, -40])
def test_a_besieged_colony_is_not_disbanded(siege):
    refused(mars(mining_base=5.0, siege=siege), DISBAND, "besieged")


def test_a_colony_is_disbanded_only_once():
    refused(mars(mining_base=5.0, disbanded=True), DISBAND, "disbanded")


@pytest.mark.rule("FH-DISBAND-001", "FH-ORDER-013")
def test_disband_is_no_order_after_arrival():
    misplaced(DISBAND, AFTER)


SALVAGE = {
    "DD Down": {"at": "Mars", "status": "landed", "cargo": {"RM": 2}},
    "TR5 Hull": {"at": "Mars", "status": "building", "unpaid": 9},
    "BAS Fort": {"at": "Mars", "tons": 50000, "cargo": {"RM": 3}},
    "DD Up": {"at": "Mars"},
}


@pytest.mark.rule("FH-DISBAND-003", "FH-DISBAND-004")
@pytest.mark.parametrize(
    "order", ["ORBIT DD Down, 1", "DEEP DD Down", "LAND DD Down, PL Mars", "ORBIT BAS Fort, 1"]
)
def test_salvage_may_not_be_moved(order):
    game = mars(SALVAGE, mining_base=5.0, disbanded=True, population=5)
    for phase in (BEFORE, AFTER):
        refused(game, order, "salvage", phase)


@pytest.mark.rule("FH-DISBAND-003", "FH-DISBAND-004")
def test_ships_to_be_saved_must_be_moved_before_the_order():
    game = mars(SALVAGE, mining_base=5.0)
    saved = before(game, f"ORBIT DD Down, PL Mars\n{DISBAND}")
    assert saved.ship("Human", "Down").where == ShipLocation.ORBIT
    late = before(game, f"{DISBAND}\nORBIT DD Down, PL Mars")
    assert late.ship("Human", "Down").where == ShipLocation.LANDED
    assert late.codes("Human") == ["salvage"]
    assert before(late.game, "ORBIT DD Up, 1").ship("Human", "Up").place.orbit == 1


@pytest.mark.rule("FH-DISBAND-003")
def test_a_ship_that_lands_later_is_salvage_as_well():
    game = mars(SALVAGE, mining_base=5.0)
    result = before(game, f"{DISBAND}\nLAND DD Up, PL Mars\nORBIT DD Up, PL Mars")
    assert result.ship("Human", "Up").where == ShipLocation.LANDED
    assert result.codes("Human") == ["salvage"]


@pytest.mark.rule("FH-DISBAND-004")
def test_in_1999_a_landing_elsewhere_saved_a_ship():
    planets = {"Mars": {"at": "10 10 10 #2", "mining_base": 1.0}}
    game = humans(planets=planets, ships={"DD Down": {"at": "Mars", "status": "landed"}})
    orders = f"{DISBAND}\nLAND DD Down, PL Earth"
    assert before(game, orders).codes("Human") == ["salvage"]
    old = before(game, orders, **AS_IN_1999)
    assert old.ship("Human", "Down").place.orbit == 3


@pytest.mark.rule("FH-DISBAND-005")
@pytest.mark.parametrize("run", [before, after])
def test_a_disbanded_planet_and_salvage_still_give_and_get_items(run):
    game = mars(SALVAGE, disbanded=True, items={"CU": 4})
    orders = """TRANSFER 4 CU PL Mars, DD Up
        TRANSFER 1 RM DD Down, DD Up
        TRANSFER 3 RM BAS Fort, DD Up
        TRANSFER 2 CU DD Up, BAS Fort"""
    result = run(game, orders)
    assert not result.remarks("Human")
    assert result.ship("Human", "Up").cargo == {"CU": 2, "RM": 4}


@pytest.mark.rule("FH-DISBAND-008")
def test_a_disbanded_planet_has_no_base_left_to_produce():
    colony = before(mars(mining_base=21.3, manufacturing_base=9.9), DISBAND).colony("Human", "Mars")
    assert (colony.mining_base, colony.manufacturing_base) == (0, 0)


# --- DESTROY --------------------------------------------------------------------------------------


@pytest.mark.rule("FH-DESTROY-001")
def test_a_ship_and_its_cargo_are_gone_at_once_for_nothing():
    [example] = examples("FH-DESTROY-001")
    ships = {"CTS Billy Joe Bob": {"at": "Earth", "cargo": {"RM": 2}}, "DD Dawson": {"at": "Earth"}}
    game = humans(treasury=example.given["treasury"], ships=ships)
    for run in (before, after):
        result = run(game, example.given["order"])
        assert bool(result.ship("Human", "Billy Joe Bob")) == example.expect["ship_exists"]
        assert result.species("Human").treasury == example.expect["treasury_after"]
        assert not result.ledger
        assert result.log("Human").endswith("    CTS Billy Joe Bob was destroyed.")
        assert [s.name if s else "" for s in result.species("Human").ships] == ["", "Dawson"]


@pytest.mark.rule("FH-DESTROY-002")
@pytest.mark.parametrize(
    "ship",
    [
        {"at": "3 3 3"},
        {"at": "Earth", "status": "building", "unpaid": 9},
        {"at": "3 3 3", "status": "forced", "to": "9 9 9"},
        {"at": "15 10 10 #3"},
    ],
    ids=str,
)
def test_a_ship_is_destroyed_wherever_it_is(ship):
    assert (
        before(humans(ships={"TR5 Mule": ship}), "DESTROY TR5 Mule").ship("Human", "Mule") is None
    )
    fort = {"BAS Fort": {"at": "3 3 3", "tons": 10000}}
    assert before(humans(ships=fort), "DESTROY BAS Fort").ship("Human", "Fort") is None


@pytest.mark.rule("FH-DESTROY-001")
@pytest.mark.parametrize(
    "order",
    ["DESTROY DD Dawsom", "DESTROY DD Claw", "DESTROY CT Dawson", "DESTROY", "DESTROY Dawson"],
)
def test_only_a_ship_that_is_exactly_named_is_destroyed(order):
    game = humans({"ships": {"DD Claw": {"at": "Kronos"}}},
                  ships={"DD Dawson": {"at": "Earth"}})  # fmt: skip
    refused(game, order, "unknown-ship")


@pytest.mark.rule("FH-DESTROY-001")
def test_in_1999_too_only_a_ship_that_is_exactly_named_is_destroyed():
    game = humans(ships={"DD Dawson": {"at": "Earth"}})
    assert warned(before(game, "LAND DD Dawsom", **AS_IN_1999)) == ["misspelt-name"]
    refused(game, "DESTROY DD Dawsom", "unknown-ship", **AS_IN_1999)


@pytest.mark.rule("FH-DESTROY-001")
def test_destroy_belongs_before_departure_and_after_arrival():
    result = step(
        "jumps", humans(ships={"DD Dawson": {"at": "Earth"}}), {"Human": "DESTROY DD Dawson"}
    )
    assert result.codes("Human") == ["wrong-section"]
    assert result.ship("Human", "Dawson")
