"""Refits: what they cost, what they weigh, and what becomes of the ship's record."""

from __future__ import annotations

from typing import Any

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    remarks,
    run_without_accounts,
    ship,
    variant,
)
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.designs.reading import design_from
from variants.campaign2e.designs.refits import changed, fit_named, is_similar
from variants.campaign2e.model import Campaign, Ship
from variants.campaign2e.model.ships import new_ship

ALL = ["Mining/Ore", "Food", "Fuel", "Manufactured Goods"]
CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    """Ada's world at 7,5 with g1: an Argent of no free mass, a Leviathan and a Packhorse."""
    made = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    made.empire("Ada").access = list(ALL)
    fleet(made, "Ada", (7, 5), "g1", CH=1, SDN=1, AX=1)
    return made


def built(game: Campaign, words: str) -> Ship:
    """A ship of Ada's own design, "Mine-1", in g1."""
    design = game.empire("Ada").designs["Mine"] = design_from("Mine", words)
    one = new_ship("Ada/99", "Ada", "Mine-1", design, game.groups[0].id)
    one.endurance = variant().economy.endurance(design)
    game.ships.append(one)
    return one


def treasury(game: Campaign) -> float:
    return game.empire("Ada").stock["credits"] / 100


def week(game: Campaign, orders: str = "") -> Any:
    return run_without_accounts(game, Ada=orders)


def codes(turn: Any) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, "Ada")]


@pytest.mark.rule("C2E-16.5-01", "C2E-16.5-02", "C2E-16.5-03", "C2E-16.6-01")
@pytest.mark.parametrize(
    ("parts", "order", "cost"),
    [
        ("B3/1", "B3/1 TO PT/1", 12),
        ("B1/6", "B1/6 TO PDS", 3),
        ("B3/3", "B3/3 TO RACK", 14.4),
        ("B3/3", "B3/3 TO B3/1", 14.4),
        ("HANGAR", "HANGAR TO B4/1", 24),
        ("B4/1", "B4/1 TO HANGAR", 32.4),
        ("B3/1", "HULL 4 TO PT/1", 14.4),
        ("CARGO 9", "CARGO 9 TO HANGAR", 32.4),
        ("RACK", "RACK TO RACK-ER", 18),
        ("SML, MAG 4 x2", "MAG 4 TO RACK", 12),
        ("FC", "FC TO ADFC", 9.6),
        ("B3/1", "FREE TO ARMOUR 1", 2.4),
        ("B3/1", "B3/1 TO FREE", 0),
    ],
)
def test_a_refit_costs_what_its_likeness_says(game, parts, order, cost) -> None:
    words = f"TYPE CH MASS 70 HULL 14 ARMOUR 0 THRUST 4 FTL WITH {parts}"
    free = design_from("Mine", words).free_mass - 1  # one of free mass is left
    built(game, words.replace("HULL 14", f"HULL {14 + free}"))
    turn = week(game, f"REFIT Mine-1 {order}")
    assert remarks(turn, "Ada") == []
    assert treasury(turn.game) == pytest.approx(1000 - cost)


@pytest.mark.rule("C2E-16.5-01")
@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("B3/3", "PDS", True),
        ("NEEDLE", "PT/1", True),
        ("SML", "RACK-ER", True),
        ("FC", "ADFC", True),
        ("SCREEN-1", "SCREEN-2", True),
        ("B3/3", "RACK", False),
        ("SMP", "NEEDLE", False),
        ("SMP", "RACK", False),
        ("ORTILLERY", "B3/1", False),
        ("CARGO 3", "BAY 2", False),
        ("TUG 20", "CARGO 4", False),
    ],
)
def test_groups_of_similar_systems(one, other, alike) -> None:
    parts = [fit_named(word).part for word in (one, other)]
    assert is_similar(*parts) == is_similar(*reversed(parts)) == alike


@pytest.mark.rule("C2E-3.5-03", "C2E-3.5-04")
@pytest.mark.parametrize(
    ("missing", "order", "cost"),
    [
        ("Manufactured Goods", "B1/6 TO PDS", 6),
        ("Mining/Ore", "B1/6 TO PDS", 3),
        ("Mining/Ore", "PT/1 TO ARMOUR 4", 2 * 9.6),
        ("Manufactured Goods", "PT/1 TO ARMOUR 4", 9.6),
    ],
)
def test_refits_cost_double_without_their_resource(game, missing, order, cost) -> None:
    game.empire("Ada").access.remove(missing)
    assert treasury(week(game, f"REFIT Argent-1 {order}").game) == pytest.approx(1000 - cost)


@pytest.mark.rule("C2E-16.5-04")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.5-04"), ids=str)
def test_the_design_weight_is_never_exceeded(game, example) -> None:
    given = example.given
    words = "TYPE BC MASS 100 HULL 10 ARMOUR 40 THRUST 4 FTL"
    one = built(game, words)
    assert (one.design.mass, one.design.used_mass) == (given["design_weight"], given["actual"])
    turn = week(game, f"REFIT Mine-1 FREE TO CARGO {given['refit_adds']}")
    assert codes(turn) == ([] if example.expect["legal"] else ["over-weight"])
    after = ship(turn.game, "Mine-1").design
    assert after.used_mass == (100 if example.expect["legal"] else 80)


@pytest.mark.rule("C2E-16.5-01", "C2E-16.5-04")
def test_refits_ordered_together_are_weighed_one_after_the_other(game) -> None:
    orders = "REFIT Argent-1 B3/3 TO RACK\n" + "REFIT Argent-1 FREE TO PDS\n" * 3
    turn = week(game, orders)
    assert codes(turn) == ["over-weight"]
    words = [part.word for part in ship(turn.game, "Argent-1").design.parts]
    assert (words.count("RACK"), words.count("PDS"), words.count("B3/3")) == (1, 3, 1)
    assert treasury(turn.game) == pytest.approx(1000 - 14.4 - 2 * 3.6)


@pytest.mark.rule("C2E-16.5-01", "C2E-11.4-02")
@pytest.mark.parametrize(
    ("name", "order", "weeks"),
    [
        ("Leviathan-1", "B3/3 TO PDS", 1),
        ("Leviathan-1", "HANGAR TO B4/1", 2),
        ("Leviathan-1", "B4/2 TO PDS", 1),
        ("Leviathan-1", "SCREEN-2 TO SCREEN-1", 1),
        ("Packhorse-1", "CARGO 10 TO SCREEN-2", 2),
        ("Packhorse-1", "CARGO 9 TO HANGAR", 1),
        ("Packhorse-1", "CARGO 9 TO HANGAR\nREFIT Packhorse-1 CARGO 9 TO HANGAR", 2),
    ],
)
def test_the_new_system_says_how_long_a_refit_takes(game, name, order, weeks) -> None:
    before = ship(game, name).design
    turn = week(game, f"REFIT {name} {order}")
    assert remarks(turn, "Ada") == []
    assert (ship(turn.game, name).design == before) == (weeks == 2)
    if weeks == 2:
        turn = week(turn.game)
    assert ship(turn.game, name).design != before
    assert turn.game.empire("Ada").jobs == []


@pytest.mark.rule("C2E-16.5-01")
def test_a_ship_keeps_its_damage_and_loses_what_is_taken_out(game) -> None:
    one = ship(game, "Argent-1")
    one.out, one.second_hand, one.jury_rigged = ["beam3_2", "fc_2"], ["beam2_2"], ["drive"]
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
    old, new = fit_named("B3/3"), fit_named("PDS")
    keys = changed(design, old, new, 0).keys
    assert "beam3_1" not in keys
    assert (keys["beam3_2"], keys["pds_1"]) == ("beam3_1", "pds_2")
    assert {*keys.values()} | {"pds_1"} == changed(design, old, new, 0).design.system_keys


@pytest.mark.rule("C2E-16.5-01")
def test_work_on_a_ship_goes_on_under_the_new_keys(game) -> None:
    one = ship(game, "Leviathan-1")
    one.out = ["beam4_2"]
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
    one, other = ship(turn.game, "Argent-1").design, ship(turn.game, "Argent-2").design
    assert one == other != by_type("CH")
    back = "REFIT Argent-1 RACK TO FREE\nREFIT Argent-1 PDS TO FREE\nREFIT Argent-1 FREE TO B3/3"
    turn = week(turn.game, back)
    assert sorted(p.word for p in ship(turn.game, "Argent-1").design.parts) == sorted(
        p.word for p in by_type("CH").parts
    )


@pytest.mark.rule("C2E-16.5-01")
def test_a_refit_stops_when_the_ship_moves(game) -> None:
    turn = week(game, "REFIT Argent-1 B1/6 TO PDS\nMOVE g1 TO 7,6")
    assert ship(turn.game, "Argent-1").design == by_type("CH")
    assert (turn.game.empire("Ada").jobs, treasury(turn.game)) == ([], 1000)


@pytest.mark.rule("C2E-16.5-01", "C2E-16.5-03", "C2E-16.5-05")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("REFIT Argent-1 B4/2 TO PDS", "unknown-part"),
        ("REFIT Argent-1 LASER TO PDS", "unknown-part"),
        ("REFIT Argent-1 B1/6 TO LASER", "unknown-part"),
        ("REFIT Argent-1 PDS TO PDS", "same-part"),
        ("REFIT Argent-1 FREE TO FREE", "same-part"),
        ("REFIT Argent-1 FREE TO PDS", "over-weight"),
        ("REFIT Leviathan-1 HANGAR TO B4/2", "over-weight"),
        ("REFIT Argent-1 HULL 19 TO CARGO 19", "bad-refit"),
        ("REFIT Argent-1 HULL 27 TO CARGO 27", "bad-refit"),
        ("REFIT Argent-1 B3/3 TO SML", "bad-refit"),
        ("REFIT Argent-1 HULL 1 TO FIGHTERS", "bad-refit"),
        ("REFIT Packhorse-1 CARGO 57 TO FREE", "bad-refit"),
        ("REFIT Argent-1 DRIVE TO FREE", "fixed-part"),
        ("REFIT Argent-1 FREE TO FTL/90", "fixed-part"),
        ("REFIT Nobody-1 PDS TO FREE", "unknown-ship"),
        ("REFIT Argent-2 PDS TO FREE", "no-base"),
        ("REFIT Packhorse-1 CARGO 40 TO FREE", "too-much"),
        ("REFIT Packhorse-2 PDS TO FREE", "leased"),
    ],
)
def test_refits_that_cannot_be_are_refused(game, order, code) -> None:
    fleet(game, "Ada", (7, 6), "away", CH=1)
    ship(game, "Packhorse-1").fuel = 3_000
    add_ship(game, game.groups[0], "AX").leased = True
    turn = week(game, order)
    assert codes(turn) == [code]
    assert (treasury(turn.game), turn.game.empire("Ada").jobs) == (1000, [])


@pytest.mark.rule("C2E-16.5-01")
def test_one_refit_ends_before_another_begins(game) -> None:
    turn = week(game, "REFIT Leviathan-1 HANGAR TO B4/1")
    turn = week(turn.game, "REFIT Leviathan-1 B3/3 TO PDS")
    assert codes(turn) == ["refit-begun"]


@pytest.mark.rule("C2E-16.5-04")
def test_lost_boxes_cannot_be_taken_out(game) -> None:
    ship(game, "Argent-1").armour_lost = 3
    assert codes(week(game, "REFIT Argent-1 ARMOUR 4 TO FREE")) == ["bad-refit"]
    assert codes(week(game, "REFIT Argent-1 ARMOUR 3 TO FREE")) == []


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
