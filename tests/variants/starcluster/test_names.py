"""Names in orders, and how orders are written (SC-ORD-001, SC-ORD-003)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    chain,
    new_game,
    remarks,
    run,
    ship,
    variant,
)
from variants.starcluster.model import WarpLink
from variants.starcluster.orders.arguments import MAX_NAME_LENGTH, order_words
from variants.starcluster.rules.charts import learn_points, point_name

POINTS, UNITS, PLANETS, NPR = CLAUSES.examples("SC-ORD-003")


@pytest.mark.rule("SC-ORD-003")
def test_points_are_numbered_as_they_are_learnt():
    game = new_game()
    game.links = [WarpLink(number=0, a="12", b="7"), WarpLink(number=1, a="3", b="7")]
    ada = game.empire("Ada")
    ada.charts.points = {}
    learn_points(ada, "7", [game.links[1], game.links[0]])

    assert [point_name(ada, "7", game.links[n]) for n in (1, 0)] == POINTS.expect["names"]


@pytest.mark.rule("SC-ORD-003")
def test_units_are_numbered_in_their_class_and_npr_by_cluster():
    game = new_game()
    of_class = UNITS.given["class"]
    names = [
        ship(game, "Ada", "1", f"S{n}", "DD", "Ic", of_class).name
        for n in range(UNITS.given["built"])
    ]
    assert names == UNITS.expect["units"]
    assert game.natives[NPR.given["cluster_of_player"] - 1].name == NPR.expect["npr"]


@pytest.mark.rule("SC-ORD-003")
def test_who_names_a_point_that_he_does_not_know_is_told_those_that_he_knows():
    game = chain("1", "2")
    ship(game, "Ada", "1", "Scouts", "DD", "(Ic)x5")
    turn = run(game, Ada="MOVE Scouts 1.W2\nMOVE Scouts 9.W1")

    assert [remark.hint for remark in turn.diagnostics["Ada"]] == [
        "you know 1.W1",
        "you know no warp points of 9",
    ]


@pytest.mark.rule("SC-ORD-003")
def test_new_names_must_not_mean_anything_else():
    game = chain("1", "2")
    for name in ("7", "W2", "C007", "NPR1", "F9", "guard", "Stop", "CRAFT", "el", "x" * 31, "a.b"):
        turn = run(game, Ada=f'RENAME F1 "{name}"')
        assert [code for _, code in remarks(turn)] == ["bad-argument"], name
    for name in ("Home", "x" * MAX_NAME_LENGTH, "Guard Two"):
        assert remarks(run(game, Ada=f'RENAME F1 "{name}"')) == [], name


@pytest.mark.rule("SC-ORD-003")
def test_every_keyword_is_a_word_of_the_language():
    assert {command.keyword.split()[0] for command in variant().commands} <= order_words()


@pytest.mark.rule("SC-ORD-001")
def test_a_bad_line_is_skipped_and_the_others_are_carried_out():
    lines = ["jump F1", "MOVE", "; nothing", 'rename f1 "Home Guard" ; a comment', "STOP Yard-1"]
    turn = run(chain("1", "2"), Ada="\n".join([*lines, 'STOP "home guard"']))

    assert [line for line, _ in remarks(turn)] == [1, 2, 5]
    assert [fleet.name for fleet in turn.game.fleets_of("Ada")] == ["Home Guard"]
