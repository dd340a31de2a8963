"""Refitted ships: their systems, craft and holds, and their later costs."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import (
    add_ship,
    remarks,
    ship,
    variant,
)
from tests.variants.campaign2e.refitted import built, treasury, week, with_ships
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.designs.refits import changed, refit_item_named
from variants.campaign2e.model import Campaign


@pytest.fixture
def game() -> Campaign:
    return with_ships()


@pytest.mark.rule("C2E-16.5-01")
def test_a_ship_keeps_its_damage_and_loses_what_is_taken_out(game) -> None:
    argent = ship(game, "Argent-1")
    argent.out, argent.second_hand, argent.jury_rigged = ["beam3_2", "fc_2"], ["beam2_2"], ["drive"]
    turn = week(game, "REFIT Argent-1 B3/3 TO PT/3\nREFIT Argent-1 B2/3 TO PDS")
    after = ship(turn.game, "Argent-1")
    assert after.out == ["fc_2"]  # of two beams the one that was out has been replaced
    assert (after.second_hand, after.jury_rigged) == ([], ["drive"])
    words = [part.word for part in after.design.parts]
    assert words[:4] == ["B3/3", "PT/3", "B2/3", "PDS"]
    assert {*after.out} <= after.design.system_keys


@pytest.mark.rule("C2E-16.5-01")
def test_systems_of_a_refitted_ship_are_counted_anew() -> None:
    design = by_type("CH")
    old, new = refit_item_named("B3/3"), refit_item_named("PDS")
    keys = changed(design, old, new, 0).keys
    assert "beam3_1" not in keys
    assert (keys["beam3_2"], keys["pds_1"]) == ("beam3_1", "pds_2")
    assert {*keys.values()} | {"pds_1"} == changed(design, old, new, 0).design.system_keys


@pytest.mark.rule("C2E-16.5-01")
def test_work_on_a_ship_goes_on_under_the_new_keys(game) -> None:
    leviathan = ship(game, "Leviathan-1")
    leviathan.out = ["beam4_2"]
    turn = week(game, "REPAIR Leviathan-1 B4/2")
    assert ship(turn.game, "Leviathan-1").out == ["beam4_2"]
    turn = week(turn.game, "REFIT Leviathan-1 B4/2 TO PDS")
    assert remarks(turn, "Ada") == []
    after = ship(turn.game, "Leviathan-1")
    assert (after.out, [p.word for p in after.design.parts].count("B4/2")) == ([], 1)


@pytest.mark.rule("C2E-16.5-03")
def test_maintenance_follows_the_new_value(game) -> None:
    economy = variant().economy
    built(game, "TYPE CH MASS 90 HULL 20 ARMOUR 0 THRUST 4 FTL WITH RACK, FC")
    before = economy.upkeep(ship(game, "Mine-1").design).weaponry
    turn = week(game, "REFIT Mine-1 RACK TO RACK-ER")
    assert economy.upkeep(ship(turn.game, "Mine-1").design).weaponry == before + 3 * 3
    assert ship(turn.game, "Mine-1").endurance == economy.endurance(
        ship(turn.game, "Mine-1").design
    )


@pytest.mark.rule("C2E-16.5-03")
def test_fighters_of_a_hangar_stay_at_the_world_and_can_come_aboard_again(game) -> None:
    ship(game, "Leviathan-1").fighters = [6]
    turn = week(game, "REFIT Leviathan-1 HANGAR TO FREE")
    after = turn.game
    assert (ship(after, "Leviathan-1").fighters, treasury(after)) == ([], 1000)
    assert after.empire("Ada").stores["7,5"].craft == {"standard": 6}
    orders = "REFIT Packhorse-1 CARGO 9 TO HANGAR\nREFIT Packhorse-1 FREE TO FIGHTERS STANDARD"
    turn = week(after, orders)
    assert remarks(turn, "Ada") == []
    assert ship(turn.game, "Packhorse-1").fighters == [6]
    assert turn.game.empire("Ada").stores["7,5"].craft == {}
    assert treasury(turn.game) == pytest.approx(1000 - 32.4)
    turn = week(game, orders)
    assert treasury(turn.game) == pytest.approx(1000 - 32.4 - 18)


@pytest.mark.rule("C2E-16.5-03")
def test_craft_that_come_aboard_go_ashore_again_if_the_work_stops(game) -> None:
    game.empire("Ada").store("7,5").craft = {"standard": 6}
    ship(game, "Leviathan-1").design = by_type("SDN")
    orders = "REFIT Packhorse-1 CARGO 9 TO HANGAR\nREFIT Packhorse-1 FREE TO FIGHTERS STANDARD"
    turn = week(game, orders + "\nMOVE g1 TO 7,6")
    assert turn.game.empire("Ada").stores["7,5"].craft == {"standard": 6}
    assert (turn.game.empire("Ada").jobs, treasury(turn.game)) == ([], 1000)


@pytest.mark.rule("C2E-16.5-01")
def test_bays_and_magazines_take_their_load_with_them(game) -> None:
    add_ship(game, game.groups[0], "AL")
    add_ship(game, game.groups[0], "BC")
    turn = week(game, "REFIT Breaker-1 BAY 40 TO BAY 20\nREFIT Tempest-1 MAG 6 TO MAG 4")
    assert remarks(turn, "Ada") == []
    assert ship(turn.game, "Breaker-1").dropships == 20
    assert turn.game.empire("Ada").stores["7,5"].craft == {"dropships": 20}
    assert ship(turn.game, "Tempest-1").salvoes == 2


@pytest.mark.rule("C2E-11.3.2-01")
def test_ships_that_were_refitted_alike_are_identical(game) -> None:
    add_ship(game, game.groups[0], "CH")
    orders = "REFIT {0} B3/3 TO RACK\nREFIT {0} FREE TO PDS\n"
    turn = week(game, orders.format("Argent-1") + orders.format("Argent-2"))
    design, other = ship(turn.game, "Argent-1").design, ship(turn.game, "Argent-2").design
    assert design == other != by_type("CH")
    back = "REFIT Argent-1 RACK TO FREE\nREFIT Argent-1 PDS TO FREE\nREFIT Argent-1 FREE TO B3/3"
    turn = week(turn.game, back)
    assert sorted(p.word for p in ship(turn.game, "Argent-1").design.parts) == sorted(
        p.word for p in by_type("CH").parts
    )


@pytest.mark.rule("C2E-16.5-01")
@pytest.mark.parametrize(
    ("load", "supply", "spares"),
    [
        ("FUEL 30 CREW 26", (2_000, 2_600, 0), {}),
        ("CREW 6 WEAPONRY 50", (0, 0, 4_600), {}),
        ("FUEL 2 SPARES B3/3 9", (0, 0, 0), {"B3/3": 7}),
        ("FUEL 30", (3_000, 0, 0), {}),
    ],
)
def test_what_was_loaded_meanwhile_goes_ashore_as_far_as_room_is_missing(
    game, load, supply, spares
) -> None:
    game.empire("Ada").store("7,5").spares = {"B3/3": 9}
    turn = week(game, "REFIT Packhorse-1 CARGO 10 TO SCREEN-2")
    turn = week(turn.game, f"LOAD Packhorse-1 {load}")
    assert remarks(turn, "Ada") == []
    after = ship(turn.game, "Packhorse-1")
    assert after.design.cargo == 46
    assert (after.fuel, after.crew, after.weaponry) == supply
    assert after.spares == spares
    left = turn.game.empire("Ada").stores["7,5"].spares
    assert left.get("B3/3", 0) == 9 - spares.get("B3/3", 0)


@pytest.mark.rule("C2E-16.5-01", "C2E-11.4-02")
def test_a_repair_of_the_same_week_finds_its_part_under_the_new_key(game) -> None:
    ship(game, "Leviathan-1").out = ["beam3_2", "beam3_3"]
    turn = week(game, "REFIT Leviathan-1 B3/3 TO PDS\nREPAIR Leviathan-1 B3/3")
    assert remarks(turn, "Ada") == []
    assert ship(turn.game, "Leviathan-1").out == []


@pytest.mark.rule("C2E-16.5-01")
def test_equal_parts_are_refitted_one_after_the_other(game) -> None:
    turn = week(game, "REFIT Leviathan-1 B3/3 TO PDS\n" * 3)
    assert remarks(turn, "Ada") == []
    words = [part.word for part in ship(turn.game, "Leviathan-1").design.parts]
    assert (words.count("B3/3"), words.count("PDS")) == (0, 7)
