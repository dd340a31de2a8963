"""Replay of a game from a seat's reports: the map turn by turn, with the main events."""

from __future__ import annotations

from urllib.parse import quote

from attrs import frozen
from litestar import Response, get
from litestar.response import Redirect, Template

from horizons_core.report import player_markers
from horizons_host.files import file_stem
from horizons_host.history.turns import ReplayMark, TurnSummary, first_contacts, turn_summaries
from horizons_host.report_files import REPORTS, turn_name
from horizons_host.server.games import archiving
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.pages.maps import anchor, map_of_turn
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.pages.reports import around, rules_of
from horizons_host.server.service import Service

#: Number of events shown next to the map of a turn; the report has all.
_MOST_TOLD = 6
_SHOWN = ("battles", "losses", "gains")


@frozen
class Frame:
    """A turn of the replay: its main events, the number of further ones, and new contacts."""

    turn: int
    kinds: dict[str, int]
    told: list[ReplayMark]
    more: int
    met: list[str]


@frozen
class Eyes:
    """The seat whose reports a replay shows, and its base path; `of_others` if not the reader's."""

    found: Access
    seat: str
    base: str
    of_others: bool

    def report(self, turn: int) -> str:
        """Return the path of the report of a turn."""
        home = f"/games/{self.found.game.key}"
        if not self.of_others:
            return f"{home}/turns/{turn}"
        return f"{home}/archive/{REPORTS}/{turn_name(turn)}/{quote(file_stem(self.seat))}.html"


def _own_replay(request: Asked, service: Service, key: str) -> Eyes:
    rights = access(service, request.user, key)
    return Eyes(rights, rights.demand_seat(), f"/games/{key}", of_others=False)


def _of_others(request: Asked, service: Service, key: str, seat: str) -> Eyes:
    """Return the replay of any seat of a game whose archive is open; raises NoGameError before."""
    rights = access(service, request.user, key)
    archiving.readable(service, rights)
    with service.database.game(key) as store:
        if all(seated.name != seat for seated in store.seats()):
            raise nothing_here()
    return Eyes(rights, seat, f"/games/{key}/perspectives/{quote(seat, safe='')}", of_others=True)


@get("/games/{key:str}/replay", sync_to_thread=True)
def replay_latest(request: Asked, service: Served, key: Key) -> Template:
    """Show the replay at the latest turn."""
    return _replay(request, service, _own_replay(request, service, key), None)


@get("/games/{key:str}/replay/{turn:int}", sync_to_thread=True)
def replay_at(request: Asked, service: Served, key: Key, turn: Number) -> Template:
    """Show the replay at a turn."""
    return _replay(request, service, _own_replay(request, service, key), turn)


@get("/games/{key:str}/perspectives", sync_to_thread=True)
def eyes(request: Asked, service: Served, key: Key) -> Redirect:
    """Redirect to the replays of a game whose archive is open, the reader's own seat first."""
    rights = access(service, request.user, key)
    archiving.readable(service, rights)
    with service.database.game(key) as store:
        seat = rights.seat or store.seats()[0].name
    return go(_of_others(request, service, key, seat).base + "/replay")


@get("/games/{key:str}/perspectives/{seat:str}/replay", sync_to_thread=True)
def others_latest(request: Asked, service: Served, key: Key, seat: Key) -> Template:
    """Show the replay of another seat, once the archive is open."""
    return _replay(request, service, _of_others(request, service, key, seat), None)


@get("/games/{key:str}/perspectives/{seat:str}/replay/{turn:int}", sync_to_thread=True)
def others_at(request: Asked, service: Served, key: Key, seat: Key, turn: Number) -> Template:
    """Show the replay of another seat at a turn."""
    return _replay(request, service, _of_others(request, service, key, seat), turn)


def _replay(request: Asked, service: Service, eyes: Eyes, turn: int | None) -> Template:
    seat = eyes.seat
    with service.database.game(eyes.found.game.key) as store, store.read_transaction():
        at = max(store.turns_reported(seat), default=0) if turn is None else turn
        place = around(store, seat, at)
        turns = turn_summaries(store, seat, rules_of(store).highlights)
        drawn = map_of_turn(store, at, seat)
        names = [empire["name"] for empire in store.report(at, seat)["empires"]]
        seats = [seated.name for seated in store.seats()] if eyes.of_others else []
    met = first_contacts(turns)
    return page(
        request,
        "replay.html.jinja",
        game=eyes.found.game,
        access=eyes.found,
        eyes=eyes,
        seats=seats,
        around=place,
        frames=[_frame(turn_in_short, met) for turn_in_short in turns],
        map=drawn,
        markers=player_markers(names),
        anchor=anchor,
    )


def _frame(turn: TurnSummary, met: dict[int, list[str]]) -> Frame:
    kinds = {kind: turn.counts.get(kind, 0) for kind in _SHOWN}
    marks = sorted(turn.marks, key=lambda mark: list(kinds).index(mark.kind))
    main_marks, more = marks[:_MOST_TOLD], len(marks) - _MOST_TOLD
    return Frame(turn.turn, kinds, main_marks, max(more, 0), met.get(turn.turn, []))


@get("/games/{key:str}/turns/{turn:int}/map", sync_to_thread=True)
def map_alone(request: Asked, service: Served, key: Key, turn: Number) -> Response[bytes]:
    """Return the map of a turn as a fragment, for the replay's slider."""
    return _map(service, _own_replay(request, service, key), turn)


@get("/games/{key:str}/perspectives/{seat:str}/turns/{turn:int}/map", sync_to_thread=True)
def map_of_others(
    request: Asked, service: Served, key: Key, seat: Key, turn: Number
) -> Response[bytes]:
    """Return the map of another seat's turn as a fragment, once the archive is open."""
    return _map(service, _of_others(request, service, key, seat), turn)


def _map(service: Service, eyes: Eyes, turn: int) -> Response[bytes]:
    with service.database.game(eyes.found.game.key) as store, store.read_transaction():
        around(store, eyes.seat, turn)
        drawn = map_of_turn(store, turn, eyes.seat)
    return Response(drawn.encode(), media_type="text/html; charset=utf-8")


HANDLERS = (
    replay_latest,
    replay_at,
    eyes,
    others_latest,
    others_at,
    map_alone,
    map_of_others,
)
