"""What was done to a game by those who run it, and what is promised and shown of its dice."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.desk.audit import entries
from horizons_host.server.games import dice
from horizons_host.server.games.access import access
from horizons_host.server.injected import Key, Served
from horizons_host.server.pages.rendering import Asked, page


@get("/games/{key:str}/audit", sync_to_thread=True)
def audit_page(request: Asked, service: Served, key: Key) -> Template:
    """Every act, for all who are in the game."""
    found = access(service, request.user, key)
    found.demand_member()
    with service.database.game(key) as store:
        done = list(reversed(entries(store, public=not found.is_gamemaster)))
    return page(request, "audit.html.jinja", game=found.game, access=found, entries=done)


@get("/games/{key:str}/dice", sync_to_thread=True)
def dice_page(request: Asked, service: Served, key: Key) -> Template:
    """The keys of the dice that one's own reports show, held against what was promised of them."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        known = dice.known(store, seat)
    return page(request, "dice.html.jinja", game=found.game, access=found, known=known)


HANDLERS = (audit_page, dice_page)
