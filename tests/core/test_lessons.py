"""The lessons of all games: reference solutions reach every goal, wrong orders reach none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.errors import ScenarioError
from horizons_core.plugins.guides import guide_of
from horizons_core.plugins.lessons import Lesson, LessonTurn, lesson_from
from horizons_core.rng import Stream
from horizons_core.testing.playing import lesson_game

VARIANTS = sorted(name for name in hz.variants() if guide_of(name).lesson)
MIN_STEPS, MAX_STEPS, MIN_WRONG = 6, 18, 3


def lesson_of(variant: str) -> Lesson:
    lesson = guide_of(variant).lesson
    assert lesson is not None
    return lesson


def played(rules: hz.Variant, game: Any, lesson: Lesson, orders: str) -> hz.Turn:
    """Run a turn with a player's orders and those of the bots."""
    texts = {"Ada": orders}
    for empire in [empire.id for empire in game.empires if empire.id != "Ada"]:
        stream = Stream.from_key("lesson", empire, game.turn)
        texts[empire] = rules.bot(lesson.bot).orders(rules.view(game, empire), stream)
    return hz.run_turn(game, texts, variant=rules)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solution_of_a_lesson_reaches_every_goal_and_wrong_orders_none(variant: str) -> None:
    rules, lesson = hz.load_variant(variant), lesson_of(variant)
    game = lesson_game(rules, lesson, "Ada")
    for number, turn in enumerate(lesson.turns[:-1], start=1):
        remarks = rules.check_orders(game, "Ada", turn.orders)
        assert [r.message for r in remarks if r.severity == "error"] == [], number
        for wrong in turn.wrong:
            report = played(rules, game, lesson, wrong).report("Ada").data
            assert not turn.is_reached(report), f"turn {number}: {wrong!r} reaches the goal"
        outcome = played(rules, game, lesson, turn.orders)
        assert turn.is_reached(outcome.report("Ada").data), f"turn {number} is not reached"
        game = outcome.game


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_steps_of_a_lesson_can_be_done(variant: str) -> None:
    lesson = lesson_of(variant)
    commands = {command.keyword for command in hz.load_variant(variant).commands}
    assert MIN_STEPS <= lesson.count <= MAX_STEPS
    assert any(step.watch for step in lesson.turns[-1].steps)
    for turn in lesson.turns[:-1]:
        assert len(turn.wrong) >= MIN_WRONG
        assert {*turn.commands} <= commands
        given = [step.order for step in turn.steps if step.order]
        for beginning in given:
            assert any(line.startswith(beginning) for line in turn.orders.splitlines()), beginning


def test_a_missed_goal_is_tried_again_in_the_next_turn() -> None:
    lesson, (first, second) = lesson_of("event_horizon"), REPORTS
    assert lesson.turn_after([]) == (0, False)
    assert lesson.turn_after([second]) == (0, True)
    assert lesson.turn_after([second, first]) == (1, False)


REPORTS: tuple[Mapping[str, Any], ...] = (
    {"view": {"ships": [{"hull": 0, "thrusters": 1}, {"hull": 0, "thrusters": 1}]}},
    {"view": {"ships": []}},
)
GOAL = {"query": "turn", "equals": 1}
STEPS = [{"says": "Do it.", "submit": True}]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"level": "absurd"}, "level is one of"),
        ({"turns": [{"steps": STEPS, "missed": "No."}, {"steps": []}]}, "no goal"),
        ({"turns": [{"steps": [], "goal": [GOAL], "missed": "No."}, {"steps": []}]}, "submits"),
        ({"turns": [{"steps": STEPS, "goal": [GOAL], "missed": "No."}]}, "what comes after"),
    ],
)
def test_a_lesson_that_cannot_be_played_is_refused(change: dict[str, Any], reason: str) -> None:
    turns = [{"steps": STEPS, "goal": [GOAL], "missed": "No."}, {"steps": [{"says": "Done."}]}]
    data = {"minutes": 1, "level": "easy", "intro": "", "after": "", "turns": turns}
    assert lesson_from(data).count == 2
    with pytest.raises(ValueError, match=reason):
        lesson_from(data | change)


def test_a_goal_that_cannot_be_read_names_its_query() -> None:
    with pytest.raises(ScenarioError, match=r"view\[\["):
        LessonTurn((), goal=[{"query": "view[[", "equals": 1}]).is_reached({})
