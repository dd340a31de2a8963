"""The orders that are possible now, with choices, and templates of order texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.orders.arguments import (
    Offered,
    OfferingRules,
    Proposals,
    Range,
    Required,
    as_choice,
    is_possible,
)
from horizons_core.orders.commands import Command, commands_for
from horizons_core.orders.lines import comment_lines, quoted

#: Number of choices listed for an argument.
MAX_CHOICES = 12


@frozen
class OrderOptions:
    """The choices for the arguments of a command.

    Attributes:
        command: the command.
        arguments: by name, in the order of the syntax: words as they appear in orders, a `Range`
            of numbers, or None if any words will do.
    """

    command: Command
    arguments: Mapping[str, Sequence[str] | Range | None]


def order_options(
    commands: Iterable[Command], view: View, rules: OfferingRules
) -> dict[str, OrderOptions]:
    """Return the commands that can be given in the view, by keyword.

    Commands with a required argument without choices, for another role or stage, or impossible by
    `Command.possible` are left out. Choices that depend on other arguments are all listed (see
    `choices.next_step`).
    """
    by_keyword = {}
    for command in commands_for(commands, view.role, view.stage):
        if command.possible is not None and not command.possible(view, rules):
            continue
        offered = {
            name: argument.offered(view, {}, rules) for name, argument in command.arguments.items()
        }
        arguments = {name: _listed_words(choices) for name, choices in offered.items()}
        possible = {name for name, choices in offered.items() if is_possible(choices)}
        if any(form.required <= possible for form in command.templates):
            by_keyword[command.keyword] = OrderOptions(command, arguments)
    return by_keyword


def _listed_words(offered: Offered) -> Sequence[str] | Range | None:
    if isinstance(offered, Proposals):
        return None
    if isinstance(offered, Required):
        return _listed_words(offered.choices)
    if offered is None or isinstance(offered, Range):
        return offered
    return [as_choice(choice).value for choice in offered]


def offered_lines(
    commands: Iterable[Command],
    view: View,
    rules: OfferingRules,
    comment: str = ";",
    maximum: int = MAX_CHOICES,
) -> Iterator[str]:
    """Yield the syntax of each order that is possible in the view, with choices for its arguments.

    Every line is a comment, so sending the lines unchanged orders nothing. At most `maximum`
    choices are listed for an argument; none if any words will do or the syntax lists them.
    """
    for options in order_options(commands, view, rules).values():
        yield from comment_lines([*options.command.syntax, *_choices(options, maximum)], comment)


def _choices(options: OrderOptions, maximum: int) -> Iterator[str]:
    for name, offered in options.arguments.items():
        if isinstance(offered, Range):
            yield f"  {name}: {offered.minimum:g} to {offered.maximum:g}"
        elif offered and not _is_in_syntax(options.command, offered):
            yield f"  {name}: {_listed(offered, maximum)}"


def _is_in_syntax(command: Command, offered: Sequence[str]) -> bool:
    """Return whether the syntax itself contains all the choices."""
    words = _words_of(tuple(command.syntax))
    return words.issuperset(offered)


@lru_cache(maxsize=1024)
def _words_of(syntax: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in syntax for word in re.split(r"[^A-Za-z]+", line))


def _listed(offered: Sequence[str], maximum: int) -> str:
    listed = " | ".join(quoted(word) for word in offered[:maximum])
    remaining = len(offered) - maximum
    return f"{listed} ... and {remaining:,} more" if remaining > 0 else listed
