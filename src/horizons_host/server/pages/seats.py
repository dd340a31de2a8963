"""Pages of a player's own seat, and of open seats."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.response import Redirect

from horizons_host.server.games import roles, seats, sharing
from horizons_host.server.games.access import access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.documents import papers_answer
from horizons_host.server.pages.rendering import Asked, demand_account, go


@get("/games/{key:str}/handover", sync_to_thread=True)
def papers(request: Asked, service: Served, key: Key) -> Response[bytes]:
    """Show the full history of the seat, including its earlier players' reports and orders."""
    seat = access(service, request.user, key).demand_seat()
    with service.database.game(key) as store:
        return papers_answer(store, seat)


@post("/games/{key:str}/take", sync_to_thread=True)
def take(request: Asked, service: Served, key: Key, data: Form) -> Redirect:
    """Take over an open seat."""
    account = demand_account(request)
    seats.take_free(service, account, access(service, account, key), data.get("seat", ""))
    return go(f"/games/{key}")


@post("/games/{key:str}/watch", sync_to_thread=True)
def look_on(request: Asked, service: Served, key: Key, data: Form) -> Redirect:
    """Follow a game as a spectator, if it allows them."""
    account = demand_account(request)
    roles.look_on(service, account, access(service, account, key), data.get("seat", ""))
    return go(f"/games/{key}")


@post("/games/{key:str}/random-seed", sync_to_thread=True)
def share(request: Asked, service: Served, key: Key, data: Form) -> Redirect:
    """Commit to the player's share of the random seed by its hash, or reveal it."""
    account = demand_account(request)
    rights = access(service, account, key)
    if data.get("do") == "reveal":
        sharing.reveal(service, rights, data.get("share", ""))
    else:
        sharing.promise(service, rights, data.get("share", ""))
    return go(f"/games/{key}")


HANDLERS = (papers, take, look_on, share)
