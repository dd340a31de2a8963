"""Limits of the numbers that house rules can change in an economy or a combat resolver.

They are declared with the fields::

    @frozen(kw_only=True)
    class Economy:
        accounts: tuple[str, ...] = ("gold",)
        tax: Fraction = number(Fraction(1, 10), 0, 1)
        prices: Mapping[str, int] = number(MappingProxyType({"ship": 5}), 1)

A data mod with a number beyond its limits is refused at loading, naming the file and the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import Attribute, field

__all__ = ["MAX_VALUE", "TINY", "number", "within"]

#: The default upper limit: sums of products of such numbers stay exact.
MAX_VALUE = 1_000_000
#: The lower limit of fractions that are used as divisors.
TINY = 1e-6


def number(default: Any, minimum: Any = 0, maximum: Any = MAX_VALUE, **more: Any) -> Any:
    """Make an attrs field for a number, or a mapping or sequence of numbers, between limits.

    Args:
        default: the number of the rulebook, or an `attrs.Factory` for it.
        minimum: the lowest number allowed.
        maximum: the highest number allowed.
        more: other arguments of `attrs.field`.
    """
    return field(default=default, validator=within(minimum, maximum), **more)


def within(minimum: Any, maximum: Any) -> Callable[[Any, Attribute[Any], Any], None]:
    """Return an attrs validator that raises ValueError for numbers beyond the limits."""

    def check(_: Any, attribute: Attribute[Any], value: Any) -> None:
        for number in _numbers(value):
            if not number >= minimum:  # also refuses NaN
                raise ValueError(f"'{attribute.name}' must be >= {minimum}: {number}")
            if number > maximum:
                raise ValueError(f"'{attribute.name}' must be <= {maximum}: {number}")

    return check


def _numbers(value: Any) -> Iterator[Any]:
    """Yield the numbers in a value, at any depth."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, list | tuple):
        if value is not None and not isinstance(value, str):
            yield value
        return
    for part in value:
        yield from _numbers(part)
