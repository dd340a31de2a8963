"""The replay of a whole game as far as one knows: the map turn after turn, with what stood out."""

from __future__ import annotations

from attrs import frozen
from litestar import Response, get
from litestar.response import Template

from horizons_core.report import player_markers
from horizons_host.history.turns import Mark, TurnInShort, first_contacts, turns_in_short
from horizons_host.server.games.access import access
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.pages.maps import anchor, map_of_turn
from horizons_host.server.pages.rendering import Asked, page
from horizons_host.server.pages.reports import around, rules_of

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


@get("/games/{key:str}/replay", sync_to_thread=True)
def replay_latest(request: Asked, service: Served, key: Key) -> Template:
    """The replay, at the last turn; its slider goes back."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        latest = max(store.turns_reported(seat), default=0)
    return _replay(request, service, key, latest)


@get("/games/{key:str}/replay/{turn:int}", sync_to_thread=True)
def replay_at(request: Asked, service: Served, key: Key, turn: Number) -> Template:
    """The replay at a turn."""
    return _replay(request, service, key, turn)


def _replay(request: Asked, service: Served, key: str, turn: int) -> Template:
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store, store.moment():
        where = around(store, seat, turn)
        turns = turns_in_short(store, seat, rules_of(store).highlights)
        drawn = map_of_turn(store, turn, seat)
        names = [empire["name"] for empire in store.report(turn, seat)["empires"]]
    met = first_contacts(turns)
    return page(
        request,
        "replay.html.jinja",
        game=found.game,
        access=found,
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
def map_alone(service: Served, request: Asked, key: Key, turn: Number) -> Response[bytes]:
    """The map of a turn as a part of a page, for the replay's slider."""
    seat = access(service, request.user, key).demand_seat()
    with service.database.game(key) as store, store.moment():
        around(store, seat, turn)
        drawn = map_of_turn(store, turn, seat)
    return Response(drawn.encode(), media_type="text/html; charset=utf-8")


HANDLERS = (replay_latest, replay_at, map_alone)
