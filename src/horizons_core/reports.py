"""How an empire is told: a JSON document first, and text and HTML as renderings of it.

The document is made from a view, the events in whose audience the empire is, its own ledger lines
and the remarks on its own orders. Renderers get the document and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.collecting import collector_paused
from horizons_core.economy import Entry
from horizons_core.events import Event
from horizons_core.orders import Diagnostic, Order

if TYPE_CHECKING:
    import jinja2

    from horizons_core.entities import Game
    from horizons_core.views import View

#: Version of the document's common part; `report.schema.json` describes it.
REPORT_SCHEMA = 1

Renderer = Callable[[Mapping[str, Any]], str]


@frozen
class ReportForm:
    """A variant's report: the JSON Schema of its view, and the renderings of the document."""

    view_schema: Mapping[str, Any]
    text: Renderer
    html: Renderer

    def schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of the whole document."""
        import json

        text = resources.files("horizons_core").joinpath("report.schema.json").read_text("utf-8")
        schema: dict[str, Any] = json.loads(text)
        schema["properties"]["view"] = dict(self.view_schema)
        return schema


@frozen(slots=False)
class Report:
    """One empire's report of one turn."""

    data: Mapping[str, Any]
    form: ReportForm

    @cached_property
    @collector_paused()
    def text(self) -> str:
        return self.form.text(self.data)

    @cached_property
    @collector_paused()
    def html(self) -> str:
        return self.form.html(self.data)


def report_data(
    view: View,
    game: Game,
    title: str,
    events: Iterable[Event],
    entries: Iterable[Entry],
    diagnostics: Sequence[Diagnostic],
    orders: Iterable[Order],
    chart: Mapping[str, Any],
) -> dict[str, Any]:
    """The report's document of what the empire knows: its part of the game, its events, lines."""
    empire = view.empire or ""
    outcome = game.outcome
    refused = {remark.line for remark in diagnostics if remark.severity == "error"}
    return {
        "format": "horizons-report",
        "schema": REPORT_SCHEMA,
        "variant": view.variant,
        "title": title,
        "game": view.game,
        "turn": view.turn,
        "empire": empire,
        "mods": list(game.mods),
        "empires": [{"name": e.name, "active": e.active} for e in game.empires],
        "outcome": outcome
        and {"winners": list(outcome.winners), "reason": outcome.reason, "turn": outcome.turn},
        "turn_key": game.turn_key,
        "next_commitment": game.commitment,
        "orders": [
            {"line": order.line, "text": order.shown, "done": order.line not in refused}
            for order in orders
        ],
        "diagnostics": [diagnostic.told() for diagnostic in diagnostics],
        "events": [event.told() for event in events],
        "ledger": [
            {
                "phase": entry.phase,
                "account": entry.account,
                "amount": entry.amount,
                "reason": entry.reason,
                "rules": list(entry.rules),
                "place": entry.place,
            }
            for entry in entries
        ],
        "view": dict(view.data),
        "map": dict(chart),
    }


@cache
def templates(package: str) -> jinja2.Environment:
    """The Jinja environment of a package's `reports/` folder and the core's `templates/`."""
    import jinja2

    from horizons_core.maps import map_figure, map_svg

    homes = [(package, "reports"), ("horizons_core", "templates")]
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader(name, folder)
                for name, folder in homes
                if resources.files(name).joinpath(folder).is_dir()
            ]
        ),
        autoescape=jinja2.select_autoescape(("html.jinja",)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(map_svg=map_svg, map_figure=map_figure)
    return environment


def form_from_templates(
    package: str,
    view_schema: Mapping[str, Any],
    prepare: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
) -> ReportForm:
    """A form that renders `reports/report.txt.jinja` and `reports/report.html.jinja`.

    The templates get the document as `report`, and whatever `prepare` makes of it. A package
    without templates of its own gets the core's, which tell all that is in the view, part by part.
    """

    def render(template: str, data: Mapping[str, Any]) -> str:
        more = prepare(data) if prepare else {}
        return templates(package).get_template(template).render(report=data, **more)

    return ReportForm(
        view_schema,
        text=lambda data: render("report.txt.jinja", data),
        html=lambda data: render("report.html.jinja", data),
    )
