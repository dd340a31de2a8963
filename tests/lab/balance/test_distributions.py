"""A change of rules that leaves the distribution of a measure unchanged."""

import pytest

from horizons_core import Stream
from horizons_lab.balance import NotBalancedError, assert_same_distribution
from horizons_lab.statistics import StatisticsError, kolmogorov_smirnov
from horizons_lab.statistics.dice import uniforms

LUCK = (uniforms(1, range(2), 200) * 6).astype(int)


def test_samples_of_one_distribution_pass():
    result = assert_same_distribution(*LUCK)
    assert result == kolmogorov_smirnov(*LUCK, Stream.from_key("balance", "same distribution"))
    assert result.p_value > 0.05


def test_others_fail_with_the_evidence():
    with pytest.raises(NotBalancedError) as failure:
        assert_same_distribution(LUCK[0], LUCK[1] + 2)
    assert str(failure.value).startswith(
        "the values before and after have different distributions (alpha 0.01): distance 0."
    )
    assert "(p = 0.0001, n = 200 and 200)" in str(failure.value)


def test_pairs_on_the_same_dice_show_less():
    moved = LUCK[0] + (uniforms(2, range(1), 200)[0] < 0.35)
    assert assert_same_distribution(LUCK[0], moved).p_value > 0.05
    with pytest.raises(NotBalancedError):
        assert_same_distribution(LUCK[0], moved, paired=True)


def test_alpha_says_how_much_evidence_it_takes():
    moved = LUCK[1] + (uniforms(2, range(1), 200)[0] < 0.2)
    p_value = assert_same_distribution(LUCK[0], moved, alpha=1e-9).p_value
    assert assert_same_distribution(LUCK[0], moved, alpha=p_value / 2)
    with pytest.raises(NotBalancedError):
        assert_same_distribution(LUCK[0], moved, alpha=p_value)


def test_another_key_deals_anew():
    assert assert_same_distribution(*LUCK, key="other").p_value != assert_same_distribution(
        *LUCK
    ).p_value  # fmt: skip


@pytest.mark.parametrize("alpha", [0, 1, 5])
def test_alpha_is_a_share(alpha):
    with pytest.raises(StatisticsError, match=f"alpha is {alpha}"):
        assert_same_distribution([1], [1], alpha=alpha)
