"""Sections and numbers in a text of orders, as the engine of 1999 reads them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from variants.far_horizons.model.names import WordCursor
from variants.far_horizons.model.orders import SectionKind, SourceLine
from variants.far_horizons.orders.language import FarHorizonsLanguage
from variants.far_horizons.orders.sections import (
    DividedText,
    OrderLine,
    OrderSection,
    SectionReader,
    kind_of,
    second_section,
    unknown_section,
    warn_of_missing_end,
)


@frozen(slots=False)
class Language1999(FarHorizonsLanguage):
    """A section continues over a START to the next END, and fractions are cut off.

    (FH-ORDER-004, FH-CMD-014, FH-CMD-004)
    """

    def divided(self, lines: Sequence[SourceLine]) -> DividedText:
        return divide_as_in_1999(lines)

    def words(self, entry: OrderLine) -> WordCursor:
        return WordCursor(entry.line, entry.end, fractions=True)


def divide_as_in_1999(lines: Sequence[SourceLine]) -> DividedText:
    """Divide a text into sections as the engine of 1999 does.

    Each section begins at the first START of its name, wherever that is, and continues to the next
    END; a START in between is just another line.
    """
    reader = SectionReader(lines)
    result = DividedText(remarks=reader.remarks)
    opened: dict[str, OrderSection] = {}
    for entry in reader:
        kind = kind_of(entry) if entry.letters == "STA" else None
        if entry.letters == "END":
            opened.clear()
            continue
        for section in opened.values():
            section.lines.append(entry)
        if kind is not None and all(kind is not section.kind for section in result.sections):
            opened[kind.name] = OrderSection(kind, entry.line)
            result.sections.append(opened[kind.name])
        elif not opened:
            _report_stray(entry, kind, result)
    for section in opened.values():
        warn_of_missing_end(section, result)
    return result


def _report_stray(entry: OrderLine, kind: SectionKind | None, result: DividedText) -> None:
    """Record a line outside all sections, or a START that opens none."""
    if entry.letters != "STA":
        result.outside.append(entry)
    elif kind is None:
        result.remarks.append(unknown_section(entry))
    else:
        result.remarks.append(second_section(entry, kind))
