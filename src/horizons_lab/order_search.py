"""Draws orders from the game's offers, with names from the view as free arguments.

A game offers no choices for free arguments (a design, a sum, a name). The words in the command's
example are at least well formed, and so are most variations of them by a number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

import horizons_core as hz
from horizons_core.orders import Order, OrderOptions, Range

#: Prefix of made-up names.
_NAME_PREFIX = "Look"
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
#: Longest text of a view that is taken for a name.
_LONGEST = 24
#: Most draws to replace a command most of whose orders were refused.
_MAX_DRAWS = 8


@frozen
class ExampleArgument:
    """The position of an argument in an example, and its words."""

    name: str
    start: int
    words: str

    @property
    def is_unquoted(self) -> bool:
        """True if words with blanks are written here without double quotes."""
        return " " in self.words and '"' not in self.words


@frozen
class CommandExample:
    """The example of a command.

    Attributes:
        text: the order.
        arguments: its arguments, from left to right.
    """

    text: str
    arguments: tuple[ExampleArgument, ...]


def command_examples(variant: hz.Variant) -> dict[str, CommandExample]:
    """Return the one-line examples of the variant's commands, by keyword."""
    examples: dict[str, CommandExample] = {}
    for command in variant.commands:
        read = variant.language.read(command.example).orders
        order = next((o for o in read if o.keyword == command.keyword), None)
        if order is not None and _is_one_line(variant, order):
            examples[command.keyword] = CommandExample(order.text, _arguments(order))
    return examples


def _is_one_line(variant: hz.Variant, order: Order) -> bool:
    """Return whether the order is complete in its own line; messages have more lines."""
    return variant.language.read(variant.order_text([order.text])).acceptable


def _arguments(order: Order) -> tuple[ExampleArgument, ...]:
    arguments = [
        ExampleArgument(name, order.columns[name] - order.column, words)
        for name, words in order.written.items()
        if name in order.columns
    ]
    arguments.sort(key=lambda place: place.start)
    return tuple(place for place in arguments if order.text.startswith(place.words, place.start))


@attrs.define
class OrderWriter:
    """Writes orders drawn from the game's offers.

    For free arguments it varies the command's example, with words and numbers of the view.

    Attributes:
        stream: the dice.
        examples: the examples of the commands, by keyword.
        words: names in the view.
        numbers: numbers in the view.
        turn: the last turn, which is a part of made-up names.
    """

    stream: hz.Stream
    examples: Mapping[str, CommandExample]
    words: Sequence[str]
    numbers: Sequence[str]
    turn: int = 0
    _name_count: int = attrs.field(default=0, init=False)
    _keywords: dict[str, str] = attrs.field(factory=dict, init=False)
    _by_shape: dict[str, list[str]] | None = attrs.field(default=None, init=False)
    _trials: Counter[str] = attrs.field(factory=Counter, init=False)
    _refused: Counter[str] = attrs.field(factory=Counter, init=False)

    def order(self, offered: Mapping[str, OrderOptions], keyword: str = "") -> str:
        """Draw an order, of this command if one is named; "" if no order is possible.

        Commands most of whose orders were refused so far are drawn less often.
        """
        known = [options for name, options in offered.items() if keyword in {"", name}]
        if not known:
            return ""
        chosen = self.stream.choice(known)
        for _ in range(_MAX_DRAWS - 1):
            if self.stream.chance(self._acceptance_rate(chosen.command.keyword)):
                break
            chosen = self.stream.choice(known)
        line = self._line(chosen)
        self._keywords[line] = chosen.command.keyword
        return line

    def keyword_of(self, line: str) -> str:
        """Return the command of an order that was drawn."""
        return self._keywords[line]

    def count_refusals(self, lines: Sequence[str], refused: Sequence[str]) -> None:
        """Count orders that were tried, and those among them that were refused."""
        self._trials.update(map(self.keyword_of, lines))
        self._refused.update(map(self.keyword_of, refused))

    def _acceptance_rate(self, keyword: str) -> float:
        tried = self._trials[keyword]
        return (1 + tried - self._refused[keyword]) / (1 + tried)

    def _line(self, chosen: OrderOptions) -> str:
        example = self.examples.get(chosen.command.keyword)
        if example is not None and not (chosen.is_complete and self.stream.chance(0.5)):
            return self._vary_example(example, chosen)
        return self._from_offers(chosen) if chosen.is_complete else ""

    def _from_offers(self, chosen: OrderOptions) -> str:
        """Return an order with offered arguments; optional ones are left out half of the time."""
        declared = chosen.command.arguments

        def choose(name: str, offered: Sequence[str] | Range) -> str | None:
            if declared[name].optional and (self.stream.chance(0.5) or not _has_choices(offered)):
                return None
            return self._choose(offered)

        return chosen.written(choose)

    def _vary_example(self, example: CommandExample, chosen: OrderOptions) -> str:
        """Return the example with other arguments: offered ones, or variations of its own."""
        text, end = "", 0
        for varied in example.arguments:
            if varied.start < end:
                continue
            offered = chosen.arguments.get(varied.name)
            words = (
                self._choose(offered)
                if offered and _has_choices(offered)
                else self._vary_words(varied.words)
            )
            text += example.text[end : varied.start]
            argument = chosen.command.arguments[varied.name]
            text += words if varied.is_unquoted else argument.written(words)
            end = varied.start + len(varied.words)
        return text + example.text[end:]

    def _choose(self, offered: Sequence[str] | Range) -> str:
        """Choose from an offer; small numbers are as likely as great ones.

        From 0 to 1,000, about as many are from 1 to 10 as from 100 to 1,000.
        """
        if not isinstance(offered, Range):
            return self.stream.choice(offered)
        low, span = offered.minimum, offered.maximum - offered.minimum
        above = span * ((1 + span) ** self.stream.random() - 1) / span if span > 0 else 0.0
        if low == int(low) and span == int(span):
            return str(int(low) + round(above))
        return f"{low + above:.2f}"

    def _vary_words(self, words: str) -> str:
        """Return words of the same kind as those of an example."""
        if _NUMBER.fullmatch(words):
            return self._number(words)
        draw = self.stream.below(5)
        if draw == 0:
            return words
        if draw == 1:
            return self._new_name()
        similar = self._similar_names(words) if draw > 2 else ()
        return self.stream.choice(similar or self.words or [words])

    def _similar_names(self, words: str) -> Sequence[str]:
        """Return the names in the view of the same shape: as many letters and digits."""
        if self._by_shape is None:
            self._by_shape = {}
            for word in self.words:
                self._by_shape.setdefault(_shape(word), []).append(word)
        return self._by_shape.get(_shape(words), ())

    def _number(self, words: str) -> str:
        """Return a small number, one of the view, or from a tenth to thirty times this one."""
        draw = self.stream.below(4)
        if draw == 0:
            return str(self.stream.below(10))
        if draw == 1 and self.numbers:
            return self.stream.choice(self.numbers)
        value = float(words) * 10 ** (2.5 * self.stream.random() - 1)
        return str(round(value)) if "." not in words else f"{value:.2f}"

    def _new_name(self) -> str:
        """Return an unused name."""
        self._name_count += 1
        return f"{_NAME_PREFIX}{self.turn}x{self._name_count}"


def words_and_numbers(view: hz.View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names and the whole numbers in a view, each once, in order."""
    words: dict[str, None] = {}
    numbers: dict[str, None] = {}
    for value in _values(view.data):
        if isinstance(value, str) and 0 < len(value) <= _LONGEST and value.isprintable():
            words[value] = None
        elif isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            numbers[str(value)] = None
    return tuple(words), tuple(numbers)


def _values(data: Any) -> Iterator[Any]:
    """Yield all values in nested plain data."""
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
    """Return the shape of a word: "MI" and "BI" are alike, "TR1S" and "DD" are not."""
    return "".join(
        "9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in word
    )


def _has_choices(offered: Sequence[str] | Range) -> bool:
    return offered.minimum <= offered.maximum if isinstance(offered, Range) else bool(offered)
