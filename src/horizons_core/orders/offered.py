"""The orders that can be given now, as lines of comments that players fill in and send."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from horizons_core.model.views import View
from horizons_core.orders.arguments import Range
from horizons_core.orders.commands import Command
from horizons_core.orders.lines import commented, quoted
from horizons_core.orders.options import OrderOptions, order_options

#: So many choices of an argument are named.
MOST_CHOICES = 12


def offered_lines(
    commands: Iterable[Command], view: View, sign: str = ";", most: int = MOST_CHOICES
) -> Iterator[str]:
    """How each order is written that the view offers anything for, and what can stand in it.

    Every line is a comment: sent as they are, they order nothing. Of an argument at most `most`
    choices are named; what any words will do for, or what the syntax names, is left to the syntax.
    """
    for options in order_options(commands, view).values():
        yield from commented([*options.command.syntax, *_choices(options, most)], sign)


def _choices(options: OrderOptions, most: int) -> Iterator[str]:
    for name, offered in options.arguments.items():
        if isinstance(offered, Range):
            yield f"  {name}: {offered.minimum:g} to {offered.maximum:g}"
        elif offered and not _is_said(options.command, offered):
            yield f"  {name}: {_named(offered, most)}"


def _is_said(command: Command, offered: Sequence[str]) -> bool:
    """Whether nothing but the syntax is needed to know what may be written."""
    said = _words_of(tuple(command.syntax))
    return said.issuperset(offered)


@lru_cache(maxsize=1024)
def _words_of(syntax: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in syntax for word in re.split(r"[^A-Za-z]+", line))


def _named(offered: Sequence[str], most: int) -> str:
    named = " | ".join(quoted(word) for word in offered[:most])
    more = len(offered) - most
    return f"{named} ... and {more:,} more" if more > 0 else named
