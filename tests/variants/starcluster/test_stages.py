"""The choice of races is a stage, in which all other orders count, too."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import new_game, run, variant

CHOICES = {"RACE", "ARRAY", "ADVANTAGE", "DISADVANTAGE", "SRW", "LRW"}


def offered(game, empire):
    return set(variant().order_options(variant().view(game, empire)))


@pytest.mark.rule("SC-RACE-018")
def test_the_race_is_chosen_before_the_first_turn_alone():
    game = new_game("Ada", "Brin")
    assert (variant().stage(game), variant().turn_title(game)) == ("race", "Choice of race")
    assert offered(game, "Ada") >= CHOICES
    after = run(game).game
    assert (variant().stage(after), variant().turn_title(after)) == ("", "")
    assert not offered(after, "Ada") & CHOICES
    assert variant().awaited(game) == variant().awaited(after) == ("Ada", "Brin")


@pytest.mark.rule("SC-RACE-018")
def test_all_other_orders_count_while_races_are_chosen():
    limited = {c.keyword for c in variant().commands if not c.counts_in("race")}
    assert limited == set()
    assert {c.keyword for c in variant().commands if not c.counts_in("")} == CHOICES


@pytest.mark.rule("SC-RACE-018", "SC-BRK-009")
def test_a_late_player_chooses_a_race_in_a_first_turn_of_its_own():
    game = variant().join(run(new_game("Ada", "Brin")).game, "Dora")
    assert (variant().stage(game), variant().turn_title(game)) == ("race", "")
    assert offered(game, "Dora") >= CHOICES
    assert not offered(game, "Ada") & CHOICES
    turn = run(game, Dora="ARRAY 33 66 66")
    assert turn.diagnostics["Dora"] == []
    assert turn.game.empire("Dora").race.array == (33, 66, 66)


@pytest.mark.rule("SC-RACE-018")
def test_a_late_order_about_the_race_is_refused_in_the_words_of_the_rulebook():
    after = run(new_game("Ada", "Brin")).game
    assert [r.code for r in variant().check_orders(after, "Ada", "SRW G")] == ["race-fixed"]


def test_the_report_offers_the_choice_before_the_first_turn_alone():
    from horizons_core import opening

    game = new_game("Ada", "Brin")
    assert "ARRAY rd rc rm" in opening(game, variant()).report("Ada").text
    assert "ARRAY rd rc rm" not in run(game).report("Ada").text
