"""A distribution agrees with numpy about its sample."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from horizons_lab.battle_results import Distribution

SAMPLES = st.integers(1, 60).flatmap(
    lambda n: (
        arrays(np.int64, n, elements=st.integers(-50, 50) | st.just(10**12))
        | arrays(np.float64, n, elements=st.floats(-1e6, 1e6, width=32))
    )
)


@given(SAMPLES)
def test_mean_deviation_and_sample(sample):
    distribution = Distribution.of(sample)
    assert distribution.n == len(sample)
    assert distribution.mean == pytest.approx(sample.mean(), rel=1e-9, abs=1e-6)
    if len(sample) > 1:
        assert distribution.deviation == pytest.approx(sample.std(ddof=1), rel=1e-6, abs=1e-4)
    assert list(distribution.sample()) == sorted(sample)


@given(SAMPLES, st.lists(st.floats(0, 1), min_size=1))
def test_quantiles_are_values_that_were_there(sample, shares):
    expected = np.quantile(sample, shares, method="inverted_cdf")
    assert Distribution.of(sample).quantiles(shares) == list(expected.astype(float))


def test_a_single_value_does_not_deviate():
    assert Distribution.of(np.array([7])).deviation == 0
