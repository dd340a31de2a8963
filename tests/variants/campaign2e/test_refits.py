"""Refits: cost, weight, duration, and refusals."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    fleet,
    remarks,
    ship,
)
from tests.variants.campaign2e.refitted import built, codes, treasury, week, with_ships
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.designs.refits import is_similar, refit_item_named
from variants.campaign2e.model import Campaign

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    return with_ships()


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
    ("first", "other", "alike"),
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
def test_groups_of_similar_systems(first, other, alike) -> None:
    parts = [refit_item_named(word).part for word in (first, other)]
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
    inputs = example.given
    words = "TYPE BC MASS 100 HULL 10 ARMOUR 40 THRUST 4 FTL"
    vessel = built(game, words)
    assert (vessel.design.mass, vessel.design.used_mass) == (
        inputs["design_weight"],
        inputs["actual"],
    )
    turn = week(game, f"REFIT Mine-1 FREE TO CARGO {inputs['refit_adds']}")
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
