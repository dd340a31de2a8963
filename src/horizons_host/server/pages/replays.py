"""The replay of a whole game as far as one knows: the map turn after turn, with what stood out."""

from __future__ import annotations

from urllib.parse import quote

from attrs import frozen
from litestar import Response, get
from litestar.response import Redirect, Template

from horizons_core.report import player_markers
from horizons_host.files import file_stem
from horizons_host.history.turns import Mark, TurnInShort, first_contacts, turns_in_short
from horizons_host.report_files import REPORTS, turn_name
from horizons_host.server.games import archiving
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.pages.maps import anchor, map_of_turn
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.pages.reports import around, rules_of
from horizons_host.server.service import Service

#: So many happenings of a turn are told beside its map; the report has all.
_MOST_TOLD = 6
_SHOWN = ("battles", "losses", "gains")


@frozen
class Frame:
    """A turn of the replay: what stood out, the rest of it as a number, and whom one met."""

    turn: int
    kinds: dict[str, int]
    told: list[Mark]
    more: int
    met: list[str]


@frozen
class Eyes:
    """Whose reports a replay shows, and where it lies; `of_others` if they are not one's own."""

    found: Access
    seat: str
    base: str
    of_others: bool

    def report(self, turn: int) -> str:
        """The path of the report of a turn."""
        home = f"/games/{self.found.game.key}"
        if not self.of_others:
            return f"{home}/turns/{turn}"
        return f"{home}/archive/{REPORTS}/{turn_name(turn)}/{quote(file_stem(self.seat))}.html"


def _own(request: Asked, service: Service, key: str) -> Eyes:
    found = access(service, request.user, key)
    return Eyes(found, found.demand_seat(), f"/games/{key}", of_others=False)


def _of_others(request: Asked, service: Service, key: str, seat: str) -> Eyes:
    """A seat of a game whose archive is open; raises NoGameError before."""
    found = access(service, request.user, key)
    archiving.readable(service, found)
    with service.database.game(key) as store:
        if all(one.name != seat for one in store.seats()):
            raise nothing_here()
    return Eyes(found, seat, f"/games/{key}/eyes/{quote(seat, safe='')}", of_others=True)


@get("/games/{key:str}/replay", sync_to_thread=True)
def replay_latest(request: Asked, service: Served, key: Key) -> Template:
    """The replay, at the last turn; its slider goes back."""
    return _replay(request, service, _own(request, service, key), None)


@get("/games/{key:str}/replay/{turn:int}", sync_to_thread=True)
def replay_at(request: Asked, service: Served, key: Key, turn: Number) -> Template:
    """The replay at a turn."""
    return _replay(request, service, _own(request, service, key), turn)


@get("/games/{key:str}/eyes", sync_to_thread=True)
def eyes(request: Asked, service: Served, key: Key) -> Redirect:
    """Into the replays of a game whose archive is open: one's own first, if one played."""
    found = access(service, request.user, key)
    archiving.readable(service, found)
    with service.database.game(key) as store:
        seat = found.seat or store.seats()[0].name
    return go(_of_others(request, service, key, seat).base + "/replay")


@get("/games/{key:str}/eyes/{seat:str}/replay", sync_to_thread=True)
def others_latest(request: Asked, service: Served, key: Key, seat: Key) -> Template:
    """The replay as somebody else knew the game, once its archive is open."""
    return _replay(request, service, _of_others(request, service, key, seat), None)


@get("/games/{key:str}/eyes/{seat:str}/replay/{turn:int}", sync_to_thread=True)
def others_at(request: Asked, service: Served, key: Key, seat: Key, turn: Number) -> Template:
    """The same at a turn."""
    return _replay(request, service, _of_others(request, service, key, seat), turn)


def _replay(request: Asked, service: Service, eyes: Eyes, turn: int | None) -> Template:
    seat = eyes.seat
    with service.database.game(eyes.found.game.key) as store, store.moment():
        at = max(store.turns_reported(seat), default=0) if turn is None else turn
        where = around(store, seat, at)
        turns = turns_in_short(store, seat, rules_of(store).highlights)
        drawn = map_of_turn(store, at, seat)
        names = [empire["name"] for empire in store.report(at, seat)["empires"]]
        seats = [one.name for one in store.seats()] if eyes.of_others else []
    met = first_contacts(turns)
    return page(
        request,
        "replay.html.jinja",
        game=eyes.found.game,
        access=eyes.found,
        eyes=eyes,
        seats=seats,
        around=where,
        frames=[_frame(one, met) for one in turns],
        map=drawn,
        markers=player_markers(names),
        anchor=anchor,
    )


def _frame(turn: TurnInShort, met: dict[int, list[str]]) -> Frame:
    kinds = {kind: turn.counts.get(kind, 0) for kind in _SHOWN}
    marks = sorted(turn.marks, key=lambda mark: list(kinds).index(mark.kind))
    told, more = marks[:_MOST_TOLD], len(marks) - _MOST_TOLD
    return Frame(turn.turn, kinds, told, max(more, 0), met.get(turn.turn, []))


@get("/games/{key:str}/turns/{turn:int}/map", sync_to_thread=True)
def map_alone(request: Asked, service: Served, key: Key, turn: Number) -> Response[bytes]:
    """The map of a turn as a part of a page, for the replay's slider."""
    return _map(service, _own(request, service, key), turn)


@get("/games/{key:str}/eyes/{seat:str}/turns/{turn:int}/map", sync_to_thread=True)
def map_of_others(
    request: Asked, service: Served, key: Key, seat: Key, turn: Number
) -> Response[bytes]:
    """The same of somebody else, once the archive is open."""
    return _map(service, _of_others(request, service, key, seat), turn)


def _map(service: Service, eyes: Eyes, turn: int) -> Response[bytes]:
    with service.database.game(eyes.found.game.key) as store, store.moment():
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
