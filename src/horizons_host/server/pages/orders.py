"""Writing, checking and submitting orders, each with a receipt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from difflib import unified_diff
from typing import Any

from attrs import frozen
from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.missing_orders import mark_orders
from horizons_host.deadlines.outlook import Outlook, outlook
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.receipts import receipt_of
from horizons_host.server.games.access import Access, NoSeatError, access, page_not_found
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.games.order_board import OrderBoard, board_of
from horizons_host.server.jobs import deadlines
from horizons_host.server.pages.order_forms import (
    FormError,
    JsonAnswer,
    after_of,
    error_answer,
    order_text,
    turn_of,
    write_order,
)
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore, NewerOrdersError, SubmittedOrders

#: Actions that store orders: as final, as a draft, and an earlier version as a draft again.
_STORES = {"send", "draft", "again"}
#: Results of a submission, as given in the address of its receipt.
_DONE = {"stored", "repeated"}


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
    extras: dict[str, Any] = {}
    with service.database.game(key) as store:
        state = read_state(store, service, seat)
        chosen = _version_of(state.submissions, version)
        shown = chosen or state.last
        text = shown.text if shown else ""
        if done in _DONE and chosen:
            extras = {"version": chosen.version, "done": done}
            extras |= _receipt(store, service, seat, text)
    number = shown.version if shown else 0
    return _orders_page(request, rights, state, text, shown=number, **extras)


def _version_of(submissions: Iterable[SubmittedOrders], number: str) -> SubmittedOrders | None:
    return next((orders for orders in submissions if str(orders.version) == number), None)


def _receipt(store: GameStore, service: Service, seat: str, text: str) -> dict[str, Any]:
    """Return the receipt of stored orders, or the error if orders are no longer accepted."""
    try:
        return {"receipt": receipt_of(_examine(OrderIntake(store, service.clock), text, seat))}
    except HorizonsError as problem:
        return {"problem": problem}


def _examine(intake: OrderIntake, text: str, seat: str, turn: int | None = None) -> ExaminedOrders:
    return intake.examine(order_text(text), seat, turn)


@post("/games/{key:str}/orders", sync_to_thread=True)
def submit_orders(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Check orders, or submit them; then the page of the stored orders shows the receipt.

    `add` inserts the order of a form into the text, and `again` submits an earlier version as a
    draft. Refused orders, or orders that would replace an unseen version, are shown again.
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
            return _show_check(request, service, store, rights, text, data)
        except HorizonsError as problem:
            state = read_state(store, service, seat)
            if data.get("do") == "again":
                text = state.last.text if state.last else ""
            # After a notice of a newer version or turn, the editor continues from that one.
            outdated = isinstance(problem, NewerOrdersError) or turn_of(data) != state.turn
            after = None if outdated else after_of(data)
            extras: dict[str, Any] = {"problem": problem, "after": after, "do": data.get("do", "")}
    return _orders_page(request, rights, state, text, **extras)


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
    path = f"/games/{rights.game.key}/orders"
    if stored is None:
        return redirect_to(path)  # only strict submissions store nothing
    done = "repeated" if stored.repeated else "stored"
    return redirect_to(f"{path}?version={stored.version}&done={done}")


def _show_check(
    request: PageRequest,
    service: Service,
    store: GameStore,
    rights: Access,
    text: str,
    data: Mapping[str, str],
) -> Template:
    """Show the receipt of orders without storing them."""
    seat, added = rights.demand_seat(), ""
    if data.get("do") == "add":
        result = write_order(board_of(store, seat), data)
        text, added = result.text, result.line
    examined = _examine(OrderIntake(store, service.clock), text, seat, turn_of(data))
    state = read_state(store, service, seat)
    return _orders_page(
        request,
        rights,
        state,
        examined.claim.text.text,  # of a pasted mail, the orders alone
        receipt=receipt_of(examined),
        added=added,
        after=after_of(data),
    )


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
            text = state.last.text if state.last else ""
            return _orders_page(request, rights, state, text, problem=problem)
        deadlines.wake_if_due(service, key, store)
    return redirect_to(f"/games/{key}/orders")


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


@frozen
class EditorState:
    """Data shown next to the editor: the board, the submissions, and the deadline."""

    board: OrderBoard
    submissions: Sequence[SubmittedOrders]
    outlook: Outlook
    minutes: int

    @property
    def turn(self) -> int:
        """The coming turn."""
        return self.board.view.turn + 1

    @property
    def last(self) -> SubmittedOrders | None:
        """The latest submission."""
        return self.submissions[-1] if self.submissions else None

    @property
    def has_no_orders(self) -> bool:
        """True if the latest submission gives no orders."""
        language = self.board.variant.language
        return self.last is not None and not language.read(self.last.text).orders

    @property
    def version(self) -> int:
        """The version of the latest submission; 0 if there is none."""
        return self.last.version if self.last else 0


def read_state(store: GameStore, service: Service, seat: str) -> EditorState:
    with store.read_transaction():
        board = board_of(store, seat)
        submissions = store.submissions_by(board.view.turn + 1, seat)
        schedule = outlook(store, service.clock)
    remaining = schedule.deadline - service.clock() if schedule.deadline else None
    return EditorState(
        board, submissions, schedule, int(remaining.total_seconds() // 60) if remaining else 0
    )


def _earlier_version(store: GameStore, seat: str, number: str) -> SubmittedOrders:
    """Return an earlier version of the orders; raises FormError."""
    version = _version_of(store.submissions_by(store.latest() + 1, seat), number)
    if version is None:
        raise FormError(
            LocalizedText("your orders have no such version"),
            LocalizedText("choose one from the list"),
        )
    return version


def _orders_page(
    request: PageRequest,
    rights: Access,
    state: EditorState,
    text: str,
    *,
    problem: HorizonsError | None = None,
    after: int | None = None,
    shown: int = 0,
    **more: Any,
) -> Template:
    newer = isinstance(problem, NewerOrdersError)
    last = state.last.text if state.last else ""
    parts: dict[str, Any] = {"receipt": None, "version": None, "done": "", "added": "", "do": ""}
    return page(
        request,
        "orders.html.jinja",
        game=rights.game,
        access=rights,
        seat=rights.seat,
        turn=state.turn,
        text=text,
        submissions=state.submissions,
        after=state.version if after is None else after,
        shown_version=shown or state.version,
        unsent=not shown and text != last,
        newer=_changed_lines(last, text) if newer and text != last else None,
        outlook=state.outlook,
        has_no_orders=state.has_no_orders,
        own_seat=next((s for s in state.outlook.seats if s.seat == rights.seat), None),
        minutes=state.minutes,
        figure=state.board.figure,
        problem=problem,
        status=409 if newer else 422 if problem else 200,
        **{**parts, **more},
    )


def _changed_lines(newest: str, text: str) -> list[str]:
    """List the lines of a text that differ from the newest version, marked with - and +."""
    lines = unified_diff(newest.splitlines(), text.splitlines(), lineterm="", n=1)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


ORDER_PAGES = (orders_page, submit_orders, set_order_status, save_draft)
