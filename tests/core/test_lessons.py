"""Lessons as data: their length, missed goals, and invalid ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.errors import ScenarioError
from horizons_core.plugins.guides import guide_of
from horizons_core.plugins.lessons import Lesson, LessonTurn, lesson_from

VARIANTS = sorted(name for name in hz.variants() if guide_of(name).lesson)
MIN_STEPS, MAX_STEPS = 6, 17


def lesson_of(variant: str) -> Lesson:
    lesson = guide_of(variant).lesson
    assert lesson is not None
    return lesson


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_lesson_is_short_and_ends_with_a_battle_to_watch(variant: str) -> None:
    lesson = lesson_of(variant)
    assert MIN_STEPS <= lesson.count <= MAX_STEPS
    assert any(step.watch for step in lesson.turns[-1].steps)


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
