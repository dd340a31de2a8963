"""Writing orders, trying them out, and handing them in: a receipt either way."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from attrs import frozen
from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.outlook import Outlook, outlook
from horizons_host.deadlines.readiness import mark_orders
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText, decoded
from horizons_host.receipts import Receipt, receipt_of
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.jobs import deadlines
from horizons_host.server.ordering.board import Board, board_of
from horizons_host.server.ordering.writing import FormError, written
from horizons_host.server.pages.order_board import SOURCE, turn_of
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore, GivenOrders


@get("/games/{key:str}/orders", sync_to_thread=True)
def orders_page(
    request: Asked, service: Served, key: Key, version: FromQuery[str] = ""
) -> Template:
    """The orders that are in for the coming turn, to be changed; or an earlier version of them."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        room = _room(store, service, seat)
    number = int(version) if version in room.numbers else len(room.given)
    text = room.given[number - 1].text if room.given else ""
    return _orders(request, found, room, text, shown=number)


@post("/games/{key:str}/orders", sync_to_thread=True)
def give_orders(request: Asked, service: Served, key: Key, data: Form) -> Template:
    """Check orders, or hand them in; the text is there again, whatever became of it.

    `add` writes the order of a form into the text, and `again` hands an earlier version in anew.
    """
    found = access(service, request.user, key)
    seat = found.demand_seat()
    text = data.get("orders", "").replace("\r\n", "\n")
    do, added = data.get("do"), ""
    receipt, problem, version = None, None, None
    with (
        service.database.game(key) as store,
        nullcontext() if do in _STORES else store.moment(),
    ):
        try:
            if do == "add":
                made = written(board_of(store, seat), data)
                text, added = made.text, made.line
            if do == "again":
                text = _version(store, seat, data.get("version", "")).text
            checked, note = decoded(text.encode(), SOURCE)
            order_text = OrderText(checked, SOURCE, note)
            intake = OrderIntake(store, service.clock)
            if do in _STORES:
                examined, version = intake.submit(
                    order_text, seat, proved=True, final=do == "send", turn=turn_of(data)
                )
            else:
                examined = intake.examine(order_text, seat, turn_of(data))
            receipt = receipt_of(examined)
        except HorizonsError as met:
            problem = met
        with store.moment():
            if version is not None:
                deadlines.wake_if_due(service, key, store)
            room = _room(store, service, seat)
    return _orders(request, found, room, text, receipt, version, problem, added=added)


@post("/games/{key:str}/orders/mark", sync_to_thread=True)
def mark(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Say that the orders that are in are final, or a draft."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        try:
            mark_orders(store, seat, final=data.get("do") == "final", clock=service.clock)
        except HorizonsError as problem:
            room = _room(store, service, seat)
            text = room.given[-1].text if room.given else ""
            return _orders(request, found, room, text, problem=problem)
        deadlines.wake_if_due(service, key, store)
    return go(f"/games/{key}/orders")


#: What stores orders: as final ones, as a draft, and an earlier version as a draft again.
_STORES = {"send", "draft", "again"}


@frozen
class _Room:
    """What the page shows beside the text: the board, all that is in, and the deadline."""

    board: Board
    given: Sequence[GivenOrders]
    outlook: Outlook
    minutes: int

    @property
    def turn(self) -> int:
        """The coming turn."""
        return self.board.view.turn + 1

    @property
    def numbers(self) -> set[str]:
        """The numbers of the versions that are in, as they are written."""
        return {str(number) for number in range(1, len(self.given) + 1)}


def _room(store: GameStore, service: Service, seat: str) -> _Room:
    with store.moment():
        board = board_of(store, seat)
        given = store.given_by(board.view.turn + 1, seat)
        found = outlook(store, service.clock)
    left = found.deadline - service.clock() if found.deadline else None
    return _Room(board, given, found, int(left.total_seconds() // 60) if left else 0)


def _version(store: GameStore, seat: str, number: str) -> GivenOrders:
    """An earlier version of the orders; raises FormError."""
    given = store.given_by(store.latest() + 1, seat)
    found = next((one for n, one in enumerate(given, start=1) if str(n) == number), None)
    if found is None:
        raise FormError("there is no such version of your orders", "choose one of the list")
    return found


def _orders(
    request: Asked,
    found: Access,
    room: _Room,
    text: str,
    receipt: Receipt | None = None,
    version: int | None = None,
    problem: HorizonsError | None = None,
    *,
    added: str = "",
    shown: int = 0,
) -> Template:
    return page(
        request,
        "orders.html.jinja",
        game=found.game,
        access=found,
        seat=found.seat,
        turn=room.turn,
        text=text,
        given=room.given,
        shown=shown or len(room.given),
        outlook=room.outlook,
        own_seat=next((one for one in room.outlook.seats if one.seat == found.seat), None),
        minutes=room.minutes,
        figure=room.board.figure,
        receipt=receipt,
        version=version,
        added=added,
        problem=problem,
        status=422 if problem else 200,
    )


HANDLERS = (orders_page, give_orders, mark)
