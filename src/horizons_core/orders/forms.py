"""The syntax of orders as form fields that match a command's arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from attrs import evolve, frozen

from horizons_core.orders.arguments import Range
from horizons_core.orders.options import OrderOptions
from horizons_core.sums import int_sum, ordered_sum

_Offered = Sequence[str] | Range | None
#: Names of numbers in syntaxes.
NUMBERS = frozenset(
    {"n", "t", "m", "p", "x", "y", "points", "percent", "credits", "mc", "size", "ships"}
)
Offered = Sequence[str] | Range | None

_LITERAL = re.compile(r"[A-Z@][A-Z]*|,|0")
_CHOICE = re.compile(r"[^|\s]+(\|[^|\s]+)+")
_COORDINATES = re.compile(r"\d+ \d+ \d+")
#: Literal words that name the kind of the object after them: "PL Mars".
_KIND = re.compile(r"[A-Z]+\d* ")
#: A word of prose in a syntax, whose line cannot be filled in.
_PROSE = "then"

#: The group of a field whose brackets the syntax omits.
_AFTER_CHOICES = 99


def matched(
    names: Sequence[str],
    choices: Sequence[_Offered],
    fields: Sequence[bool],
    arguments: Mapping[str, _Offered],
    optional: Mapping[str, bool],
) -> dict[int, str]:
    """Return the argument of each field of a syntax line, by the field's index among its parts.

    Arguments have the order of the syntax; of all alignments, the best one counts.

    Args:
        names: the parts of the syntax, words and fields.
        choices: by part, the words that the syntax itself offers.
        fields: by part, whether it is a field.
        arguments: by name, the choices for each argument.
        optional: by name, whether the argument may be omitted.
    """
    argument_names = list(arguments)
    even = int_sum(fields) == len(argument_names)
    order = [int_sum(fields[:index]) for index in range(len(names))]

    @cache
    def best(part: int, argument: int) -> tuple[float, tuple[tuple[int, str], ...]]:
        if part == len(names) or argument == len(argument_names):
            rest = argument_names[argument:]
            lost = ordered_sum(fields[part:]) + 2 * ordered_sum(not optional[name] for name in rest)
            return -float(lost), ()
        name = argument_names[argument]
        is_field = fields[part]
        options: list[tuple[float, tuple[tuple[int, str], ...]]] = []
        score, pairs = best(part + 1, argument + 1)
        if is_field:
            same_place = even and order[part] == argument
            worth = _likeness(names[part], choices[part], name, arguments[name]) + 3 * same_place
            options.append((score + worth, ((part, name), *pairs)))
        elif _is_choice(names[part], arguments[name]):
            options.append((score + 5, pairs))
        score, pairs = best(part + 1, argument)
        options.append((score - is_field, pairs))
        score, pairs = best(part, argument + 1)
        options.append((score - (0 if optional[name] else 2), pairs))
        return max(options, key=lambda option: option[0])

    return dict(best(0, 0)[1])


def _is_choice(word: str, offered: _Offered) -> bool:
    return isinstance(offered, Sequence) and word in offered


def _likeness(field: str, choices: _Offered, argument: str, offered: _Offered) -> float:
    words = field.casefold().replace("-", " ").replace("|", " ").split()
    plain = argument.casefold().replace("_", " ")
    if " ".join(words) == plain:
        return 6
    if isinstance(choices, Sequence) and isinstance(offered, Sequence):
        return 6 if set(choices) & set(offered) else -0.5
    if plain in words or any(word in plain.split() for word in words):
        return 4
    if isinstance(offered, Range):
        return 3 if words[0] in NUMBERS else 0.5
    if offered is None or (offered and all(choice.isupper() for choice in offered)):
        return 0.5
    return 1


@frozen
class Field:
    """A part of a form to fill in.

    Attributes:
        name: the name in the syntax.
        argument: the name of the command's argument; "" if it is not one by itself.
        offered: the words to choose from, a range of numbers, or None if any words will do.
        group: 0 for a required field, otherwise the number of its brackets.
        several: whether it accepts several values.
        open: whether other words than those offered may be valid.
    """

    name: str
    argument: str = ""
    offered: Offered = None
    group: int = 0
    several: bool = False
    open: bool = False


@frozen
class Word:
    """A literal word of a form.

    Attributes:
        text: the word.
        group: 0 for a required word, otherwise the number of its brackets.
    """

    text: str
    group: int = 0


@frozen
class OrderForm:
    """One form of a command.

    Attributes:
        keyword: the command's keyword.
        syntax: its syntax, as players see it.
        parts: words and fields after the keyword, in order.
    """

    keyword: str
    syntax: str
    parts: tuple[Word | Field, ...]

    @property
    def fields(self) -> list[Field]:
        """Its fields, in order."""
        return [part for part in self.parts if isinstance(part, Field)]

    def written(self, values: Sequence[str]) -> str:
        """Return the order with these words in its fields, each as it appears in orders.

        Literal words in brackets appear if a field in the same brackets is filled.
        """
        by_number = dict(enumerate(values))
        filled = {f.group for n, f in enumerate(self.fields) if by_number.get(n, "").strip()}
        words, number = [self.keyword], -1
        for part in self.parts:
            number += isinstance(part, Field)
            if isinstance(part, Word):
                text = part.text if part.group in filled | {0} else ""
            else:
                text = by_number.get(number, "").strip()
            if text == ",":
                words[-1] += text
            elif text:
                words.append(text)
        return " ".join(words).rstrip(",")

    def missing(self, values: Sequence[str]) -> list[str]:
        """Return the names of the required fields that are empty."""
        by_number = dict(enumerate(values))
        return [
            f.name
            for n, f in enumerate(self.fields)
            if not f.group and not by_number.get(n, "").strip()
        ]


def order_forms(options: OrderOptions) -> list[OrderForm]:
    """Return the forms of a command with the choices for its arguments.

    Forms that need words of a kind that is not on offer, or that others include, are left out.
    """
    forms = [form for line in options.command.syntax for form in _form(options, line)]
    distinct: list[OrderForm] = []
    for form in forms:
        same = next((n for n, f in enumerate(distinct) if _shape(f) == _shape(form)), None)
        if same is None:
            distinct.append(form)
        else:
            syntax = f"{distinct[same].syntax} / {form.syntax}"
            distinct[same] = evolve(distinct[same], syntax=syntax)
    return [form for form in distinct if not any(_includes(other, form) for other in distinct)]


def _shape(form: OrderForm) -> list[object]:
    return [
        part if isinstance(part, Word) else (part.argument or part.name, _key(part), part.group)
        for part in form.parts
    ]


def _key(field: Field) -> object:
    return tuple(field.offered) if isinstance(field.offered, Sequence) else field.offered


def _includes(longer: OrderForm, form: OrderForm) -> bool:
    """Return whether a form is the longer one with nothing in the brackets at its end."""
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
    possible = _without_kind_words(parts)
    if possible is not None:
        yield OrderForm(keyword, line, tuple(possible))


def _parsed(words: str) -> list[Word | Field]:
    """Return the words and fields of a syntax line, with their brackets."""
    parts: list[Word | Field] = []
    stack, numbers = [0], 0
    tokens = re.findall(r"\[|\]|,|[^\s\[\],]+(?:,[^\s\[\],]+)*", words)
    for token, following in pairwise([*tokens, ""]):
        if token == "[":  # noqa: S105 - a bracket
            numbers += 1
            stack.append(numbers)
        elif token == "]":  # noqa: S105 - a bracket
            _only_words(parts, stack.pop())
        elif token == "...":  # noqa: S105 - dots
            _repeat(parts)
        elif _LITERAL.fullmatch(token) or (token, following) == ("x", "n"):
            parts.append(Word(token, stack[-1]))
        else:
            choices = token.split("|") if _CHOICE.fullmatch(token) else None
            parts.append(Field(token, offered=choices, group=stack[-1]))
    return parts


def _only_words(parts: list[Word | Field], group: int) -> None:
    """Replace literal words that are alone in their brackets by a field with one choice."""
    members = [part for part in parts if part.group == group]
    words = [part for part in members if isinstance(part, Word)]
    if words and len(words) == len(members):
        text = " ".join(word.text for word in words)
        parts[parts.index(words[0])] = Field(text, offered=[text], group=group)
        for word in words[1:]:
            parts.remove(word)


def _repeat(parts: list[Word | Field]) -> None:
    """Let the last field hold several values; in brackets after a field of its name, drop it."""
    last = parts[-1]
    if not isinstance(last, Field):
        return
    before = parts[-2] if len(parts) > 1 else None
    if last.group and isinstance(before, Field) and before.name == last.name:
        parts.pop()
        last = before
    parts[-1] = evolve(last, several=True)


def _joined(parts: Sequence[Word | Field], arguments: int) -> list[Word | Field]:
    """Join fields that form one argument: coordinates, and split lists of choices."""
    names = [part.name if isinstance(part, Field) else "" for part in parts]
    fields = int_sum(map(bool, names))
    result: list[Word | Field] = []
    for index, part in enumerate(parts):
        last = result[-1] if result else None
        if isinstance(part, Field) and isinstance(last, Field):
            joins = names[index - 1 : index + 2] == ["x", "y", "z"]
            joins |= (last.name, part.name) in {("x y", "z"), ("x y z", "p")}
            runs_on = "|" in part.name and "|" in last.name and fields > arguments
            if joins or runs_on:
                result[-1] = evolve(last, name=f"{last.name} {part.name}", offered=None)
                continue
        result.append(part)
    return result


def _with_arguments(parts: Sequence[Word | Field], options: OrderOptions) -> list[Word | Field]:
    """Return the parts, with each field bound to its argument and the choices for it.

    An unbound field takes the argument of another of the same name; after choices it is optional.
    """
    names = [part.name if isinstance(part, Field) else part.text for part in parts]
    choices = [part.offered if isinstance(part, Field) else None for part in parts]
    fields = [isinstance(part, Field) for part in parts]
    optional = {name: options.command.arguments[name].optional for name in options.arguments}
    by_index = dict(matched(names, choices, fields, options.arguments, optional))
    by_name = {names[index]: argument for index, argument in by_index.items()}
    result: list[Word | Field] = []
    for index, part in enumerate(parts):
        argument = by_index.get(index) or by_name.get(names[index])
        if isinstance(part, Word):
            result.append(part)
        elif argument is not None:
            result.append(_of_argument(part, argument, options))
        elif not part.group and index and choices[index - 1] is not None:
            result.append(evolve(part, group=_AFTER_CHOICES))
        else:
            result.append(part)
    return result


def _of_argument(field: Field, argument: str, options: OrderOptions) -> Field:
    """Bind a field to its argument, with the choices of the view or of the syntax."""
    declared, offered = options.command.arguments[argument], options.arguments[argument]
    words = None
    if isinstance(offered, Sequence):
        words = [declared.written(word) for word in offered]
    choices = list(field.offered) if isinstance(field.offered, Sequence) else []
    capitals = [choice for choice in choices if choice.isupper()]
    offers_them = words is not None and set(choices) <= set(words)
    if choices and (len(capitals) == len(choices) or offers_them):
        return evolve(field, argument=argument, offered=choices)
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


def _without_kind_words(parts: Sequence[Word | Field]) -> list[Word | Field] | None:
    """Drop words that the choices of the next field include ("PL Mars").

    Returns None if a required field has choices and none of them fits, because the view has nothing
    of that kind. In brackets, any words will do in that case.
    """
    result: list[Word | Field] = []
    for part in parts:
        word = result[-1] if result else None
        if isinstance(part, Field) and isinstance(part.offered, Sequence):
            offered = list(part.offered)
            if isinstance(word, Word) and word.group == part.group:
                matching = [choice for choice in offered if choice.startswith(f"{word.text} ")]
                if matching:
                    result.pop()
                if matching or all(map(_KIND.match, offered)):
                    offered = matching
            if not offered and not part.group:
                return None
            result.append(evolve(part, offered=offered or None))
        else:
            result.append(part)
    return result
