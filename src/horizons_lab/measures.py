"""Measures: values that a study records about a game.

An expression with `{player}` is evaluated for each seat, with the id of the seat's empire in its
place: `empires[?id=='{player}'].stock.ore | [0]`. A function of the game and that id is evaluated
in the same way. A function of only the game is evaluated once, and all seats get the same value.

`{"view": "fairness.poorest"}` evaluates JMESPath on the gamemaster's view instead of the saved
game, to reuse what the view computes.

`{"events": "battle.*"}` counts the events whose codes match, including hidden ones: those of the
whole game, or of a turn if it is measured by turn.

`{"luck": "ships left"}` is the difference that the dice made to a measure of a seat's battles,
compared with its expected value, and `{"luck deviation": "ships left"}` the standard deviation
(`horizons_core.luck`): for all battles of the game, or of the turn. It is None for a seat without a
battle with this measure. It takes time: each battle is simulated two hundred times.
"""

from __future__ import annotations

import inspect
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.luck import Luck, luck_of, totals
from horizons_lab.checks import StudyError, describe_error

#: Number of simulations that estimate a battle's expected result: fewer than for a single battle,
#: because errors average out over many battles.
RUNS = 200

#: An expression; a function of a game, or of a game and an empire's id; or a mapping with a pattern
#: for the codes of events to count, an expression over the gamemaster's view, or a measure of
#: battles for their luck.
MeasureSource = str | Callable[..., Any] | Mapping[str, str]
#: A value of a measure.
Value = int | float | bool | str | None

PLAYER = "{player}"
EVENTS, VIEW = "events", "view"
LUCK, DEVIATION = "luck", "luck deviation"


@attrs.frozen(slots=False)
class EventTotals:
    """Events and luck of a turn, or of several together.

    Attributes:
        events: number of events by code.
        luck: the luck of battles, by measure and empire.
    """

    events: Mapping[str, int] = attrs.field(factory=dict)
    luck: tuple[Luck, ...] = ()

    @classmethod
    def of(cls, turn: hz.Turn, *, events: bool, luck: bool) -> EventTotals:
        """Return the requested parts of a turn; luck takes time."""
        results: list[Luck] = []
        for battle in turn.battles if luck else ():
            results += luck_of(battle, turn.variant.combat, runs=RUNS)
        codes = Counter(event.code for event in turn.events) if events else {}
        return cls(codes, totals(results))

    def plus(self, later: EventTotals) -> EventTotals:
        """Return this and the later events together."""
        events = Counter(self.events)
        events.update(later.events)
        return EventTotals(events, totals([*self.luck, *later.luck]))

    def luck_in(self, measure: str, empire: str) -> Luck | None:
        """Return an empire's luck; None if it fought no battle with this measure."""
        return self._luck.get((measure, empire))

    @cached_property
    def _luck(self) -> dict[tuple[str, str], Luck]:
        return {(luck.measure, luck.side): luck for luck in self.luck}


@attrs.frozen
class StudyMeasure:
    """One measure of a study.

    Attributes:
        name: the name of its column.
        source: the expression or the function.
        by_seat: whether each seat has its own value.
    """

    name: str
    source: MeasureSource
    by_seat: bool

    @property
    def counts_events(self) -> bool:
        """True if it counts events."""
        return isinstance(self.source, Mapping) and EVENTS in self.source

    @property
    def needs_luck(self) -> bool:
        """True if it is luck, or its deviation."""
        return isinstance(self.source, Mapping) and not {EVENTS, VIEW} & {*self.source}

    @property
    def reads_view(self) -> bool:
        """True if it is an expression over the gamemaster's view."""
        return isinstance(self.source, Mapping) and VIEW in self.source

    @property
    def expression(self) -> str:
        """The expression over the game or the view, if it is one."""
        return self.source[VIEW] if isinstance(self.source, Mapping) else str(self.source)

    def evaluate(
        self, game: hz.Game, data: Mapping[str, Any], empire: str, totals: EventTotals
    ) -> Value:
        """Return the value for one seat; raises StudyError if it doesn't fit into a table.

        `data` is the plain data to which its expression applies.
        """
        if isinstance(self.source, Mapping) and not self.reads_view:
            ((kind, words),) = self.source.items()
            return _count_or_luck(kind, words, empire, totals)
        try:
            if callable(self.source):
                answer = self.source(game, empire) if self.by_seat else self.source(game)
            else:
                answer = _compile(self.expression.replace(PLAYER, empire)).search(data)
        except Exception as problem:
            raise StudyError(
                f"measure '{self.name}' fails after turn {game.turn}: {describe_error(problem)}"
            ) from problem
        return _checked_value(self.name, answer)


def measures_of(sources: Mapping[str, MeasureSource]) -> tuple[StudyMeasure, ...]:
    """Return the measures of a study; raises StudyError for an invalid expression."""
    return tuple(_measure(name, source) for name, source in sources.items())


def measure_values(
    measures: Sequence[StudyMeasure],
    variant: hz.Variant,
    game: hz.Game,
    empires: Sequence[str],
    totals: EventTotals,
) -> dict[str, dict[str, Value]]:
    """Return all values, by empire and name; raises StudyError as `StudyMeasure.evaluate` does."""
    saved = hz.dump(game) if any(isinstance(measure.source, str) for measure in measures) else {}
    viewed = (
        variant.view(game, None).data if any(measure.reads_view for measure in measures) else {}
    )

    def value(measure: StudyMeasure, empire: str) -> Value:
        return measure.evaluate(game, viewed if measure.reads_view else saved, empire, totals)

    shared = {measure.name: value(measure, "") for measure in measures if not measure.by_seat}
    return {
        empire: {
            measure.name: value(measure, empire) if measure.by_seat else shared[measure.name]
            for measure in measures
        }
        for empire in empires
    }


def measure_text(source: Any) -> str:
    """Describe a measure in a line: the expression, the function's name, the pattern of events."""
    if isinstance(source, Mapping):
        ((kind, words),) = source.items()
        return str(words) if kind == "python" else f"{kind} {words}"
    return source if isinstance(source, str) else qualified_name(source)


def qualified_name(function: Callable[..., Any]) -> str:
    """Return the qualified name of a function; that of its class for a callable object."""
    target: Any = function if hasattr(function, "__qualname__") else type(function)
    return f"{target.__module__}.{target.__qualname__}"


def _measure(name: str, source: MeasureSource) -> StudyMeasure:
    if isinstance(source, str):
        _check_expression(name, source)
        return StudyMeasure(name, source, PLAYER in source)
    if isinstance(source, Mapping) and [*source] == [VIEW] and isinstance(source[VIEW], str):
        _check_expression(name, source[VIEW])
        return StudyMeasure(name, source, PLAYER in source[VIEW])
    if isinstance(source, Mapping) and _is_count(source):
        return StudyMeasure(name, source, by_seat=EVENTS not in source)
    if not callable(source):
        raise StudyError(
            f"measure '{name}' is {source!r}",
            "use a JMESPath expression, a function of a game, {view: a JMESPath expression},"
            " {events: a pattern for codes}, or {luck: a measure of battles}",
        )
    return StudyMeasure(name, source, _number_of_arguments(name, source) == 2)


def _is_count(source: Mapping[str, Any]) -> bool:
    kinds, words = {*source}, [*source.values()]
    return len(kinds) == 1 and kinds <= {EVENTS, LUCK, DEVIATION} and isinstance(words[0], str)


def _count_or_luck(kind: str, words: str, empire: str, totals: EventTotals) -> Value:
    """Return the number of events with a matching code, or an empire's luck."""
    if kind == EVENTS:
        return sum(count for code, count in totals.events.items() if fnmatchcase(code, words))
    luck = totals.luck_in(words, empire)
    if luck is None:
        return None
    return luck.amount if kind == LUCK else luck.deviation


def _number_of_arguments(name: str, function: Callable[..., Any]) -> int:
    """Return the number of arguments of a function: 1 for a game, 2 with an empire's id."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some C functions have no signature
        return 1
    for count in (2, 1):
        try:
            signature.bind(*range(count))
        except TypeError:
            continue
        return count
    raise StudyError(
        f"measure '{name}' takes {signature}", "it must take a game, or a game and an empire's id"
    )


def _check_expression(name: str, source: str) -> None:
    import jmespath

    try:
        _compile(source.replace(PLAYER, "P1"))
    except jmespath.exceptions.JMESPathError as problem:
        message = " ".join(str(problem).split())
        raise StudyError(
            f"measure '{name}' is invalid: {message}", "write it in JMESPath"
        ) from problem


def _compile(expression: str) -> Any:
    import jmespath  # caches compiled expressions

    return jmespath.compile(expression)


def _checked_value(name: str, answer: Any) -> Value:
    """Return a value in plain types; raises StudyError if it doesn't fit into a column."""
    if hasattr(answer, "item") and not isinstance(answer, int | float):  # a numpy scalar
        answer = answer.item()
    if isinstance(answer, float) and not math.isfinite(answer):
        raise StudyError(f"measure '{name}' gives {answer}", "return None if there is no number")
    if answer is None or isinstance(answer, bool | str):
        return answer
    if isinstance(answer, int):
        return int(answer)
    if isinstance(answer, float):
        return float(answer)
    kind = {"dict": "mapping"}.get(type(answer).__name__, type(answer).__name__)
    raise StudyError(
        f"measure '{name}' gives a {kind}, not one value",
        "return a number, text, true, false or null: sum(...), length(...), ... | [0]",
    )
