"""Lessons: short games whose steps and goals are data, in a variant's `guide.yaml`.

A lesson is a game against bots with the same dice each time. Each of its turns has steps, which say
what to do on the game page, and a goal, which the player's report must meet after the turn. If it
isn't met, the player tries again in the next turn. A reference solution reaches every goal, and the
wrong orders that a lesson lists reach none: the contract of variants plays both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from horizons_core.queries import compare
from horizons_core.sums import int_sum

#: All lessons of a variant with the same orders are the same game.
LESSON_SEED = "lesson"
#: Stands for the player's name in orders and states.
PLAYER = "{player}"
LEVELS = ("easy", "medium", "hard")


@frozen
class LessonStep:
    """One thing to do on the game page, in a player's words.

    At most one of the attributes after `says` is set; if none is set, the player only reads the
    text.

    Attributes:
        says: what to do, and why.
        select: the title of the unit or place to select, such as "1 Mothership"; "{player}" is the
            player's name.
        order: the beginning of an order of the solution, to be given: "BUILD".
        submit: true if the orders are to be submitted.
        watch: true if the latest battle is to be watched.
    """

    says: str
    select: str = ""
    order: str = ""
    submit: bool = False
    watch: bool = False


@frozen
class LessonTurn:
    """The steps to one turn of a lesson, or those after its last one.

    Attributes:
        steps: what to do, in order; the last one submits the orders, except after the last turn.
        orders: a solution: orders that reach the goal, one per line.
        goal: questions about the player's report of the turn, as in scenarios: `query` with
            `equals`, `contains` or `between`.
        missed: what to tell a player who has not reached the goal.
        wrong: other orders, which do not reach the goal.
        commands: the only commands that the page offers; all if empty.
    """

    steps: Sequence[LessonStep]
    orders: str = ""
    goal: Sequence[Mapping[str, Any]] = ()
    missed: str = ""
    wrong: Sequence[str] = ()
    commands: Sequence[str] = ()

    def is_reached(self, report: Mapping[str, Any]) -> bool:
        """Return whether a report meets the goal; raises ScenarioError for an invalid query."""
        return not any(compare(question, report) for question in self.goal)


@frozen
class Lesson:
    """A first game against bots.

    Attributes:
        minutes: about how long it takes.
        level: its difficulty, one of `LEVELS`.
        intro: what the game is about, in a few sentences.
        turns: the turns, and as the last item the steps after them.
        bots: the number of bots; `bot` names their kind.
        options: the options at set-up.
        state: differences from a fresh game, as in scenarios; "{player}" is the player's name.
        after: what to remember for a real game.
    """

    minutes: int
    level: str
    intro: str
    turns: Sequence[LessonTurn]
    after: str
    bots: int = 1
    bot: str = "idle"
    options: Mapping[str, Any] = field(factory=dict)
    state: Mapping[str, Any] = field(factory=dict)

    @property
    def count(self) -> int:
        """The number of steps."""
        return int_sum(len(turn.steps) for turn in self.turns)

    def state_for(self, player: str) -> dict[str, Any]:
        """Return the differences from a fresh game for a player of this name."""
        named: dict[str, Any] = with_name(self.state, player)
        return named

    def turn_after(self, reports: Sequence[Mapping[str, Any]]) -> tuple[int, bool]:
        """Return the index of the turn to play after these reports, in order of their turns.

        The second value is true if the latest report has missed its goal.
        """
        index, is_missed = 0, False
        for report in reports:
            if index == len(self.turns) - 1:
                break
            is_missed = not self.turns[index].is_reached(report)
            index += not is_missed
        return index, is_missed


def with_name(value: Any, player: str) -> Any:
    """Return plain data with the player's name in the place of `PLAYER`."""
    if isinstance(value, str):
        return value.replace(PLAYER, player)
    if isinstance(value, Mapping):
        return {with_name(k, player): with_name(v, player) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [with_name(item, player) for item in value]
    return value


def lesson_from(data: Mapping[str, Any]) -> Lesson:
    """Make a lesson from plain data; raises TypeError, KeyError or ValueError if it is invalid."""
    turns = [
        LessonTurn(**{**turn, "steps": [LessonStep(**step) for step in turn["steps"]]})
        for turn in data["turns"]
    ]
    lesson = Lesson(**{**data, "turns": turns})
    for fault in _faults(lesson):
        raise ValueError(fault)
    return lesson


def _faults(lesson: Lesson) -> Iterator[str]:
    if lesson.level not in LEVELS:
        yield f"level is one of {', '.join(LEVELS)}, not {lesson.level!r}"
    *played, last = lesson.turns
    for number, turn in enumerate(played, start=1):
        if not turn.goal or not turn.missed:
            yield f"turn {number} of the lesson has no goal, or no text for those who miss it"
        if not turn.steps or not turn.steps[-1].submit:
            yield f"turn {number} of the lesson does not end with a step that submits orders"
    if last.goal or any(step.submit for step in last.steps):
        yield "the last item of the lesson's turns is about what comes after them: it has no goal"
