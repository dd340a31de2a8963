"""A species that names a sector twice appears there twice: the engine's defect, in parity alone."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import FIELD, battlefield, duel, fighter, side
from tools.far_horizons_parity.fighters import join_twins, same_body, withdraw
from tools.far_horizons_parity.steps import orders_in, run
from variants.far_horizons.battle.fight import report_nothing
from variants.far_horizons.battle.model import FighterState, WithdrawalLimits
from variants.far_horizons.model import ShipLocation

TWICE = f"START COMBAT\nBattle {FIELD}\n{{}}\nBattle {FIELD}\n{{}}\nEND\n"


def fought(ships, first, second, **more):
    """The combat step of parity: the humans' two blocks of orders against silent Klingons."""
    game = battlefield(ships, **more)
    return run("combat", game, "777001", orders_in({1: TWICE.format(first, second)}))


def doubled(**facts):
    """A destroyer of species 1 in two entries, and one of species 2."""
    ship = battlefield({"Human": {"DD One": {}}}).empires[0].ships[0]
    sides = [side(0), side(1), side(2)]
    fighters = [fighter(0, ship=ship, **facts), fighter(1, ship=ship, **facts), fighter(2)]
    scene, action = duel(*fighters, sides=sides)
    join_twins(scene.battle)
    action.fighters = list(scene.battle.fighters)
    return scene, action


def test_what_becomes_of_a_ship_becomes_of_it_in_both_entries():
    _, action = doubled()
    first, second, other = action.fighters
    first.age, first.shield_percent, second.state = 30, 12, FighterState.DESTROYED
    assert (second.age, second.shield_percent, first.state) == (30, 12, FighterState.DESTROYED)
    assert (other.age, other.shield_percent, other.state) == (0, 100, FighterState.FIGHTING)
    assert same_body(action.fighters, first) == [first, second]


def test_shots_and_shields_of_an_action_are_those_of_each_entry():
    _, action = doubled()
    first, second, _ = action.fighters
    first.shots_left, first.shields = 1, 5
    assert (second.shots_left, second.shields) != (1, 5)


def test_a_ship_withdraws_to_the_haven_of_the_entry_that_orders_it():
    scene, action = doubled(age=3)
    scene.battle.sides[0].haven, scene.battle.sides[1].haven = (1, 1, 1), (2, 2, 2)
    scene.battle.sides[0].limits = WithdrawalLimits(warships=2)
    withdraw(scene, action, report_nothing)
    first, second, _ = action.fighters
    assert (first.state, second.destination) == (FighterState.WITHDREW, (1, 1, 1))


def test_a_second_battle_enters_a_species_again_with_orders_of_its_own():
    ran = fought({"Human": {"DD One": {}}, "Klingon": {"TR1 Mule": {}}}, "Engage 3", "Summary")
    listed = [line for line in ran.logs[2].splitlines() if "is mobilized" in line]
    assert listed == ["    SP Human is mobilized and ready for combat."] * 2


def test_the_ships_of_a_doubled_species_are_lost_and_aged_once():
    klingons = {"BW Wall": {"age": 2}}
    ran = fought({"Human": {"DD One": {}}, "Klingon": klingons},
                 "Attack SP Klingon\nEngage 3", "Attack SP Klingon\nEngage 3")  # fmt: skip
    assert [ship for ship in ran.game.empires[0].ships if ship is not None] == []
    assert ran.game.empires[1].ships[0].where == ShipLocation.DEEP_SPACE


@pytest.mark.parametrize(("second", "joined"), [("", 0), ("Attack SP Klingon\nEngage 3", 1)])
def test_a_ship_under_hide_is_marked_until_it_joins(second, joined):
    ships = {"DD One": {}, "DD Shy": {"at": f"{FIELD} #1", "status": "landed"}, "DD Two": {}}
    ran = fought({"Human": ships, "Klingon": {"TR1 Mule": {}}}, "Hide DD Shy", second)
    shy = next(ship for ship in ran.game.empires[0].living_ships() if ship.name == "Shy")
    assert shy.special == 1 - joined
