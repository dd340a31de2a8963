"""Sums with the same result on every Python.

Since Python 3.12 the builtin `sum` compensates rounding errors of floats, so its result depends on
the interpreter; sums of numpy's float arrays are added in an order that depends on the processor.
Rules, views and bots use these functions instead.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np

__all__ = ["int_array_sum", "int_sum", "ordered_sum"]

Number = TypeVar("Number")


def int_sum(values: Iterable[int], start: int = 0) -> int:
    """Return the sum of integers, which is exact.

    Raises TypeError if the result is not an integer: use `ordered_sum` if there may be floats.
    """
    return operator.index(sum(values, start))


def ordered_sum(values: Iterable[Number], start: Any = 0) -> Number:
    """Return the sum of numbers or arrays, added from left to right; `start` if it is empty."""
    total: Number = functools.reduce(operator.add, values, start)
    return total


def int_array_sum(array: np.ndarray[Any, Any], axis: int | None = None) -> Any:
    """Return the sum of an array of integers or booleans, optionally along one axis.

    Raises TypeError for an array of floats.
    """
    if array.dtype.kind not in "biu":
        raise TypeError(f"an array of integers is needed, not one of {array.dtype}")
    return array.sum(axis=axis)
