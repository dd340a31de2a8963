"""Plots of the gallery: the directive `measured` draws what came of a study, from stored results.

    ```{measured} lanchester-galaxy-g
    :title: Ships left of twenty
    :over: sides.Few.0.ships
    :axis: ships of the weaker side
    :sides: Many
    :labels: the game
    :measure: ships left
    :laws: 20
    ```

The study stands in `studies/NAME.yaml` beside the page, and what came of it in `results/NAME`,
as `horizons lab run` wrote it. A study of battles is drawn `over` a factor, a line a side; without
`measure` the lines are the shares of battles won. `laws` draws what Lanchester's laws leave of so
many ships, of which `each` counts so much. Where a level is no number, `at` says where in it one
stands; with `by` a line is a level of a second factor, and `labels` what they are called. A study
of games is drawn as how often each seat has won, or as how a `measure` is distributed.
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

from horizons_lab.report.plots import Curve, curve_plot, distribution_plot, interval_plot
from horizons_lab.statistics import Estimate

#: The colour of what was not measured.
NOBODY = -1


@frozen
class Drawn:
    """What of a study of battles is drawn.

    Attributes:
        over: the factor along the axis.
        at: where in a level of it the number stands; "" if the level is one.
        sides: the sides, and what each is called.
        by: a second factor, whose levels are curves; "" for a curve a side.
        labels: what the curves are called.
        measure: what is drawn; None for the share of battles won.
    """

    over: str
    at: str
    sides: Mapping[str, str]
    by: str
    labels: tuple[str, ...]
    measure: str | None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Drawn:
        """What the options of the directive say."""
        sides = _words(options["sides"])
        labels = _words(options.get("labels", options["sides"]))
        by = options.get("by", "")
        named = dict(zip(sides, sides if by else labels, strict=True))
        at, measure = options.get("at", ""), options.get("measure")
        return cls(options["over"], at, named, by, tuple(labels), measure)


def number(level: Any, at: str) -> float:
    """A level of a factor as a number: itself, or what stands in it at a path like `0.ships`."""
    found = json.loads(level) if at else level
    for name in at.split(".") if at else ():
        found = found[int(name) if name.isdecimal() else name]
    return float(found)


def curves(table: pl.DataFrame, drawn: Drawn) -> list[Curve]:
    """A curve a side, or a level of a second factor, over the levels of the first."""
    groups = [(label, table.filter(pl.col("side") == side)) for side, label in drawn.sides.items()]
    if drawn.by:
        ((_, rows),) = groups
        groups = [
            (label, rows.filter(pl.col(drawn.by) == level))
            for label, level in zip(
                drawn.labels, rows[drawn.by].unique(maintain_order=True), strict=True
            )
        ]
    found = []
    for colour, (label, of_group) in enumerate(groups):
        rows = sorted(of_group.to_dicts(), key=lambda row: number(row[drawn.over], drawn.at))
        places = [number(row[drawn.over], drawn.at) for row in rows]
        found.append(Curve(label, colour, places, [measured(r, drawn.measure) for r in rows]))
    return found


def laws(ships: float, levels: Iterable[float], each: float) -> list[Curve]:
    """What Lanchester's laws leave of so many ships, which count `each`, by how many they meet."""
    met = list(levels)
    by_law = {
        "square law": [each * (ships**2 - other**2) ** 0.5 for other in met],
        "linear law": [each * (ships - other) for other in met],
    }
    return [
        Curve(law, NOBODY, met, [Estimate(left, left, left, 1, CONFIDENCE) for left in found])
        for law, found in by_law.items()
    ]


class Measured(SphinxDirective):
    """A plot of stored results, with what it tells as a table."""

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
        """The figure as HTML."""
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
        caption = f"<code>{escape(command)}</code><br>{escape(stored.told())}"
        html = (
            f'<figure class="measured"><p class="plot-title">{escape(self.options["title"])}</p>'
            f"{plot}<figcaption>{caption}</figcaption>{_table(rows)}</figure>"
        )
        return [nodes.raw("", html, format="html")]

    def _battles(self, stored: Stored) -> tuple[str, list[list[str]]]:
        axis = self.options["axis"]
        found = curves(stored.table, Drawn.of(self.options))
        drawn = found
        if "laws" in self.options:
            each = self.options.get("each", 1.0)
            drawn = [*found, *laws(self.options["laws"], found[0].turns, each)]
        rows = [[axis, *(curve.label for curve in drawn)]]
        for place, level in enumerate(found[0].turns):
            rows.append([f"{level:g}", *(_cell(curve.estimates[place]) for curve in drawn)])
        return curve_plot(stored.name, self.options["title"], drawn, axis), rows

    def _games(self, stored: Stored) -> tuple[str, list[list[str]]]:
        title, measure = self.options["title"], self.options.get("measure")
        if measure:
            row = distribution(stored.table, measure, self.options["labels"])
            told = [["mean of", "estimate"], [row.label, str(row.estimate)]]
            return distribution_plot(stored.name, title, [row]), told
        rows = seats(stored.table)
        plot = interval_plot(stored.name, title, rows, fair=1 / len(rows))
        return plot, [["seat", "won"], *([row.label, str(row.estimate)] for row in rows)]


def _words(listed: str) -> list[str]:
    return [word.strip() for word in listed.split(",")]


def _cell(estimate: Estimate) -> str:
    return f"{estimate.value:.2f}" if estimate.low == estimate.high else str(estimate)


def _table(rows: list[list[str]]) -> str:
    head, *body = rows
    told = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in body
    )
    return (
        "<details><summary>The numbers</summary><div class='table-wrapper'><table>"
        f"<thead><tr>{told}</tr></thead><tbody>{lines}</tbody></table></div></details>"
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
    """Write the colours of plots, those of reports, for the theme's light and dark pages."""
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
    """Add the directive and the style."""
    app.add_directive("measured", Measured)
    app.add_css_file("gallery.css")
    app.connect("builder-inited", write_style)
    return {"parallel_read_safe": True}
