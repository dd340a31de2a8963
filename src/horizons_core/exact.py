"""Roots, logarithms, powers and harmonic sums that are the same to the last bit on every machine.

IEEE 754 fixes the results of + - * / and sqrt. The logarithms and powers of the C library differ
between platforms in the last digit, and a single difference can change a shot, a battle and a game.
The functions here use integers, which have no rounding, and round once, at the end. If the result
is a number that a float can represent, they return that number: cbrt(27) is 3, log2(8) is 3 and
exp2(3) is 8. They take some microseconds, so they are for values that are computed once (the chance
of a pair of ship types), not for every shot.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final

__all__ = ["cbrt", "exp2", "harmonic", "integer_root", "log2"]

#: Number of binary digits after the point of the fixed-point numbers below.
_PLACES: Final = 128
_ONE: Final = 1 << _PLACES
_DIGITS = 53  # of a float

_EULER: Final = 0.5772156649015329
_LOG_OF_TWO: Final = 0.6931471805599453
#: Number of terms up to which the harmonic sum is added term by term.
_TERMS: Final = 1000
_ROOT_OF_HALF: Final = math.isqrt(_ONE * _ONE // 2)


@lru_cache(maxsize=1 << 12)
def cbrt(x: float) -> float:
    """Return the cube root, correctly rounded; raises ValueError for infinity and nan."""
    if x < 0:
        return -cbrt(-x)
    if x == 0:
        return 0.0
    mantissa, exponent = _mantissa_and_exponent(x)
    # shifted by 104 to 106 digits, it has 157 to 159 digits, and its root has 53
    shift = 104 + (exponent - 104) % 3
    number, exponent = mantissa << shift, exponent - shift
    nearest = (integer_root(8 * number, 3) + 1) // 2
    return math.ldexp(nearest, exponent // 3)


def log2(x: float) -> float:
    """Return the binary logarithm, to the nearest float; raises ValueError unless 0 < x < inf."""
    if not x > 0:
        raise ValueError(f"only numbers above 0 have a logarithm, not {x!r}")
    mantissa, exponent = _mantissa_and_exponent(x)
    exponent += _DIGITS
    fraction = mantissa << (_PLACES - _DIGITS)  # from 1/2 to 1
    if fraction < _ROOT_OF_HALF:
        fraction, exponent = 2 * fraction, exponent - 1
    logarithm = _natural_log(fraction) * _ONE // _LN2
    return ((exponent << _PLACES) + logarithm) / _ONE


def exp2(x: float) -> float:
    """Return 2 to the power of x, to the nearest float.

    Raises ValueError for infinity and nan, OverflowError above the largest float.
    """
    mantissa, exponent = _mantissa_and_exponent(x)
    if x >= 1024:
        raise OverflowError(f"2 to the power of {x!r} is above the largest number")
    if x < -1080:
        return 0.0
    integer, fraction = divmod(_shifted(mantissa, exponent + _PLACES), _ONE)
    power = _natural_exp(fraction * _LN2 >> _PLACES)  # from 1 to 2
    if integer < -1000:  # subnormal floats have fewer digits: round once, in the last division
        return power / (_ONE << -integer)
    return math.ldexp(power / _ONE, integer)


def integer_root(number: int, degree: int) -> int:
    """Return the largest integer whose power of this degree is at most the number.

    Raises ValueError for a negative number and for a degree below 1.
    """
    if number < 0 or degree < 1:
        raise ValueError(f"an integer root needs number >= 0 and degree >= 1: {number}, {degree}")
    if number == 0 or degree == 1:
        return number
    root = 1 << -(-number.bit_length() // degree)  # above the root; Newton's steps descend to it
    while True:
        step = ((degree - 1) * root + number // root ** (degree - 1)) // degree
        if step >= root:
            return root
        root = step


def harmonic(after: int, last: int) -> float:
    """Return 1/(after+1) + ... + 1/last, the same on every machine."""
    if last - after <= _TERMS:
        return math.fsum(1 / k for k in range(after + 1, last + 1))
    return _harmonic_number(last) - _harmonic_number(after)


@cache
def _harmonic_number(n: int) -> float:
    """Return 1 + 1/2 + ... + 1/n; for many terms by Euler's formula, with an error below 1e-20."""
    if n <= _TERMS:
        return math.fsum(1 / k for k in range(1, n + 1))
    square = 1.0 * n * n
    logarithm = log2(n) * _LOG_OF_TWO
    return logarithm + _EULER + 1 / (2 * n) - 1 / (12 * square) + 1 / (120 * square * square)


def _mantissa_and_exponent(x: float) -> tuple[int, int]:
    """Return integers m and e with x = m * 2**e; m has 53 binary digits."""
    if not math.isfinite(x):
        raise ValueError(f"{x!r} is not a finite number")
    fraction, exponent = math.frexp(x)
    return int(math.ldexp(fraction, _DIGITS)), exponent - _DIGITS


def _shifted(number: int, places: int) -> int:
    return number << places if places >= 0 else number >> -places


def _natural_log(fixed: int) -> int:
    """Return the natural logarithm of a fixed-point number near 1: twice an inverse tanh."""
    ratio = ((fixed - _ONE) << _PLACES) // (fixed + _ONE)
    square = ratio * ratio >> _PLACES
    total, power, odd = 0, ratio, 1
    while power not in (0, -1):
        total += power // odd
        power = power * square >> _PLACES
        odd += 2
    return 2 * total


def _natural_exp(fixed: int) -> int:
    """Return the exponential of a fixed-point number from 0 to 1, by its power series."""
    total, term, count = 0, _ONE, 1
    while term:
        total += term
        term = (term * fixed >> _PLACES) // count
        count += 1
    return total


_LN2: Final = -_natural_log(_ONE // 2)
