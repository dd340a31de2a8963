"""Charts over turns: the measures in a seat's own reports, each as a chart and a table."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from litestar import get
from litestar.response import Template
from markupsafe import Markup

from horizons_core.report import player_markers
from horizons_host.history.curves import Series, curve_chart, series
from horizons_host.history.figures import figure_text
from horizons_host.history.turns import turn_summaries
from horizons_host.server.games.access import access
from horizons_host.server.injected import InjectedService, Key
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.pages.reports import rules_of


@frozen
class MeasureChart:
    """A measure: its title, its series, and their chart."""

    name: str
    title: str
    lines: Sequence[Series]
    picture: Markup


@get("/games/{key:str}/charts", sync_to_thread=True)
def charts_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show all measures over all turns for which the reader has a report."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        measures = rules_of(store).highlights.measures
        turns = turn_summaries(store, seat, rules_of(store).highlights)
        last = store.report(turns[-1].turn, seat) if turns else None
    markers = player_markers([empire["name"] for empire in last["empires"]] if last else [])
    charts = []
    for measure in measures:
        lines = series(turns, measure.name, markers)
        if lines:
            picture = curve_chart(lines, measure.title)
            charts.append(MeasureChart(measure.name, measure.title, lines, picture))
    return page(
        request,
        "charts.html.jinja",
        game=rights.game,
        access=rights,
        charts=charts,
        turns=[turn.turn for turn in turns],
        figure_text=figure_text,
    )


CHART_PAGES = (charts_page,)
