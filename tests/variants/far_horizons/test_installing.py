"""INSTALL and UNLOAD: colonists and their units become a colony's base."""

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
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.model import ShipLocation

D = "Dickory Dock"
AIR = {"LS": 12}


def colony_with(name=D, **items):
    return humans(techs=AIR, planets={name: {"at": MARS, "items": items}})


def stock(example):
    return {item: example[item.lower()] for item in ("CU", "IU", "AU") if item.lower() in example}


# --- INSTALL --------------------------------------------------------------------------------------


@pytest.mark.rule("FH-INST-007", "FH-INST-003", "FH-INST-004", "FH-ZERO-001")
@pytest.mark.parametrize("example", examples("FH-INST-007"), ids=str)
def test_units_are_installed_as_far_as_there_are_units_and_colonists(example):
    inputs, expected = example.given, example.expect
    game = colony_with(**stock(inputs))
    if expected.get("accepted") is False:
        refused(game, inputs["order"], "no-colonists")
        return
    result = before(game, inputs["order"])
    colony = result.colony("Human", D)
    for item in ("cu", "iu", "au"):
        assert colony.items.get(item.upper(), 0) == expected.get(item, 0)
    added = 10 * expected.get("mining_base_added", 0)
    assert colony.mining_units.installing == round(added)
    added = 10 * expected.get("manufacturing_base_added", 0)
    assert colony.manufacturing_units.installing == round(added)
    assert bool(warned(result)) == expected.get("warning", False)


@pytest.mark.rule("FH-INST-003")
def test_a_mining_unit_and_a_colonist_are_used_up_for_a_tenth_of_mining_base():
    [example] = examples("FH-INST-003")
    inputs = example.given
    result = before(
        colony_with(CU=inputs["cu"], IU=inputs["iu"]), f"INSTALL {inputs['install']} IU PL {D}"
    )
    colony = result.colony("Human", D)
    assert colony.items == {"CU": example.expect["cu"]}
    assert colony.mining_units.installing / 10 == example.expect["mining_base"]


@pytest.mark.rule("FH-INST-004")
def test_a_manufacturing_unit_and_a_colonist_are_used_up_for_a_tenth_of_manufacturing_base():
    [example] = examples("FH-INST-004")
    inputs = example.given
    result = before(
        colony_with(CU=inputs["cu"], AU=inputs["au"]), f"INSTALL {inputs['install']} AU PL {D}"
    )
    colony = result.colony("Human", D)
    assert colony.items == {}
    assert colony.manufacturing_units.installing / 10 == example.expect["manufacturing_base"]


@pytest.mark.rule("FH-INST-005")
def test_units_leave_the_stock_at_once_and_the_base_grows_when_the_turn_ends():
    result = before(colony_with(CU=22, IU=22), f"INSTALL 22 IU PL {D}")
    colony = result.colony("Human", D)
    assert (colony.items, colony.mining_base, colony.mining_units.installing) == ({}, 0, 22)
    assert colony.populated


@pytest.mark.rule("FH-INST-005")
def test_an_installation_is_told_in_the_singular_and_in_the_plural():
    log = before(colony_with(CU=9, IU=1, AU=8), f"INSTALL PL {D}").log("Human")
    assert f"    Installation of 1 Colonial Mining Unit began on PL {D}." in log
    assert f"    Installation of 8 Colonial Manufacturing Units began on PL {D}." in log


@pytest.mark.rule("FH-CMD-007")
@pytest.mark.parametrize("example", examples("FH-CMD-007"), ids=str)
def test_all_units_are_installed_mining_units_first(example):
    inputs, expected = example.given, example.expect
    game = colony_with("Mars", **{item: inputs[item] for item in ("CU", "IU", "AU")})
    colony = before(game, inputs["order"]).colony("Human", "Mars")
    assert colony.mining_units.installing == round(10 * expected["mining_base_gain"])
    assert colony.manufacturing_units.installing == round(10 * expected["manufacturing_base_gain"])
    assert colony.items.get("CU", 0) == expected["CU_left"]
    assert colony.items.get("AU", 0) == expected.get("AU_left", 0)


@pytest.mark.rule("FH-ZERO-004")
def test_zero_installs_as_many_units_as_have_colonists_without_a_warning():
    example = examples("FH-ZERO-004")[1]
    game = colony_with("Mars", IU=example.given["IU"], CU=example.given["CU"])
    result = before(game, example.given["order"])
    assert result.colony("Human", "Mars").mining_units.installing == example.expect["installed"]
    assert not warned(result)


@pytest.mark.rule("FH-ZERO-004")
@pytest.mark.parametrize("items", [{}, {"CU": 5}, {"IU": 5}], ids=str)
def test_zero_of_nothing_does_nothing_and_is_noted(items):
    game = colony_with("Mars", **items)
    result = before(game, "INSTALL 0 IU PL Mars")
    assert result.game == game
    assert warned(result) == ["nothing-done"]
    assert result.log("Human") == "\nPre-departure orders:"


@pytest.mark.rule("FH-CMD-016")
@pytest.mark.parametrize("order", ["INSTALL 3 IU PL Mars", "INSTALL 3 IU, PL Mars"])
def test_a_comma_behind_the_class_of_units_is_ignored(order):
    result = before(colony_with("Mars", IU=3, CU=3), order)
    assert result.colony("Human", "Mars").mining_units.installing == 3


@pytest.mark.rule("FH-INST-007")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("INSTALL 3 RM PL Mars", "unknown-item"),
        ("INSTALL 3 QQ PL Mars", "unknown-item"),
        ("INSTALL 3", "unknown-item"),
        ("INSTALL 3 IU", "unknown-planet"),
        ("INSTALL 3 IU PL Nowhere at all", "unknown-planet"),
        ("INSTALL 3 IU Mars", "unknown-planet"),
        ("INSTALL", "unknown-planet"),
        ("INSTALL -3 IU PL Mars", "negative-number"),
        ("INSTALL 3 AU PL Mars", "no-items"),
    ],
)
def test_installing_what_cannot_be_installed_is_refused(order, code):
    refused(colony_with("Mars", IU=3, CU=3), order, code)


@pytest.mark.rule("FH-CMD-007")
@pytest.mark.rule("FH-INST-007")
def test_there_is_nothing_to_install_without_units_or_without_colonists():
    for items in ({}, {"CU": 3}, {"IU": 3}):
        refused(colony_with("Mars", **items), "INSTALL PL Mars", "no-items")


@pytest.mark.rule("FH-INST-007")
def test_units_aboard_ships_are_not_installed():
    ship = {"TR5 Mover": {"at": "Mars", "cargo": {"CU": 5, "IU": 5}}}
    game = humans(techs=AIR, planets={"Mars": {"at": MARS}}, ships=ship)
    refused(game, "INSTALL 5 IU PL Mars", "no-items")


@pytest.mark.rule("FH-INST-007", "FH-ORDER-013")
@pytest.mark.parametrize("order", ["INSTALL PL Mars", "UNLOAD TR5 Mover"])
def test_nothing_is_installed_after_arrival(order):
    misplaced(order, "post-arrival")


@pytest.mark.rule("FH-INST-008", "FH-INST-009")
def test_colonists_must_be_there_before_the_order_that_uses_them():
    ship = {"TR7 X": {"at": "Mars", "cargo": {"CU": 50}}}
    game = humans(techs=AIR, planets={"Mars": {"at": MARS, "items": {"IU": 22}}}, ships=ship)
    install, bring = "INSTALL 22 IU PL Mars", "TRANSFER 50 CU TR7 X, PL Mars"
    early = before(game, f"{install}\n{bring}")
    assert early.colony("Human", "Mars").items == {"IU": 22, "CU": 50}
    assert early.codes("Human") == ["no-colonists"]
    late = before(game, f"{bring}\n{install}")
    assert late.colony("Human", "Mars").items == {"CU": 28}


# --- settlement rights ----------------------------------------------------------------------------


@pytest.mark.rule("FH-COL-002")
def test_nothing_is_installed_on_a_healthy_home_planet():
    game = humans(planets={"Earth": {"items": {"CU": 5, "IU": 5}}})
    result = refused(game, "INSTALL 5 IU PL Earth", "healthy-home")
    assert "!!! Installation not allowed on a healthy home planet!" in result.log("Human")


@pytest.mark.rule("FH-COL-002", "FH-BOMB-005", "FH-COL-005")
@pytest.mark.parametrize("example", examples("FH-COL-005"), ids=str)
def test_a_bombed_home_planet_takes_units_until_it_is_what_it_was(example):
    inputs = example.given
    count = inputs["install_units"]
    earth = {
        "mining_base": inputs["base"] - 50, "manufacturing_base": 50.0,
        "items": {"CU": count, "IU": count},
    }  # fmt: skip
    game = humans(planets={"Earth": earth}, undamaged_base=inputs["former_base"])
    if not example.expect["accepted"]:
        refused(game, f"INSTALL {count} IU PL Earth", "healthy-home")
        return
    result = before(game, f"INSTALL {count} IU PL Earth")
    home = result.colony("Human", "Earth")
    assert (home.base + home.mining_units.installing) / 10 == example.expect["base"]


@pytest.mark.rule("FH-COL-002", "FH-BOMB-005", "FH-COL-005")
def test_a_bombed_home_planet_takes_no_more_than_the_rest_of_its_base():
    earth = {"mining_base": 99.0, "manufacturing_base": 50.0, "items": {"CU": 30, "IU": 6, "AU": 9}}
    game = humans(planets={"Earth": earth}, undamaged_base=150.0)
    result = before(game, "INSTALL 8 AU PL Earth\nINSTALL PL Earth\nINSTALL 1 IU PL Earth")
    home = result.colony("Human", "Earth")
    assert (home.mining_units.installing, home.manufacturing_units.installing) == (2, 8)
    assert home.items == {"CU": 20, "IU": 4, "AU": 1}
    assert result.codes("Human") == ["healthy-home"]


@pytest.mark.rule("FH-COL-003", "FH-COL-004")
def test_an_inhabited_home_planet_of_others_cannot_be_colonized():
    kronos = {"Deathstar": {"at": "15 10 10 #3", "items": {"CU": 5, "IU": 5}}}
    ship = {"TR5 Mover": {"at": "Deathstar", "cargo": {"CU": 5}}}
    game = humans(planets=kronos, ships=ship)
    refused(game, "INSTALL 5 IU PL Deathstar", "alien-home")
    refused(game, "UNLOAD TR5 Mover", "alien-home")
    dead = {"mining_base": 0, "manufacturing_base": 0, "population": 0}
    empty = humans({"planets": {"Kronos": dead}}, planets=kronos, ships=ship)
    assert (
        before(empty, "UNLOAD TR5 Mover").colony("Human", "Deathstar").mining_units.installing == 5
    )


@pytest.mark.rule("FH-COL-003", "FH-COL-004", "FH-OCC-003", "FH-INST-007", "FH-INST-008")
@pytest.mark.parametrize("count", [1, 5])
def test_beside_a_colony_of_others_units_are_installed(count):
    lair = {"planets": {"Lair": {"at": MARS, "mining_base": 9.0}}}
    planets = {"Mars": {"at": MARS, "items": {"CU": count, "IU": count}}}
    result = before(humans(lair, techs=AIR, planets=planets), f"INSTALL {count} IU PL Mars")
    colony = result.colony("Human", "Mars")
    assert (colony.mining_units.installing, colony.items) == (count, {})


@pytest.mark.rule("FH-COL-002", "FH-COL-005", "FH-BOMB-005")
@pytest.mark.parametrize(("base", "installed"), [(99.9, 1), (99.8, 2), (100.0, 0)])
def test_a_bombed_home_planet_takes_units_down_to_the_last(base, installed):
    earth = {"mining_base": base, "manufacturing_base": 50.0, "items": {"CU": 2, "IU": 2}}
    game = humans(planets={"Earth": earth}, undamaged_base=150.0)
    if not installed:
        refused(game, "INSTALL 2 IU PL Earth", "healthy-home")
        return
    home = before(game, "INSTALL 2 IU PL Earth").colony("Human", "Earth")
    assert home.mining_units.installing == installed


@pytest.mark.rule("FH-COL-001")
@pytest.mark.parametrize(("item", "settled"), [("CU", True), ("PD", True), ("IU", False)])
def test_a_colony_begins_with_colonists_or_defenders(item, settled):
    ship = {"TR5 Mover": {"at": "Mars", "cargo": {item: 5}}}
    game = humans(techs=AIR, planets={"Mars": {"at": MARS}}, ships=ship)
    result = before(game, f"TRANSFER 5 {item} TR5 Mover, PL Mars")
    assert result.colony("Human", "Mars").populated == settled


@pytest.mark.rule("FH-COL-006", "FH-LSN-001")
@pytest.mark.parametrize(("level", "warning"), [(6, []), (5, ["too-little-life-support"])])
def test_settling_where_life_support_is_too_low_is_done_with_a_warning(level, warning):
    planets = {"Mars": {"at": MARS, "items": {"CU": 5, "IU": 5}}}
    game = humans(techs={"LS": level}, planets=planets)
    result = before(game, "INSTALL 5 IU PL Mars")
    assert result.colony("Human", "Mars").mining_units.installing == 5
    assert warned(result) == warning
    assert warned(before(game, "INSTALL 5 IU PL Mars", **AS_IN_1999)) == warning


@pytest.mark.rule("FH-COL-006")
def test_the_warning_comes_with_colonists_too():
    ship = {"TR5 Mover": {"at": "Mars", "cargo": {"CU": 5, "IU": 5}}}
    game = humans(planets={"Mars": {"at": MARS}}, ships=ship)
    for order in ("TRANSFER 1 CU TR5 Mover, PL Mars", "UNLOAD TR5 Mover"):
        assert warned(before(game, order)) == ["too-little-life-support"]
    assert not warned(before(game, "TRANSFER 1 IU TR5 Mover, PL Mars"))


# --- UNLOAD ---------------------------------------------------------------------------------------


@pytest.mark.rule("FH-INST-010", "FH-CMD-008")
@pytest.mark.parametrize("example", examples("FH-INST-010")[:3], ids=str)
def test_a_ship_is_unloaded_and_all_is_installed_that_can_be(example):
    inputs, expected = example.given, example.expect
    planets = {"Mars": {"at": MARS, "items": inputs["planet"]}}
    ships = {"TR10 Mover": {"at": "Mars", "cargo": {**inputs["ship"], "RM": 3}}}
    result = before(humans(techs=AIR, planets=planets, ships=ships), "UNLOAD TR10 Mover")
    colony = result.colony("Human", "Mars")
    assert colony.mining_units.installing == round(10 * expected["mining_base_added"])
    assert colony.manufacturing_units.installing == round(10 * expected["manufacturing_base_added"])
    assert colony.items == {item: n for item, n in expected["planet"].items() if n}
    assert result.ship("Human", "Mover").cargo == {"RM": 3}


@pytest.mark.rule("FH-INST-010")
def test_unloading_is_told_in_one_sentence():
    ships = {"TR10 Mover": {"at": "Mars", "cargo": {"CU": 50, "IU": 22, "AU": 28}}}
    result = before(
        humans(techs=AIR, planets={"Mars": {"at": MARS}}, ships=ships), "UNLOAD TR10 Mover"
    )
    assert result.log("Human").splitlines()[2:] == [
        "    50 CUs, 22 IUs, and 28 AUs were transferred from TR10 Mover to PL Mars.",
        "      Installation of 22 IUs and 28 AUs began on the planet.",
    ]


@pytest.mark.rule("FH-INST-010")
def test_a_healthy_home_planet_takes_no_units_from_ships():
    example = examples("FH-INST-010")[3]
    ships = {"TR10 Mover": {"at": "Earth", "cargo": {"CU": 10, "IU": 10}}}
    refused(humans(ships=ships), "UNLOAD TR10 Mover", "healthy-home")
    assert example.expect["accepted"] is False


@pytest.mark.rule("FH-INST-010", "FH-COL-005")
def test_a_bombed_home_planet_takes_all_units_and_installs_what_it_lacks():
    ships = {"TR10 Mover": {"at": "Earth", "cargo": {"CU": 10, "IU": 10}}}
    result = before(humans(ships=ships, undamaged_base=150.4), "UNLOAD TR10 Mover")
    home = result.colony("Human", "Earth")
    assert (home.mining_units.installing, home.items) == (4, {"CU": 6, "IU": 6})


@pytest.mark.rule("FH-CMD-008")
def test_a_starbase_and_a_landed_ship_are_unloaded_as_well():
    ships = {
        "BAS Fort": {"at": "Mars", "tons": 20000, "cargo": {"CU": 2, "IU": 1}},
        "TR5 Mover": {"at": "Mars", "status": "landed", "cargo": {"CU": 3, "IU": 3}},
    }
    game = humans(techs=AIR, planets={"Mars": {"at": MARS}}, ships=ships)
    result = before(game, "UNLOAD BAS Fort\nUNLOAD TR5 Mover")
    assert result.colony("Human", "Mars").mining_units.installing == 4


@pytest.mark.rule("FH-INST-010", "FH-CMD-008")
@pytest.mark.parametrize(
    ("ship", "code"),
    [
        ({"at": "12 13 10"}, "not-at-planet"),
        ({"at": "12 13 10 #1"}, "not-at-planet"),
        ({"at": "Earth", "status": "building", "unpaid": 20}, "under-construction"),
        ({"at": "12 13 10", "status": "withdrew", "to": "9 9 9"}, "in-transit"),
    ],
)
def test_a_ship_unloads_only_at_a_named_planet(ship, code):
    game = humans(planets={"Mars": {"at": MARS}}, ships={"TR5 Mover": ship})
    refused(game, "UNLOAD TR5 Mover", code)


@pytest.mark.rule("FH-INST-010", "FH-INST-011")
@pytest.mark.parametrize(
    ("at", "hint"),
    [
        ("12 13 10", "TR5 Mover is in deep space: ORBIT the planet first"),
        ("12 13 10 #1", "TR5 Mover is at planet 1: NAME the planet first"),
    ],
)
def test_a_hint_says_what_has_to_be_done_before_unloading(at, hint):
    result = refused(humans(ships={"TR5 Mover": {"at": at}}), "UNLOAD TR5 Mover", "not-at-planet")
    assert result.remarks("Human")[0].hint == hint


@pytest.mark.rule("FH-INST-010")
@pytest.mark.parametrize(
    "order", ["UNLOAD", "UNLOAD TR5 Nobody at all", "UNLOAD Mover", "UNLOAD TR6 Mover"]
)
def test_unloading_an_unknown_ship_is_refused(order):
    refused(humans(ships={"TR5 Mover": {"at": "Earth"}}), order, "unknown-ship")


@pytest.mark.rule("FH-INST-011", "FH-OCC-003")
@pytest.mark.parametrize("example", examples("FH-INST-011"), ids=str)
def test_a_newly_named_planet_has_to_be_entered_first(example):
    star = {"stars": {"13 24 7": {"planets": [{}, {}, {"temperature": 10, "pressure": 10}]}}}
    ship = {"TR5 No-one Here": {"at": "13 24 7", "cargo": {"CU": 5, "IU": 5}}}
    game = game_with({**star, "species": {"Human": {"techs": AIR, "ships": ship}}})
    result = before(game, "\n".join(example.given["orders"]))
    accepted = example.expect["unload_accepted"]
    assert result.ship("Human", "No-one Here").cargo == ({} if accepted else {"CU": 5, "IU": 5})
    assert result.codes("Human") == ([] if accepted else ["not-at-planet"])
    assert result.ship("Human", "No-one Here").where == (
        ShipLocation.ORBIT if accepted else ShipLocation.DEEP_SPACE
    )
