"""Pages of a player's own seat, and of open seats."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.response import Redirect

from horizons_host.server.games import roles, seats, sharing
from horizons_host.server.games.access import access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.documents import handover_answer
from horizons_host.server.pages.rendering import PageRequest, demand_account, redirect_to


@get("/games/{key:str}/handover", sync_to_thread=True)
def handover_page(request: PageRequest, service: InjectedService, key: Key) -> Response[bytes]:
    """Show the full history of the seat, including its earlier players' reports and orders."""
    seat = access(service, request.user, key).demand_seat()
    with service.database.game(key) as store:
        return handover_answer(store, seat)


@post("/games/{key:str}/take", sync_to_thread=True)
def take_seat(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Take over an open seat."""
    account = demand_account(request)
    seats.take_free_seat(service, account, access(service, account, key), data.get("seat", ""))
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/watch", sync_to_thread=True)
def watch_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Follow a game as a spectator, if it allows them."""
    account = demand_account(request)
    roles.watch(service, account, access(service, account, key), data.get("seat", ""))
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/random-seed", sync_to_thread=True)
def share_random_seed(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Redirect:
    """Commit to the player's share of the random seed by its hash, or reveal it."""
    account = demand_account(request)
    rights = access(service, account, key)
    if data.get("do") == "reveal":
        sharing.reveal_share(service, rights, data.get("share", ""))
    else:
        sharing.commit_share(service, rights, data.get("share", ""))
    return redirect_to(f"/games/{key}")


SEAT_PAGES = (handover_page, take_seat, watch_game, share_random_seed)
