"""Replays of a game turn by turn, from the maps and main events of a seat's reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve, frozen
from litestar import Response, get
from litestar.response import Redirect, Template
from markupsafe import Markup

from horizons_core.report import player_markers
from horizons_core.report.highlights import KINDS
from horizons_host.reports.events import figure_text
from horizons_host.reports.summaries import (
    MARKED,
    ReplayMark,
    TurnSummary,
    first_contacts,
    turn_summaries,
)
from horizons_host.server.games import archiving
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.watching import demand_started, demand_watcher, describe_rule
from horizons_host.server.pages.order_view import moves_of_turn
from horizons_host.server.pages.perspectives import (
    Perspective,
    comparison,
    embedded_path,
    first_perspective,
    own_perspective,
    perspective_links,
    perspective_of,
    standing,
)
from horizons_host.server.pages.rendering import PageRequest, page, page_access, redirect_to
from horizons_host.server.pages.reports import (
    anchor,
    measure_charts,
    rules_of,
    small_map,
    turn_map,
    turn_position,
)
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.security.responses import PICTURE_POLICY
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Number of events shown next to the map of a turn; the report has all.
_MAX_EVENTS = 6
#: The order of events next to the map.
_ORDER = ("battles", "losses", "gains", *(kind for kind in KINDS if kind not in MARKED))


@frozen
class Frame:
    """A turn of the replay: its main events, the number of further ones, and new contacts."""

    turn: int
    kinds: dict[str, int]
    events: list[ReplayMark]
    more: int
    first_contacts: list[str]
    title: str = ""


@get("/games/{key:str}/replay", sync_to_thread=True)
def replay_latest(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the replay at the latest turn."""
    return _own_replay(request, service, key, None)


@get("/games/{key:str}/replay/{turn:int}", sync_to_thread=True)
def replay_at(request: PageRequest, service: InjectedService, key: Key, turn: Number) -> Template:
    """Show the replay at a turn."""
    return _own_replay(request, service, key, turn)


def _own_replay(request: PageRequest, service: Service, key: str, turn: int | None) -> Template:
    rights = page_access(request, service, key)
    rights.demand_seat()
    return _replay(request, service, rights, own_perspective, turn)


@get("/games/{key:str}/perspectives", sync_to_thread=True)
def redirect_to_replay(request: PageRequest, service: InjectedService, key: Key) -> Redirect:
    """Redirect to the replays of a game whose archive is open, the reader's own seat first."""
    rights = access(service, request.user, key)
    archiving.readable_archive(service, rights)
    with service.database.game(key) as store:
        seat = rights.seat or store.seats()[0].name
        return redirect_to(perspective_of(rights, store, seat).base_path + "/replay")


@get("/games/{key:str}/perspectives/{seat:str}/replay", sync_to_thread=True)
def replay_of_seat(request: PageRequest, service: InjectedService, key: Key, seat: Key) -> Template:
    """Show the replay of another perspective, as far as the reader may have it."""
    return _watched(request, service, key, partial(perspective_of, name=seat), None)


@get("/games/{key:str}/perspectives/{seat:str}/replay/{turn:int}", sync_to_thread=True)
def replay_of_seat_at(
    request: PageRequest, service: InjectedService, key: Key, seat: Key, turn: Number
) -> Template:
    """Show the replay of another perspective at a turn."""
    return _watched(request, service, key, partial(perspective_of, name=seat), turn)


@get("/games/{key:str}/watch", sync_to_thread=True)
def watch_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show a game to people who watch it, at the last turn shown."""
    return _watched(request, service, key, first_perspective, None)


#: Returns the perspective of a page, for the reader's rights and the game.
Find = Callable[[Access, GameStore], Perspective]


def _watched(
    request: PageRequest, service: Service, key: str, find: Find, turn: int | None
) -> Template:
    rights = page_access(request, service, key)
    demand_started(rights)
    return _replay(request, service, rights, find, turn)


def _replay(
    request: PageRequest, service: Service, rights: Access, find: Find, turn: int | None
) -> Template:
    with service.database.game(rights.game.key) as store, store.read_transaction():
        perspective = find(rights, store)
        links = [] if perspective.is_own else list(perspective_links(rights, store))
        table = None if perspective.is_own else standing(rights, store)
        variables = replay_variables(perspective, turn)
    return page(
        request,
        "replay.html.jinja",
        game=rights.game,
        access=rights,
        perspective=perspective,
        perspectives=links,
        standing=table,
        rule=describe_rule(rights.game.terms.watch_rule),
        figure_text=figure_text,
        embed_code=_embed_code(service, rights, perspective),
        **variables,
    )


def _embed_code(service: Service, rights: Access, perspective: Perspective) -> str:
    """Return the code that shows a replay in pages of other sites; "" if that isn't allowed."""
    if not perspective.archive or not rights.game.terms.watch_rule.embeds:
        return ""
    path = embedded_path(rights.game.key, perspective.name)
    return Markup(
        '<iframe src="{}{}" title="{}" width="100%" height="800" loading="lazy"></iframe>'
    ).format(service.settings.public_url, path, rights.game.terms.title)


@get("/games/{key:str}/watch/charts", sync_to_thread=True)
def watch_charts(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show all measures of all players to people who watch, as far as they may compare them."""
    rights = page_access(request, service, key)
    demand_started(rights)
    with service.database.game(key) as store, store.read_transaction():
        demand_watcher(rights, store)
        compared, measures = comparison(rights, store), rules_of(store).highlights.measures
    return page(
        request,
        "charts.html.jinja",
        game=rights.game,
        access=rights,
        is_own=False,
        charts=measure_charts(compared.turns, measures, compared.empires),
        turns=[turn.turn for turn in compared.turns],
        figure_text=figure_text,
    )


@get("/games/{key:str}/watch/pictures/{turn:int}", sync_to_thread=True)
def watch_picture(
    request: PageRequest, service: InjectedService, key: Key, turn: Number
) -> Response[bytes]:
    """Return a small map of a turn as a picture, as far as strangers may see it."""
    rights = evolve(access(service, request.user, key), account=None)
    demand_started(rights)
    with service.database.game(key) as store, store.read_transaction():
        perspective = first_perspective(rights, store)
        turn_position(perspective.reports, perspective.name, turn)
        drawing = small_map(perspective.reports, turn, perspective.name)
    if not drawing:
        raise page_not_found()
    return Response(
        drawing.encode(),
        media_type="image/svg+xml",
        headers={"Content-Security-Policy": PICTURE_POLICY},
    )


def replay_variables(perspective: Perspective, turn: int | None) -> dict[str, Any]:
    """Return what a replay shows at a turn (None: the last); raises NoGameError without it."""
    reports, name = perspective.reports, perspective.name
    at = max(reports.turns_reported(name), default=0) if turn is None else turn
    position = turn_position(reports, name, at)
    turns = turn_summaries(reports, name, rules_of(reports))
    met = first_contacts(turns) if perspective.is_seat else {}
    report = reports.report(at, name)
    return {
        "position": position,
        "frames": [_frame(turn_in_short, met) for turn_in_short in turns],
        "map": turn_map(reports, at, name) if report["map"]["places"] else "",
        "markers": player_markers([empire["name"] for empire in report["empires"]]),
        "anchor": anchor,
    }


def _frame(turn: TurnSummary, met: dict[int, list[str]]) -> Frame:
    kinds = {kind: turn.counts.get(kind, 0) for kind in MARKED}
    marks = sorted(turn.marks, key=lambda mark: _ORDER.index(mark.kind))
    main_marks, more = marks[:_MAX_EVENTS], len(marks) - _MAX_EVENTS
    return Frame(turn.turn, kinds, main_marks, max(more, 0), met.get(turn.turn, []), turn.title)


@get("/games/{key:str}/turns/{turn:int}/map", sync_to_thread=True)
def own_map(
    request: PageRequest, service: InjectedService, key: Key, turn: Number
) -> Response[bytes]:
    """Return the map of a turn as a fragment, with the moves of own objects in the turn."""
    rights = page_access(request, service, key)
    rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        perspective = own_perspective(rights, store)
        drawn = map_at(perspective, turn)
        moves = [move.to_dict() for move in moves_of_turn(store, perspective.name, turn)]
    listed = Markup('<template data-moves="{}"></template>').format(json.dumps(moves))
    return fragment(drawn + listed)


@get("/games/{key:str}/perspectives/{seat:str}/turns/{turn:int}/map", sync_to_thread=True)
def map_of_seat(
    request: PageRequest, service: InjectedService, key: Key, seat: Key, turn: Number
) -> Response[bytes]:
    """Return the map of another perspective's turn as a fragment."""
    rights = page_access(request, service, key)
    demand_started(rights)
    with service.database.game(key) as store, store.read_transaction():
        return fragment(map_at(perspective_of(rights, store, seat), turn))


def map_at(perspective: Perspective, turn: int) -> Markup:
    """Return the map of a turn; raises NoGameError without it."""
    turn_position(perspective.reports, perspective.name, turn)
    return turn_map(perspective.reports, turn, perspective.name)


def fragment(drawing: Markup) -> Response[bytes]:
    """Return a map for a script, which puts it into its page."""
    return Response(drawing.encode(), media_type="text/html; charset=utf-8")


REPLAY_PAGES = (
    replay_latest,
    replay_at,
    redirect_to_replay,
    replay_of_seat,
    replay_of_seat_at,
    own_map,
    map_of_seat,
    watch_page,
    watch_charts,
    watch_picture,
)
