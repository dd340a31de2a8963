"""The declaration of commands: sections, forms, handlers, and arguments with offered values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from attrs import evolve, frozen

from horizons_core.orders import Argument, Check, Command, Goods, Handler, Offers, Shop
from variants.far_horizons.model.names import WordCursor
from variants.far_horizons.model.orders import (
    SECTION_OF,
    SEPARATORS,
    ClassKind,
    LeftOver,
    LineOrder,
    SourceLine,
    WrittenName,
    class_of,
)
from variants.far_horizons.orders.offers import names_of
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.orders.sections import SECTIONS_OF, first_word
from variants.far_horizons.rules.dispatch import CHECKS

_KEYWORDS = {keyword[:3]: keyword for keyword in (*SECTIONS_OF, "START", "END")}
_BREAK = re.compile(r"[,\t][ \t,]*")
_LATER_WORD = re.compile(r"(?<=[ \t,])[^ \t,]+(?=[ \t,])")
_STOPS = f".{SEPARATORS}"

#: Reads an argument and moves the cursor past it; if it is missing, returns None and stays.
Reader: TypeAlias = Callable[[WordCursor], Any]
#: Decides whether an argument may follow those read before it.
Condition: TypeAlias = Callable[[Mapping[str, Any]], bool]


#: The kinds of things that a name can stand for, by the kind of its class word.
THINGS: Mapping[ClassKind, tuple[str, ...]] = {
    "ship": ("ship", "starbase"),
    "planet": ("planet",),
    "species": ("species",),
}
#: The name of the card with all that a planet produces.
PRODUCTION_CARD = "Production"
#: Keywords of orders that open a block, by the argument that stands for the block.
_BLOCKS = {"producer": "PRODUCTION", "battle": "BATTLE"}


@frozen(kw_only=True)
class LineArgument(Argument):
    """An argument read from a line's words.

    A required argument that is missing has the value None: its finder says what is missing.

    Attributes:
        bare: names are written in orders without quotes, even if they contain spaces.
        read: the function that reads it.
        when: condition that the chosen form of the command includes it; None includes it always.
    """

    read: Reader
    when: Condition | None = None
    bare: bool = True


def has(argument: str) -> Condition:
    """Require that another argument was written before."""
    return lambda read: read.get(argument) is not None


def lacks(argument: str) -> Condition:
    """Require that another argument was not written."""
    return lambda read: read.get(argument) is None


def name(
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> LineArgument:
    """Create an argument for a name with a class word of these kinds: a `WrittenName`."""
    return _named(lambda words: words.written_name(*kinds), kinds, find, optional, when)


def with_offers(
    argument: LineArgument, offers: Offers, label: str = "", **changes: Any
) -> LineArgument:
    """Return the argument with choices, and with a label for players."""
    return evolve(argument, offers=offers, label=label or argument.label, **changes)


def _named(
    read: Reader,
    kinds: tuple[ClassKind, ...],
    find: Finder | None,
    optional: bool,  # noqa: FBT001 - see callers
    when: Condition | None,
) -> LineArgument:
    """Create an argument that may be a name, for which views offer the player's own things.

    Without a finder the name may be a new one.
    """
    things = tuple(thing for kind in kinds for thing in THINGS.get(kind, ())) if find else ()
    return LineArgument(
        read=read,
        find=find,
        optional=optional,
        when=when,
        things=things,
        offers=names_of(*kinds) if things else None,
    )


def number(
    find: Finder | None = None, *, optional: bool = False, when: Condition | None = None
) -> LineArgument:
    """Create an argument for a whole number."""
    return LineArgument(read=WordCursor.number, find=find, optional=optional, when=when)


def numbers(
    maximum: int,
    find: Finder | None = None,
    *,
    optional: bool = False,
    when: Condition | None = None,
) -> LineArgument:
    """Create an argument for up to `maximum` numbers, as a tuple; None if there are none."""
    return LineArgument(
        read=lambda words: words.numbers(maximum) or None, find=find, optional=optional, when=when
    )


def class_word(
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> LineArgument:
    """Create an argument for a class word of one of these kinds: a `ClassWord`."""
    return LineArgument(
        read=lambda words: words.class_word(*kinds), find=find, optional=optional, when=when
    )


def number_or_name(
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> LineArgument:
    """Create an argument for a whole number, or a name with its class word."""

    def read(words: WordCursor) -> Any:
        number = words.number()
        return words.written_name(*kinds) if number is None else number

    return _named(read, kinds, find, optional, when)


def numbers_or_name(
    maximum: int,
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> LineArgument:
    """Create an argument for up to `maximum` numbers, as a tuple, or a name with its class word."""

    def read(words: WordCursor) -> Any:
        return words.numbers(maximum) or words.written_name(*kinds)

    return _named(read, kinds, find, optional, when)


def producer(offers: Offers) -> Argument:
    """Create an argument for the planet whose production an order belongs to."""
    return Argument(offers=offers, bare=True, contextual=True, label="planet", things=("planet",))


def surplus(find: Finder | None = None) -> LineArgument:
    """Create an argument for all remaining words, as text."""
    return LineArgument(read=lambda words: words.read_rest() or None, find=find, optional=True)


# reading


def read_order(
    command: Command, words: WordCursor, column: int, phase: str, more: Mapping[str, Any]
) -> LineOrder:
    """Read an order; its command word ends where `words` begin; `more` are further arguments."""
    arguments, start = dict(more), words.at
    columns: dict[str, int] = {}
    written: dict[str, str] = {}
    lacking, end = False, len(words.text)
    for name, part in command.arguments.items():
        if not isinstance(part, LineArgument) or (part.when and not part.when(arguments)):
            continue
        before = words.skip()
        value = part.read(words)
        if value is None:
            words.at = before
            if part.optional:
                continue
        arguments[name] = value
        written[name], columns[name] = words.left() if value is None else words.last_read()
        lacking |= value is None
        if name == "surplus" or _is_not_a_name(part, value):
            end = min(end, before)
    end = end if lacking else min(end, words.skip())
    end = _further_order(words.text, start) or (len(words.text) if lacking else end)
    line = words.line
    place = line.number, column, line.code[line.at(column) :]
    left_over = _left_over(line, words.text, end)
    return LineOrder(
        command, arguments, *place, columns, written, phase, line, start, words.text, left_over
    )


def _is_not_a_name(part: LineArgument, value: Any) -> bool:
    """Return whether words after the arguments were misread as a name without a class word."""
    return part.optional and isinstance(value, WrittenName) and value.word is None


def _further_order(text: str, start: int) -> int:
    """Return the index of a command word after a comma or tab, or 0."""
    breaks = _BREAK.finditer(text, start)
    return next((comma.end() for comma in breaks if begins_order(text[comma.end() :])), 0)


def _left_over(line: SourceLine, text: str, start: int) -> LeftOver | None:
    """Return the words from an index on, unless they are just a full stop (FH-LAND-001)."""
    words = text[start:].rstrip(SEPARATORS)
    if not words.strip(_STOPS):
        return None
    return LeftOver(words, line.column(start), _order_in(words))


def _order_in(words: str) -> str:
    """Return the words from a command word on, which may be in the middle, or ""."""
    if begins_order(words):
        return words
    tails = (words[word.start() :] for word in _LATER_WORD.finditer(words))
    return next(filter(begins_order, tails), "")


def begins_order(text: str) -> bool:
    """Return whether a text begins with a command word that is not a class word."""
    word, _ = first_word(text)
    keyword = _KEYWORDS.get(word[:3].upper(), "")
    return len(word) >= 3 and keyword.startswith(word.upper()) and class_of(word) is None


def reread(order: LineOrder, words: WordCursor) -> LineOrder:
    """Read an order again from other words; remarks and the log still show the original ones."""
    extra = {name: order[name] for name in ("section", "lines") if name in order.arguments}
    new_order = read_order(order.command, words, order.column, order.phase, extra)
    return evolve(new_order, source=order.source, text=order.text)


def command(
    forms: str,
    text: str,
    *,
    label: str,
    group: str,
    example: str,
    mistake: str,
    rules: str,
    run: Handler,
    templates: str = "",
    asked: str = "",
    on: tuple[str, ...] = (),
    default: bool = False,
    arguments: Mapping[str, Argument] | None = None,
    checks: Mapping[str, Check] | None = None,
    shop: tuple[Goods, ...] = (),
) -> Command:
    """Create a command from its forms and templates, divided by `|`, and orders of its section.

    Templates of orders below PRODUCTION or BATTLE begin with such a line. `asked` lists the
    arguments in the order in which they are asked for. A mistake that names its own section is left
    unchanged. Orders with a `shop` are on the card of a planet's production.
    """
    syntax = tuple(form.strip() for form in forms.split("|"))
    keyword = syntax[0].split()[0]
    section = SECTIONS_OF[keyword][0]
    declared = arguments or {}
    return Command(
        keyword=keyword,
        rule="",
        phase=SECTION_OF[section].phase,
        forms=tuple(
            _with_block_line(form.strip(), declared) for form in (templates or keyword).split("|")
        ),
        syntax=syntax,
        label=label,
        group=group,
        on=on,
        default=default,
        help=text,
        example=in_section(section, example),
        mistake=mistake if mistake.startswith("START") else in_section(section, mistake),
        arguments=declared,
        asked=tuple(asked.split()),
        rules=tuple(rules.split()),
        run=run,
        checks={**CHECKS, **(checks or {})},
        card=Shop(PRODUCTION_CARD, shop, "Other forms") if shop else None,
    )


def _with_block_line(template: str, arguments: Iterable[str]) -> str:
    """Put the line of its block above a template, if it has none yet."""
    blocks = (name for name in arguments if name in _BLOCKS and "\n" not in template)
    first = next(blocks, None)
    return f"{block_line(first)} {template}" if first else template


def block_line(argument: str) -> str:
    """Return the part of a template for the line above the order."""
    return f"[{_BLOCKS[argument]} {{{argument}}} \n ]"


def in_section(section: str, orders: str) -> str:
    """Put orders between START and END."""
    return f"START {section}\n{orders}\nEND"
