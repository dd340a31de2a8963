"""Pages of the audit log, and of a seat's dice keys."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.desk.audit import entries
from horizons_host.server.games import dice
from horizons_host.server.games.access import access
from horizons_host.server.injected import InjectedService, Key
from horizons_host.server.pages.rendering import PageRequest, page


@get("/games/{key:str}/audit", sync_to_thread=True)
def audit_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the audit log to all members of the game."""
    rights = access(service, request.user, key)
    rights.demand_member()
    with service.database.game(key) as store:
        log = list(reversed(entries(store, public=not rights.is_gamemaster)))
    return page(request, "audit.html.jinja", game=rights.game, access=rights, entries=log)


@get("/games/{key:str}/dice", sync_to_thread=True)
def dice_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the dice keys that the reader's reports contain, checked against the commitments."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store:
        known = dice.dice_keys_of(store, seat)
    return page(request, "dice.html.jinja", game=rights.game, access=rights, known=known)


AUDIT_PAGES = (audit_page, dice_page)
