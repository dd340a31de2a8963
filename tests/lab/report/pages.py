"""The golden pages and plots; `python -m tests.lab.report.pages` rewrites the files.

A page is written as lines: its headings, paragraphs, table rows, and the titles and texts of its
plots. The plots are written with every mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import lxml.html

from horizons_lab.report.page import page
from horizons_lab.report.plots import (
    PlotCurve,
    PlotRow,
    curve_plot,
    distribution_plot,
    interval_plot,
)
from horizons_lab.report.study_report import study_report
from horizons_lab.statistics import share, student_mean
from tests.lab.report.example_results import crowd, folder
from tests.lab.report.svg_pictures import outline

GOLDEN = Path(__file__).parent / "golden"
_BLOCKS = {
    "title", "meta", "h1", "h2", "h3", "p", "dt", "dd", "summary", "figcaption", "a", "tr", "pre",
    "section", "label", "text", "desc",
}  # fmt: skip
_SHOWN = ("id", "class", "href", "name", "content")


def page_lines(html: str) -> Iterator[str]:
    """Yield the contents of a page, one line per block."""
    for element in lxml.html.fromstring(html).iter(*_BLOCKS):
        kind = element.tag
        if element.get("class") == "letter":  # within a player's sign
            continue
        attributes = "".join(f" {name}={element.get(name)}" for name in _SHOWN if element.get(name))
        if kind == "section":
            yield f"section{attributes}"
        elif kind == "pre":
            yield from (f"pre: {ascii(line)[1:-1]}" for line in element.text_content().splitlines())
        elif kind == "tr":
            yield f"row: {' | '.join(map(_cell, element))}"
        else:
            yield f"{kind}{attributes}: {_words(element)}".rstrip()


def _cell(cell: lxml.html.HtmlElement) -> str:
    kind = f" ({cell.get('class')})" if cell.tag == "th" and cell.get("class") else ""
    return _words(cell) + kind


def _words(element: lxml.html.HtmlElement) -> str:
    words = " ".join(element.text_content().split())
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in words)


def plots() -> Iterator[str]:
    """Yield small plots of each kind."""
    shares = [
        PlotRow("ada", 0, share(9, 12)),
        PlotRow("a name that is longer than its place", 1, share(0, 12)),
        PlotRow("\N{GREEK SMALL LETTER ALPHA}<b>$x$", -1, share(2, 3)),
    ]
    yield interval_plot("won", "Share of games won", shares)
    yield interval_plot("seats", "By seat", shares[:1], 0.4)
    values = {"ada": [1.0, 1.0, 1.0, 2.0, 4.0], "bo": [-1.0, 2.0, 2.0, 2.0]}
    yield distribution_plot(
        "whole",
        "Whole numbers",
        [
            PlotRow(name, place, student_mean(sample), sample)
            for place, (name, sample) in enumerate(values.items())
        ],
    )
    uneven = [(7 * n % 40) ** 2 / 40 for n in range(40)]
    yield distribution_plot("uneven", "Others", [PlotRow("cleo", 2, student_mean(uneven), uneven)])
    yield distribution_plot("one", "A single game", [PlotRow("dora", 3, student_mean([3]), [3.0])])
    yield curve_plot(
        "turns",
        "Turn by turn",
        [
            PlotCurve(
                f"player {n}",
                n,
                range(2, 7),
                [
                    student_mean([3 * n + turn, 3 * n + 1.5 * turn, 4 * n][: 6 - turn])
                    for turn in range(1, 6)
                ],
            )
            for n in range(5)
        ],
    )
    yield curve_plot("turn", "A single turn", [PlotCurve("emil", 4, [3], [student_mean([2.5])])])


def _page(make_folder: Callable[[Path], Path]) -> str:
    with TemporaryDirectory() as path:
        return "\n".join(page_lines(page(study_report(make_folder(Path(path))))))


#: The expected content of each golden file, by name.
GOLDEN_TEXTS: dict[str, Callable[[], str]] = {
    "plots": lambda: "\n\n".join("\n".join(outline(svg)) for svg in plots()),
    "page": lambda: _page(folder),
    "page_of_factors": lambda: _page(crowd),
}


def golden_lines(name: str) -> list[str]:
    """Return the lines of a golden file."""
    return (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, text in GOLDEN_TEXTS.items():
        (GOLDEN / f"{name}.txt").write_text(f"{text()}\n", "utf-8")
