"""TEACH: knowledge for another species."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    after,
    humans,
    misplaced,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model.transactions import TransactionKind

MET = {"met": ["Klingon"]}


def taught(result):
    deals = [
        deal.facts
        for deal in result.game.transactions
        if deal.kind == TransactionKind.KNOWLEDGE_TAUGHT
    ]
    return [(d["donor"], d["recipient"], TECHS[d["tech"]], d["level"]) for d in deals]


@pytest.mark.rule("FH-TEACH-001", "FH-TEACH-003")
@pytest.mark.parametrize("example", examples("FH-TEACH-001"), ids=str)
def test_a_technology_is_taught_up_to_a_level_or_the_teacher_s_own(example):
    order, level = example.given["order"], example.given["teacher_level"]
    tech = order.split()[1]
    result = after(humans(techs={tech: level}, **MET), order)
    assert taught(result) == [(1, 2, tech, example.expect["knowledge_given"])]
    stated = [int(word) for word in order.split() if word.isdigit()]
    assert warned(result) == (["level-reduced"] if stated and stated[0] > level else [])


@pytest.mark.rule("FH-TEACH-003")
def test_knowledge_that_is_not_yet_a_level_is_not_passed_on():
    game = humans(techs={"BI": {"level": 5, "knowledge": 30}}, **MET)
    assert taught(after(game, "TEACH BI SP Klingon")) == [(1, 2, "BI", 5)]


@pytest.mark.rule("FH-TEACH-009", "FH-TEACH-010", "FH-CMD-016")
def test_teaching_is_free_unlimited_and_not_told_to_the_teacher():
    game = humans(treasury=7, **MET)
    result = after(game, "\n".join(f"TEACH {tech} SP Klingon" for tech in TECHS * 5))
    assert len(taught(result)) == 30
    assert result.log("Human") == "\nPost-arrival orders:"
    assert (result.species("Human").treasury, result.ledger) == (7, [])


@pytest.mark.rule("FH-TEACH-002")
def test_nothing_is_learned_before_the_turn_ends():
    result = after(humans(techs={"BI": 40}, **MET), "TEACH BI SP Klingon")
    assert (
        result.species("Klingon").techs["BI"].level,
        result.species("Klingon").techs["BI"].knowledge,
    ) == (3, 3)


@pytest.mark.rule("FH-TEACH-001", "FH-CMD-004")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("TEACH XX SP Klingon", "unknown-technology"),
        ("TEACH CU SP Klingon", "unknown-technology"),
        ("TEACH SP Klingon", "unknown-technology"),
        ("TEACH 17 BI SP Klingon", "unknown-technology"),
        ("TEACH", "unknown-technology"),
        ("TEACH ,,,", "unknown-technology"),
        ("TEACH BI", "unknown-species"),
        ("TEACH BI Klingon", "unknown-species"),
        ("TEACH BI SP Nobody at all", "unknown-species"),
        ("TEACH BI SP Human", "not-met"),
        ("TEACH BI SP Vulcan", "not-met"),
        ("TEACH BI 3 SP Romulan", "enemy"),
        ("TEACH BI -3 SP Klingon", "negative-number"),
    ],
)
@pytest.mark.parametrize("options", [{}, AS_IN_1999], ids=["rulebook", "1999"])
def test_lessons_that_cannot_be_given_are_refused(order, code, options):
    state = {"Human": {"met": ["Klingon", "Romulan"], "enemies": ["Romulan"]}}
    game = game_with({"species": state}, ("Human", "Klingon", "Vulcan", "Romulan"))
    if options and order == "TEACH BI Klingon":
        assert taught(after(game, order, **options))
    else:
        refused(game, order, code, AFTER, **options)


@pytest.mark.rule("FH-TEACH-001")
def test_there_is_no_teaching_before_departure():
    misplaced("TEACH BI SP Klingon", "pre-departure")
