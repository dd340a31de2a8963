"""Writing, checking and submitting orders, each with a receipt."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.missing_orders import mark_orders
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.receipts import receipt_of
from horizons_host.server.games.access import Access, NoSeatError, access, page_not_found
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.games.order_board import board_of
from horizons_host.server.jobs import deadlines
from horizons_host.server.live.versions import shown_in
from horizons_host.server.pages.editor import (
    EditorState,
    editor_variables,
    examine,
    read_state,
    stored_version,
    version_of,
)
from horizons_host.server.pages.order_forms import (
    FormError,
    JsonAnswer,
    after_of,
    error_answer,
    order_text,
    turn_of,
    write_order,
)
from horizons_host.server.pages.play import play_page
from horizons_host.server.pages.rendering import PageRequest, note_shown_game, page, redirect_to
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore, NewerOrdersError, SubmittedOrders

#: Actions that store orders: as final, as a draft, and an earlier version as a draft again.
_STORES = {"send", "draft", "again"}


@get("/games/{key:str}/orders", sync_to_thread=True)
def orders_page(
    request: PageRequest,
    service: InjectedService,
    key: Key,
    version: FromQuery[str] = "",
    done: FromQuery[str] = "",
) -> Template:
    """Show the orders for the coming turn in an editor, or an earlier version of them.

    After a submission (`done` is its result) the page includes its receipt.
    """
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        note_shown_game(request, shown_in(store, rights))
        state = read_state(store, service, seat)
        shown = stored_version(store, service, seat, state, version, done)
    return _orders_page(request, rights, state, **shown)


@post("/games/{key:str}/orders", sync_to_thread=True)
def submit_orders(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Check orders, or submit them; then the page of the stored orders shows the receipt.

    `add` inserts the order of a form into the text, and `again` submits an earlier version as a
    draft. Refused orders, or orders that would replace an unseen version, are shown again: on the
    game page if they came from there (`page` is "game").
    """
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    text = data.get("orders", "").replace("\r\n", "\n")
    submits = data.get("do") in _STORES
    with (
        service.database.game(key) as store,
        nullcontext() if submits else store.read_transaction(),
    ):
        try:
            if submits:
                return _submit(service, store, rights, text, data)
            shown = _check(service, store, seat, text, data)
        except HorizonsError as problem:
            shown = {"text": text, "problem": problem, "do": data.get("do", "")}
        state = read_state(store, service, seat)
    if "problem" not in shown or not _is_outdated(shown["problem"], state, data):
        shown["after"] = after_of(data)
    if submits and data.get("do") == "again":
        shown["text"] = state.text
    return _show(request, service, rights, state, data, **shown)


def _is_outdated(problem: HorizonsError, state: EditorState, data: Mapping[str, str]) -> bool:
    """Return whether a newer version or turn was noticed: the editor continues from that one."""
    return isinstance(problem, NewerOrdersError) or turn_of(data) != state.turn


def _submit(
    service: Service, store: GameStore, rights: Access, text: str, data: Mapping[str, str]
) -> Redirect:
    """Store orders, and redirect to their receipt."""
    seat, do = rights.demand_seat(), data.get("do")
    if do == "again":
        text = _earlier_version(store, seat, data.get("version", "")).text
    _, stored = OrderIntake(store, service.clock).submit(
        order_text(text),
        seat,
        proved=True,
        final=do == "send",
        turn=turn_of(data),
        after=after_of(data),
    )
    deadlines.wake_if_due(service, rights.game.key, store)
    path = _page_path(rights, data)
    if stored is None:
        return redirect_to(path)  # only strict submissions store nothing
    done = "repeated" if stored.repeated else "stored"
    return redirect_to(f"{path}?version={stored.version}&done={done}")


def _check(
    service: Service, store: GameStore, seat: str, text: str, data: Mapping[str, str]
) -> dict[str, Any]:
    """Return the receipt of orders without storing them."""
    added = ""
    if data.get("do") == "add":
        result = write_order(board_of(store, seat), data)
        text, added = result.text, result.line
    examined = examine(OrderIntake(store, service.clock), text, seat, turn_of(data))
    return {
        "text": examined.claim.text.text,  # of a pasted mail, the orders alone
        "receipt": receipt_of(examined),
        "added": added,
    }


@post("/games/{key:str}/orders/mark", sync_to_thread=True)
def set_order_status(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Mark the submitted orders as final, or as a draft."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store:
        try:
            final, after = data.get("do") == "final", after_of(data)
            mark_orders(store, seat, final=final, clock=service.clock, after=after)
        except HorizonsError as problem:
            state = read_state(store, service, seat)
            return _show(request, service, rights, state, data, text=state.text, problem=problem)
        deadlines.wake_if_due(service, key, store)
    return redirect_to(_page_path(rights, data))


@post("/games/{key:str}/orders/draft", sync_to_thread=True, status_code=200)
def save_draft(request: PageRequest, service: InjectedService, key: Key, data: Form) -> JsonAnswer:
    """Save the orders that are being written, in place of the seat's latest saved draft.

    They count like submitted drafts. `after` is the version that they are based on; the answer has
    the new one. `reopen` withdraws final orders.
    """
    seat = access(service, request.user, key).demand_seat()

    def authorize() -> None:
        if access(service, request.user, key).demand_seat() != seat:
            raise page_not_found()

    turn, after = turn_of(data), after_of(data)
    try:
        if turn is None or after is None:
            raise FormError(
                LocalizedText("the form is incomplete"), LocalizedText("reload the page")
            )
        with service.database.game(key) as store:
            stored = OrderIntake(store, service.clock).save_draft(
                order_text(data.get("orders", "")),
                seat,
                turn,
                after,
                reopen=data.get("reopen") == "yes",
                authorize=authorize,
            )
            deadlines.wake_if_due(service, key, store)
    except (NoGameError, NoSeatError):
        raise
    except HorizonsError as problem:
        return error_answer(problem)
    return Response({"version": stored.version, "state": "draft", "turn": turn})


def _earlier_version(store: GameStore, seat: str, number: str) -> SubmittedOrders:
    """Return an earlier version of the orders; raises FormError."""
    version = version_of(store.submissions_by(store.latest() + 1, seat), number)
    if version is None:
        raise FormError(
            LocalizedText("your orders have no such version"),
            LocalizedText("choose one from the list"),
        )
    return version


def _is_of_game_page(data: Mapping[str, str]) -> bool:
    return data.get("page") == "game"


def _page_path(rights: Access, data: Mapping[str, str]) -> str:
    """Return the path of the page that a form is on."""
    return f"/games/{rights.game.key}" + ("" if _is_of_game_page(data) else "/orders")


def _show(
    request: PageRequest,
    service: Service,
    rights: Access,
    state: EditorState,
    data: Mapping[str, str],
    **shown: Any,
) -> Template:
    """Show the page that a form is on."""
    if _is_of_game_page(data):
        return play_page(request, service, rights, **shown)
    return _orders_page(request, rights, state, **shown)


def _orders_page(
    request: PageRequest, rights: Access, state: EditorState, text: str, **shown: Any
) -> Template:
    variables = editor_variables(rights, state, text, **shown)
    return page(request, "orders.html.jinja", figure=state.board.figure, **variables)


ORDER_PAGES = (orders_page, submit_orders, set_order_status, save_draft)
