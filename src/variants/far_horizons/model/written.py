"""Orders as they were written: lines, names and sections, as the order language has read them.

What a name stands for is found when the order is carried out: a ship may be built in that turn.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from horizons_core.orders import (
    Diagnostic,
    Order,
    Severity,
    place_of,
    plain_characters,
    without_emphasis,
    without_invisible,
)
from variants.far_horizons.constants import LONGEST_NAME
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.sections import SECTION_OF

#: What separates the words of an order (FH-ORDER-019).
SEPARATORS = " \t,"


@frozen
class Line:
    """A line by its number from 1 on, as written; `shift` characters were cut off before it.

    `plain` is what is read of it, in plain characters, with `emphasis` without marks of bold type;
    `places` says where in `raw` each of them stands, unless they stand alike. `code` is `plain`
    without its comment and the blanks before that.
    """

    number: int
    raw: str
    shift: int = 0
    cut: bool = False
    emphasis: bool = False
    places: tuple[int, ...] = field(init=False)
    plain: str = field(init=False)
    code: str = field(init=False)

    @places.default
    def _of_visible(self) -> tuple[int, ...]:
        return () if self.raw.isascii() else without_invisible(self.raw)[1]

    @plain.default
    def _in_plain_characters(self) -> str:
        plain = self.raw
        if not plain.isascii():
            plain = plain_characters(without_invisible(plain)[0])
        return without_emphasis(plain) if self.emphasis else plain

    @code.default
    def _without_comment(self) -> str:
        return self.plain.partition(";")[0].rstrip()  # FH-ORDER-016, FH-ORDER-021

    def column(self, at: int) -> int:
        """The column, from 1 on, at which a character of `plain` stands in the text as sent."""
        place = place_of(at, self.places) if self.places else at
        return self.shift + place + 1

    def at(self, column: int) -> int:
        """Which character of `plain` stands at a column."""
        place = column - self.shift - 1
        return bisect_left(self.places, place) if self.places else place

    def remark(
        self, severity: Severity, code: str, message: str, hint: str = "", words: str = ""
    ) -> Diagnostic:
        """A remark on the whole line."""
        text = self.plain.lstrip(SEPARATORS)
        column = self.column(len(self.plain) - len(text))
        return Diagnostic(
            severity, code, message, self.number, column, words or text.rstrip(), hint
        )


@frozen
class Piece:
    """Words of a line and the column at which they stand: what a remark is about."""

    text: str
    column: int


@frozen
class LeftOver(Piece):
    """Words that stand behind an order; `order` is a further one among them."""

    order: str = ""

    @property
    def begins_order(self) -> bool:
        """Whether a further order is all that they are."""
        return bool(self.order) and self.text.startswith(self.order)


@frozen
class WrittenName:
    """A name as written, with the class word before it.

    Attributes:
        text: all of it, up to a comma or the end.
        word: its class word, if it has one of the kind that belongs there.
        name: what stands behind the class word.
        column: where the name begins, from 1 on.
    """

    text: str
    word: ClassWord | None
    name: str
    column: int

    @property
    def whole(self) -> str:
        """The name if its first word is no class word (FH-NAME-003)."""
        up_to_comma = self.text.partition(",")[0].partition("\t")[0]
        return up_to_comma[:LONGEST_NAME].rstrip()

    @property
    def piece(self) -> Piece:
        """The name and where it stands."""
        return Piece(self.name, self.column)


@frozen
class LineOrder(Order):
    """An order with the line in which it stands.

    Attributes:
        source: the line.
        start: where in it the arguments begin, from 0 on.
        code: what the arguments were read from: the line's code, unless commas were put into it.
        left_over: words behind the arguments; None also for an order that lacks an argument.
    """

    source: Line = Line(0, "")
    start: int = 0
    code: str = ""
    left_over: LeftOver | None = None

    def with_found(self, found: Mapping[str, Any]) -> Order:
        if not found:
            return self
        return LineOrder(  # `evolve` takes five times as long
            self.command,
            {**self.arguments, **found},
            self.line,
            self.column,
            self.text,
            self.columns,
            self.written,
            self.phase,
            self.source,
            self.start,
            self.code,
            self.left_over,
        )


@frozen
class Unread:
    """A line of a section that is no order there; `reason` is the log's sentence."""

    line: Line
    reason: str


@frozen
class ReadSection:
    """A section as it was read: its name, its START line and what stands in it, line by line."""

    name: str
    line: int
    entries: tuple[Order | Unread, ...] = ()


class Orders(list[Order]):
    """The orders of a species for one turn, in the order of lines; `sections` has them by name."""

    sections: Mapping[str, ReadSection] = {}


def section_of(orders: Sequence[Order], name: str) -> ReadSection | None:
    """A section of what was read, None if it was not written."""
    if isinstance(orders, Orders):
        return orders.sections.get(name)
    phase = SECTION_OF[name].phase
    own = tuple(order for order in orders if order.phase == phase)
    return ReadSection(name, own[0].line, own) if own else None


def line_of(order: Order) -> Line:
    """The line in which an order stands."""
    return order.source if isinstance(order, LineOrder) else Line(order.line, order.text)
