"""Units that cannot move, and fleets that tow them (SC-MOV-004, SC-DES-003)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import chain, place_of, remarks, run, ship, texts
from variants.starcluster.rules.fleets import towing_capacity

#: A tug that tows 60 HS at half of its speed 5.
TUG = "(T)x3 (H)x10 (Ic)x5"


def yard(game, spaces=60):
    return ship(game, "Ada", "1", "Base", "BS2", f"(A)x{spaces}", of_class="Base")


@pytest.mark.rule("SC-MOV-004", "SC-MOV-001")
def test_a_fleet_with_tractors_carries_a_starbase_at_half_its_speed():
    game = chain("1", "2")
    yard(game)
    ship(game, "Ada", "1", "Tugs", "DD", TUG)
    turn = run(game, 3, Ada="TOW Tugs Base-1\nMOVE Tugs 2")
    assert (remarks(turn), place_of(turn, "Tugs")) == ([], "1")

    turn = run(turn.game)
    assert place_of(turn, "Tugs") == "2"
    turn = run(turn.game, 2, Ada="TOW Tugs OFF\nMOVE Tugs 1")
    assert place_of(turn, "Tugs") == "1"
    base = next(unit for unit in turn.game.units if unit.name == "Base-1")
    assert (turn.game.fleet(base.fleet).at, base.towed_by) == ("2", "")


@pytest.mark.rule("SC-DES-003")
def test_a_tractor_of_a_later_generation_tows_more():
    game = chain("1", "2")
    tug = ship(game, "Ada", "1", "Tugs", "DD", "T3 (Ic)x5")

    assert towing_capacity(tug) == 24


@pytest.mark.rule("SC-MOV-004")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("TOW Tugs Nothing", "unknown-unit"),
        ("TOW Tugs OFF", "nothing-in-tow"),
        ("TOW Tugs Swift-1", "has-drives"),
        ("TOW Tugs Far-1", "apart"),
        ("TOW Few Base-1", "too-heavy"),
        ("MOVE Base 2", "no-drives"),
    ],
)
def test_what_cannot_be_towed_is_refused(orders, code):
    game = chain("1", "2")
    yard(game)
    ship(game, "Ada", "1", "Tugs", "DD", TUG)
    ship(game, "Ada", "1", "Few", "DD", "(T)x2 (Ic)x5")
    ship(game, "Ada", "1", "Swift", "DD", "(Ic)x5", of_class="Swift")
    ship(game, "Ada", "2", "Far", "BS2", "(A)x40", of_class="Far")

    turn = run(game, Ada=orders)
    assert [c for _, c in remarks(turn)] == [code]
    assert all(not unit.towed_by for unit in turn.game.units)


@pytest.mark.rule("SC-MOV-004")
def test_a_fleet_that_has_lost_its_tractors_or_drives_is_stranded():
    game = chain("1", "2")
    yard(game)
    tug = ship(game, "Ada", "1", "Tugs", "DD", TUG)
    game = run(game, Ada="TOW Tugs Base-1\nMOVE Tugs 2").game
    tug = next(unit for unit in game.units if unit.id == tug.id)
    tug.lost = [20.0] + [0.0] * 17

    turn = run(game, 5)
    assert place_of(turn, "Tugs") == "1"
    assert texts(turn, "fleet.stranded") == ["Tugs cannot move from 1."]
    assert [code for _, code in remarks(run(turn.game, Ada="MOVE Tugs 2"))] == ["too-heavy"]
    assert remarks(run(turn.game, Ada="TOW Tugs OFF\nMOVE Tugs 2")) == []


@pytest.mark.rule("SC-MOV-004")
def test_units_in_tow_stay_so_when_fleets_are_joined_and_not_when_they_are_taken_out():
    game = chain("1", "2")
    base = yard(game)
    ship(game, "Ada", "1", "Tugs", "DD", TUG)
    ship(game, "Ada", "1", "Guard", "DD", "(I)x5")
    joined = run(game, Ada="TOW Tugs Base-1\nJOIN Tugs Guard").game
    unit = next(unit for unit in joined.units if unit.id == base.id)
    assert unit.towed_by == unit.fleet == joined.fleets_of("Ada")[-1].id

    formed = run(joined, Ada="FLEET Others Base-1").game
    assert next(unit for unit in formed.units if unit.id == base.id).towed_by == ""
