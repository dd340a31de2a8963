"""Pages of the desk about the players, addresses and history of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.seats.changes import seat_rows, set_address, set_bot, set_password
from horizons_host.seats.handover import turn_sheet
from horizons_host.server.games import players, seats
from horizons_host.server.games.access import Access
from horizons_host.server.pages.documents import handover_answer
from horizons_host.server.pages.forms import apply_change, desk_of
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.people import traces
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore


@get("/games/{key:str}/desk/seats", sync_to_thread=True)
def seats_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show all seats with their settings."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
) -> Template:
    with service.database.game(rights.game.key) as store:
        lines, info = seat_rows(store), store.info()
        rows = {row.orders.seat: row for row in turn_sheet(store).rows}
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    return page(
        request,
        "desk_seats.html.jinja",
        game=rights.game,
        access=rights,
        seats=lines,
        rows=rows,
        people=players.players_by_seat(service, rights),
        hints=traces.hints(service, rights),
        bots=sorted(variant.bots),
        entries=entries or {},
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/bot", sync_to_thread=True)
def change_bot(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Let a bot play a seat, or return it to its player."""

    def act(store: GameStore) -> None:
        set_bot(store, data.get("seat", ""), data.get("bot", "") or None, service.clock)

    return _apply(request, service, key, data, act)


@post("/games/{key:str}/desk/address", sync_to_thread=True)
def change_address(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Set the email address of a seat, or none."""

    def act(store: GameStore) -> None:
        set_address(
            store, data.get("seat", ""), data.get("address", "").strip() or None, service.clock
        )

    return _apply(request, service, key, data, act)


@post("/games/{key:str}/desk/password", sync_to_thread=True)
def change_seat_password(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Set a seat's password for orders by email, or remove it."""

    def act(store: GameStore) -> None:
        set_password(store, data.get("seat", ""), data.get("password", "") or None, service.clock)

    return _apply(request, service, key, data, act)


@post("/games/{key:str}/desk/free", sync_to_thread=True)
def remove_player(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Remove the player of a seat."""

    def act(_store: GameStore) -> None:
        seats.free_seat(service, key, data.get("seat", ""), data.get("reason", ""))

    return _apply(request, service, key, data, act)


def _apply(
    request: PageRequest,
    service: Service,
    key: str,
    data: Mapping[str, str],
    act: Callable[[GameStore], Any],
) -> Template | Redirect:
    render = partial(_page, request, service, desk_of(request, service, key), entries=data)
    return apply_change(service, key, act, render, f"/games/{key}/desk/seats")


@get("/games/{key:str}/desk/handover/{seat:str}", sync_to_thread=True)
def seat_handover_page(
    request: PageRequest, service: InjectedService, key: Key, seat: Key
) -> Response[bytes]:
    """Show the full history of a seat, as its next player will get it."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return handover_answer(store, seat)


DESK_SEAT_PAGES = (
    seats_page,
    change_bot,
    change_address,
    change_seat_password,
    remove_player,
    seat_handover_page,
)
