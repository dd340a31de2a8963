"""The abilities of captures before they are rebuilt, and their new owners."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.variants.campaign2e.builders import (
    fleet,
    remarks,
    run,
    ship,
)
from tests.variants.campaign2e.captured import codes, prize, week, with_a_prize
from variants.campaign2e.model import Campaign, ContactOrder, PendingBattle
from variants.campaign2e.rules.battle_results import make_capture
from variants.campaign2e.rules.captures import transfer_captures


@pytest.fixture
def game() -> Campaign:
    return with_a_prize()


@pytest.mark.rule("C2E-12.2-01", "C2E-5.1-03")
def test_a_prize_crew_flies_what_has_an_ftl_drive(game) -> None:
    captive = prize(game, "CH", (7, 6), drive="out", core_out=["life"])
    captive.out_of_supply, captive.endurance = True, 0
    turn = week(game, "MOVE p2 TO 7,5")
    assert remarks(turn, "Ada") == []
    assert next(group.at for group in turn.game.groups if group.name == "p2") == (7, 5)
    captive.ftl = "out"
    assert codes(week(game, "MOVE p2 TO 7,5")) == ["no-ftl"]
    ship(game, "Packhorse-1").spares = {"FTL/90": 1}
    orders = "REPAIR Prize-2 FTL\nREPAIR Prize-2 B3/3 FROM SPARES\nREPAIR Prize-2 FTL FROM SPARES"
    turn = week(game, orders)
    assert codes(turn) == ["captured", "captured"]
    turn = week(turn.game)
    assert ship(turn.game, "Prize-2").ftl == "ok"


@pytest.mark.rule("C2E-12.2-01")
@pytest.mark.parametrize(
    "order",
    [
        "MERGE p1 INTO g1",
        "MERGE g1 INTO p1",
        "TRANSFER Prize-1 TO g1",
        "TRANSFER Argent-1 TO p1",
        "BUY Heron AT 7,5 AS p1",
        "REFIT Prize-1 PDS TO B1/6",
        "REPAIR Prize-1 ALL",
    ],
)
def test_a_capture_stays_a_group_of_its_own(game, order) -> None:
    turn = week(game, order)
    assert codes(turn) == ["captured"]
    assert len(turn.game.ships_in("Ada/p1")) == 1


@pytest.mark.rule("C2E-12.2-01")
def test_a_capture_costs_and_needs_nothing_and_has_no_weapons(game) -> None:
    captive = prize(game, "CH", (7, 7))
    assert not captive.is_armed
    turn = run(game, weeks=6)
    entries = [line for line in turn.ledger.entries if "Prize" in str(line)]
    assert entries == []
    after = ship(turn.game, "Prize-2")
    assert (after.owed, after.fuel_due, after.in_supply) == (0, 0, True)


@pytest.mark.rule("C2E-12.2-01")
@pytest.mark.parametrize(
    ("code", "allies", "guard", "owner"),
    [
        ("FF", False, False, "Brin"),
        ("FR", False, False, "Ada"),
        ("FF", True, False, "Ada"),
        ("FF", False, True, "Ada"),
    ],
)
def test_a_capture_falls_to_whoever_holds_its_hex(game, code, allies, guard, owner) -> None:
    prize(game, "CH", (7, 7), parts_taken=1)
    fleet(game, "Brin", (7, 7), "hunt", **{code: 1})
    if guard:
        fleet(game, "Ada", (7, 7), "guard", FF=1).contact = ContactOrder(attack="ANY")
    for player, other in (("Ada", "Brin"), ("Brin", "Ada")) if allies else ():
        game.empire(player).stances[other] = "ALLY"
    turn = run(game)
    capture = ship(turn.game, "Prize-2")
    assert (capture.owner, capture.captured) == (owner, True)
    assert [ship.name for ship in turn.game.ships_in(capture.group)] == ["Prize-2"]
    audiences = [event.audience for event in turn.events if event.code == "ship.captured"]
    assert audiences == ([("Ada", "Brin")] if owner == "Brin" else [])


@pytest.mark.rule("C2E-12.2-01")
def test_a_capture_meets_nobody(game) -> None:
    prize(game, "SDN", (7, 7))
    fleet(game, "Brin", (7, 7), "hunt", FR=1)
    turn = run(game)
    assert turn.game.empire("Brin").reports == []
    assert not [event for event in turn.events if event.code.startswith("contact.")]


@pytest.mark.rule("C2E-1.5-06", "C2E-12.1-01")
@pytest.mark.parametrize("name", ["raider", "Raider", "Free"])
def test_a_capture_keeps_its_name_where_nothing_of_the_captors_has_it(game, name) -> None:
    fleet(game, "Brin", (9, 9), "Raider", FF=1)
    prize = ship(game, "Prize-1")
    prize.name = name
    make_capture(game, prize, "Brin")
    assert (prize.owner, prize.name) == ("Brin", "Free" if name == "Free" else "Argent-2")


@pytest.mark.rule("C2E-12.2-01")
def test_where_two_enemies_meet_nobody_takes_a_capture(game) -> None:
    prize(game, "CH", (7, 7))
    force = fleet(game, "Brin", (7, 7), "outside", CH=1)
    force.owner, game.ships[-1].owner = "", ""
    force.against = "Caro"
    assert ship(run(game).game, "Prize-2").owner == "Ada"
    force.against = "Ada"
    assert ship(run(game).game, "Prize-2").owner == ""
    fleet(game, "Brin", (7, 7), "hunt", FF=1)
    transfer_captures(SimpleNamespace(game=game))
    assert ship(game, "Prize-2").owner == "Ada"


@pytest.mark.rule("C2E-12.2-01", "C2E-14.1-01")
def test_a_capture_waits_with_a_battle_that_waits(game) -> None:
    prize(game, "CH", (7, 7))
    fleet(game, "Brin", (7, 7), "hunt", FF=1)
    game.pending = [PendingBattle(id="w02-0707-1", at=(7, 7))]
    transfer_captures(SimpleNamespace(game=game))
    assert ship(game, "Prize-2").owner == "Ada"
