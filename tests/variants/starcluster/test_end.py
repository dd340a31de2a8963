"""Elimination, victory, and the end of a game (SC-END-001)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    colony,
    examples,
    meet,
    new_game,
    run,
    ship,
    texts,
    variant,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Expedition, Survey
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.rules.charts import take_aboard
from variants.starcluster.rules.standings import score


def richer(game, player, mc=5_000_000):
    game.empire(player).stock[TREASURY] += 100 * mc


@pytest.mark.rule("SC-END-001")
@examples("SC-END-001")
def test_the_score(example):
    inputs = example.given
    game = new_game()
    ada = game.empire("Ada")
    ada.el, ada.stock[TREASURY] = inputs["el"], 100 * inputs["treasury"]
    for number in range(2, inputs["systems"] + 1):
        colony(game, str(number), "Ada", pu=0)
    game.place("1").pu = inputs["pu"]

    assert score(game, ada) == example.expect["score"]


@pytest.mark.rule("SC-END-001")
def test_the_core_counts_in_addition():
    game = new_game()
    ada = game.empire("Ada")
    before = score(game, ada)
    colony(game, "C007", "Ada", pu=0)
    assert score(game, ada) == before + 350

    ada.claims = ["C008", "7"]
    assert score(game, ada) == before + 400


@pytest.mark.rule("SC-END-001")
def test_who_has_no_colony_is_out_with_all_that_is_left():
    game = new_game("Ada", "Brin", "Cid")
    meet(game, "Ada", "Brin", WAR)
    brin = game.empire("Brin")
    brin.claims = ["C001"]
    brin.expeditions.append(Expedition(origin="26", target="27", pu=10, travel=3, work=6))
    unit = ship(game, "Brin", "1", "Last", "DD", "(Ic)x5")
    scan = Survey(system="27", level=1, turn=0)
    take_aboard(brin, unit, scan)
    brin.couriers.append((9, scan))
    game.place("26").owner = ""
    after = run(game).game

    assert not after.empire("Brin").active
    assert after.units_of("Brin") == after.fleets_of("Brin") == []
    fallen = after.empire("Brin")
    assert fallen.claims == fallen.expeditions == fallen.couriers == []
    assert fallen.carried == {}
    assert after.empire("Ada").relations["Brin"].stance == NEUTRAL
    assert after.outcome is None
    assert run(after).game.outcome is None


@pytest.mark.rule("SC-END-001")
def test_a_non_player_race_without_its_home_is_no_more():
    game = new_game()
    native = game.natives[0]
    colony(game, native.home, "Ada", pu=100)
    native.stock[TREASURY] = 100_000
    turn = run(game)

    assert [power.id for power in turn.game.powers] == ["Ada", "Brin", "NPR2"]
    assert turn.game.units_of(native.id) == []
    assert texts(turn, "empire.fallen") == []


@pytest.mark.rule("SC-END-001")
def test_the_last_of_several_has_won_and_one_alone_plays_on():
    game = new_game()
    richer(game, "Brin")
    game.place("26").owner = ""
    outcome = run(game).game.outcome
    assert (outcome.winners, outcome.reason) == (("Race 1",), "only Race 1 is left")

    assert run(new_game("Ada")).game.outcome is None
    alone = new_game("Ada")
    alone.place("1").owner = ""
    assert run(alone).game.outcome.winners == ()


@pytest.mark.rule("SC-END-001")
def test_after_the_agreed_turn_the_highest_score_wins():
    game = new_game(end=2)
    richer(game, "Brin")
    turn = run(game)
    assert turn.game.outcome is None
    outcome = run(turn.game).game.outcome
    assert (outcome.winners, outcome.turn, outcome.reason) == (
        ("Race 2",),
        2,
        "turn 2 was the last",
    )
    assert new_game().options["end"] == 360


@pytest.mark.rule("SC-END-001")
def test_equal_scores_go_by_income_and_then_are_shared():
    game = new_game(end=1)
    victory = variant().victory
    assert victory.outcome(game, 1).winners == ("Race 1", "Race 2")

    game.place("26").wealth += 1
    assert victory.outcome(game, 1).winners == ("Race 2",)


@pytest.mark.rule("SC-END-001")
def test_those_who_are_out_stand_last():
    game = new_game("Ada", "Brin", "Cid")
    richer(game, "Brin")
    richer(game, "Cid", 5_000)
    game.place("26").owner = ""
    names = [rank.empire for rank in variant().ranking(run(game).game)]

    assert names == ["Race 3", "Race 1", "Race 2"]
