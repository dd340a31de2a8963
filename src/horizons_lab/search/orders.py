"""Drawing orders: from what a game offers, and where any words will do from what is at hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.orders import OrderOptions, Range
from horizons_lab.search.examples import Example

#: How names begin that are made up.
_NAME = "Look"
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
#: Longer texts of a view are no names.
_LONGEST = 24
#: How often another command is drawn instead of one of which most orders were refused.
_DRAWS = 8


@attrs.define
class Pencil:
    """Writes orders drawn from what the game offers.

    Where any words will do it varies the example of the command, with words and numbers of the view
    and names that it makes up.

    Attributes:
        stream: the chance.
        examples: those of the commands, by keyword.
        words: names in the view.
        numbers: numbers in the view.
        turn: the turn that was played last, which is a part of made-up names.
    """

    stream: hz.Stream
    examples: Mapping[str, Example]
    words: Sequence[str]
    numbers: Sequence[str]
    turn: int = 0
    _named: int = attrs.field(default=0, init=False)
    _drawn_of: dict[str, str] = attrs.field(factory=dict, init=False)
    _by_shape: dict[str, list[str]] | None = attrs.field(default=None, init=False)
    _tried: Counter[str] = attrs.field(factory=Counter, init=False)
    _refused: Counter[str] = attrs.field(factory=Counter, init=False)

    def order(self, offered: Mapping[str, OrderOptions], keyword: str = "") -> str:
        """An order, of this command if one is named; "" if nothing can be ordered.

        Commands of which most orders were refused so far are drawn more seldom.
        """
        known = [one for name, one in offered.items() if keyword in {"", name}]
        if not known:
            return ""
        chosen = self.stream.choice(known)
        for _ in range(_DRAWS - 1):
            if self.stream.chance(self._fitness(chosen.command.keyword)):
                break
            chosen = self.stream.choice(known)
        line = self._line(chosen)
        self._drawn_of[line] = chosen.command.keyword
        return line

    def keyword_of(self, line: str) -> str:
        """The command of an order that was drawn."""
        return self._drawn_of[line]

    def learn(self, lines: Sequence[str], refused: Sequence[str]) -> None:
        """Take note of orders that were tried, and of those among them that were refused."""
        self._tried.update(map(self.keyword_of, lines))
        self._refused.update(map(self.keyword_of, refused))

    def _fitness(self, keyword: str) -> float:
        tried = self._tried[keyword]
        return (1 + tried - self._refused[keyword]) / (1 + tried)

    def _line(self, chosen: OrderOptions) -> str:
        example = self.examples.get(chosen.command.keyword)
        if example is not None and not (chosen.is_complete and self.stream.chance(0.5)):
            return self._like(example, chosen)
        return self._written(chosen) if chosen.is_complete else ""

    def _written(self, chosen: OrderOptions) -> str:
        """An order of arguments that are offered; an optional one is left out half of the time."""
        declared = chosen.command.arguments

        def choose(name: str, given: Sequence[str] | Range) -> str | None:
            if declared[name].optional and (self.stream.chance(0.5) or not _has_any(given)):
                return None
            return self._drawn(given)

        return chosen.written(choose)

    def _like(self, example: Example, chosen: OrderOptions) -> str:
        """The example with other arguments: offered ones, or such as stand in it."""
        told, end = "", 0
        for place in example.places:
            if place.start < end:
                continue
            given = chosen.arguments.get(place.argument)
            words = self._drawn(given) if given and _has_any(given) else self._varied(place.words)
            told += example.text[end : place.start]
            argument = chosen.command.arguments[place.argument]
            told += words if place.is_bare else argument.written(words)
            end = place.start + len(place.words)
        return told + example.text[end:]

    def _drawn(self, given: Sequence[str] | Range) -> str:
        """One of what is offered; of numbers, small ones are as likely as great ones.

        Of a range from 0 to 1,000 about as many are from 1 to 10 as from 100 to 1,000.
        """
        if not isinstance(given, Range):
            return self.stream.choice(given)
        low, span = given.minimum, given.maximum - given.minimum
        above = span * ((1 + span) ** self.stream.random() - 1) / span if span > 0 else 0.0
        if low == int(low) and span == int(span):
            return str(int(low) + round(above))
        return f"{low + above:.2f}"

    def _varied(self, words: str) -> str:
        """Words of the kind that stand in an example."""
        if _NUMBER.fullmatch(words):
            return self._number(words)
        draw = self.stream.below(5)
        if draw == 0:
            return words
        if draw == 1:
            return self._new_name()
        alike = self._alike(words) if draw > 2 else ()
        return self.stream.choice(alike or self.words or [words])

    def _alike(self, words: str) -> Sequence[str]:
        """The names in the view that are written as these words: as many letters and digits."""
        if self._by_shape is None:
            self._by_shape = {}
            for word in self.words:
                self._by_shape.setdefault(_shape(word), []).append(word)
        return self._by_shape.get(_shape(words), ())

    def _number(self, words: str) -> str:
        """A number: a small one, one of the view, or from a tenth of this to thirty times it."""
        draw = self.stream.below(4)
        if draw == 0:
            return str(self.stream.below(10))
        if draw == 1 and self.numbers:
            return self.stream.choice(self.numbers)
        value = float(words) * 10 ** (2.5 * self.stream.random() - 1)
        return str(round(value)) if "." not in words else f"{value:.2f}"

    def _new_name(self) -> str:
        """A name that nothing bears yet."""
        self._named += 1
        return f"{_NAME}{self.turn}x{self._named}"


def words_and_numbers(view: hz.View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names and the whole numbers that stand in a view, each once, in its order."""
    words: dict[str, None] = {}
    numbers: dict[str, None] = {}
    for value in _values(view.data):
        if isinstance(value, str) and 0 < len(value) <= _LONGEST and value.isprintable():
            words[value] = None
        elif isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            numbers[str(value)] = None
    return tuple(words), tuple(numbers)


def _values(data: Any) -> Iterator[Any]:
    """What stands in plain data, however deep."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield name
            yield from _values(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _values(value)
    else:
        yield data


def _shape(word: str) -> str:
    """How a word is written: "MI" and "BI" are alike, "TR1S" and "DD" are not."""
    return "".join(
        "9" if sign.isdigit() else "A" if sign.isupper() else "a" if sign.isalpha() else sign
        for sign in word
    )


def _has_any(given: Sequence[str] | Range) -> bool:
    return given.minimum <= given.maximum if isinstance(given, Range) else bool(given)
