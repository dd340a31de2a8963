"""The seats at the desk: who plays them, where their mails go, and who comes after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.arrangements import seating, set_address, set_bot, set_password
from horizons_host.desk.turn_sheet import turn_sheet
from horizons_host.server.games import reliability, seats
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.desk.room import desk_of, done
from horizons_host.server.pages.documents import papers_answer
from horizons_host.server.pages.rendering import Asked, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore


@get("/games/{key:str}/desk/seats", sync_to_thread=True)
def seats_page(request: Asked, service: Served, key: Key) -> Template:
    """All seats, with what can be arranged for them."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    given: Mapping[str, str] | None = None,
) -> Template:
    with service.database.game(found.game.key) as store:
        lines, plate = seating(store), store.plate()
        rows = {row.standing.seat: row for row in turn_sheet(store).rows}
    variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    return page(
        request,
        "desk_seats.html.jinja",
        game=found.game,
        access=found,
        seats=lines,
        rows=rows,
        people=reliability.people(service, found),
        bots=sorted(variant.bots),
        given=given or {},
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/bot", sync_to_thread=True)
def bot(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have a seat be played by a bot, or by a person again."""

    def act(store: GameStore) -> None:
        set_bot(store, data.get("seat", ""), data.get("bot", "") or None, service.clock)

    return _done(request, service, key, data, act)


@post("/games/{key:str}/desk/address", sync_to_thread=True)
def address(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have a seat's mails go to another address, or nowhere."""

    def act(store: GameStore) -> None:
        set_address(
            store, data.get("seat", ""), data.get("address", "").strip() or None, service.clock
        )

    return _done(request, service, key, data, act)


@post("/games/{key:str}/desk/password", sync_to_thread=True)
def password(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Give a seat the password for orders by mail, or take it away."""

    def act(store: GameStore) -> None:
        set_password(store, data.get("seat", ""), data.get("password", "") or None, service.clock)

    return _done(request, service, key, data, act)


@post("/games/{key:str}/desk/free", sync_to_thread=True)
def free(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Take a seat from who plays it."""

    def act(_store: GameStore) -> None:
        seats.free(service, key, data.get("seat", ""), data.get("reason", ""))

    return _done(request, service, key, data, act)


def _done(
    request: Asked,
    service: Service,
    key: str,
    data: Mapping[str, str],
    act: Callable[[GameStore], Any],
) -> Template | Redirect:
    shown = partial(_page, request, service, desk_of(request, service, key), given=data)
    return done(service, key, act, shown, f"/games/{key}/desk/seats")


@get("/games/{key:str}/desk/papers/{seat:str}", sync_to_thread=True)
def papers(request: Asked, service: Served, key: Key, seat: Key) -> Response[bytes]:
    """All that belongs to a seat, as its next holder gets it."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return papers_answer(store, seat)


HANDLERS = (seats_page, bot, address, password, free, papers)
