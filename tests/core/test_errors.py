"""Errors that a user can correct, and suggestions for misspelled names."""

from __future__ import annotations

import pytest

from horizons_core.errors import (
    MAX_MESSAGE_LENGTH,
    HorizonsError,
    UnknownNameError,
    did_you_mean,
    nearest,
)


def test_an_error_says_what_is_wrong_and_what_to_do():
    error = HorizonsError("no such file", "name another")

    assert str(error) == "no such file (name another)"
    assert (error.message, error.hint) == ("no such file", "name another")
    assert str(HorizonsError("no such file")) == "no such file"


def test_of_a_message_without_measure_the_middle_is_left_out():
    error = HorizonsError(f"no ship '{'x' * 100_000}' here", "y" * 100_000)
    assert len(error.message) < MAX_MESSAGE_LENGTH + 10 > len(error.hint)
    assert error.message.startswith("no ship 'xxx")
    assert error.message.endswith("x' here")
    assert HorizonsError("z" * MAX_MESSAGE_LENGTH).message == "z" * MAX_MESSAGE_LENGTH


def test_an_unknown_name_is_reported_without_quotes_around_the_sentence():
    assert str(UnknownNameError("no empire 'Ada'")) == "no empire 'Ada'"


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Brim", "Brin"), ("BRIN", "Brin"), ("brinna", "Brin"), ("Xerxes", None), ("", None)],
)
def test_a_name_is_near_whatever_its_capitals(word, expected):
    assert nearest(word, ["Ada", "Brin", "Cleo"]) == expected


def test_near_names_have_three_fifths_of_their_letters_in_common():
    assert nearest("abcde", ["abcxy"]) == "abcxy"  # six of the ten letters of both
    assert nearest("abcde", ["abcxyz"]) is None  # six of eleven


def test_of_several_near_names_the_nearest_is_meant():
    assert nearest("Brinna", ["Brin", "Brinn", "Brenna"]) == "Brinn"


def test_without_a_near_name_all_are_listed():
    assert did_you_mean("Brim", ["Ada", "Brin"]) == "did you mean 'Brin'?"
    assert did_you_mean("Xerxes", iter(["Ada", "Brin"])) == "known: Ada, Brin"
    assert did_you_mean("Xerxes", []) == "there are none"
