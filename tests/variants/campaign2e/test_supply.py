"""Endurance and supply: weeks away, combat, bases, supply ships, and restrictions."""

from __future__ import annotations

import pytest

from horizons_core.orders import Refused
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    cruiser_away,
    fight,
    fleet,
    remarks,
    run,
    run_as_it_stands,
    ship,
    variant,
)
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.rules import supply

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


@pytest.fixture
def game() -> Campaign:
    return cruiser_away()


@pytest.mark.rule("C2E-3.6-01", "C2E-3.6-02", "C2E-3.6-03")
@pytest.mark.parametrize(
    ("weeks", "remaining", "in_supply"), [(0, 4, True), (3, 1, True), (4, 0, True), (5, 0, False)]
)
def test_each_week_away_costs_a_week_of_endurance(game, weeks, remaining, in_supply) -> None:
    after = run(game, weeks=weeks).game if weeks else game
    argent = ship(after, "Argent-1")
    assert (argent.endurance, argent.in_supply) == (remaining, in_supply)
    assert (argent.fuel_due, argent.crew_due, argent.weaponry_due) == (162 * weeks, 100 * weeks, 0)


@pytest.mark.rule("C2E-3.6-07", "C2E-3.6-01")
def test_its_owner_is_told_once_that_a_ship_runs_out(game) -> None:
    audiences = []
    for _ in range(6):
        turn = run(game)
        game = turn.game
        audiences.append([e.audience for e in turn.events if e.code == "supply.ran_out"])
    assert audiences == [[], [], [], [], [("Ada",)], []]


@pytest.mark.rule("C2E-3.7-01", "C2E-3.7-02", "C2E-3.6-03")
@pytest.mark.parametrize(
    ("turns", "remaining", "carried", "due"),
    [(3, 4, 3, 0), (4, 4, 4, 0), (5, 3, 0, 231), (10, 2, 0, 462), (12, 2, 2, 462)],
)
def test_five_turns_of_combat_cost_a_week_and_require_weaponry(
    game, turns, remaining, carried, due
) -> None:
    argent = ship(game, "Argent-1")
    fight(game, argent, turns)
    assert (argent.endurance, argent.combat_turns, argent.weaponry_due) == (remaining, carried, due)


@pytest.mark.rule("C2E-3.7-01", "C2E-8.1-03")
@pytest.mark.parametrize(("turns", "bound"), [(0, False), (0, True), (5, True)])
def test_nothing_is_counted_of_no_combat_or_of_what_needs_no_supply(game, turns, bound) -> None:
    argent = ship(game, "Argent-1")
    argent.defence = argent.bound = bound
    argent.fought = 9
    fight(game, argent, turns)
    assert (argent.endurance, argent.combat_turns, argent.weaponry_due, argent.fought) == (
        4,
        0,
        0,
        9,
    )


@pytest.mark.rule("C2E-3.7-01")
def test_turns_of_several_battles_add_up_and_a_week_that_is_not_left_cannot_be_lost(game) -> None:
    argent = ship(game, "Argent-1")
    fight(game, argent, 3)
    fight(game, argent, 3)
    assert (argent.endurance, argent.combat_turns) == (3, 1)
    fight(game, argent, 14)
    assert (argent.endurance, argent.out_of_supply) == (0, False)
    fight(game, argent, 5)
    assert (argent.endurance, argent.out_of_supply) == (0, True)


@pytest.mark.rule("C2E-3.7-02", "C2E-N.3-03")
def test_a_requirement_may_be_two_weeks_of_weaponry(game) -> None:
    game.options["weaponry_requirement_weeks"] = 2
    fight(game, ship(game, "Argent-1"), 5)
    assert ship(game, "Argent-1").weaponry_due == 462


@pytest.mark.rule("C2E-3.6-04")
def test_a_base_supplies_all(game) -> None:
    argent = ship(game, "Argent-1")
    argent.endurance, argent.fuel_due, argent.crew_due, argent.weaponry_due = 1, 486, 300, 231
    argent.combat_turns, argent.out_of_supply = 3, True
    game.groups[0].at = (7, 7)
    argent = ship(run(game).game, "Argent-1")
    assert (argent.endurance, argent.fuel_due, argent.crew_due, argent.weaponry_due) == (4, 0, 0, 0)
    assert (argent.combat_turns, argent.in_supply) == (0, True)
    game.groups[0].at = (9, 9)
    assert ship(run(game).game, "Argent-1").endurance == 0, "another player's world is no base"
    allowed = run(game, Brin="ALLOW Ada BASE ON")
    assert ship(allowed.game, "Argent-1").endurance == 4


@pytest.mark.rule("C2E-3.6-04")
@pytest.mark.parametrize("controlled", ["", "Brin"])
def test_a_base_rearms_what_can_never_leave_it(controlled: str) -> None:
    home = {"owner": "Ada", "controlled": controlled}
    game = campaign({(7, 7): home, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 7), "DEF-7-7", BC=1).defence = True
    tempest = ship(game, "Tempest-1")
    tempest.defence = tempest.bound = True
    salvoes, tempest.salvoes = tempest.salvoes, 0
    assert ship(run_as_it_stands(game).game, "Tempest-1").salvoes == (0 if controlled else salvoes)


@pytest.mark.rule("C2E-8.1-03", "C2E-12.2-01")
def test_what_cannot_leave_needs_no_supply(game) -> None:
    argent = ship(game, "Argent-1")
    argent.defence = argent.bound = True
    fight(game, argent, 25)
    after = ship(run(game, weeks=6).game, "Argent-1")
    assert (after.endurance, after.in_supply, after.fuel_due) == (4, True, 0)


@pytest.mark.rule("C2E-3.6-06")
def test_a_group_has_what_its_neediest_ship_has(game) -> None:
    add_ship(game, game.groups[0], "FF")
    add_ship(game, game.groups[0], "FF")
    group = next(g for g in variant().view(game, "Ada")["groups"] if g["name"] == "g1")
    assert group["endurance"] == 4
    after = run(game, weeks=5)
    assert [s.endurance for s in after.game.ships] == [0, 1, 1]
    assert not supply.may_act(after.game, after.game.groups[0])
    released = run(after.game, Ada="SPLIT g1 Heron-1 Heron-2 AS loose").game
    free = next(group for group in released.groups if group.name == "loose")
    assert supply.may_act(released, free), "its own weeks are left to it"


@pytest.mark.rule("C2E-3.6-07")
@pytest.mark.parametrize(
    ("to", "legal"), [("7,10", True), ("8,10", False), ("7,12", False), ("8,11", False)]
)
def test_out_of_supply_a_group_may_only_come_nearer_to_a_base(game, to, legal) -> None:
    ship(game, "Argent-1").out_of_supply = True
    game.worlds[1].owner = ""
    turn = run(game, Ada=f"MOVE g1 TO {to}")
    assert (turn.game.groups[0].at != (7, 11)) is legal
    assert [r.split(":")[0] for r in remarks(turn, "Ada")] == ([] if legal else ["out-of-supply"])
    ship(game, "Argent-1").out_of_supply = False
    assert run(game, Ada=f"MOVE g1 TO {to}").game.groups[0].at != (7, 11)


@pytest.mark.rule("C2E-3.6-07", "C2E-5.2-01")
def test_out_of_supply_a_lane_may_only_lead_nearer() -> None:
    lanes = [((7, 7), (7, 11)), ((7, 11), (7, 13))]
    game = campaign({(7, 7): ADA, (7, 11): {}, (7, 13): {}}, lanes=lanes)
    fleet(game, "Ada", (7, 11), "g1", CH=1)
    ship(game, "Argent-1").out_of_supply = True
    assert run(game, Ada="LANE g1 TO 7,13").game.groups[0].at == (7, 11)
    assert run(game, Ada="LANE g1 TO 7,7").game.groups[0].at == (7, 7)


@pytest.mark.rule("C2E-3.6-07")
@pytest.mark.parametrize("kind", ["fuel", "crew", "weaponry"])
def test_a_laden_supply_ship_is_a_goal_as_well(game, kind) -> None:
    ship(game, "Argent-1").out_of_supply = True
    fleet(game, "Ada", (7, 13), "train", AX=1)
    assert run(game, Ada="MOVE g1 TO 7,12").game.groups[0].at == (7, 11)
    setattr(ship(game, "Packhorse-1"), kind, 100)
    assert run(game, Ada="MOVE g1 TO 7,12").game.groups[0].at == (7, 12)
    game.groups[1].at = (7, 12)
    assert run(game, Ada="MOVE g1 TO 7,10").game.groups[0].at == (7, 10)  # nearer to a base


@pytest.mark.rule("C2E-3.6-07", "C2E-1.6-02")
def test_a_friend_that_nobody_has_visited_is_no_goal(game) -> None:
    friend = game.worlds[1]
    friend.at, friend.id, friend.owner = (7, 12), "7,12", ""
    friend.allegiance, friend.power = Allegiance.FRIENDLY, "Ada"
    ship(game, "Argent-1").out_of_supply = True
    assert run(game, Ada="MOVE g1 TO 7,12").game.groups[0].at == (7, 11)
    assert run(game, Ada="MOVE g1 TO 7,10").game.groups[0].at == (7, 10)
    game.empire("Ada").visited = ["7,12"]
    assert run(game, Ada="MOVE g1 TO 7,12").game.groups[0].at == (7, 12)


@pytest.mark.rule("C2E-3.6-07", "C2E-2.5-02")
def test_who_owes_may_attack_in_own_systems_alone(game) -> None:
    group = game.groups[0]
    supply.must_be_in_supply(game, group)
    ship(game, "Argent-1").owed = 493
    with pytest.raises(Refused) as refused:
        supply.must_be_in_supply(game, group)
    assert refused.value.refusal.message == "g1: Argent-1 is out of supply"
    assert not supply.may_act(game, group)
    assert not supply.may_attack(game, group)
    group.at = (7, 7)
    assert not supply.may_act(game, group)
    assert supply.may_attack(game, group)
    ship(game, "Argent-1").out_of_supply = True
    assert not supply.may_attack(game, group)


@pytest.mark.rule("C2E-1.6-05")
def test_a_friendly_neutral_world_supplies_its_friend() -> None:
    friend = {"allegiance": Allegiance.FRIENDLY, "power": "Ada"}
    game = campaign({(7, 7): friend})
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    fleet(game, "Brin", (7, 7), "b1", CH=1)
    after = run(game).game
    assert [s.endurance for s in after.ships] == [4, 3]


@pytest.mark.rule("C2E-3.7-02")
@pytest.mark.parametrize(("at", "left"), [((7, 7), 3), ((7, 11), 0)])
@pytest.mark.parametrize("bound", [False, True])
def test_missiles_are_replaced_at_bases(game, at, left, bound) -> None:
    fleet(game, "Ada", at, "missiles", BC=1)
    tempest = ship(game, "Tempest-1")
    tempest.salvoes, tempest.bound = 0, bound
    assert ship(run(game).game, "Tempest-1").salvoes == left
