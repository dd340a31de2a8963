"""Pages with the reports of a seat, their maps, explanations and charts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape, unescape
from typing import Any
from urllib.parse import quote

from attrs import frozen
from litestar import Response, get
from litestar.response import Template
from markupsafe import Markup

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import EVERYONE
from horizons_core.report import Measure, map_figure, map_svg, player_markers, reader
from horizons_host.games.player_news import news_of_turn
from horizons_host.reports.events import figure_text, turn_categories, turn_figures
from horizons_host.reports.explanations import EventExplanation, explanations
from horizons_host.reports.sources import ReportSource
from horizons_host.reports.summaries import (
    Series,
    TurnSummary,
    curve_chart,
    first_contacts,
    series,
    turn_summaries,
)
from horizons_host.server.accounts import diary
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.read_turns import note_read
from horizons_host.server.pages.documents import PACKED, document_answer, unpacks
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, page_access
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store.caches import DocumentCache

#: Number of characters of drawings cached per process.
_MAX_CHARACTERS = 32_000_000
_drawings: DocumentCache[Markup] = DocumentCache(_MAX_CHARACTERS, len)
_EVENT_HINT = "open it from the report's page"
_PLACE = re.compile(r'data-place="([^"]*)"')


def anchor(place: str) -> str:
    """Return the HTML id of a place in a drawing."""
    return "at-" + quote(place, safe="").replace("%", "_")


def turn_map(reports: ReportSource, turn: int, seat: str) -> Markup:
    """Return the map of a seat's report; raises what `report` raises."""
    stored = reports.packed_report(turn, seat)
    return _drawings.of(
        stored, "map", lambda: site_map(map_with_empires(reports.report(turn, seat)))
    )


def small_map(reports: ReportSource, turn: int, seat: str) -> Markup:
    """Draw the map of a seat's report as a picture without a legend; "" if it has no places.

    Raises what `report` raises.
    """

    def draw() -> Markup:
        document = map_with_empires(reports.report(turn, seat))
        if not document["places"]:
            return Markup("")
        return map_svg({**document, "legend": [], "shown": []}, standalone=True)

    return _drawings.of(reports.packed_report(turn, seat), "small map", draw)


def map_with_empires(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the report's map with the game's list of empires, which determines the markers."""
    return {**report["map"], "empires": [empire["name"] for empire in report["empires"]]}


def site_map(document: Mapping[str, Any]) -> Markup:
    """Return the drawing with its legend, without the inline styles that the policy forbids."""
    drawn = map_figure(document, sized=False)
    return Markup(_PLACE.sub(_with_anchor, drawn))  # noqa: S704 - the drawing is escaped


def _with_anchor(match: re.Match[str]) -> str:
    return f'id="{escape(anchor(unescape(match[1])))}" {match[0]}'


@frozen
class TurnPosition:
    """A turn in the list of all turns for which a seat has a report."""

    turn: int
    all: tuple[int, ...]

    @property
    def before(self) -> int | None:
        """The turn before; None for the first."""
        return max((turn for turn in self.all if turn < self.turn), default=None)

    @property
    def after(self) -> int | None:
        """The turn after; None for the last."""
        return min((turn for turn in self.all if turn > self.turn), default=None)


def turn_position(reports: ReportSource, seat: str, turn: int) -> TurnPosition:
    """Return a turn among the seat's; raises NoGameError if there is no report of it."""
    position = TurnPosition(turn, reports.turns_reported(seat))
    if turn not in position.all:
        raise page_not_found()
    return position


def rules_of(reports: ReportSource) -> hz.Variant:
    """Return the rules of a game."""
    info = reports.info()
    return hz.load_variant(info.variant, info.mods, info.data_mods)


@get("/games/{key:str}/turns", sync_to_thread=True)
def all_turns(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show all turns with a report and their main events, latest first."""
    rights = page_access(request, service, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        turns = turn_summaries(store, seat, rules_of(store))
    return page(
        request,
        "turns.html.jinja",
        game=rights.game,
        access=rights,
        turns=list(reversed(turns)),
        first_contacts=first_contacts(turns),
    )


@get("/games/{key:str}/turns/{turn:int}", sync_to_thread=True)
def turn_page(request: PageRequest, service: InjectedService, key: Key, turn: Number) -> Template:
    """Show the reader's report of a turn: events, explanations and the map."""
    rights = page_access(request, service, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        position = turn_position(store, seat, turn)
        report, variant = store.report(turn, seat), rules_of(store)
        highlights = variant.highlights
        note_read(service, rights.account, key, turn)
        return page(
            request,
            "turn.html.jinja",
            game=rights.game,
            access=rights,
            position=position,
            turn_title=variant.report_title(report),
            run_at=store.run_at(turn),
            latest=store.latest(),
            news=news_of_turn(store, seat, turn),
            map=turn_map(store, turn, seat),
            figures=turn_figures(store, seat, report, position.before, highlights.measures),
            chapters=turn_categories(store, turn, seat, report, highlights),
            note=diary.note_of(service, demand_account(request), key, turn),
            longest=diary.MAX_NOTE_LENGTH,
            **_report_variables(report),
        )


def _report_variables(report: Mapping[str, Any]) -> dict[str, Any]:
    refused = [remark for remark in report["diagnostics"] if remark["severity"] == "error"]
    names = [empire["name"] for empire in report["empires"]]
    return {
        "report": report,
        "you": reader(report),
        "refused": refused,
        "remarks": [remark for remark in report["diagnostics"] if remark["severity"] != "error"],
        "markers": player_markers(names),
        "anchor": anchor,
        "figure_text": figure_text,
    }


@get("/games/{key:str}/turns/{turn:int}/why/{number:int}", sync_to_thread=True)
def explanation_page(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, number: Number
) -> Template:
    """Explain an event: the clauses it follows from, and the dice that the reader may see."""
    rights = page_access(request, service, key)
    explained, turn_title = explained_event(service, rights, turn, number)
    return page(
        request,
        "why.html.jinja",
        game=rights.game,
        access=rights,
        turn=turn,
        turn_title=turn_title,
        number=number,
        explained=explained,
        book=hz.load_variant(rights.game.terms.variant).rules,
    )


def explained_event(
    service: Service, rights: Access, turn: int, number: int
) -> tuple[EventExplanation, str]:
    """Explain an event of the reader's report, and return the title of its turn, too.

    Raises HorizonsError if it does not exist.
    """
    seat = rights.demand_seat()
    with service.database.game(rights.game.key) as store, store.read_transaction():
        turn_position(store, seat, turn)
        report, variant = store.report(turn, seat), rules_of(store)
    if number >= len(report["events"]):
        raise HorizonsError(
            LocalizedText("turn {turn} has no event {number}", turn=turn, number=number),
            _EVENT_HINT,
        )
    keys = {EVERYONE: report["turn_key"], report["empire"]: report["own_key"]}
    event = report["events"][number]
    (explained,) = explanations([event], variant.rules, keys.__getitem__)
    return explained, variant.report_title(report)


@get("/games/{key:str}/turns/{turn:int}/{file:str}", sync_to_thread=True, opt={PACKED: True})
def report_file(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, file: Key
) -> Response[bytes]:
    """Return the reader's report of a turn as a file."""
    seat = access(service, request.user, key).demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        stored = store.packed_report(turn, seat)
        return document_answer(
            store, lambda: store.report(turn, seat), file, stored, unpacks=unpacks(request)
        )


REPORT_PAGES = (all_turns, turn_page, explanation_page, report_file)


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
    rights = page_access(request, service, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        rules = rules_of(store)
        turns = turn_summaries(store, seat, rules)
        last = store.report(turns[-1].turn, seat) if turns else None
    empires = [empire["name"] for empire in last["empires"]] if last else []
    return page(
        request,
        "charts.html.jinja",
        game=rights.game,
        access=rights,
        is_own=True,
        charts=measure_charts(turns, rules.highlights.measures, empires),
        turns=[turn.turn for turn in turns],
        figure_text=figure_text,
    )


def measure_charts(
    turns: Sequence[TurnSummary], measures: Sequence[Measure], empires: Sequence[str]
) -> list[MeasureChart]:
    """Return the charts of the measures that any of these turns has values for."""
    markers = player_markers(empires)
    charts = []
    for measure in measures:
        lines = series(turns, measure.name, markers)
        if lines:
            picture = curve_chart(lines, measure.title)
            charts.append(MeasureChart(measure.name, measure.title, lines, picture))
    return charts


CHART_PAGES = (charts_page,)
