"""Amounts are whole numbers, rounded by the rulebooks' rules and written with two decimals."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.amounts import amount_of, amount_text, half_up, in_units, rounded_up
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import boolean, hundredths, text

WHOLE = st.integers(-(10**12), 10**12)
ABOVE_0 = st.integers(1, 10**6)


@given(WHOLE, ABOVE_0)
def test_halves_are_rounded_up_and_all_else_to_the_nearest(numerator, denominator):
    exact = Fraction(numerator, denominator)
    rounded = half_up(numerator, denominator)
    assert -Fraction(1, 2) < rounded - exact <= Fraction(1, 2)
    assert half_up(exact) == rounded


@given(WHOLE, ABOVE_0)
def test_what_is_rounded_up_is_the_least_whole_number_that_is_enough(numerator, denominator):
    rounded = rounded_up(numerator, denominator)
    assert rounded - 1 < Fraction(numerator, denominator) <= rounded


@given(st.integers(1, 10**14 - 1))
def test_an_amount_is_read_as_it_was_written(amount):
    assert amount_of(amount_text(amount)) == amount


@pytest.mark.parametrize(
    ("amount", "words"),
    [(0, "0"), (500, "5"), (493, "4.93"), (450, "4.50"), (-7, "-0.07"), (-500, "-5")],
)
def test_an_amount_is_written_without_decimals_that_say_nothing(amount, words):
    assert amount_text(amount) == words


def test_a_decimal_is_a_tenth():
    assert amount_of("4.5") == 450


@pytest.mark.parametrize(
    "words", ["", "4,5", "4.", ".5", "4.567", "-4", "+4", "four", "1e3", "0x4"]
)
def test_what_is_no_amount_is_refused_with_an_example(words):
    with pytest.raises(ValueError, match=r"is not an amount: write 12 or 4\.5"):
        amount_of(words)


@pytest.mark.parametrize("words", ["0", "0.0", "0.00"])
def test_nothing_is_no_amount(words):
    with pytest.raises(ValueError, match="above 0"):
        amount_of(words)


def test_views_have_amounts_in_units():
    assert in_units(-493) == -4.93


# in scenario states


@given(st.integers(0, 10**9))
def test_a_state_has_amounts_as_players_write_them(amount):
    assert hundredths("treasury", in_units(amount), 10**9) == amount


@pytest.mark.parametrize("amount", [-1, 1001, True, "12", None, float("nan"), float("inf")])
def test_an_amount_out_of_bounds_is_reported_with_its_place(amount):
    with pytest.raises(ScenarioError, match=r"Ada\.treasury cannot be .* \(write an amount"):
        hundredths("Ada.treasury", amount, 1000)


def test_an_amount_has_two_decimals_at_most():
    with pytest.raises(ScenarioError, match="treasury: 1.005 has too many decimals"):
        hundredths("treasury", 1.005, 1000)


def test_truths_and_texts_are_returned_or_reported_with_their_place():
    assert boolean("met", False) is False
    assert text("name", "") == ""
    with pytest.raises(ScenarioError, match=r"met cannot be 0 \(write true or false\)"):
        boolean("met", 0)
    with pytest.raises(ScenarioError, match=r"name cannot be 7 \(write a text, in quotes\)"):
        text("name", 7)
