"""Sections of reports in plain text and on the page."""

from __future__ import annotations

import re

from markupsafe import Markup

from horizons_core.report import (
    ChangeCell,
    CurveCell,
    NameCell,
    OwnerCell,
    Section,
    Table,
    number_column,
    text_column,
)

HOSTILE = "<img src=x>"


def section(*rows: tuple[str, ...], notes: tuple[str, ...] = ()) -> Section:
    columns = (text_column("Name"), number_column("Number"), text_column("More"))
    return Section("things", "Things", [Table(columns, rows, "All")], notes)


def test_columns_without_anything_in_them_are_left_out() -> None:
    assert section(("One", "1", ""), ("Two", "20", "")).lines() == [
        "All:", "Name  Number", "One        1", "Two       20",
    ]  # fmt: skip


def test_a_section_without_rows_and_notes_is_nothing() -> None:
    assert not section()
    assert section(notes=("A word.",)).lines() == ["* A word."]


def test_what_players_wrote_is_escaped_in_every_kind_of_cell() -> None:
    kinds = (NameCell, OwnerCell, ChangeCell, str)
    page = section(*((kind(HOSTILE), "", "") for kind in kinds), notes=(HOSTILE,)).html({})
    assert HOSTILE not in page
    assert page.count("&lt;img src=x&gt;") == len(kinds) + 1


def test_owners_have_their_markers_and_changes_their_colours() -> None:
    page = section((OwnerCell("Ada"), ChangeCell("-3"), ChangeCell("+4"))).html(
        {"Ada": Markup("<b>A</b>")}
    )
    assert "<b>A</b>" in page
    assert 'class="debit">-3' in page
    assert 'class="credit">+4' in page


def test_a_curve_rises_with_its_numbers_and_stands_in_the_text_as_they_are() -> None:
    curve = section((CurveCell("0 5 10 10"), "", ""))
    points = re.search(r'points="([^"]*)"', curve.html({}))
    assert points is not None
    heights = [float(point.split(",")[1]) for point in points[1].split()]
    assert heights == sorted(heights, reverse=True)
    assert heights[2] == heights[3]
    assert "0 5 10 10" in curve.lines()[-1]
    assert "<svg" not in section((CurveCell(""), "1", "")).html({})
