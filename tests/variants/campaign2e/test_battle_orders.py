"""Battles of a week: their sides, the orders for them, and how forces enter."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run
from tests.variants.campaign2e.decreed import AWAY, Decree, ShipFate, meet, run_decreed
from variants.campaign2e.battle.fleets import side_of
from variants.campaign2e.model import BattleOrder, Campaign, ContactOrder, TaskGroup
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.contact import entry_edge

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def game() -> Campaign:
    """Ada's world is 7,7, Brin's 9,9, and 3,3 is an empty hex."""
    return campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})


def group(game: Campaign, owner: str, name: str = "g1") -> TaskGroup:
    return next(g for g in game.groups if (g.owner, g.name) == (owner, name))


def codes(turn, player: str) -> list[str]:
    return [event.code for event in turn.events if event.visible_to(player)]


@pytest.mark.rule("C2E-17.6-01", "C2E-N.17-01")
def test_two_who_attack_fight_and_a_third_who_withdraws_does_not() -> None:
    game = campaign({(7, 7): {}}, players=("Ada", "Brin", "Cato"))
    meet(game)
    fleet(game, "Cato", AWAY, "g1", CH=1).contact = ContactOrder(attack="")
    decree = Decree("Ada")
    turn = run_decreed(game, decree)
    assert [force.name for force in decree.forces[0]] == ["Ada", "Brin"]
    assert group(turn.game, "Cato").withdrawn
    assert "battle.fought" in codes(turn, "Cato")
    assert "battle.seen" not in codes(turn, "Cato")


@pytest.mark.rule("C2E-17.1-02")
def test_allies_who_attack_fight_on_one_side() -> None:
    game = campaign({(7, 7): {}}, players=("Ada", "Brin", "Cato"))
    meet(game)
    fleet(game, "Cato", AWAY, "g1", BB=1).contact = ContactOrder(attack="ANY")
    for player, other in (("Ada", "Cato"), ("Cato", "Ada")):
        game.empire(player).stances[other] = ALLY
    decree = Decree()
    run_decreed(game, decree)
    assert [force.name for force in decree.forces[0]] == ["Ada and Cato", "Brin"]


@pytest.mark.rule("C2E-17.6-01", "C2E-17.3-02")
def test_a_force_fights_by_the_battle_order_of_its_leading_group(game) -> None:
    meet(game)
    fights = "battle g1 speed 8 FORMATION tight EDGE SE INTENT close BREAKOFF 30 EXIT run"
    decree = Decree()
    turn = run_decreed(game, decree, Ada=f"{fights}\nENTRY g1 NEARER EDGE N SPLIT")
    assert not remarks(turn, "Ada")
    ada, brin = decree.forces[0]
    assert ada.order == BattleOrder(
        speed=8, formation="tight", edge="SE", intent="close", breakoff=30, exit="run"
    )
    assert ada.entry == ("NEARER", "EDGE N", "SPLIT")
    assert brin.order == BattleOrder()


@pytest.mark.rule("C2E-17.6-01", "C2E-17.8-01", "C2E-17.9-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("BATTLE g1 SPEED 25", "bad-argument"),
        ("BATTLE g1 SPEED -1", "bad-argument"),
        ("BATTLE g1 SPEED 2.5", "bad-argument"),
        ("BATTLE g1 FORMATION loose", "bad-argument"),
        ("BATTLE g1 INTENT win", "bad-argument"),
        ("BATTLE g1 BREAKOFF 0", "bad-argument"),
        ("BATTLE g1 BREAKOFF 101", "bad-argument"),
        ("BATTLE g1 EXIT door", "bad-argument"),
        ("BATTLE g1 EDGE E", "bad-argument"),
        ("BATTLE g9 SPEED 4", "unknown-group"),
        ("MOVE g1 TO 3,4\nBATTLE g1 EDGE N", "edge-fixed"),
        ("ENTRY g1 EDGE", "too-few-words"),
        ("ENTRY g1 EDGE E", "bad-argument"),
    ],
)
def test_battle_orders_that_cannot_be(game, order, code) -> None:
    fleet(game, "Ada", AWAY, "g1", CH=1)
    turn = run(game, Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]
    assert group(turn.game, "Ada").battle == BattleOrder()


@pytest.mark.rule("C2E-17.6-02", "C2E-18.2-02")
def test_who_left_under_fire_enters_with_that_speed_and_formation(game) -> None:
    meet(game)
    left = {"Argent-1": ShipFate("jumped", 14, "open")}
    decree = Decree("Brin", fates=left)
    game.ships[1].name = "Argent-9"
    first = run_decreed(game, decree).game
    departure = group(first, "Ada").departure
    assert (departure.speed, departure.formation) == (14, "open")
    fleet(first, "Brin", departure.to, "g7", CH=1).contact = ContactOrder(attack="ANY")
    second = run_decreed(first, decree, Ada="BATTLE g1 SPEED 4 FORMATION tight")
    assert decree.forces[1][0].came_at == (14, "open")
    assert decree.forces[0][0].came_at is None
    assert group(second.game, "Ada").at == departure.to


@pytest.mark.rule("C2E-17.8-01")
@examples("C2E-17.8-01")
def test_sides_of_entry(example) -> None:
    if "from" in example.given:
        start, end = (tuple(example.given[name]) for name in ("from", "to"))
        assert entry_edge(start, end) == example.expect["edge"]


@pytest.mark.rule("C2E-17.8-01")
def test_at_a_corner_the_owner_chooses_the_edge() -> None:
    assert entry_edge((9, 7), (7, 7)) == "NE"
    assert entry_edge((9, 7), (7, 7), "SE") == "SE"
    assert entry_edge((9, 7), (7, 7), "S") == "NE"


@pytest.mark.rule("C2E-17.7-01", "C2E-17.8-01")
def test_a_force_brings_how_it_came(game) -> None:
    ends = ((7, 7), (7, 12))
    lane = campaign({ends[0]: {"owner": "Ada"}, ends[1]: {"owner": "Brin"}}, lanes=[ends])
    fleet(lane, "Ada", ends[0], "g1", CH=1).contact = ContactOrder(attack="ANY")
    fleet(lane, "Brin", ends[1], "g1", CH=1).contact = ContactOrder(attack="ANY")
    decree = Decree()
    run_decreed(lane, decree, Brin="LANE g1 TO 7,7")
    ada, brin = decree.forces[0]
    assert (ada.present, ada.by_lane, ada.order.edge) == (True, False, None)
    assert (brin.present, brin.by_lane, brin.order.edge) == (False, True, "S")


@pytest.mark.rule("C2E-17.6-01", "C2E-17.6-02", "C2E-18.2-02")
@pytest.mark.parametrize(
    ("came_at", "order", "enters"),
    [
        (None, BattleOrder(), (6, "open")),
        (None, BattleOrder(speed=0), (0, "open")),
        (None, BattleOrder(speed=9, formation="tight"), (9, "tight")),
        ((14, "dispersed"), BattleOrder(speed=4, formation="tight"), (14, "dispersed")),
        ((0, "tight"), BattleOrder(speed=4), (0, "tight")),
        ((30, "open"), BattleOrder(), (24, "open")),
    ],
)
def test_a_side_enters_as_it_left_or_as_ordered_or_by_the_defaults(came_at, order, enters) -> None:
    force: Any = SimpleNamespace(
        name="Ada", ships=(), order=order, entry=(), by_lane=False, present=True, came_at=came_at
    )
    side = side_of(force)
    assert (side.speed, side.formation) == enters
    assert (side.intent, side.breakoff, side.exit, side.edge) == ("optimal", 50, "ftl", None)
    assert (side.by_lane, side.present) == (False, True)
