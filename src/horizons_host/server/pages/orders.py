"""Writing orders, trying them out, and handing them in: a receipt either way."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText, decoded
from horizons_host.receipts import Receipt, receipt_of
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.rendering import Asked, page

SOURCE = "web page"


@get("/games/{key:str}/orders", sync_to_thread=True)
def orders_page(request: Asked, service: Served, key: Key) -> Template:
    """The orders that are in for the coming turn, to be changed."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        turn = store.latest() + 1
        given = store.given(turn).get(seat, [])
    return _orders(request, found, turn, given[-1].text if given else "", len(given))


@post("/games/{key:str}/orders", sync_to_thread=True)
def give_orders(request: Asked, service: Served, key: Key, data: Form) -> Template:
    """Check orders, or hand them in; the text is there again, whatever became of it."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    text = data.get("orders", "").replace("\r\n", "\n")
    receipt, problem, version, turn = None, None, None, 0
    with service.database.game(key) as store:
        intake = OrderIntake(store, service.clock)
        try:
            checked, note = decoded(text.encode(), SOURCE)
            order_text = OrderText(checked, SOURCE, note)
            if data.get("do") == "send":
                examined, version = intake.submit(order_text, seat, proved=True)
            else:
                examined = intake.examine(order_text, seat)
            receipt = receipt_of(examined)
        except HorizonsError as met:
            problem = met
        turn = store.latest() + 1
        versions = len(store.given(turn).get(seat, []))
    return _orders(request, found, turn, text, versions, receipt, version, problem)


def _orders(
    request: Asked,
    found: Access,
    turn: int,
    text: str,
    versions: int,
    receipt: Receipt | None = None,
    version: int | None = None,
    problem: HorizonsError | None = None,
) -> Template:
    return page(
        request,
        "orders.html.jinja",
        game=found.game,
        seat=found.seat,
        turn=turn,
        text=text,
        versions=versions,
        receipt=receipt,
        version=version,
        problem=problem,
        status=422 if problem else 200,
    )


HANDLERS = (orders_page, give_orders)
