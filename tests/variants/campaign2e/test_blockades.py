"""Interdiction."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.blockaded import HERE, trading
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, run, variant
from tests.variants.campaign2e.decreed import Decree, run_decreed
from tests.variants.campaign2e.offensives import codes, events, group
from variants.campaign2e.model import Allegiance, ContactOrder
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.income import trade_routes
from variants.campaign2e.rules.interdiction import points_to_interdict

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(*clauses), ids=str)


@pytest.mark.rule("C2E-6.1-01", "C2E-6.1-04", "C2E-15.3-02")
@examples("C2E-6.1-01")
def test_a_system_is_interdicted_by_fifty_points_a_credit_of_trade(example, monkeypatch) -> None:
    game = trading(example.given["trade_value"])
    fleet(game, "Brin", HERE, "DEF-7-8", FORT=2).defence = True
    fleet(game, "Ada", HERE, "g1", CH=1)
    monkeypatch.setattr(
        type(variant().economy), "force", lambda *_: example.given["hostile_points"]
    )
    turn = run(game, Ada="INTERDICT g1")
    world = turn.game.world_at(HERE)
    assert (world.interdicted == ["Ada"]) == example.expect["interdicted"]
    assert world.is_blocked == example.expect["interdicted"]
    assert [event.audience for event in events(turn, "world.interdicted")] == (
        [("*",)] if example.expect["interdicted"] else []
    )


@pytest.mark.rule("C2E-6.1-02", "C2E-1.5-03")
def test_an_interdicted_world_has_its_base_income_and_its_partner_too() -> None:
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", SDN=1)
    assert run(game).game.empire("Brin").income == {"7,8": 1400, "7,9": 1400}
    turn = run(game, Ada="INTERDICT g1")
    assert turn.game.empire("Brin").income == {"7,8": 600, "7,9": 800}


@pytest.mark.rule("C2E-6.1-03")
@examples("C2E-6.1-03")
def test_trade_value(example) -> None:
    inputs, expect = example.given, example.expect
    ends = ((7, 8), (7, 9))
    worlds = {ends[0]: {"owner": "Brin", "points": inputs["a"]}}
    if inputs.get("b"):
        worlds[ends[0]]["partner"] = "7,9"
        worlds[ends[1]] = {"owner": "Brin", "points": inputs["b"], "partner": "7,8"}
    game = campaign(worlds, lanes=[ends] if inputs.get("lane") else [])
    routes, economy = trade_routes(game), variant().economy
    values = [routes.trade_value(economy, world) / 100 for world in game.worlds]
    assert values == list(expect.values())


@pytest.mark.rule("C2E-6.1-03", "C2E-5.4-01")
def test_without_trade_the_base_income_counts_and_lanes_are_blocked() -> None:
    game = campaign({HERE: {"points": 7}, (7, 12): {}, (12, 12): {"owner": "Ada"}})
    routes, economy = trade_routes(game), variant().economy
    assert points_to_interdict(economy, routes, game.world_at(HERE)) == 350
    fleet(game, "Ada", HERE, "g1", CH=1)
    assert not run(game, Ada="INTERDICT g1").game.world_at(HERE).is_blocked
    add_ship(game, group(game, "Ada"), "CT")
    assert run(game, Ada="INTERDICT g1").game.world_at(HERE).is_blocked


@pytest.mark.rule("C2E-6.1-01")
def test_the_posture_holds_until_it_is_switched_off_or_the_group_leaves() -> None:
    game = trading()
    fleet(game, "Ada", HERE, "g1", SDN=1)
    first = run(game, Ada="INTERDICT g1").game
    assert run(first).game.world_at(HERE).interdicted == ["Ada"]
    assert not run(first, Ada="INTERDICT g1 OFF").game.world_at(HERE).interdicted
    away = run(first, Ada="MOVE g1 TO 7,7").game
    assert (group(away, "Ada").posture, away.world_at(HERE).interdicted) == ("", [])


@pytest.mark.rule("C2E-6.1-01", "C2E-17.1-02")
@pytest.mark.parametrize("allied", [True, False])
def test_only_allies_work_in_concert(allied) -> None:
    game = campaign({HERE: {"points": 10}}, ("Ada", "Brin"))
    for owner, other in (("Ada", "Brin"), ("Brin", "Ada")):
        fleet(game, owner, HERE, "g1", CH=1).contact = ContactOrder(attack="ANY")
        if allied:
            game.empire(owner).stances[other] = ALLY
    turn = run_decreed(game, Decree(), Ada="INTERDICT g1", Brin="INTERDICT g1")
    assert turn.game.world_at(HERE).interdicted == (["Ada", "Brin"] if allied else [])


@pytest.mark.rule("C2E-6.1-01", "C2E-6.1-02", "C2E-2.4-03")
@pytest.mark.parametrize(
    ("trader", "allied", "income"),
    [("Ada", False, 1300), ("Brin", True, 1300), ("Brin", False, 600)],
)
def test_at_a_world_of_nobody_only_hostile_trade_is_stopped(trader, allied, income) -> None:
    neutral = {"points": 7, "partner": "9,9", "allegiance": Allegiance.FRIENDLY, "resource": "Food"}
    game = campaign({(8, 8): neutral | {"power": trader}, (9, 9): {"owner": trader}})
    game.world("9,9").partner = "8,8"
    fleet(game, "Ada", (8, 8), "g1", SDN=1)
    if allied:
        for owner, other in (("Ada", "Brin"), ("Brin", "Ada")):
            game.empire(owner).stances[other] = ALLY
            game.empire(other).told_stances[owner] = ALLY
    turn = run(game, Ada="INTERDICT g1")
    assert turn.game.world("8,8").interdicted == ["Ada"]
    assert turn.game.world("8,8").is_blocked, "lanes are blocked for everybody"
    assert turn.game.empire(trader).income == {"9,9": income}
    assert ("Food" in turn.game.empire(trader).access) == (income > 600)


@pytest.mark.rule("C2E-6.1-01", "C2E-3.6-07")
def test_what_counts_is_armed_in_supply_and_has_not_withdrawn() -> None:
    game = trading(6)
    fleet(game, "Ada", HERE, "g1", CH=1, AX=3)
    assert run(game, Ada="INTERDICT g1").game.world_at(HERE).interdicted
    game.ships[0].out = ["fc_1", "fc_2"]
    assert not run(game, Ada="INTERDICT g1").game.world_at(HERE).interdicted
    game.ships[0].out = []
    standing = run(game, Ada="INTERDICT g1").game
    standing.ships[1].out_of_supply = True
    assert not run(standing).game.world_at(HERE).interdicted
    fleet(game, "Brin", HERE, "g1", SDN=2)
    gone = run(game, Ada="CONTACT g1 WITHDRAW TO 7,7\nINTERDICT g1")
    assert codes(gone) == ["withdrawn"]


@pytest.mark.rule("C2E-6.1-01")
@pytest.mark.parametrize(
    ("at", "out", "hungry", "code"),
    [
        ((3, 3), [], False, "no-world"),
        ((12, 12), [], False, "own-world"),
        (HERE, ["fc_1", "fc_2"], False, "unarmed"),
        (HERE, [], True, "out-of-supply"),
    ],
)
@pytest.mark.parametrize("order", ["INTERDICT g1", "RAID g1"])
def test_blockades_that_cannot_be(at, out, hungry, code, order) -> None:
    game = trading()
    fleet(game, "Ada", at, "g1", CH=1)
    game.ships[0].out, game.ships[0].out_of_supply = out, hungry
    turn = run(game, Ada=order)
    assert codes(turn) == [code]
    assert group(turn.game, "Ada").posture == ""


@pytest.mark.rule("C2E-5.4-02")
@pytest.mark.parametrize(("turned_off", "severity"), [("LANE OFF 7,12", "warning"), ("", None)])
def test_who_is_stopped_by_a_block_of_the_week_is_warned_alone(turned_off, severity) -> None:
    ada, brin = {"owner": "Ada"}, {"owner": "Brin"}
    ends = ((7, 7), (7, 12))
    game = campaign({ends[0]: ada, ends[1]: brin}, lanes=[ends])
    fleet(game, "Ada", ends[0], "g1", CH=2)
    turn = run(game, Ada="LANE g1 TO 7,12\nINTERDICT g1", Brin=turned_off)
    severities = [remark.severity for remark in turn.diagnostics["Ada"]]
    assert severities == ([severity] if severity else [])


@pytest.mark.rule("C2E-2.4-03")
def test_interdiction_takes_the_resource_away() -> None:
    game = trading()
    game.world_at(HERE).resource = "Fuel"
    fleet(game, "Ada", HERE, "g1", SDN=1)
    assert run(game, Ada="INTERDICT g1").game.empire("Brin").access == []
