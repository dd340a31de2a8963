"""The assignment of a syntax's words to a command's arguments: by name, choices and place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from horizons_core.orders.arguments import Range
from horizons_core.sums import int_sum, ordered_sum

_Offered = Sequence[str] | Range | None
#: Names of numbers in syntaxes.
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
