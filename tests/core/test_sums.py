"""Sums are the same on every Python."""

import numpy as np
import pytest

from horizons_core.sums import int_array_sum, int_sum, ordered_sum

TENTHS = [0.1] * 10


def test_floats_are_added_from_left_to_right():
    # since Python 3.12 the builtin `sum` makes 1.0 of these
    assert ordered_sum(TENTHS) == 0.9999999999999999
    assert ordered_sum([1e16, 1.0, 1.0, -1e16]) == 0.0


def test_the_sum_of_nothing_is_the_start():
    assert ordered_sum([]) == 0
    assert ordered_sum([], 2.5) == 2.5
    assert int_sum([], 3) == 3


def test_a_sum_of_integers_refuses_a_float():
    assert int_sum([1, 2, True]) == 4
    with pytest.raises(TypeError):
        int_sum([1, 0.5])


def test_a_sum_of_an_array_of_integers_refuses_floats():
    losses = np.array([[1, 2], [3, 4]])
    assert int_array_sum(losses) == 10
    assert int_array_sum(losses > 1, axis=0).tolist() == [1, 2]
    with pytest.raises(TypeError):
        int_array_sum(losses / 2)
