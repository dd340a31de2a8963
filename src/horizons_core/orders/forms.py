"""Orders as forms to fill in: the ways to write a command, with a field for each of its words.

A form follows a line of the command's syntax: words in capitals stand as they are, other words are
fields, what is in brackets may be left out. Which argument a field is follows from its name, its
choices and its place, so that a form has what a view offers for the argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from horizons_core.orders.arguments import Range
from horizons_core.orders.matching import NUMBERS, matched
from horizons_core.orders.options import OrderOptions
from horizons_core.sums import int_sum

Offered = Sequence[str] | Range | None

_LITERAL = re.compile(r"[A-Z@][A-Z]*|,|0")
_CHOICE = re.compile(r"[^|\s]+(\|[^|\s]+)+")
_COORDINATES = re.compile(r"\d+ \d+ \d+")
#: Words that say themselves of what kind of thing they tell: "PL Mars".
_KIND = re.compile(r"[A-Z]+\d* ")
#: Words of a syntax that describe and cannot be filled in.
_PROSE = "then"


@frozen
class Field:
    """A part of a form that is filled in.

    Attributes:
        name: what the syntax calls it.
        argument: the name of the command's argument, "" if it is none by itself.
        offered: the words to choose from, a range of numbers, or None where any words will do.
        group: 0 if it is needed, else the number of the brackets in which it stands.
        several: whether several may stand there.
        open: whether other words than those that are offered may be right.
    """

    name: str
    argument: str = ""
    offered: Offered = None
    group: int = 0
    several: bool = False
    open: bool = False


@frozen
class Word:
    """A word of a form that stands as it is.

    Attributes:
        text: the word.
        group: 0 if it is needed, else the number of the brackets in which it stands.
    """

    text: str
    group: int = 0


@frozen
class OrderForm:
    """One way to write a command.

    Attributes:
        keyword: the command's.
        syntax: how it is written, as players are told.
        parts: words and fields behind the keyword, in their order.
    """

    keyword: str
    syntax: str
    parts: tuple[Word | Field, ...]

    @property
    def fields(self) -> list[Field]:
        """Its fields, in the order of writing."""
        return [part for part in self.parts if isinstance(part, Field)]

    def written(self, values: Sequence[str]) -> str:
        """The order with these words in its fields, each as it is written in orders.

        Words in brackets stand there if a field in the same brackets is filled.
        """
        given = dict(enumerate(values))
        filled = {f.group for n, f in enumerate(self.fields) if given.get(n, "").strip()}
        told, number = [self.keyword], -1
        for part in self.parts:
            number += isinstance(part, Field)
            if isinstance(part, Word):
                text = part.text if part.group in filled | {0} else ""
            else:
                text = given.get(number, "").strip()
            if text == ",":
                told[-1] += text
            elif text:
                told.append(text)
        return " ".join(told).rstrip(",")

    def missing(self, values: Sequence[str]) -> list[str]:
        """The names of the needed fields that are not filled."""
        given = dict(enumerate(values))
        return [
            f.name
            for n, f in enumerate(self.fields)
            if not f.group and not given.get(n, "").strip()
        ]


def order_forms(options: OrderOptions) -> list[OrderForm]:
    """The ways to write a command with what is offered for its arguments.

    A way that needs words of which nothing is offered is left out, and so is one that another says
    as well.
    """
    found = [made for line in options.command.syntax for made in _form(options, line)]
    kept: list[OrderForm] = []
    for form in found:
        same = next((n for n, one in enumerate(kept) if _shape(one) == _shape(form)), None)
        if same is None:
            kept.append(form)
        else:
            kept[same] = evolve(kept[same], syntax=f"{kept[same].syntax} / {form.syntax}")
    return [one for one in kept if not any(_says_as_well(other, one) for other in kept)]


def _shape(form: OrderForm) -> list[object]:
    return [
        part if isinstance(part, Word) else (part.argument or part.name, _key(part), part.group)
        for part in form.parts
    ]


def _key(field: Field) -> object:
    return tuple(field.offered) if isinstance(field.offered, Sequence) else field.offered


def _says_as_well(longer: OrderForm, form: OrderForm) -> bool:
    """Whether one form is another one with nothing in the brackets at its end."""
    ours, theirs = _shape(form), _shape(longer)
    rest = longer.parts[len(ours) :]
    return bool(rest) and theirs[: len(ours)] == ours and all(part.group for part in rest)


def _form(options: OrderOptions, line: str) -> Iterator[OrderForm]:
    keyword = options.command.keyword
    words = line.removeprefix(keyword)
    if _PROSE in words.split():
        yield OrderForm(keyword, line, (Field("", several=True),))
        return
    parts = _with_arguments(_joined(_parsed(words), len(options.arguments)), options)
    possible = _without_brought(parts)
    if possible is not None:
        yield OrderForm(keyword, line, tuple(possible))


def _parsed(words: str) -> list[Word | Field]:
    """The words and fields of a syntax line, in the brackets in which they stand."""
    parts: list[Word | Field] = []
    stack, numbers = [0], 0
    tokens = re.findall(r"\[|\]|,|[^\s\[\],]+(?:,[^\s\[\],]+)*", words)
    for token, behind in pairwise([*tokens, ""]):
        if token == "[":  # noqa: S105 - a bracket
            numbers += 1
            stack.append(numbers)
        elif token == "]":  # noqa: S105 - a bracket
            _only_words(parts, stack.pop())
        elif token == "...":  # noqa: S105 - dots
            _repeat(parts)
        elif _LITERAL.fullmatch(token) or (token, behind) == ("x", "n"):
            parts.append(Word(token, stack[-1]))
        else:
            choices = token.split("|") if _CHOICE.fullmatch(token) else None
            parts.append(Field(token, offered=choices, group=stack[-1]))
    return parts


def _only_words(parts: list[Word | Field], group: int) -> None:
    """Turn words that stand alone in their brackets into a field with one choice."""
    own = [part for part in parts if part.group == group]
    words = [part for part in own if isinstance(part, Word)]
    if words and len(words) == len(own):
        text = " ".join(word.text for word in words)
        parts[parts.index(words[0])] = Field(text, offered=[text], group=group)
        for word in words[1:]:
            parts.remove(word)


def _repeat(parts: list[Word | Field]) -> None:
    """Let the last field hold several; one that stands in brackets behind its like is dropped."""
    last = parts[-1]
    if not isinstance(last, Field):
        return
    before = parts[-2] if len(parts) > 1 else None
    if last.group and isinstance(before, Field) and before.name == last.name:
        parts.pop()
        last = before
    parts[-1] = evolve(last, several=True)


def _joined(parts: Sequence[Word | Field], arguments: int) -> list[Word | Field]:
    """Fields that are one argument together: coordinates, and choices that run on."""
    names = [part.name if isinstance(part, Field) else "" for part in parts]
    fields = int_sum(map(bool, names))
    told: list[Word | Field] = []
    for place, part in enumerate(parts):
        last = told[-1] if told else None
        if isinstance(part, Field) and isinstance(last, Field):
            joins = names[place - 1 : place + 2] == ["x", "y", "z"]
            joins |= (last.name, part.name) in {("x y", "z"), ("x y z", "p")}
            runs_on = "|" in part.name and "|" in last.name and fields > arguments
            if joins or runs_on:
                told[-1] = evolve(last, name=f"{last.name} {part.name}", offered=None)
                continue
        told.append(part)
    return told


def _with_arguments(parts: Sequence[Word | Field], options: OrderOptions) -> list[Word | Field]:
    """The parts, each field with what is offered for the argument that it is.

    One that is none takes after another of the same name; behind a choice it may be left out.
    """
    names = [part.name if isinstance(part, Field) else part.text for part in parts]
    choices = [part.offered if isinstance(part, Field) else None for part in parts]
    fields = [isinstance(part, Field) for part in parts]
    optional = {name: options.command.arguments[name].optional for name in options.arguments}
    found = dict(matched(names, choices, fields, options.arguments, optional))
    of_name = {names[place]: argument for place, argument in found.items()}
    told: list[Word | Field] = []
    for place, part in enumerate(parts):
        argument = found.get(place) or of_name.get(names[place])
        if isinstance(part, Word):
            told.append(part)
        elif argument is not None:
            told.append(_of_argument(part, argument, options))
        elif not part.group and place and choices[place - 1] is not None:
            told.append(evolve(part, group=_BEHIND_A_CHOICE))
        else:
            told.append(part)
    return told


#: The brackets that a syntax leaves out.
_BEHIND_A_CHOICE = 99


def _of_argument(field: Field, argument: str, options: OrderOptions) -> Field:
    """A field with what is offered for its argument, or with the choices of the syntax."""
    declared, offered = options.command.arguments[argument], options.arguments[argument]
    words = None
    if isinstance(offered, Sequence):
        words = [declared.written(word) for word in offered]
    own = list(field.offered) if isinstance(field.offered, Sequence) else []
    capitals = [one for one in own if one.isupper()]
    if own and (len(capitals) == len(own) or (words is not None and set(own) <= set(words))):
        return evolve(field, argument=argument, offered=own)
    if words is None:
        is_open = bool(capitals)
        return evolve(field, argument=argument, offered=capitals or offered, open=is_open)
    if field.name.startswith("x y z"):
        words = [word for word in words if _COORDINATES.fullmatch(word)]
        return evolve(field, argument=argument, offered=words or None, open=True)
    if field.name.split("-", maxsplit=1)[0] in NUMBERS:
        capitals = [word for word in words if word.isupper()]
        return evolve(field, argument=argument, offered=capitals[:2] or None, open=True)
    return evolve(field, argument=argument, offered=words)


def _without_brought(parts: Sequence[Word | Field]) -> list[Word | Field] | None:
    """The parts without words that the choices of the next field bring along ("PL Mars").

    None where a field that is needed offers words and none of them fits: nothing of this kind is
    there. In brackets any words will do then.
    """
    told: list[Word | Field] = []
    for part in parts:
        word = told[-1] if told else None
        if isinstance(part, Field) and isinstance(part.offered, Sequence):
            offered = list(part.offered)
            if isinstance(word, Word) and word.group == part.group:
                fit = [one for one in offered if one.startswith(f"{word.text} ")]
                if fit:
                    told.pop()
                if fit or all(map(_KIND.match, offered)):
                    offered = fit
            if not offered and not part.group:
                return None
            told.append(evolve(part, offered=offered or None))
        else:
            told.append(part)
    return told
