"""Writing orders, trying them out, and handing them in: a receipt either way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from difflib import unified_diff
from typing import Any

from attrs import frozen
from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.outlook import Outlook, outlook
from horizons_host.deadlines.readiness import mark_orders
from horizons_host.order_claims import Examined
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText, decoded
from horizons_host.receipts import receipt_of
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.jobs import deadlines
from horizons_host.server.ordering.board import Board, board_of
from horizons_host.server.ordering.writing import FormError, written
from horizons_host.server.pages.order_board import SOURCE, after_of, turn_of
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore, GivenOrders, NewerOrdersError


@get("/games/{key:str}/orders", sync_to_thread=True)
def orders_page(
    request: Asked,
    service: Served,
    key: Key,
    version: FromQuery[str] = "",
    done: FromQuery[str] = "",
) -> Template:
    """The orders for the coming turn, to be changed, or an earlier version of them.

    After a submission (`done` says how it went) with the receipt for them.
    """
    found = access(service, request.user, key)
    seat = found.demand_seat()
    shown: dict[str, Any] = {}
    with service.database.game(key) as store:
        room = _room(store, service, seat)
        number = int(version) if version in room.numbers else len(room.given)
        text = room.given[number - 1].text if room.given else ""
        if done in _DONE and version in room.numbers:
            shown = {"version": number, "done": done, **_receipt(store, service, seat, text)}
    return _orders(request, found, room, text, shown=number, **shown)


def _receipt(store: GameStore, service: Service, seat: str, text: str) -> dict[str, Any]:
    """The receipt for orders that are stored; once no more orders are taken there is none."""
    try:
        return {"receipt": receipt_of(_examined(OrderIntake(store, service.clock), text, seat))}
    except HorizonsError as problem:
        return {"problem": problem}


def _examined(intake: OrderIntake, text: str, seat: str, turn: int | None = None) -> Examined:
    return intake.examine(_order_text(text), seat, turn)


def _order_text(text: str) -> OrderText:
    checked, note = decoded(text.encode(), SOURCE)
    return OrderText(checked, SOURCE, note)


@post("/games/{key:str}/orders", sync_to_thread=True)
def give_orders(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Check orders, or submit them; then the page of what is stored shows the receipt.

    `add` writes the order of a form into the text, and `again` submits an earlier version as a
    draft. Orders that are refused, or would replace a version that was not seen, are shown again.
    """
    found = access(service, request.user, key)
    seat = found.demand_seat()
    text = data.get("orders", "").replace("\r\n", "\n")
    store_it = data.get("do") in _STORES
    with service.database.game(key) as store, nullcontext() if store_it else store.moment():
        try:
            if store_it:
                return _stored(service, store, found, text, data)
            return _checked(request, service, store, found, text, data)
        except HorizonsError as problem:
            room = _room(store, service, seat)
            if data.get("do") == "again":
                text = room.given[-1].text if room.given else ""
            # Who is told of a newer version, or a newer turn, begins from that.
            told = isinstance(problem, NewerOrdersError) or turn_of(data) != room.turn
            after = None if told else after_of(data)
            refused: dict[str, Any] = {"problem": problem, "after": after, "do": data.get("do", "")}
    return _orders(request, found, room, text, **refused)


def _stored(
    service: Service, store: GameStore, found: Access, text: str, data: Mapping[str, str]
) -> Redirect:
    """Store orders, and go on to their receipt."""
    seat, do = found.demand_seat(), data.get("do")
    if do == "again":
        text = _version(store, seat, data.get("version", "")).text
    _, stored = OrderIntake(store, service.clock).submit(
        _order_text(text),
        seat,
        proved=True,
        final=do == "send",
        turn=turn_of(data),
        after=after_of(data),
    )
    deadlines.wake_if_due(service, found.game.key, store)
    here = f"/games/{found.game.key}/orders"
    if stored is None:
        return go(here)  # only strict submissions store nothing
    done = "repeated" if stored.repeated else "stored"
    return go(f"{here}?version={stored.version}&done={done}")


def _checked(
    request: Asked,
    service: Service,
    store: GameStore,
    found: Access,
    text: str,
    data: Mapping[str, str],
) -> Template:
    """The page with what is said of orders; nothing is stored."""
    seat, added = found.demand_seat(), ""
    if data.get("do") == "add":
        made = written(board_of(store, seat), data)
        text, added = made.text, made.line
    examined = _examined(OrderIntake(store, service.clock), text, seat, turn_of(data))
    room = _room(store, service, seat)
    return _orders(
        request,
        found,
        room,
        examined.claim.text.text,  # of a mail that was pasted, the orders alone
        receipt=receipt_of(examined),
        added=added,
        after=after_of(data),
    )


@post("/games/{key:str}/orders/mark", sync_to_thread=True)
def mark(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Say that the orders that are in are final, or a draft."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        try:
            final, after = data.get("do") == "final", after_of(data)
            mark_orders(store, seat, final=final, clock=service.clock, after=after)
        except HorizonsError as problem:
            room = _room(store, service, seat)
            text = room.given[-1].text if room.given else ""
            return _orders(request, found, room, text, problem=problem)
        deadlines.wake_if_due(service, key, store)
    return go(f"/games/{key}/orders")


#: What stores orders: as final ones, as a draft, and an earlier version as a draft again.
_STORES = {"send", "draft", "again"}
#: How a submission went, as the address of its receipt says.
_DONE = {"stored", "repeated"}


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
        raise FormError(
            LocalizedText("your orders have no such version"),
            LocalizedText("choose one from the list"),
        )
    return found


def _orders(
    request: Asked,
    found: Access,
    room: _Room,
    text: str,
    *,
    problem: HorizonsError | None = None,
    after: int | None = None,
    shown: int = 0,
    **more: Any,
) -> Template:
    newer = isinstance(problem, NewerOrdersError)
    last = room.given[-1].text if room.given else ""
    parts: dict[str, Any] = {"receipt": None, "version": None, "done": "", "added": "", "do": ""}
    return page(
        request,
        "orders.html.jinja",
        game=found.game,
        access=found,
        seat=found.seat,
        turn=room.turn,
        text=text,
        given=room.given,
        after=len(room.given) if after is None else after,
        shown=shown or len(room.given),
        unsent=not shown and text != last,
        newer=_changes(last, text) if newer and text != last else None,
        outlook=room.outlook,
        own_seat=next((one for one in room.outlook.seats if one.seat == found.seat), None),
        minutes=room.minutes,
        figure=room.board.figure,
        problem=problem,
        status=409 if newer else 422 if problem else 200,
        **{**parts, **more},
    )


def _changes(newest: str, text: str) -> list[str]:
    """The lines in which a text differs from the newest version, marked with - and +."""
    lines = unified_diff(newest.splitlines(), text.splitlines(), lineterm="", n=1)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


HANDLERS = (orders_page, give_orders, mark)
