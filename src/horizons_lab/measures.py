"""Measures: what a study asks of a game, by JMESPath, by a function, or by counting events.

An expression in which `{player}` stands is asked once a seat, with the id of the seat's empire in
the place of `{player}`: `empires[?id=='{player}'].stock.ore | [0]`. So is a function of the game
and that id; a function of the game alone is asked once, and all seats get its answer.

`{"view": "fairness.poorest"}` asks the gamemaster's view by JMESPath instead of the game as it is
saved: what a view reckons need not be reckoned again.

`{"events": "battle.*"}` counts the events whose codes are like this, whoever may know of them:
those of the whole game, or as a measure of turns those of the turn.

`{"luck": "ships left"}` is what the dice added to a measure of a seat's battles beyond what was to
be expected, and `{"luck deviation": "ships left"}` its standard deviation (`horizons_core.luck`):
summed over the game's battles, or over those of the turn. There is none for a seat that fought no
battle with this measure. It takes time: each battle is fought two hundred times more.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import attrs

import horizons_core as hz
from horizons_lab.errors import StudyError, told_error
from horizons_lab.happenings import Happened

#: How a measure is given: an expression, a function of a game, or of a game and an empire's id, a
#: pattern for the codes of events to be counted, an expression over the gamemaster's view, or the
#: measure of battles whose luck is asked for.
MeasureSource = str | Callable[..., Any] | Mapping[str, str]
#: What a measure may answer.
Value = int | float | bool | str | None

PLAYER = "{player}"
EVENTS, VIEW = "events", "view"
LUCK, DEVIATION = "luck", "luck deviation"


@attrs.frozen
class Measure:
    """One measure of a study.

    Attributes:
        name: the name of its column.
        source: the expression or the function.
        by_seat: whether each seat has an answer of its own.
    """

    name: str
    source: MeasureSource
    by_seat: bool

    @property
    def counts_events(self) -> bool:
        """Whether it is a number of events."""
        return isinstance(self.source, Mapping) and EVENTS in self.source

    @property
    def asks_for_luck(self) -> bool:
        """Whether it is luck, or its deviation."""
        return isinstance(self.source, Mapping) and not {EVENTS, VIEW} & {*self.source}

    @property
    def asks_view(self) -> bool:
        """Whether it is an expression over the gamemaster's view."""
        return isinstance(self.source, Mapping) and VIEW in self.source

    @property
    def expression(self) -> str:
        """The expression, over the game or the view, if it is one."""
        return self.source[VIEW] if isinstance(self.source, Mapping) else str(self.source)

    def asked(
        self, game: hz.Game, data: Mapping[str, Any], empire: str, happened: Happened
    ) -> Value:
        """The answer for one seat; raises StudyError if there is none that fits into a table.

        `data` is what its expression is asked of, as plain data.
        """
        if isinstance(self.source, Mapping) and not self.asks_view:
            ((kind, words),) = self.source.items()
            return _counted(kind, words, empire, happened)
        try:
            if callable(self.source):
                answer = self.source(game, empire) if self.by_seat else self.source(game)
            else:
                answer = _compiled(self.expression.replace(PLAYER, empire)).search(data)
        except Exception as problem:
            raise StudyError(
                f"measure '{self.name}' fails after turn {game.turn}: {told_error(problem)}"
            ) from problem
        return _checked(self.name, answer)


def measures_of(given: Mapping[str, MeasureSource]) -> tuple[Measure, ...]:
    """The measures of a study; raises StudyError for an expression that cannot be read."""
    return tuple(_measure(name, source) for name, source in given.items())


def answers(
    measures: Sequence[Measure],
    variant: hz.Variant,
    game: hz.Game,
    empires: Sequence[str],
    happened: Happened,
) -> dict[str, dict[str, Value]]:
    """What all measures answer, by empire and name; raises StudyError as `Measure.asked` does."""
    saved = hz.dump(game) if any(isinstance(one.source, str) for one in measures) else {}
    seen = variant.view(game, None).data if any(one.asks_view for one in measures) else {}

    def asked(one: Measure, empire: str) -> Value:
        return one.asked(game, seen if one.asks_view else saved, empire, happened)

    shared = {one.name: asked(one, "") for one in measures if not one.by_seat}
    return {
        empire: {
            one.name: asked(one, empire) if one.by_seat else shared[one.name] for one in measures
        }
        for empire in empires
    }


def measure_text(source: Any) -> str:
    """A measure in a line: the expression, the function's name, which events are counted, ..."""
    if isinstance(source, Mapping):
        ((kind, words),) = source.items()
        return str(words) if kind == "python" else f"{kind} {words}"
    return source if isinstance(source, str) else python_name(source)


def python_name(function: Callable[..., Any]) -> str:
    """The name of a function with its module's; that of its class for an object that is called."""
    named: Any = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def _measure(name: str, source: MeasureSource) -> Measure:
    if isinstance(source, str):
        _check_expression(name, source)
        return Measure(name, source, PLAYER in source)
    if isinstance(source, Mapping) and [*source] == [VIEW] and isinstance(source[VIEW], str):
        _check_expression(name, source[VIEW])
        return Measure(name, source, PLAYER in source[VIEW])
    if isinstance(source, Mapping) and _is_counted(source):
        return Measure(name, source, by_seat=EVENTS not in source)
    if not callable(source):
        raise StudyError(
            f"measure '{name}' is {source!r}",
            "give a JMESPath expression, a function of a game, {view: a JMESPath expression},"
            " {events: a pattern for codes}, or {luck: a measure of battles}",
        )
    return Measure(name, source, _arguments(name, source) == 2)


def _is_counted(source: Mapping[str, Any]) -> bool:
    kinds, words = {*source}, [*source.values()]
    return len(kinds) == 1 and kinds <= {EVENTS, LUCK, DEVIATION} and isinstance(words[0], str)


def _counted(kind: str, words: str, empire: str, happened: Happened) -> Value:
    """The number of events with such a code, or an empire's luck."""
    if kind == EVENTS:
        return sum(count for code, count in happened.events.items() if fnmatchcase(code, words))
    luck = happened.luck_in(words, empire)
    if luck is None:
        return None
    return luck.amount if kind == LUCK else luck.deviation


def _arguments(name: str, function: Callable[..., Any]) -> int:
    """How many of game and empire a function takes."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions in C say nothing of themselves
        return 1
    for count in (2, 1):
        try:
            signature.bind(*range(count))
        except TypeError:
            continue
        return count
    raise StudyError(
        f"measure '{name}' takes {signature}", "let it take a game, or a game and an empire's id"
    )


def _check_expression(name: str, source: str) -> None:
    import jmespath

    try:
        _compiled(source.replace(PLAYER, "P1"))
    except jmespath.exceptions.JMESPathError as problem:
        told = " ".join(str(problem).split())
        raise StudyError(
            f"measure '{name}' cannot be read: {told}", "its language is JMESPath"
        ) from problem


def _compiled(expression: str) -> Any:
    import jmespath  # keeps what it has compiled

    return jmespath.compile(expression)


def _checked(name: str, answer: Any) -> Value:
    """An answer in plain types; raises StudyError for one that fits into no column."""
    if hasattr(answer, "item") and not isinstance(answer, int | float):  # a number of numpy's
        answer = answer.item()
    if isinstance(answer, float) and not math.isfinite(answer):
        raise StudyError(f"measure '{name}' gives {answer}", "let it give None for no number")
    if answer is None or isinstance(answer, bool | str):
        return answer
    if isinstance(answer, int):
        return int(answer)
    if isinstance(answer, float):
        return float(answer)
    kind = {"dict": "mapping"}.get(type(answer).__name__, type(answer).__name__)
    raise StudyError(
        f"measure '{name}' gives a {kind}, not one value",
        "let it give a number, a text, true, false or null: sum(...), length(...), ... | [0]",
    )
