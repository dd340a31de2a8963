"""What was done to a game by those who run it, and what is promised and shown of its dice."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.desk.audit import entries
from horizons_host.player_reports import PUBLIC, keys_shown
from horizons_host.retakes import promised
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.games.directory import OPEN, STARTING
from horizons_host.server.injected import Key, Served
from horizons_host.server.pages.rendering import Asked, page
from horizons_host.server.service import Service

#: Of so many turns the keys are shown.
_TURNS = 12


def _inside(request: Asked, service: Service, key: str) -> Access:
    """Who is in a game that has begun; raises NoGameError for others."""
    found = access(service, request.user, key)
    if not found.own or found.game.state in {OPEN, STARTING}:
        raise nothing_here()
    return found


@get("/games/{key:str}/audit", sync_to_thread=True)
def audit_page(request: Asked, service: Served, key: Key) -> Template:
    """Every act, for all who are in the game."""
    found = _inside(request, service, key)
    with service.database.game(key) as store:
        done = list(reversed(entries(store, public=not found.is_gamemaster)))
    return page(request, "audit.html.jinja", game=found.game, entries=done)


@get("/games/{key:str}/dice", sync_to_thread=True)
def dice_page(request: Asked, service: Served, key: Key) -> Template:
    """The keys of the dice that one's own reports show, held against what was promised of them."""
    found = _inside(request, service, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        latest = store.latest()
        turns = range(max(store.first(), latest - _TURNS), latest + 1)
        reports = [store.report(turn, seat) for turn in turns if seat in store.reported(turn)]
        coming = promised(store, seat)
    return page(
        request,
        "dice.html.jinja",
        game=found.game,
        turn=latest + 1,
        coming=coming,
        keys=sorted(keys_shown(reports), key=lambda one: (-one.turn, one.whose != PUBLIC)),
    )


HANDLERS = (audit_page, dice_page)
