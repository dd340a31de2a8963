"""The orders available now, as lines of comments that players can complete and send."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from horizons_core.model.views import View
from horizons_core.orders.arguments import Range
from horizons_core.orders.commands import Command
from horizons_core.orders.lines import commented, quoted
from horizons_core.orders.options import OrderOptions, order_options

#: Number of choices listed for an argument.
MOST_CHOICES = 12


def offered_lines(
    commands: Iterable[Command], view: View, sign: str = ";", most: int = MOST_CHOICES
) -> Iterator[str]:
    """Yield the syntax of each order that is possible in the view, with choices for its arguments.

    Every line is a comment, so sending the lines unchanged orders nothing. At most `most` choices
    are listed for an argument; none if any words will do or the syntax lists them.
    """
    for options in order_options(commands, view).values():
        yield from commented([*options.command.syntax, *_choices(options, most)], sign)


def _choices(options: OrderOptions, most: int) -> Iterator[str]:
    for name, offered in options.arguments.items():
        if isinstance(offered, Range):
            yield f"  {name}: {offered.minimum:g} to {offered.maximum:g}"
        elif offered and not _is_in_syntax(options.command, offered):
            yield f"  {name}: {_listed(offered, most)}"


def _is_in_syntax(command: Command, offered: Sequence[str]) -> bool:
    """Return whether the syntax itself contains all the choices."""
    words = _words_of(tuple(command.syntax))
    return words.issuperset(offered)


@lru_cache(maxsize=1024)
def _words_of(syntax: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in syntax for word in re.split(r"[^A-Za-z]+", line))


def _listed(offered: Sequence[str], most: int) -> str:
    listed = " | ".join(quoted(word) for word in offered[:most])
    remaining = len(offered) - most
    return f"{listed} ... and {remaining:,} more" if remaining > 0 else listed
