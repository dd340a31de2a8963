"""Roots, logarithms and powers compared with decimals of sixty digits."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from horizons_core.exact import cbrt, exp2, integer_root, log2

finite = st.floats(allow_nan=False, allow_infinity=False)
positive = st.floats(min_value=5e-324, allow_infinity=False)


def by_decimals(formula):
    """Return the float nearest to a result of sixty digits."""
    with localcontext(prec=60):
        return float(formula())


@given(positive)
@example(5e-324)
@example(1.7976931348623157e308)
def test_a_cube_root_is_the_nearest_float(x):
    assert cbrt(x) == by_decimals(lambda: Decimal(x) ** (1 / Decimal(3)))


@given(st.integers(-(2**17), 2**17))
def test_whole_roots_are_exact(root):
    assert cbrt(float(root**3)) == root


@given(finite)
def test_the_cube_root_of_the_negative_is_negative(x):
    assert cbrt(-x) == -cbrt(x)


@given(positive)
@example(math.nextafter(1.0, 2.0))
@example(math.nextafter(1.0, 0.0))
@example(5e-324)
def test_a_logarithm_is_the_nearest_float(x):
    assert log2(x) == by_decimals(lambda: Decimal(x).ln() / Decimal(2).ln())


@given(st.integers(-1074, 1023))
def test_powers_of_two_and_their_logarithms_are_exact(exponent):
    power = math.ldexp(1.0, exponent)
    assert exp2(float(exponent)) == power
    assert log2(power) == exponent


@given(st.floats(-1080, 1023.999))
@example(-1074.5)
@example(-1022.5)
@example(1e-320)
@example(0.0)
def test_a_power_is_the_nearest_float(x):
    assert exp2(x) == by_decimals(lambda: Decimal(2) ** Decimal(x))


@given(positive, positive)
def test_a_greater_number_has_no_smaller_root_or_logarithm(x, y):
    low, high = sorted((x, y))
    assert cbrt(low) <= cbrt(high)
    assert log2(low) <= log2(high)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (cbrt(30.0), 3.107232505953859),
        (cbrt(0.0), 0.0),
        (cbrt(-27.0), -3.0),
        (log2(10.0), 3.321928094887362),
        (exp2(0.5), 1.4142135623730951),
        (exp2(-5000.0), 0.0),
    ],
)
def test_frozen_answers(answer, expected):
    assert answer == expected


@pytest.mark.parametrize("function", [cbrt, log2, exp2])
@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan])
def test_what_is_no_finite_number_is_refused(function, x):
    with pytest.raises(ValueError, match="number"):
        function(x)


@pytest.mark.parametrize("x", [0.0, -0.0, -1.0])
def test_only_numbers_above_zero_have_a_logarithm(x):
    with pytest.raises(ValueError, match="above 0"):
        log2(x)


def test_a_power_above_the_largest_float_is_refused():
    with pytest.raises(OverflowError, match="largest"):
        exp2(1024.0)
    assert exp2(math.nextafter(1024.0, 0.0)) > 1.79e308


@given(st.integers(0, 2**300), st.integers(1, 7))
@example(26, 3)
@example(27, 3)
def test_an_integer_root_is_the_largest_whose_power_is_not_above(number, degree):
    root = integer_root(number, degree)
    assert root**degree <= number < (root + 1) ** degree
