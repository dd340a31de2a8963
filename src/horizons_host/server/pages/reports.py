"""The reports of a player, in all forms."""

from __future__ import annotations

from litestar import Response, get

from horizons_host.server.games.access import access
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.pages.documents import document_answer
from horizons_host.server.pages.rendering import Asked


@get("/games/{key:str}/turns/{turn:int}/{file:str}", sync_to_thread=True)
def report(request: Asked, service: Served, key: Key, turn: Number, file: Key) -> Response[bytes]:
    """One's own report of a turn."""
    seat = access(service, request.user, key).demand_seat()
    with service.database.game(key) as store, store.moment():
        stored = store.packed_report(turn, seat)
        return document_answer(store, lambda: store.report(turn, seat), file, stored)


HANDLERS = (report,)
