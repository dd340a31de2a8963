"""Tables as plain text."""

from __future__ import annotations

import pytest

from horizons_core.report import number_column, text_column, text_table

COLUMNS = (text_column("Ship"), number_column("Hull"), text_column("State"))


def test_numbers_stand_right_and_words_left():
    assert text_table(COLUMNS, [("Argent", "27", "ok"), ("Heron", "6", "adrift")]) == [
        "Ship    Hull  State",
        "Argent    27  ok",
        "Heron      6  adrift",
    ]


def test_a_table_without_rows_has_no_lines():
    assert text_table(COLUMNS, []) == []


def test_columns_that_do_not_fit_go_on_in_further_lines():
    rows = [("Argent", "27", "drive out"), ("Heron", "6", "adrift")]
    assert text_table(COLUMNS, rows, width=18) == [
        "Ship   Hull",
        "    State",
        "Argent   27",
        "    drive out",
        "Heron     6",
        "    adrift",
    ]


def test_a_further_line_without_words_is_left_out():
    lines = text_table(COLUMNS, [("Argent", "27", ""), ("Heron", "6", "drive out")], width=18)
    assert lines[2:] == ["Argent   27", "Heron     6", "    drive out"]


def test_a_table_that_just_fits_stands_closer_together():
    rows = [("Argent", "27", "ok")]
    assert text_table(COLUMNS, rows, width=17)[1] == "Argent   27 ok"


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="zip"):
        text_table(COLUMNS, [("Argent", "27")])
