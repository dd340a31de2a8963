"""The lines of a species' log are broken at spaces as the classic reports break them."""

from __future__ import annotations

import pytest

from variants.far_horizons.report.event_log import MAX_LINE_LENGTH, wrap_line


@pytest.mark.parametrize("indent", [0, 4])
@pytest.mark.parametrize("words", [1, 11, 12, 13, 14, 40])
def test_lines_are_as_long_as_may_be_and_the_rest_stands_two_places_to_the_right(words, indent):
    lines = wrap_line(" " * indent + " ".join(["words"] * words))
    assert " ".join(lines).split() == ["words"] * words
    assert [len(line) - len(line.lstrip()) for line in lines] == [
        indent, *[indent + 2] * (len(lines) - 1)
    ]  # fmt: skip
    assert all(len(line) <= MAX_LINE_LENGTH < len(f"{line} words") for line in lines[:-1])
    assert len(lines[-1]) <= MAX_LINE_LENGTH == 77


def test_a_word_that_is_longer_than_a_line_stands_alone():
    long = "x" * 100
    assert wrap_line(f"a {long} b") == ["a", f"  {long}", "  b"]
    assert wrap_line(f"  {long}") == [f"  {long}"]


def test_a_line_of_nothing_stays_one():
    assert wrap_line("") == [""]
