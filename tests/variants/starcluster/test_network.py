"""The Galactic Trading Network (SC-GTN)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    context,
    examples,
    ledger,
    new_game,
    remarks,
    run,
    texts,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.rules import trade


@pytest.mark.rule("SC-GTN-001")
@examples("SC-GTN-001")
def test_the_whole_deposit_stays_within_a_tenth_of_the_treasury(example):
    inputs, most = example.given, example.expect["max_new_deposit"]
    game = new_game()
    ada, ctx = game.empire("Ada"), context(game, "investment")
    ada.stock[TREASURY], ada.deposit, ada.invests = (
        100 * inputs["treasury"],
        100 * inputs["deposit"],
        "MAX",
    )
    trade.make_deposits(ctx)

    assert ada.deposit == 100 * (inputs["deposit"] + most)
    assert ada.stock[TREASURY] == 100 * (inputs["treasury"] - most)


@pytest.mark.rule("SC-GTN-001", "SC-ORD-002")
def test_deposits_are_cut_and_stand_until_they_are_called_off():
    turn = run(new_game(), Ada="INVEST 5000")
    assert remarks(turn) == [(1, "deposit-reduced")]
    ada = turn.game.empire("Ada")
    assert ada.deposit == ledger(turn)["invested in the network"] * -1
    assert ada.deposit == (ada.deposit + ada.stock[TREASURY]) // 10
    assert remarks(run(turn.game, Ada="INVEST MAX\nINVEST 1")) == [(2, "deposit-full")]

    turn = run(new_game(), 3, Ada="STANDING INVEST MAX")
    grown = turn.game.empire("Ada").deposit
    assert grown > ada.deposit
    off = run(turn.game, Ada="STANDING INVEST OFF")
    assert texts(off, "network.standing") == ["Nothing is invested from now on."]
    turn = run(turn.game, 2, Ada="STANDING INVEST OFF")
    assert turn.game.empire("Ada").deposit == grown
    turn = run(turn.game, Ada="INVEST 0.5")
    assert turn.game.empire("Ada").deposit == grown + 50
    assert run(turn.game).game.empire("Ada").deposit == grown + 50


@pytest.mark.rule("SC-GTN-002")
def test_one_roll_for_all_pays_dividends_into_the_treasury():
    game = new_game()
    game.empire("Ada").deposit, game.empire("Brin").deposit = 100_000, 50_000
    turn = run(game)
    share = max(0, turn.game.dividend - 2)

    assert ledger(turn).get("dividends", 0) in (1_000 * share, 2_000 * share)
    assert ledger(turn, "Brin").get("dividends", 0) in (500 * share, 1_000 * share)
    assert turn.game.empire("Ada").deposit == 100_000
    ctx = context(game, "investment")
    before = game.empire("Ada").stock[TREASURY]
    trade.pay_dividends(ctx)
    paid = game.empire("Ada").stock[TREASURY] - before
    assert paid == 1_000 * max(0, game.dividend - 2)
    rolls = set()
    for number in range(40):
        game.turn = number
        rolls.add(run(game).game.dividend)
    assert rolls <= set(range(1, 11))
    assert len(rolls) > 7


@pytest.mark.rule("SC-GTN-003")
def test_a_withdrawal_costs_a_tenth():
    example = CLAUSES.examples("SC-GTN-003")[0]
    game = new_game()
    game.empire("Ada").deposit = 150_000
    turn = run(
        game, Ada=f"WITHDRAW {example.given['amount']}\nWITHDRAW 501\nWITHDRAW ALL\nWITHDRAW ALL"
    )

    assert (
        ledger(turn)["withdrawn from the network"] == 100 * example.expect["treasury_gain"] + 45_000
    )
    assert remarks(turn) == [(2, "no-deposit"), (4, "no-deposit")]
    assert turn.diagnostics["Ada"][0].message.endswith("the deposit is 500.00 MC")
    assert texts(turn, "network.withdrawn")[0].endswith(
        f"for a fee of {example.expect['fee']:,.2f} MC."
    )
    assert turn.game.empire("Ada").deposit == 0


@pytest.mark.rule("SC-GTN-003")
@pytest.mark.parametrize(("version", "fee"), [("1.1.0", 10), ("1.0.0", 0)])
def test_withdrawals_in_parts_cost_what_one_does(version, fee):
    game = new_game()
    game.version = version
    game.empire("Ada").deposit = 10_000
    before = ledger(run(game))
    after = ledger(run(game, Ada="\n".join(["WITHDRAW 0.04"] * 25)))
    assert after["withdrawn from the network"] == 100 - fee
    assert "withdrawn from the network" not in before
