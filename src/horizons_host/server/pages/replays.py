"""Replays of a game turn by turn, from the maps and main events of a seat's reports."""

from __future__ import annotations

import json
from urllib.parse import quote

from attrs import frozen
from litestar import Response, get
from litestar.response import Redirect, Template
from markupsafe import Markup

from horizons_core.report import player_markers
from horizons_host.files import file_stem
from horizons_host.reports.files import REPORTS, turn_name
from horizons_host.reports.summaries import ReplayMark, TurnSummary, first_contacts, turn_summaries
from horizons_host.server.games import archiving
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.pages.order_view import moves_of_turn
from horizons_host.server.pages.rendering import PageRequest, page, page_access, redirect_to
from horizons_host.server.pages.reports import anchor, rules_of, turn_map, turn_position
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.service import Service

#: Number of events shown next to the map of a turn; the report has all.
_MAX_EVENTS = 6
_SHOWN = ("battles", "losses", "gains")


@frozen
class Frame:
    """A turn of the replay: its main events, the number of further ones, and new contacts."""

    turn: int
    kinds: dict[str, int]
    events: list[ReplayMark]
    more: int
    first_contacts: list[str]
    title: str = ""


@frozen
class Perspective:
    """The seat whose reports a replay shows; `is_other_seat` if it is not the reader's."""

    access: Access
    seat: str
    base_path: str
    is_other_seat: bool

    def report(self, turn: int) -> str:
        """Return the path of the report of a turn."""
        home = f"/games/{self.access.game.key}"
        if not self.is_other_seat:
            return f"{home}/turns/{turn}"
        return f"{home}/archive/{REPORTS}/{turn_name(turn)}/{quote(file_stem(self.seat))}.html"


def _own_perspective(request: PageRequest, service: Service, key: str) -> Perspective:
    rights = page_access(request, service, key)
    return Perspective(rights, rights.demand_seat(), f"/games/{key}", is_other_seat=False)


def _perspective_of(request: PageRequest, service: Service, key: str, seat: str) -> Perspective:
    """Return the replay of any seat of a game whose archive is open; raises NoGameError before."""
    rights = page_access(request, service, key)
    archiving.readable_archive(service, rights)
    with service.database.game(key) as store:
        if all(seated.name != seat for seated in store.seats()):
            raise page_not_found()
    return Perspective(
        rights, seat, f"/games/{key}/perspectives/{quote(seat, safe='')}", is_other_seat=True
    )


@get("/games/{key:str}/replay", sync_to_thread=True)
def replay_latest(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the replay at the latest turn."""
    return _replay(request, service, _own_perspective(request, service, key), None)


@get("/games/{key:str}/replay/{turn:int}", sync_to_thread=True)
def replay_at(request: PageRequest, service: InjectedService, key: Key, turn: Number) -> Template:
    """Show the replay at a turn."""
    return _replay(request, service, _own_perspective(request, service, key), turn)


@get("/games/{key:str}/perspectives", sync_to_thread=True)
def redirect_to_replay(request: PageRequest, service: InjectedService, key: Key) -> Redirect:
    """Redirect to the replays of a game whose archive is open, the reader's own seat first."""
    rights = access(service, request.user, key)
    archiving.readable_archive(service, rights)
    with service.database.game(key) as store:
        seat = rights.seat or store.seats()[0].name
    return redirect_to(_perspective_of(request, service, key, seat).base_path + "/replay")


@get("/games/{key:str}/perspectives/{seat:str}/replay", sync_to_thread=True)
def replay_of_seat(request: PageRequest, service: InjectedService, key: Key, seat: Key) -> Template:
    """Show the replay of another seat, once the archive is open."""
    return _replay(request, service, _perspective_of(request, service, key, seat), None)


@get("/games/{key:str}/perspectives/{seat:str}/replay/{turn:int}", sync_to_thread=True)
def replay_of_seat_at(
    request: PageRequest, service: InjectedService, key: Key, seat: Key, turn: Number
) -> Template:
    """Show the replay of another seat at a turn."""
    return _replay(request, service, _perspective_of(request, service, key, seat), turn)


def _replay(
    request: PageRequest, service: Service, perspective: Perspective, turn: int | None
) -> Template:
    seat = perspective.seat
    with service.database.game(perspective.access.game.key) as store, store.read_transaction():
        at = max(store.turns_reported(seat), default=0) if turn is None else turn
        place = turn_position(store, seat, at)
        turns = turn_summaries(store, seat, rules_of(store))
        drawn = turn_map(store, at, seat)
        names = [empire["name"] for empire in store.report(at, seat)["empires"]]
        seats = [seated.name for seated in store.seats()] if perspective.is_other_seat else []
    met = first_contacts(turns)
    return page(
        request,
        "replay.html.jinja",
        game=perspective.access.game,
        access=perspective.access,
        perspective=perspective,
        seats=seats,
        position=place,
        frames=[_frame(turn_in_short, met) for turn_in_short in turns],
        map=drawn,
        markers=player_markers(names),
        anchor=anchor,
    )


def _frame(turn: TurnSummary, met: dict[int, list[str]]) -> Frame:
    kinds = {kind: turn.counts.get(kind, 0) for kind in _SHOWN}
    marks = sorted(turn.marks, key=lambda mark: list(kinds).index(mark.kind))
    main_marks, more = marks[:_MAX_EVENTS], len(marks) - _MAX_EVENTS
    return Frame(turn.turn, kinds, main_marks, max(more, 0), met.get(turn.turn, []), turn.title)


@get("/games/{key:str}/turns/{turn:int}/map", sync_to_thread=True)
def own_map(
    request: PageRequest, service: InjectedService, key: Key, turn: Number
) -> Response[bytes]:
    """Return the map of a turn as a fragment, with the moves of own objects in the turn."""
    return _map(service, _own_perspective(request, service, key), turn)


@get("/games/{key:str}/perspectives/{seat:str}/turns/{turn:int}/map", sync_to_thread=True)
def map_of_seat(
    request: PageRequest, service: InjectedService, key: Key, seat: Key, turn: Number
) -> Response[bytes]:
    """Return the map of another seat's turn as a fragment, once the archive is open."""
    return _map(service, _perspective_of(request, service, key, seat), turn)


def _map(service: Service, perspective: Perspective, turn: int) -> Response[bytes]:
    with service.database.game(perspective.access.game.key) as store, store.read_transaction():
        turn_position(store, perspective.seat, turn)
        drawn = turn_map(store, turn, perspective.seat)
        moves = [move.to_dict() for move in moves_of_turn(store, perspective.seat, turn)]
    listed = Markup('<template data-moves="{}"></template>').format(json.dumps(moves))
    return Response((drawn + listed).encode(), media_type="text/html; charset=utf-8")


REPLAY_PAGES = (
    replay_latest,
    replay_at,
    redirect_to_replay,
    replay_of_seat,
    replay_of_seat_at,
    own_map,
    map_of_seat,
)
