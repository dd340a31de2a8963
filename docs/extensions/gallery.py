"""The directive `measured`: a plot of the stored results of one of the gallery's studies.

    ```{measured} lanchester-galaxy-g
    :title: Ships left of twenty
    :over: sides.Few.0.ships
    :axis: ships of the weaker side
    :sides: Many
    :labels: the game
    :measure: ships left
    :laws: 20
    ```

The study is `studies/NAME.yaml` next to the page; its results are in `results/NAME`, as
`horizons lab run` wrote them.

A study of battles is plotted `over` a factor, with a line for each side; the lines are shares of
battles won, or the means of a `measure`. If a level is not a number, `at` is the path of a number
in it. With `by`, each line is a level of a second factor, named in `labels`. `laws` adds the
survivors that Lanchester's laws predict for this number of ships; a survivor counts `each`.

A study of games is plotted as the share of games won by each seat, or as the distribution of a
`measure`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import polars as pl
from attrs import frozen
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from stored_results import CONFIDENCE, Stored, distribution, measured, seats

from horizons_lab.report.plots import PlotCurve, curve_plot, distribution_plot, interval_plot
from horizons_lab.statistics import Estimate

#: The colour of curves that were not measured.
PREDICTED = -1


@frozen
class PlotOptions:
    """The options of a plot of a study of battles.

    Attributes:
        over: the factor along the axis.
        at: the path of the number in a level of it; "" if the level is a number.
        sides: the label of each side.
        by: a second factor, with a curve for each level; "" for a curve for each side.
        labels: the labels of the curves.
        measure: the measure to plot; None for the share of battles won.
    """

    over: str
    at: str
    sides: Mapping[str, str]
    by: str
    labels: tuple[str, ...]
    measure: str | None

    @classmethod
    def parse(cls, options: Mapping[str, Any]) -> PlotOptions:
        """Read the options of the directive."""
        sides = _words(options["sides"])
        labels = _words(options.get("labels", options["sides"]))
        by = options.get("by", "")
        side_labels = dict(zip(sides, sides if by else labels, strict=True))
        at, measure = options.get("at", ""), options.get("measure")
        return cls(options["over"], at, side_labels, by, tuple(labels), measure)


def number(level: Any, at: str) -> float:
    """Return a factor's level as a number: itself, or its part at a path like `0.ships`."""
    value = json.loads(level) if at else level
    for name in at.split(".") if at else ():
        value = value[int(name) if name.isdecimal() else name]
    return float(value)


def curves(table: pl.DataFrame, options: PlotOptions) -> list[PlotCurve]:
    """Return a curve for each side, or each level of a second factor, over the first factor."""
    groups = [
        (label, table.filter(pl.col("side") == side)) for side, label in options.sides.items()
    ]
    if options.by:
        ((_, rows),) = groups
        groups = [
            (label, rows.filter(pl.col(options.by) == level))
            for label, level in zip(
                options.labels, rows[options.by].unique(maintain_order=True), strict=True
            )
        ]
    plotted = []
    for colour, (label, group) in enumerate(groups):
        rows = sorted(group.to_dicts(), key=lambda row: number(row[options.over], options.at))
        places = [number(row[options.over], options.at) for row in rows]
        plotted.append(
            PlotCurve(label, colour, places, [measured(r, options.measure) for r in rows])
        )
    return plotted


def laws(ships: float, levels: Iterable[float], each: float) -> list[PlotCurve]:
    """Return the survivors that Lanchester's laws predict, by the number of enemy ships.

    A survivor counts `each`.
    """
    enemies = list(levels)
    by_law = {
        "square law": [each * (ships**2 - enemy**2) ** 0.5 for enemy in enemies],
        "linear law": [each * (ships - enemy) for enemy in enemies],
    }
    return [
        PlotCurve(law, PREDICTED, enemies, [Estimate(n, n, n, 1, CONFIDENCE) for n in survivors])
        for law, survivors in by_law.items()
    ]


class Measured(SphinxDirective):
    """A plot of stored results, with its numbers as a table."""

    required_arguments = 1
    option_spec: ClassVar = {
        "title": directives.unchanged_required,
        "over": directives.unchanged,
        "at": directives.unchanged,
        "by": directives.unchanged,
        "axis": directives.unchanged,
        "sides": directives.unchanged,
        "labels": directives.unchanged,
        "measure": directives.unchanged,
        "laws": float,
        "each": float,
    }

    def run(self) -> list[nodes.Node]:
        """Return the figure as HTML."""
        page = Path(self.env.doc2path(self.env.docname))
        name = self.arguments[0]
        folder = page.parent / "results" / name
        for file in folder.iterdir():
            self.env.note_dependency(str(file))
        stored = Stored.read(folder)
        draw = self._battles if stored.of_battles else self._games
        plot, rows = draw(stored)
        study = f"docs/gallery/studies/{name}.yaml"
        command = f"horizons lab run {study} --out results"
        caption = f"<code>{escape(command)}</code><br>{escape(stored.caption())}"
        html = (
            f'<figure class="measured"><p class="plot-title">{escape(self.options["title"])}</p>'
            f"{plot}<figcaption>{caption}</figcaption>{_table(rows)}</figure>"
        )
        return [nodes.raw("", html, format="html")]

    def _battles(self, stored: Stored) -> tuple[str, list[list[str]]]:
        axis = self.options["axis"]
        plotted = curves(stored.table, PlotOptions.parse(self.options))
        if "laws" in self.options:
            each = self.options.get("each", 1.0)
            plotted += laws(self.options["laws"], plotted[0].turns, each)
        rows = [[axis, *(curve.label for curve in plotted)]]
        for place, level in enumerate(plotted[0].turns):
            rows.append([f"{level:g}", *(_cell(curve.estimates[place]) for curve in plotted)])
        return curve_plot(stored.name, self.options["title"], plotted, axis), rows

    def _games(self, stored: Stored) -> tuple[str, list[list[str]]]:
        title, measure = self.options["title"], self.options.get("measure")
        if measure:
            row = distribution(stored.table, measure, self.options["labels"])
            numbers = [["mean of", "estimate"], [row.label, str(row.estimate)]]
            return distribution_plot(stored.name, title, [row]), numbers
        rows = seats(stored.table)
        plot = interval_plot(stored.name, title, rows, fair=1 / len(rows))
        return plot, [["seat", "won"], *([row.label, str(row.estimate)] for row in rows)]


def _words(listed: str) -> list[str]:
    return [word.strip() for word in listed.split(",")]


def _cell(estimate: Estimate) -> str:
    return f"{estimate.value:.2f}" if estimate.low == estimate.high else str(estimate)


def _table(rows: list[list[str]]) -> str:
    head, *body = rows
    headings = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in body
    )
    return (
        "<details><summary>The numbers</summary><div class='table-wrapper'><table>"
        f"<thead><tr>{headings}</tr></thead><tbody>{lines}</tbody></table></div></details>"
    )


STYLE = """
.measured { margin: 1.5rem 0; }
.measured .plot { width: 100%; max-width: 30rem; height: auto; font-family: inherit; }
.measured .plot-title { font-weight: 600; margin: 0 0 .3rem; }
.measured figcaption { font-size: .85em; color: var(--hz-soft); }
.measured details { font-size: .85em; }
.measured summary { cursor: pointer; }
"""


def write_style(app: Sphinx) -> None:
    """Write the style sheet: the colours of reports, for light and dark pages of the theme."""
    palette = files("horizons_core.report").joinpath("templates/palette.css").read_text("utf-8")
    light, dark = (
        " ".join(re.findall(r"--hz-\w+: [^;]+;", part)) for part in palette.split("@media")
    )
    text = (
        f"body {{ {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ body:not([data-theme=light]) {{ {dark} }} }}\n"
        f"body[data-theme=dark] {{ {dark} }}\n{STYLE}"
    )
    folder = app.outdir / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gallery.css").write_text(text, "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive and its style sheet."""
    app.add_directive("measured", Measured)
    app.add_css_file("gallery.css")
    app.connect("builder-inited", write_style)
    return {"parallel_read_safe": True}
