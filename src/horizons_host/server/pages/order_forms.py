"""Forms that list possible orders, add one to a text, and check the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen
from litestar import Response, post
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.orders import OrderForm
from horizons_core.report import map_figure
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText, decoded
from horizons_host.games.receipts import receipt_of
from horizons_host.server.games.access import access
from horizons_host.server.pages.order_view import OrderBoard, board_of, last_moves, planned_moves
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.security.responses import UNAVAILABLE, UNAVAILABLE_STATUS, public_error
from horizons_host.server.service import Service
from horizons_host.server.texts import translate_plain

#: The most fields of a form.
_MAX_FIELDS = 40

WEB_SOURCE = LocalizedText("web page")
JsonAnswer = Response[dict[str, Any]]


class FormError(HorizonsError):
    """An order form that is incomplete or does not exist."""


@frozen
class WrittenOrder:
    """A text with an order added, and the number and content of the order's line."""

    text: str
    number: int
    line: str


def form_of(board: OrderBoard, fields: Mapping[str, str]) -> OrderForm:
    """Return the form that `command` and `form` name; raises FormError."""
    forms = board.forms.get(fields.get("command", ""), [])
    number = fields.get("form", "0")
    if not number.isdecimal() or not number.isascii() or int(number[:4]) >= len(forms):
        raise FormError(
            LocalizedText("this order isn't available now"), LocalizedText("choose another one")
        )
    return forms[int(number[:4])]


def write_order(board: OrderBoard, fields: Mapping[str, str]) -> WrittenOrder:
    """Return the text `orders` with the order that the fields describe; raises FormError."""
    form = form_of(board, fields)
    values = [fields.get(f"field{number}", "").strip() for number in range(_MAX_FIELDS)]
    lacking = form.missing(values)
    if lacking:
        raise FormError(
            LocalizedText(
                "{command}: {field} is missing", command=form.keyword, field=", ".join(lacking)
            ),
            LocalizedText("fill in this field"),
        )
    if len(form.fields) and not form.fields[0].name:
        line = form.written(values)
    else:
        line = " ".join(form.written(values).split())
    text = fields.get("orders", "").replace("\r\n", "\n")
    new_text, number = board.variant.with_order(text, line, fields.get("about", ""))
    return WrittenOrder(new_text, number, line)


@post("/games/{key:str}/orders/check", sync_to_thread=True, status_code=200)
def check_text(request: PageRequest, service: InjectedService, key: Key, data: Form) -> JsonAnswer:
    """Check orders as the button `Check only` does, with the moves that they plan on the map.

    With `map` the predicted map is included; with `board` the known objects, the possible orders
    and the latest moves of the seat's own objects. Nothing is stored.
    """
    seat = access(service, request.user, key).demand_seat()
    try:
        return Response(_checked_text(service, key, seat, data))
    except HorizonsError as problem:
        return error_answer(problem)


def _checked_text(service: Service, key: str, seat: str, data: dict[str, str]) -> dict[str, Any]:
    with service.database.game(key) as store:
        text = _order_text(data.get("orders", "").replace("\r\n", "\n"))
        examined = OrderIntake(store, service.clock).examine(text, seat, turn_of(data))
        version = store.versions(examined.turn).get(seat, 0)
        board = board_of(store, seat)
        with_board = bool(data.get("board"))
        last = [move.to_dict() for move in last_moves(store, board, seat)] if with_board else []
    receipt = receipt_of(examined)
    named, moves = planned_moves(board, examined)
    foreseen = examined.claim.variant.map(examined.foresight.view) if data.get("map") else None
    return {
        "turn": examined.turn,
        "version": version,
        "errors": examined.errors,
        "lines": [line.to_dict() for line in receipt.orders],
        "named": named,
        "moves": [move.to_dict() for move in moves],
        "forecast": receipt.forecast,
        "map": str(map_figure(foreseen, sized=False)) if foreseen else "",
        "board": {**board.to_dict(), "last": last} if with_board else None,
    }


def _order_text(raw: str) -> OrderText:
    """Read the text; an empty text is no error here."""
    if not raw.strip():
        return OrderText("", WEB_SOURCE)
    text, note = decoded(raw.encode(), WEB_SOURCE)
    return OrderText(text, WEB_SOURCE, note)


@post("/games/{key:str}/orders/line", sync_to_thread=True, status_code=200)
def write_line(request: PageRequest, service: InjectedService, key: Key, data: Form) -> JsonAnswer:
    """Return the text with an order added from the fields of a form. Nothing is stored."""
    seat = access(service, request.user, key).demand_seat()
    try:
        with service.database.game(key) as store:
            result = write_order(board_of(store, seat), data)
    except HorizonsError as problem:
        return error_answer(problem)
    return Response({"text": result.text, "number": result.number, "line": result.line})


def turn_of(data: Mapping[str, str]) -> int | None:
    """Return the turn that the page's orders are for, or None."""
    return _number_in(data, "turn")


def after_of(data: Mapping[str, str]) -> int | None:
    """Return the version that the page's orders are based on, or None."""
    return _number_in(data, "after")


def _number_in(data: Mapping[str, str], name: str) -> int | None:
    text = data.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def error_answer(problem: HorizonsError) -> JsonAnswer:
    """Return an error as data."""
    public = public_error(problem)
    status = UNAVAILABLE_STATUS if isinstance(problem, UNAVAILABLE) else 422
    return Response(_translated(public.message, public.hint), status_code=status)


def _translated(message: str, hint: str) -> dict[str, Any]:
    return {"message": translate_plain(message), "hint": translate_plain(hint)}


ORDER_BOARD_PAGES = (check_text, write_line)


@post("/games/{key:str}/orders/forms", sync_to_thread=True, status_code=200)
def order_forms_page(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template:
    """Show the commands that are possible now; with a `command`, its forms."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store:
        board = board_of(store, seat)
    command, problem = data.get("command", ""), None
    if command:
        try:
            form_of(board, {"command": command})
        except HorizonsError as error:
            command, problem = "", error
    return page(
        request,
        "order_forms.html.jinja",
        game=rights.game,
        access=rights,
        seat=seat,
        turn=board.view.turn + 1,
        written_for=data.get("turn", ""),
        after=after_of(data),
        text=data.get("orders", ""),
        commands=board.variant.language.by_keyword,
        forms=board.forms,
        command=command,
        problem=problem,
        status=422 if problem else 200,
    )


ORDER_FORM_PAGES = (order_forms_page,)
