"""The reader's own figures after a turn, and how they changed in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.report import Measure, reader


@frozen
class Figure:
    """A measure after a turn; `change` is None where the turn before does not tell it."""

    name: str
    title: str
    value: float
    change: float | None


def figures(
    measures: Sequence[Measure], report: Mapping[str, Any], before: Mapping[str, Any] | None
) -> list[Figure]:
    """The reader's own measures that the report tells, beside those of the report before."""
    you, found = reader(report), []
    for measure in measures:
        value = measure.read(report).get(you)
        if value is None:
            continue
        old = measure.read(before).get(reader(before)) if before else None
        found.append(
            Figure(measure.name, measure.title, value, None if old is None else value - old)
        )
    return found


def told(value: float) -> str:
    """A figure as people read it: whole, or with two decimals."""
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.2f}"
