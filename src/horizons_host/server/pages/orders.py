"""Writing orders, trying them out, and handing them in: a receipt either way."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.readiness import mark_orders
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText, decoded
from horizons_host.receipts import Receipt, receipt_of
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.jobs import deadlines
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.store import GameStore, GivenOrders

SOURCE = "web page"


@get("/games/{key:str}/orders", sync_to_thread=True)
def orders_page(
    request: Asked, service: Served, key: Key, version: FromQuery[str] = ""
) -> Template:
    """The orders that are in for the coming turn, to be changed; or an earlier version of them."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        turn, given = _given(store, seat)
    chosen = int(version) if version in {str(one) for one in range(1, len(given))} else len(given)
    return _orders(request, found, turn, given, given[chosen - 1].text if given else "")


def _given(store: GameStore, seat: str) -> tuple[int, list[GivenOrders]]:
    """The coming turn, and all versions of a seat's orders for it."""
    with store.moment():
        turn = store.latest() + 1
        return turn, store.given_by(turn, seat)


@post("/games/{key:str}/orders", sync_to_thread=True)
def give_orders(request: Asked, service: Served, key: Key, data: Form) -> Template:
    """Check orders, or hand them in; the text is there again, whatever became of it."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    text = data.get("orders", "").replace("\r\n", "\n")
    do, written = data.get("do"), data.get("turn", "")
    wanted = int(written) if written.isascii() and written.isdigit() and len(written) < 7 else None
    receipt, problem, version = None, None, None
    with service.database.game(key) as store:
        intake = OrderIntake(store, service.clock)
        try:
            checked, note = decoded(text.encode(), SOURCE)
            order_text = OrderText(checked, SOURCE, note)
            if do in {"send", "draft"}:
                examined, version = intake.submit(
                    order_text, seat, proved=True, final=do == "send", turn=wanted
                )
                deadlines.wake_if_due(service, key, store)
            else:
                examined = intake.examine(order_text, seat, wanted)
            receipt = receipt_of(examined)
        except HorizonsError as met:
            problem = met
        turn, given = _given(store, seat)
    return _orders(request, found, turn, given, text, receipt, version, problem)


@post("/games/{key:str}/orders/mark", sync_to_thread=True)
def mark(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Say that the orders that are in are final, or a draft."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        try:
            mark_orders(store, seat, final=data.get("do") == "final", clock=service.clock)
        except HorizonsError as problem:
            turn, given = _given(store, seat)
            text = given[-1].text if given else ""
            return _orders(request, found, turn, given, text, problem=problem)
        deadlines.wake_if_due(service, key, store)
    return go(f"/games/{key}/orders")


def _orders(
    request: Asked,
    found: Access,
    turn: int,
    given: Sequence[GivenOrders],
    text: str,
    receipt: Receipt | None = None,
    version: int | None = None,
    problem: HorizonsError | None = None,
) -> Template:
    return page(
        request,
        "orders.html.jinja",
        game=found.game,
        access=found,
        seat=found.seat,
        turn=turn,
        text=text,
        given=given,
        receipt=receipt,
        version=version,
        problem=problem,
        status=422 if problem else 200,
    )


HANDLERS = (orders_page, give_orders, mark)
