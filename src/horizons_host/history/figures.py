"""The reader's own figures after a turn, and their changes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.report import Measure, reader


@frozen
class Figure:
    """A measure after a turn; `change` is None if the report before does not have it."""

    name: str
    title: str
    value: float
    change: float | None


def figures(
    measures: Sequence[Measure], report: Mapping[str, Any], before: Mapping[str, Any] | None
) -> list[Figure]:
    """Return the reader's own figures in a report, compared with the report before."""
    you, listed = reader(report), []
    for measure in measures:
        value = measure.read(report).get(you)
        if value is None:
            continue
        old = measure.read(before).get(reader(before)) if before else None
        listed.append(
            Figure(measure.name, measure.title, value, None if old is None else value - old)
        )
    return listed


def figure_text(value: float) -> str:
    """Format a figure: whole, or with two decimals."""
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.2f}"
