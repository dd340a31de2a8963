"""Limits of the numbers that house rules may change in an economy or a combat resolver.

    @frozen(kw_only=True)
    class Economy:
        accounts: tuple[str, ...] = ("gold",)
        tax: Fraction = number(Fraction(1, 10), 0, 1)
        prices: Mapping[str, int] = number(MappingProxyType({"ship": 5}), 1)

A data mod with a number beyond its limits is refused when it is loaded, with the file, the name and
the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import Attribute, field

__all__ = ["LARGEST", "TINY", "number", "within"]

#: The upper limit where a game names none: sums of products of such numbers stay exact.
LARGEST = 1_000_000
#: The lower limit of fractions by which something is divided.
TINY = 1e-6


def number(default: Any, least: Any = 0, most: Any = LARGEST, **more: Any) -> Any:
    """An attrs field for a number, or a mapping or sequence of numbers, between limits.

    Args:
        default: the number of the rulebook, or an `attrs.Factory` for it.
        least: the lowest number that is allowed.
        most: the highest one.
        more: what else `attrs.field` takes.
    """
    return field(default=default, validator=within(least, most), **more)


def within(least: Any, most: Any) -> Callable[[Any, Attribute[Any], Any], None]:
    """An attrs validator: ValueError for a number, or one of several, beyond the limits."""

    def check(_: Any, attribute: Attribute[Any], value: Any) -> None:
        for one in _numbers(value):
            if not one >= least:  # so NaN is refused, too
                raise ValueError(f"'{attribute.name}' must be >= {least}: {one}")
            if one > most:
                raise ValueError(f"'{attribute.name}' must be <= {most}: {one}")

    return check


def _numbers(value: Any) -> Iterator[Any]:
    """The numbers in a value, however deep."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, list | tuple):
        if value is not None and not isinstance(value, str):
            yield value
        return
    for one in value:
        yield from _numbers(one)
