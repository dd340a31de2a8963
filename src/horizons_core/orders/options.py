"""The orders that are possible now, with choices, and templates of order texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    plain_number,
)
from horizons_core.orders.choices import needed_arguments, order_line
from horizons_core.orders.commands import Command, commands_for
from horizons_core.orders.form_templates import FormTemplate
from horizons_core.orders.lines import commented, quoted

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

    @property
    def is_complete(self) -> bool:
        """True if a form has choices for all its required arguments, rather than any words."""
        return bool(self._forms)

    @property
    def _forms(self) -> list[FormTemplate]:
        return [
            form
            for form in self.command.templates
            if all(map(self._has_choices, needed_arguments(form, self.command)))
        ]

    def _has_choices(self, name: str) -> bool:
        offered = self.arguments[name]
        return offered is not None and is_possible(offered)

    def written(self, choose: Callable[[str, Sequence[str] | Range], str | None]) -> str:
        """Return the order with the chosen arguments, if it is complete.

        `choose` is called with the name of an argument and its choices. For an optional argument it
        may return None, which also omits the optional arguments after it; an argument that no form
        can do without then gets its first choice. Arguments without choices, or that no form has
        together with those chosen before, are left out.
        """
        chosen: dict[str, str] = {}
        forms, ended = self._forms, False
        for name in self.command.asked or self.arguments:
            offered = self.arguments[name]
            if offered is None or not self._has_choices(name):
                continue
            having = [form for form in forms if name in form.names]
            lacking = [form for form in forms if name not in form.required]
            words = None
            if having and not (ended and lacking and self.command.arguments[name].optional):
                words = choose(name, offered)
            if words is None and lacking:
                ended, forms = ended or bool(having), lacking
            else:
                chosen[name], forms = words or _first_of(offered), having
        return order_line(self.command, chosen)


def _first_of(offered: Sequence[str] | Range) -> str:
    return plain_number(offered.minimum) if isinstance(offered, Range) else offered[0]


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
    sign: str = ";",
    most: int = MAX_CHOICES,
) -> Iterator[str]:
    """Yield the syntax of each order that is possible in the view, with choices for its arguments.

    Every line is a comment, so sending the lines unchanged orders nothing. At most `most` choices
    are listed for an argument; none if any words will do or the syntax lists them.
    """
    for options in order_options(commands, view, rules).values():
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
