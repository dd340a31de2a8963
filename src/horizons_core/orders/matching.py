"""Which argument of a command a word of its syntax stands for: by name, choices and place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from horizons_core.orders.arguments import Range
from horizons_core.sums import int_sum, ordered_sum

_Offered = Sequence[str] | Range | None
#: How syntaxes call numbers.
NUMBERS = frozenset(
    {"n", "t", "m", "p", "x", "y", "points", "percent", "credits", "mc", "size", "ships"}
)


def matched(
    names: Sequence[str],
    choices: Sequence[_Offered],
    fields: Sequence[bool],
    arguments: Mapping[str, _Offered],
    optional: Mapping[str, bool],
) -> dict[int, str]:
    """The argument of each field of a syntax line, by the field's place among its parts.

    Arguments stand in the order of writing; the best way to put both side by side counts.

    Args:
        names: the parts as the syntax has them, words and fields.
        choices: by part, the words that the syntax itself offers.
        fields: by part, whether it is a field.
        arguments: what is offered for each argument, by name.
        optional: which of them may be left out.
    """
    wanted = list(arguments)
    even = int_sum(fields) == len(wanted)
    order = [int_sum(fields[:place]) for place in range(len(names))]

    @cache
    def best(part: int, argument: int) -> tuple[float, tuple[tuple[int, str], ...]]:
        if part == len(names) or argument == len(wanted):
            rest = wanted[argument:]
            lost = ordered_sum(fields[part:]) + 2 * ordered_sum(not optional[name] for name in rest)
            return -float(lost), ()
        name = wanted[argument]
        is_field = fields[part]
        options: list[tuple[float, tuple[tuple[int, str], ...]]] = []
        taken, found = best(part + 1, argument + 1)
        if is_field:
            same_place = even and order[part] == argument
            worth = _likeness(names[part], choices[part], name, arguments[name]) + 3 * same_place
            options.append((taken + worth, ((part, name), *found)))
        elif _is_choice(names[part], arguments[name]):
            options.append((taken + 5, found))
        passed, found = best(part + 1, argument)
        options.append((passed - is_field, found))
        left, found = best(part, argument + 1)
        options.append((left - (0 if optional[name] else 2), found))
        return max(options, key=lambda one: one[0])

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
    if offered is None or (offered and all(one.isupper() for one in offered)):
        return 0.5
    return 1
