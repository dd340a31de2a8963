"""The arguments of commands: how each is read from the words of a line, and what finds its thing.

What is read does not depend on the game: a number, a name as written, an item's class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import evolve, frozen

from horizons_core.orders import Argument, Command
from variants.far_horizons.model.class_words import ClassKind
from variants.far_horizons.model.words import Words
from variants.far_horizons.model.written import LineOrder
from variants.far_horizons.orders.offers import names_of, own_starbases
from variants.far_horizons.orders.references import Finder

#: Reads one argument and moves behind it; None, and it stays, if none stands there.
Reader: TypeAlias = Callable[[Words], Any]
#: Whether an argument can stand where it would, by those that were read before it.
Condition: TypeAlias = Callable[[Mapping[str, Any]], bool]


@frozen(kw_only=True)
class Part(Argument):
    """An argument that is read from a line's words.

    One that must be there and is not has the value None: its finder says what is missing.

    Attributes:
        bare: names stand in orders without quotes, blanks and all.
        read: how it is read.
        when: whether it belongs to the form of the command that is written; all do without it.
    """

    read: Reader
    when: Condition | None = None
    bare: bool = True


def given(argument: str) -> Condition:
    """If another argument was written before."""
    return lambda read: read.get(argument) is not None


def missing(argument: str) -> Condition:
    """If another argument was not written."""
    return lambda read: read.get(argument) is None


def name(
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> Part:
    """A name with its class word, of these kinds: a `WrittenName`."""
    return _named(lambda words: words.written_name(*kinds), kinds, find, optional, when)


def _named(
    read: Reader,
    kinds: tuple[ClassKind, ...],
    find: Finder | None,
    optional: bool,  # noqa: FBT001 - see callers
    when: Condition | None,
) -> Part:
    """An argument that may be a name, for which a view offers what has one.

    Without a finder the name may be a new one. In one form of several nothing is offered: without
    any ship there would be no BUILD of items.
    """
    offered = names_of(*kinds) if find and not when else None
    return Part(read=read, offers=offered, find=find, optional=optional, when=when)


def starbase(find: Finder) -> Part:
    """A name that may be any ship's, of which a view offers those of starbases."""
    return evolve(name("ship", find=find), offers=own_starbases)


def number(
    find: Finder | None = None, *, optional: bool = False, when: Condition | None = None
) -> Part:
    """A whole number."""
    return Part(read=Words.number, find=find, optional=optional, when=when)


def numbers(
    most: int,
    find: Finder | None = None,
    *,
    optional: bool = False,
    when: Condition | None = None,
) -> Part:
    """So many numbers at most, as a tuple; none if no number stands there."""
    return Part(
        read=lambda words: words.numbers(most) or None, find=find, optional=optional, when=when
    )


def class_word(
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> Part:
    """A class word of one of these kinds: a `ClassWord`."""
    return Part(
        read=lambda words: words.class_word(*kinds), find=find, optional=optional, when=when
    )


def number_or_name(
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> Part:
    """A whole number, or a name with its class word."""

    def read(words: Words) -> Any:
        number = words.number()
        return words.written_name(*kinds) if number is None else number

    return _named(read, kinds, find, optional, when)


def numbers_or_name(
    most: int,
    *kinds: ClassKind,
    find: Finder | None = None,
    optional: bool = False,
    when: Condition | None = None,
) -> Part:
    """So many numbers at most, as a tuple, or a name with its class word."""

    def read(words: Words) -> Any:
        return words.numbers(most) or words.written_name(*kinds)

    return _named(read, kinds, find, optional, when)


def surplus(find: Finder | None = None) -> Part:
    """Whatever else is written: the text."""
    return Part(read=lambda words: words.all_left() or None, find=find, optional=True)


# reading them


def read_order(
    command: Command, words: Words, column: int, phase: str, more: Mapping[str, Any]
) -> LineOrder:
    """The order of a line whose command word ends where `words` stand; `more` are arguments."""
    arguments, start = dict(more), words.at
    columns: dict[str, int] = {}
    written: dict[str, str] = {}
    for name, part in command.arguments.items():
        if not isinstance(part, Part) or (part.when and not part.when(arguments)):
            continue
        before = words.skip()
        value = part.read(words)
        if value is None:
            words.at = before
            if part.optional:
                continue
        arguments[name] = value
        written[name], columns[name] = words.left() if value is None else words.taken()
    line = words.line
    place = line.number, column, line.code[line.at(column) :]
    return LineOrder(
        command, arguments, *place, columns, written, phase, line, start, code=words.text
    )


def read_again(order: LineOrder, words: Words) -> LineOrder:
    """The same order, read from other words; remarks and the log go on to show the player's."""
    kept = {name: order[name] for name in ("section", "lines") if name in order.arguments}
    other = read_order(order.command, words, order.column, order.phase, kept)
    return evolve(other, source=order.source, text=order.text)
