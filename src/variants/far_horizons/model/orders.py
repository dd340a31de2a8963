"""Orders as the order language has read them: class words, sections, lines and names.

Clauses: FH-ORDER-003.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from attrs import field, frozen

from horizons_core.orders import (
    Diagnostic,
    Order,
    Severity,
    place_of,
    plain_characters,
    strip_invisible,
    without_emphasis,
)
from variants.far_horizons.constants import (
    CLASS_OF,
    ITEM_OF,
    MAX_NAME_LENGTH,
    STARBASE,
    TECHS,
    TRANSPORT,
)

_SHIP = re.compile(r"([A-Z]{2})(\d*)(S?)", re.ASCII)

ClassKind = Literal["tech", "item", "ship", "planet", "species"]
#: Separators between the words of an order (FH-ORDER-019).
SEPARATORS = " \t,"


@frozen
class ClassWord:
    """A class word: a technology, an item, a ship's class, or PL or SP before a name.

    `tonnage` is that of a ship in units of 10,000 tons, 0 if the word doesn't say.
    """

    kind: ClassKind
    code: str
    tonnage: int = 0
    sub_light: bool = False


@lru_cache(maxsize=4096)
def class_of(word: str) -> ClassWord | None:
    """Return the meaning of a class word, in either case, or None (FH-ABBR-001)."""
    word = word.upper()
    if word in TECHS:
        return ClassWord("tech", word)
    if word in ITEM_OF:
        return ClassWord("item", word)
    if word in {"PL", "SP"}:
        return ClassWord("planet" if word == "PL" else "species", word)
    return _ship_class(word)


def _ship_class(word: str) -> ClassWord | None:
    """Parse a starbase, a transport with its size, or a ship; a final S means sub-light."""
    if word in {"BA", STARBASE}:  # FH-BAS-008
        return ClassWord("ship", STARBASE)
    match = _SHIP.fullmatch(word)
    if match is None or match[1] not in CLASS_OF or (match[2] and match[1] != TRANSPORT):
        return None
    tonnage = int(match[2] or CLASS_OF[match[1]].tonnage)  # FH-ABBR-003
    sub_light = match[3] == "S"  # FH-ABBR-002, FH-SHIP-013
    return ClassWord("ship", match[1], tonnage, sub_light)


@frozen
class SectionKind:
    """A section of the orders: its name, its phase, and the word for it in rejections."""

    name: str
    phase: str
    word: str


SECTIONS = (
    SectionKind("COMBAT", "combat", "combat"),
    SectionKind("PRE-DEPARTURE", "pre-departure", "pre-departure"),
    SectionKind("JUMPS", "jumps", "jump"),
    SectionKind("PRODUCTION", "production", "production"),
    SectionKind("POST-ARRIVAL", "post-arrival", "post-arrival"),
    SectionKind("STRIKES", "strikes", "strike"),
)
SECTION_OF = {kind.name: kind for kind in SECTIONS}


@frozen
class SourceLine:
    """A line and its number, counted from 1; `shift` characters were cut off before it.

    `plain` is its content in plain characters; with `emphasis` also without marks of bold type.
    `places` maps its characters to positions in `raw`, unless they are the same. `code` is `plain`
    without its comment and the spaces before that.
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
    def _default_places(self) -> tuple[int, ...]:
        return () if self.raw.isascii() else strip_invisible(self.raw)[1]

    @plain.default
    def _default_plain(self) -> str:
        plain = self.raw
        if not plain.isascii():
            plain = plain_characters(strip_invisible(plain)[0])
        return without_emphasis(plain) if self.emphasis else plain

    @code.default
    def _default_code(self) -> str:
        return self.plain.partition(";")[0].rstrip()  # FH-ORDER-016, FH-ORDER-021

    def column(self, at: int) -> int:
        """Return the column, counted from 1, of a character of `plain` in the submitted text."""
        place = place_of(at, self.places) if self.places else at
        return self.shift + place + 1

    def at(self, column: int) -> int:
        """Return the index in `plain` for a column."""
        place = column - self.shift - 1
        return bisect_left(self.places, place) if self.places else place

    def remark(
        self, severity: Severity, code: str, message: str, hint: str = "", words: str = ""
    ) -> Diagnostic:
        """Create a remark about the whole line."""
        text = self.plain.lstrip(SEPARATORS)
        column = self.column(len(self.plain) - len(text))
        return Diagnostic(
            severity, code, message, self.number, column, words or text.rstrip(), hint
        )


@frozen
class LineSpan:
    """Words of a line and their column: the object of a remark."""

    text: str
    column: int


@frozen
class LeftOver(LineSpan):
    """Words left over after an order; `order` is another order among them."""

    order: str = ""

    @property
    def begins_order(self) -> bool:
        """Return whether the words are another order and nothing else."""
        return bool(self.order) and self.text.startswith(self.order)


@frozen
class WrittenName:
    """A name as written, with the class word before it.

    Attributes:
        text: all of it, up to a comma or the end.
        word: its class word, if it has one of a kind that belongs there.
        name: the text after the class word.
        column: the column where the name starts, counted from 1.
    """

    text: str
    word: ClassWord | None
    name: str
    column: int

    @property
    def plain_name(self) -> str:
        """The name if its first word is not a class word (FH-NAME-003)."""
        up_to_comma = self.text.partition(",")[0].partition("\t")[0]
        return up_to_comma[:MAX_NAME_LENGTH].rstrip()

    @property
    def piece(self) -> LineSpan:
        """The name and its column."""
        return LineSpan(self.name, self.column)


@frozen
class LineOrder(Order):
    """An order with its line.

    Attributes:
        source: the line.
        start: the index of the first argument in the line, counted from 0.
        code: the text of the arguments, which is the line's code unless commas were inserted.
        left_over: words after the arguments; None if there are none, or if an argument is missing.
    """

    source: SourceLine = SourceLine(0, "")
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
    """A line of a section that is not an order there; `reason` is the log's sentence."""

    line: SourceLine
    reason: str


@frozen
class ReadSection:
    """A section as read: its name, its START line and its entries, line by line."""

    name: str
    line: int
    entries: tuple[Order | Unread, ...] = ()


class Orders(list[Order]):
    """The orders of a species for one turn, in order of lines; `sections` groups them by name."""

    sections: Mapping[str, ReadSection] = {}


def section_of(orders: Sequence[Order], name: str) -> ReadSection | None:
    """Return a section of the orders, or None if it was not written."""
    if isinstance(orders, Orders):
        return orders.sections.get(name)
    phase = SECTION_OF[name].phase
    section_orders = tuple(order for order in orders if order.phase == phase)
    return ReadSection(name, section_orders[0].line, section_orders) if section_orders else None


def line_of(order: Order) -> SourceLine:
    """Return the line of an order."""
    return order.source if isinstance(order, LineOrder) else SourceLine(order.line, order.text)
