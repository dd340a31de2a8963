"""The columns of the page's tables: numbers, phone layout, and choices.

PYTHONPATH=../../.. python -m tests.variants.starcluster.test_columns > golden/columns.txt
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from horizons_core.report import Column, SectionedReport
from tests.variants.starcluster.builders import variant
from tests.variants.starcluster.reported import report
from tests.variants.starcluster.test_reports import gamemasters
from variants.starcluster.report import GamemasterReport, PlayerReport, PointsFight

GOLDEN = Path(__file__).parent / "golden" / "columns.txt"


def tables_of(data: SectionedReport) -> Iterator[tuple[str, tuple[Column, ...]]]:
    """The columns of all tables of a report, by section and title."""
    for section in (*data.parts(), *data.text_parts()):
        for table in section.tables:
            yield f"{section.id}: {table.title}" if table.title else section.id, (*table.columns,)


@cache
def tables() -> dict[str, tuple[Column, ...]]:
    whole = ((f"all {name}", columns) for name, columns in tables_of(of_gamemaster()))
    players = tables_of(PlayerReport(report().data, variant()))
    return {"fight": PointsFight.columns, **dict(players), **dict(whole)}


def of_gamemaster() -> SectionedReport:
    return GamemasterReport(gamemasters().data, variant())


def render() -> str:
    lines = []
    for name, columns in tables().items():
        lines.append(name)
        for column in columns:
            flags = [flag for flag in ("numbers", "wide", "choose") if getattr(column, flag)]
            lines.append(f"  {column.head or '-'}: {' '.join(flags) or 'plain'}")
    return "\n".join(lines) + "\n"


def test_columns_are_as_they_always_were() -> None:
    assert render() == GOLDEN.read_text()


def test_every_column_has_a_head_of_its_own_and_the_first_one_stands_on_a_phone() -> None:
    for name, columns in tables().items():
        heads = [column.head for column in columns]
        assert not columns[0].wide, name
        assert len(set(heads)) == len(heads), name


if __name__ == "__main__":
    sys.stdout.write(render())
