"""Roots, logarithms, powers and harmonic sums that are the same to the last bit on every machine.

IEEE 754 fixes the results of + - * / and sqrt; the logarithms and powers of the C library differ
between platforms in the last place, and one such difference is another shot, another battle and
another game. The functions here work in whole numbers, which have no last place to differ in, and
round once, at the end. Where the answer is a number that a float can hold, they give that number:
cbrt(27) is 3, log2(8) is 3 and exp2(3) is 8. They take some microseconds, so they are for what is
worked out once (the chance of a pair of ship types), not for every shot.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final

__all__ = ["cbrt", "exp2", "harmonic", "integer_root", "log2"]

#: Fixed-point numbers below have so many binary places.
_PLACES: Final = 128
_ONE: Final = 1 << _PLACES
_DIGITS = 53  # of a float

_EULER: Final = 0.5772156649015329
_LOG_OF_TWO: Final = 0.6931471805599453
#: Up to so many terms the harmonic sum is summed up term by term.
_TERMS: Final = 1000


@lru_cache(maxsize=1 << 12)
def cbrt(x: float) -> float:
    """Answer the cube root, correctly rounded; raises ValueError for infinity and nan."""
    if x < 0:
        return -cbrt(-x)
    if x == 0:
        return 0.0
    mantissa, exponent = _whole(x)
    # Stretched by 104 to 106 places, it has 157 to 159 digits, and its root has 53.
    stretch = 104 + (exponent - 104) % 3
    number, exponent = mantissa << stretch, exponent - stretch
    nearest = (integer_root(8 * number, 3) + 1) // 2
    return math.ldexp(nearest, exponent // 3)


def log2(x: float) -> float:
    """Answer the binary logarithm, to the nearest float; raises ValueError unless 0 < x < inf."""
    if not x > 0:
        raise ValueError(f"only numbers above 0 have a logarithm, not {x!r}")
    mantissa, exponent = _whole(x)
    exponent += _DIGITS
    fraction = mantissa << (_PLACES - _DIGITS)  # from 1/2 to 1
    if fraction < _ROOT_OF_HALF:
        fraction, exponent = 2 * fraction, exponent - 1
    logarithm = _natural_log(fraction) * _ONE // _LN2
    return ((exponent << _PLACES) + logarithm) / _ONE


def exp2(x: float) -> float:
    """Answer 2 to the power of x, to the nearest float.

    Raises ValueError for infinity and nan, OverflowError above the largest float.
    """
    mantissa, exponent = _whole(x)
    if x >= 1024:
        raise OverflowError(f"2 to the power of {x!r} is above the largest number")
    if x < -1080:
        return 0.0
    whole, rest = divmod(_shifted(mantissa, exponent + _PLACES), _ONE)
    power = _natural_exp(rest * _LN2 >> _PLACES)  # from 1 to 2
    if whole < -1000:  # where floats have fewer digits: round once, by the last division
        return power / (_ONE << -whole)
    return math.ldexp(power / _ONE, whole)


def integer_root(number: int, degree: int) -> int:
    """Return the largest integer whose power of this degree is at most the number.

    Raises ValueError for a negative number and for a degree below 1.
    """
    if number < 0 or degree < 1:
        raise ValueError(f"an integer root needs number >= 0 and degree >= 1: {number}, {degree}")
    if number == 0 or degree == 1:
        return number
    root = 1 << -(-number.bit_length() // degree)  # above the root: Newton's steps descend to it
    while True:
        step = ((degree - 1) * root + number // root ** (degree - 1)) // degree
        if step >= root:
            return root
        root = step


def harmonic(after: int, last: int) -> float:
    """Answer 1/(after+1) + ... + 1/last, the same on every machine."""
    if last - after <= _TERMS:
        return math.fsum(1 / k for k in range(after + 1, last + 1))
    return _harmonic_number(last) - _harmonic_number(after)


@cache
def _harmonic_number(n: int) -> float:
    """1 + 1/2 + ... + 1/n; beyond some terms by Euler's formula, whose error is below 1e-20."""
    if n <= _TERMS:
        return math.fsum(1 / k for k in range(1, n + 1))
    square = 1.0 * n * n
    logarithm = log2(n) * _LOG_OF_TWO
    return logarithm + _EULER + 1 / (2 * n) - 1 / (12 * square) + 1 / (120 * square * square)


def _whole(x: float) -> tuple[int, int]:
    """Answer whole numbers m and e with x = m * 2**e; m has 53 digits."""
    if not math.isfinite(x):
        raise ValueError(f"{x!r} is no finite number")
    fraction, exponent = math.frexp(x)
    return int(math.ldexp(fraction, _DIGITS)), exponent - _DIGITS


def _shifted(number: int, places: int) -> int:
    return number << places if places >= 0 else number >> -places


def _natural_log(fixed: int) -> int:
    """The natural logarithm of a fixed-point number near 1: twice the inverse tanh of a ratio."""
    ratio = ((fixed - _ONE) << _PLACES) // (fixed + _ONE)
    square = ratio * ratio >> _PLACES
    total, power, odd = 0, ratio, 1
    while power not in (0, -1):
        total += power // odd
        power = power * square >> _PLACES
        odd += 2
    return 2 * total


def _natural_exp(fixed: int) -> int:
    """The exponential of a fixed-point number from 0 to 1: the sum of its powers' shares."""
    total, share, count = 0, _ONE, 1
    while share:
        total += share
        share = (share * fixed >> _PLACES) // count
        count += 1
    return total


_ROOT_OF_HALF: Final = math.isqrt(_ONE * _ONE // 2)
_LN2: Final = -_natural_log(_ONE // 2)
