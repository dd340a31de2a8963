"""Actions on turns at the desk: trial run, run, undo, orders for a seat, the end."""

from __future__ import annotations

from functools import partial

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.desk.behalf import orders_on_behalf
from horizons_host.endings import end_game
from horizons_host.gamemaster_report import gamemaster_report
from horizons_host.order_claims import MOST_STEPS
from horizons_host.order_texts import OrderText, decoded
from horizons_host.reopening import reopen_game
from horizons_host.retakes import undo_turn
from horizons_host.server.games import archiving, following
from horizons_host.server.injected import Form, InjectedService, Key, Number
from horizons_host.server.jobs import deadlines, turns
from horizons_host.server.pages.desk.room import apply_change, desk_of, text_of
from horizons_host.server.pages.desk.sheet import demand_current, sheet_page
from horizons_host.server.pages.documents import document_answer
from horizons_host.server.pages.order_board import after_of, turn_of
from horizons_host.server.pages.rendering import PageRequest, redirect_to
from horizons_host.store import GameStore

ORDERS_SOURCE = "the gamemaster, on a web page"


@get("/games/{key:str}/desk/turns/{turn:int}/{file:str}", sync_to_thread=True)
def full_report_file(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, file: Key
) -> Response[bytes]:
    """Show the report of the full game, with all orders and events."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return document_answer(store, lambda: gamemaster_report(store, turn), file)


@post("/games/{key:str}/desk/run", sync_to_thread=True)
def request_turn_run(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Request the coming turn."""
    rights = desk_of(request, service, key)

    def act(store: GameStore) -> None:
        demand_current(store, data)
        turns.request_turn(service, key, request.user, anyway=data.get("anyway") == "yes")

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "run"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/trial", sync_to_thread=True)
def request_trial(request: PageRequest, service: InjectedService, key: Key) -> Redirect:
    """Request a trial run of the coming turn."""
    desk_of(request, service, key)
    turns.request_trial_run(service, key, request.user)
    return redirect_to(f"/games/{key}/desk")


@post("/games/{key:str}/desk/undo", sync_to_thread=True)
def undo_turn_or_end(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Undo the latest turn, or the end of the game, with a public reason."""
    rights = desk_of(request, service, key)

    def act(store: GameStore) -> None:
        demand_current(store, data)
        undo_action = undo_turn if store.ending() is None else reopen_game
        undo_action(store, data.get("reason", ""), service.clock)
        following.update_after_change(service, key, store)

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "undo"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/end", sync_to_thread=True)
def end_confirmed_game(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """End the game, if its name was entered to confirm."""
    rights = desk_of(request, service, key)
    winners = [name.strip() for name in data.get("winners", "").split(",") if name.strip()]

    def act(store: GameStore) -> None:
        title = rights.game.terms.title
        if folded(data.get("name", "")) != folded(title):
            raise HorizonsError(
                LocalizedText("the name doesn't match, so the game was not ended"),
                LocalizedText("type the name of the game: {title}", title=title),
            )
        reason = data.get("reason", "").strip() or "by agreement"
        end_game(store, reason, winners, service.clock)
        following.update_after_change(service, key, store)

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "end"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/orders", sync_to_thread=True)
def submit_for_seat(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Submit orders for a seat; its player is notified, and the reason is public."""
    rights = desk_of(request, service, key)

    def act(store: GameStore) -> None:
        text, note = decoded(text_of(data.get("orders", "")).encode(), ORDERS_SOURCE)
        order_text = OrderText(text, ORDERS_SOURCE, note)
        seat = data.get("seat", "")
        orders_on_behalf(
            store,
            order_text,
            seat,
            data.get("reason", ""),
            service.clock,
            turn=turn_of(data),
            after=after_of({"after": data.get(f"after {seat}", "")}),
            most_steps=MOST_STEPS,
        )
        deadlines.wake_if_due(service, key, store)

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "orders"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/archive", sync_to_thread=True)
def open_archive(request: PageRequest, service: InjectedService, key: Key) -> Template | Redirect:
    """Open the archive of an ended game now."""
    render = partial(sheet_page, request, service, desk_of(request, service, key))
    return apply_change(
        service,
        key,
        lambda _: archiving.request_opening(service, key, request.user),
        render,
        f"/games/{key}/archive",
    )


DESK_TURN_PAGES = (
    full_report_file,
    request_turn_run,
    request_trial,
    undo_turn_or_end,
    end_confirmed_game,
    submit_for_seat,
    open_archive,
)
