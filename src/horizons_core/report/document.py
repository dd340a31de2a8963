"""The report of an empire as a JSON document, which renders to text and HTML.

The document is made from a view, the events that the empire may know, its ledger lines and the
remarks on its orders. Renderers get the document only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.gc_pause import gc_paused
from horizons_core.model.events import Event
from horizons_core.model.ledger import Entry
from horizons_core.orders.commands import Order
from horizons_core.orders.diagnostics import Diagnostic

if TYPE_CHECKING:
    from horizons_core.model.entities import Game
    from horizons_core.model.views import View

#: Version of the common part of the document, described by `report.schema.json`.
REPORT_SCHEMA = 1

#: Renders a report's document as text.
Renderer = Callable[[Mapping[str, Any]], str]


@frozen
class ReportForm:
    """The form of a variant's reports.

    Attributes:
        view_schema: the JSON Schema (2020-12) of the view's data.
        text: renders the text that players get by email.
        html: renders the page.
        of_everything: the form of reports for readers who see everything: gamemasters, and roles
            such as umpire; None for the core's own, which shows all parts of the view.
        title: returns the title of a report's turn in the game's own words, such as "Week 7".
    """

    view_schema: Mapping[str, Any]
    text: Renderer
    html: Renderer
    of_everything: ReportForm | None = None
    title: Renderer | None = None

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of the whole document."""
        import json

        file = resources.files("horizons_core.report").joinpath("report.schema.json")
        schema: dict[str, Any] = json.loads(file.read_text("utf-8"))
        schema["properties"]["view"] = dict(self.view_schema)
        return schema


@frozen(slots=False)
class Report:
    """The report of a turn for one empire.

    Attributes:
        data: the document, in plain JSON types (`report_data`).
        form: the renderings.
    """

    data: Mapping[str, Any]
    form: ReportForm

    @cached_property
    @gc_paused()
    def text(self) -> str:
        """The report as text, rendered once."""
        return self.form.text(self.data)

    @cached_property
    @gc_paused()
    def html(self) -> str:
        """The report as a separate page, rendered once."""
        return self.form.html(self.data)


def _own_keys(game: Game, name: str) -> dict[str, str]:
    """Return the key of the empire's own dice, and the next commitment; empty without an empire."""
    match = next((empire for empire in game.empires if empire.id == name), None)
    return {
        "own_key": match.own_key if match else "",
        "next_own_commitment": match.own_commitment if match else "",
    }


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
    """Return the report's document, in plain JSON types; `ReportForm.schema` describes it.

    Args:
        view: what the empire knows.
        game: the part of the game that the empire knows, for the common facts.
        title: the game's title.
        events: the events that the empire may know.
        entries: its ledger lines.
        diagnostics: the remarks on its orders.
        orders: its parsed orders.
        chart: the map document.
    """
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
        **({"role": view.role} if view.role else {}),
        "mods": list(game.mods),
        "empires": [{"name": e.name, "active": e.active} for e in game.empires],
        "outcome": outcome
        and {"winners": list(outcome.winners), "reason": outcome.reason, "turn": outcome.turn},
        "turn_key": game.turn_key,
        "next_commitment": game.commitment,
        **_own_keys(game, empire),
        **({"shared_chance": game.shared_chance} if game.shared_chance else {}),
        "orders": [
            {"line": order.line, "text": order.public_text, "done": order.line not in refused}
            for order in orders
        ],
        "diagnostics": [diagnostic.to_dict() for diagnostic in diagnostics],
        "events": [event.to_dict(empire) for event in events],
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
