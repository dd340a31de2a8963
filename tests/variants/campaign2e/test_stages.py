"""Stages: the rounds of the set-up, weeks, and weeks that wait for a battle by hand."""

from __future__ import annotations

import pytest

from horizons_core.model import Seat
from tests.variants.campaign2e.builders import run, variant
from variants.campaign2e.rules.setup_rounds import ROUNDS


def rounds():
    """Return a campaign before round 1, with cards dealt and an umpire."""
    return variant().new_game(
        ["Ada", "Brin"], seed=3, options={"setup": "orders"}, seats={"Una": "umpire"}
    )


def halted():
    """Return a campaign whose first week waits for a battle by hand."""
    game = variant().new_game(["Ada", "Brin"], seed=3, seats={"Una": "umpire"})
    game.week, game.halted = 1, True
    return game


@pytest.mark.rule("C2E-1.3-11")
def test_each_round_of_the_setup_is_a_stage_in_which_its_orders_count():
    game, seen = rounds(), []
    for _ in range(4):
        stage = variant().stage(game)
        offered = set(variant().order_options(variant().view(game, "Ada")))
        assert offered <= set(ROUNDS.get(game.round, offered))
        seen.append((stage, variant().turn_title(game)))
        assert variant().awaited(game) == ("Ada", "Brin")
        game = run(game).game
    assert seen == [
        ("worlds", "Set-up, round 1: worlds"),
        ("agreements", "Set-up, round 2: agreements"),
        ("forces", "Set-up, round 3: forces"),
        ("", "Week 1"),
    ]


@pytest.mark.rule("C2E-1.3-11")
@pytest.mark.parametrize("number", ROUNDS)
def test_a_template_has_the_orders_of_its_round(number):
    stage = ["", "worlds", "agreements", "forces"][number]
    text = variant().language.template("spring", "Ada", stage=stage)
    given = {c.keyword for c in variant().commands if c.given_by("") and c.counts_in(stage)}
    assert given == set(ROUNDS[number])
    assert all(keyword in text for keyword in given)


@pytest.mark.rule("C2E-14.1-01")
def test_a_week_that_waits_for_a_battle_awaits_the_umpire_alone():
    game = halted()
    assert (variant().stage(game), variant().turn_title(game)) == ("battles", "Rest of week 1")
    assert variant().awaited(game) == ("Una",)
    assert variant().order_options(variant().view(game, "Ada")) == {}
    assert variant().view(game, "Brin").stage == "battles"
    counting = [c.keyword for c in variant().commands if c.counts_in("battles")]
    assert counting == ["RESULT"]


@pytest.mark.rule("C2E-14.1-01")
def test_without_an_umpire_the_players_are_awaited():
    game = halted()
    game.seats = [Seat(id="Sam", role="spectator")]
    assert variant().awaited(game) == ("Ada", "Brin")


@pytest.mark.rule("C2E-1.5-01", "C2E-1.3-11")
def test_reports_tell_weeks_and_rounds_from_turns():
    game, titles = rounds(), []
    for _ in range(4):
        turn = run(game)
        game = turn.game
        titles.append(variant().report_title(turn.report("Ada").data))
    assert titles == ["Set-up, round 1", "Set-up, round 2", "Set-up, round 3", "Week 1"]
    assert game.turn == 4


@pytest.mark.rule("C2E-1.3-11")
def test_an_order_of_another_round_is_refused_in_the_words_of_the_rulebook():
    (remark,) = variant().check_orders(rounds(), "Ada", "MOVE g1 TO 5,5")
    assert remark.code == "wrong-round"


def test_newcomers_claim_worlds_in_ordinary_weeks():
    claim = next(c for c in variant().commands if c.keyword == "CLAIM")
    assert claim.stages == ("worlds", "")
