"""Spares: purchases at the start and in play, and the room that they take in holds."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, run, ship
from tests.variants.campaign2e.commissioned import ADA, BRIN, before_play, spent
from tests.variants.campaign2e.offensives import codes

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.mark.rule("C2E-4.4-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-4.4-01")[:2], ids=str)
def test_spares_cost_three_quarters(example) -> None:
    part = {"class 3 beam, 3 arcs": "B3/3", "fire control": "FC"}[example.given["part"]]
    turn = run(before_play(), Ada=f"SPARE {part} 1 AT 7,5")
    assert spent(turn)[0] == (f"1 spare {part}", -example.expect["cost"])
    assert turn.game.empire("Ada").store("7,5").spares == {part: 1}


@pytest.mark.rule("C2E-4.4-01")
def test_spares_bought_in_play_are_at_hand_four_weeks_later() -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN}, week=4)
    turn = run(game, Ada="SPARE MAG 6 2 AT 7,5\nSPARE FC 1 AT 7,5")
    assert codes(turn) == []
    for week in range(6, 9):
        turn = run(turn.game)
        assert (turn.game.week, turn.game.empire("Ada").store("7,5").spares) == (week, {})
    turn = run(turn.game)
    assert turn.game.week == 9
    assert turn.game.empire("Ada").store("7,5").spares == {"MAG 6": 2, "FC": 1}
    assert "spares.stored" in [event.code for event in turn.events]


@pytest.mark.rule("C2E-4.4-01")
def test_spares_for_a_world_that_is_lost_come_to_nothing() -> None:
    game = campaign({(7, 5): ADA, (1, 1): ADA, (9, 9): BRIN}, week=4)
    game = run(game, Ada="SPARE FC 1 AT 7,5").game
    game.world("7,5").owner = "Brin"
    after = run(game, weeks=4).game
    assert after.empire("Ada").store("7,5").spares == {}


@pytest.mark.rule("C2E-4.4-02")
@pytest.mark.parametrize(("loaded", "refused"), [(46, []), (51, ["no-room"])])
def test_spares_take_their_mass_of_a_supply_ships_holds(loaded, refused) -> None:
    orders = "COMMISSION SUPPLY Packhorse AT 7,5\nCOMMISSION Heron AT 7,5\n"
    orders += f"LOAD Packhorse-1 FUEL {loaded}\nSPARE B3/3 1 ON Packhorse-1"
    turn = run(before_play(), Ada=orders)
    assert codes(turn) == refused
    assert ship(turn.game, "Packhorse-1").spares == ({} if refused else {"B3/3": 1})


@pytest.mark.rule("C2E-4.4-02")
def test_what_spares_leave_free_is_filled_with_supply() -> None:
    orders = "COMMISSION SUPPLY Packhorse AT 7,5\nSPARE B3/3 1 ON Packhorse-1"
    packhorse = ship(run(before_play(), Ada=orders).game, "Packhorse-1")
    assert packhorse.fuel + packhorse.crew + packhorse.weaponry == 5000


@pytest.mark.rule("C2E-4.4-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SPARE B3/3 1", "too-few-words"),
        ("SPARE LASER 1 AT 7,5", "unknown-part"),
        ("SPARE MAG 6 AT 7,5", "unknown-part"),
        ("SPARE MAG 6 2 2 AT 7,5", "unknown-part"),
        ("SPARE FC 1 AT 9,9", "not-your-world"),
        ("SPARE FC 1 ON Nobody-1", "unknown-ship"),
        ("SPARE FC 0 AT 7,5", "bad-argument"),
        ("SPARE SCREEN-2/200 900 AT 7,5", "too-expensive"),
    ],
)
def test_bad_orders_of_spares(order, code) -> None:
    assert codes(run(before_play(), Ada=order)) == [code]
