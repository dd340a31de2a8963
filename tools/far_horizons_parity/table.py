"""Print the outcome as a table, then the explained and the unexplained differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from horizons_core.sums import int_sum, ordered_sum
from tools.far_horizons_parity.causes import (
    EXPLANATIONS,
    Findings,
    ParityDifference,
    TablePart,
    TableRow,
    explanation_of,
)
from tools.far_horizons_parity.steps import NAMES

_HEAD = ("", "compared", "identical", "states", "fields", "lines", "explained", "unexplained")
_WIDTHS = (14, 9, 10, 7, 10, 8, 10, 12)
_LONGEST = 300
_ORDER = ("set-up", *NAMES.values(), "whole turn", "report")


def table(findings: Findings, most: int = 20) -> str:
    """Return the whole outcome as text, with at most `most` unexplained differences."""
    parts = _rows(findings), _steps(findings), _reasons(findings), _unexplained(findings, most)
    return "\n".join(line for part in parts for line in part) + "\n"


def unexplained(findings: Findings) -> list[ParityDifference]:
    """Return the differences without a known reason."""
    return [diff for diff in findings.differences if explanation_of(diff) is None]


def _rows(findings: Findings) -> Iterator[str]:
    for part in TablePart:
        rows = sorted((row for row in findings.rows.values() if row.part is part), key=_place)
        if rows:
            yield f"{part.value}:"
            yield _line(_HEAD)
            yield from (_row(row) for row in rows)
            yield ""


def _steps(findings: Findings) -> Iterator[str]:
    """Yield how many steps have left the recorded state."""
    rows = [row for row in findings.rows.values() if row.phase in NAMES.values()]
    steps, same = ordered_sum(row.compared for row in rows), ordered_sum(row.states for row in rows)
    if steps:
        yield f"Steps with the recorded state: {same:,} of {steps:,} ({100 * same / steps:.1f} %)."
        yield ""


def _place(row: TableRow) -> int:
    return _ORDER.index(row.phase) if row.phase in _ORDER else len(_ORDER)


def _row(row: TableRow) -> str:
    explained = int_sum(explanation_of(diff) is not None for diff in row.differences)
    numbers = (row.compared, row.identical, row.states, row.fields, row.lines, explained,
               len(row.differences) - explained)  # fmt: skip
    return _line((row.phase, *(f"{number:,}" for number in numbers)))


def _line(cells: tuple[str, ...]) -> str:
    first, *numbers = zip(cells, _WIDTHS, strict=True)
    return "  " + first[0].ljust(first[1]) + "".join(cell.rjust(width) for cell, width in numbers)


def _reasons(findings: Findings) -> Iterator[str]:
    names = Counter(e.name for diff in findings.differences if (e := explanation_of(diff)))
    if names:
        yield "Explained differences:"
        for explanation in EXPLANATIONS:
            if names[explanation.name]:
                yield f"  {names[explanation.name]:6,}  {explanation.name}: {explanation.reason}"
        yield ""


def _unexplained(findings: Findings, most: int) -> Iterator[str]:
    for problem in findings.unreadable:
        yield f"Not to be read: {problem}"
    differences = unexplained(findings)
    if not differences:
        yield f"No unexplained difference in {findings.compared:,} comparisons."
        return
    yield f"{len(differences):,} unexplained differences, ours before the recorded:"
    for difference in differences[:most]:
        text = str(difference)
        yield f"  {text if len(text) <= _LONGEST else text[: _LONGEST - 3] + '...'}"
    if len(differences) > most:
        yield f"  and {len(differences) - most:,} more (--show {len(differences)})"
