"""Composing an order step by step, adding it to a text, and checking the text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import asdict, evolve, frozen
from litestar import Response, post
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import Thing, View
from horizons_core.orders import Command, Order, Shop, plain_number
from horizons_host.games.order_claims import ExaminedOrders, OtherTurnError
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText, requested_orders
from horizons_host.games.receipts import receipt_of
from horizons_host.server.api.shapes import order_in_progress
from horizons_host.server.games.access import access
from horizons_host.server.games.order_board import (
    MAX_BOARDS,
    ComposedOrder,
    OrderBoard,
    board_of,
    view_after,
)
from horizons_host.server.pages.order_sentences import (
    arguments_of,
    is_moved,
    order_in_line,
    order_sentences,
    text_with_line,
)
from horizons_host.server.pages.order_shops import (
    goods_in_line,
    is_in_shop,
    open_shop,
    shop_to_dict,
    write_shop,
)
from horizons_host.server.pages.order_view import (
    board_to_dict,
    card_to_dict,
    changed_things,
    last_moves,
    localized,
    localized_step,
    planned_moves,
)
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.security.responses import UNAVAILABLE, UNAVAILABLE_STATUS, public_error
from horizons_host.server.service import Service
from horizons_host.server.texts import translate_plain
from horizons_host.store import (
    FinalOrdersError,
    GameStore,
    NewerOrdersError,
    SubmittedOrders,
)
from horizons_host.store.caches import SizedCache

#: Maximum number of objects that a forecast lists as changed, and of orders among which a default
#: is chosen.
_MAX_CHANGED = 500
#: Maximum number of orders that are suggested together.
_MAX_SUGGESTED = 20

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


def chosen_in(fields: Mapping[str, str], name: str = "chosen") -> dict[str, Any]:
    """Return the arguments in a field, which is JSON; raises FormError."""
    try:
        chosen = json.loads(fields.get(name) or "{}")
    except (ValueError, RecursionError):
        chosen = None
    if not isinstance(chosen, dict):
        raise _incomplete_form()
    return chosen


def write_order(board: OrderBoard, fields: Mapping[str, str]) -> WrittenOrder:
    """Return the text `orders` with the chosen order; raises an error if it is incomplete.

    It is a new line, or takes the place of the line `replace`.
    """
    if "suggested" in fields:
        return _with_suggestion(board, fields)
    keyword, chosen = fields.get("command", ""), chosen_in(fields)
    line = board.compose(keyword, chosen).line or board.variant.order_line(keyword, chosen)
    text = fields.get("orders", "").replace("\r\n", "\n")
    replaced = _number_in(fields, "replace")
    if replaced is not None:
        order = _order_in(board, text, replaced)
        if not is_moved(order, chosen):
            line = line.rsplit("\n", 1)[-1]  # the lines above it stay
            return WrittenOrder(text_with_line(text, order, line), order.line, line)
        text = "".join(
            row for n, row in enumerate(text.splitlines(keepends=True), 1) if n != order.line
        )
    new_text, number = board.variant.with_order(text, line, fields.get("about", ""))
    return WrittenOrder(new_text, number, line)


def _with_suggestion(board: OrderBoard, fields: Mapping[str, str]) -> WrittenOrder:
    """Return the text `orders` with the lines in `suggested`, which is JSON; raises FormError."""
    try:
        lines = json.loads(fields["suggested"])
    except (ValueError, RecursionError):
        lines = None
    is_list = isinstance(lines, list) and 0 < len(lines) <= _MAX_SUGGESTED
    if not is_list or not all(isinstance(line, str) and line.strip() for line in lines):
        raise _incomplete_form()
    text, number = with_lines(board, fields.get("orders", "").replace("\r\n", "\n"), lines)
    return WrittenOrder(text, number, lines[-1])


def with_lines(board: OrderBoard, text: str, lines: Iterable[str]) -> tuple[str, int]:
    """Insert orders into a text; return it and the number of the last one's line, from 1."""
    number = 0
    for line in lines:
        text, number = board.variant.with_order(text, line)
    return text, number


@post("/games/{key:str}/orders/check", sync_to_thread=True, status_code=200)
def check_text(request: PageRequest, service: InjectedService, key: Key, data: Form) -> JsonAnswer:
    """Check orders as the button `Check only` does, with the moves that they plan on the map.

    `after` lists the seat's own objects that differ in the forecast. With `map` the predicted map
    is included; with `board` the known objects, the possible orders and the latest moves of the
    seat's own objects. Nothing is stored.
    """
    seat = access(service, request.user, key).demand_seat()
    try:
        return Response(_checked_text(service, key, seat, data))
    except HorizonsError as problem:
        return error_answer(problem)


def _checked_text(service: Service, key: str, seat: str, data: dict[str, str]) -> dict[str, Any]:
    with service.database.game(key) as store:
        text = order_text(data.get("orders", ""))
        intake = OrderIntake(store, service.clock)
        examined = intake.examine(text, seat, turn_of(data))
        version = store.versions(examined.turn).get(seat, 0)
        board = board_of(store, seat)
        stocks = _stocks_left(store, intake, board, examined) if board.stocks else {}
        with_board = bool(data.get("board"))
        last = [move.to_dict() for move in last_moves(store, board, seat)] if with_board else []
    receipt = receipt_of(examined)
    things = board.variant.things(examined.foresight.view)
    named, moves = planned_moves(board, examined, things)
    sentences = order_sentences(board, examined, moves)
    return {
        "turn": examined.turn,
        "version": version,
        "errors": examined.errors,
        "lines": [
            {**line.to_dict(), "understood": sentences.get(line.line, "")}
            for line in receipt.orders
        ],
        "named": named,
        "moves": [move.to_dict() for move in moves],
        "after": _changed_things(board, things, named),
        "forecast": receipt.forecast,
        "stocks": stocks,
        "board": {**board_to_dict(board), "last": last} if with_board else None,
    }


def _changed_things(
    board: OrderBoard, things: Iterable[Thing], named: Iterable[Mapping[str, Any]]
) -> list[list[Any]]:
    """List the objects that differ in the forecast, first those that the orders name."""
    ordered = {tuple(name) for line in named for name in line["names"]}
    changed = changed_things(board.things, things)
    changed.sort(key=lambda thing: tuple(thing[:2]) not in ordered)
    return changed[:_MAX_CHANGED]


#: The stocks of seats in forecasts without orders.
_idle_stocks: SizedCache[dict[str, float]] = SizedCache(MAX_BOARDS)


def _stocks_left(
    store: GameStore, intake: OrderIntake, board: OrderBoard, examined: ExaminedOrders
) -> dict[str, float]:
    """Return the stocks without what the orders spend, which their forecast shows."""
    seat = str(board.view.empire)

    def forecast_without_orders() -> dict[str, float]:
        idle = intake.examine(order_text(""), seat)
        return board.variant.stocks(idle.foresight.view)

    before = _idle_stocks.of((store.position().name, seat), forecast_without_orders)
    after = board.variant.stocks(examined.foresight.view)
    return {
        name: amount + after.get(name, 0) - before.get(name, 0)
        for name, amount in board.stocks.items()
    }


def order_text(raw: str) -> OrderText:
    """Return the order text of a page's editor; raises OrderTextError."""
    return requested_orders(raw.replace("\r\n", "\n"), WEB_SOURCE)


@post("/games/{key:str}/orders/line", sync_to_thread=True, status_code=200)
def compose_order(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Response[Any]:
    """Return the next step of an order, or the text with the order added. Nothing is stored.

    The choices are those after the orders of the text, or above the line `replace`. The order is
    added if nothing is left to choose, or if `add` leaves out the rest, but never with `preview`.
    `suggested` adds the lines of a suggestion instead. With `values`, those of a card, the answer
    has the card if it comes next. With `edit`, the
    number of a line, the answer has that order's command and arguments.
    """
    seat = access(service, request.user, key).demand_seat()
    try:
        text, keyword = order_text(data.get("orders", "")).text, data.get("command", "")
        with service.database.game(key) as store:
            board = board_of(store, seat)
            if (edited := _number_in(data, "edit")) is not None:
                return Response(_parts_of_line(board, text, edited))
            if "suggested" in data:
                return Response(asdict(write_order(board, data)))
            view = view_after(store, board, _lines_above(text, data), keyword)
        chosen = chosen_in(data)
        if "values" in data:
            answer = _card_answer(board, data, chosen, chosen_in(data, "values"), view)
            if answer is not None:
                return Response(answer)
        order = _localized(board.compose(keyword, chosen, view))
        if (order.step is not None and not data.get("add")) or data.get("preview"):
            return Response(order_in_progress(order))
        return Response(asdict(write_order(board, data)))
    except HorizonsError as problem:
        return error_answer(problem)


def _card_answer(
    board: OrderBoard,
    fields: Mapping[str, str],
    chosen: dict[str, Any],
    values: dict[str, Any],
    view: View | None,
) -> dict[str, Any] | None:
    """Return the card that comes next, or, with `add`, the text with the orders of a shop.

    None if another argument comes first, or if the command has no card.
    """
    keyword, text = fields.get("command", ""), order_text(fields.get("orders", "")).text
    shop = board.command(keyword).card
    if not isinstance(shop, Shop):
        card = board.card(keyword, chosen, values, view)
        return {"card": card_to_dict(card), "line": card.line or None} if card else None
    entries = open_shop(board, text, keyword, chosen, values)
    if entries is None:
        return None
    if not fields.get("add"):
        return {"card": shop_to_dict(entries, shop), "line": None}
    if any(entry.fault for entry in entries):
        raise _incomplete_form()
    new_text, number = write_shop(board, text, entries)
    return {"text": new_text, "number": number, "line": ""}


def _lines_above(text: str, fields: Mapping[str, str]) -> str:
    """Return the lines above the line `replace`, or all of them."""
    replaced = _number_in(fields, "replace")
    return text if replaced is None else "\n".join(text.split("\n")[: max(replaced - 1, 0)])


def _parts_of_line(board: OrderBoard, text: str, number: int) -> dict[str, Any]:
    """Return the command and the arguments of an order; no arguments if no form can write it.

    For an order of a shop, `goods` has the number in its row, by the row's name.
    """
    order = _order_in(board, text, number)
    chosen = arguments_of(board, order)
    is_stepwise = chosen is not None and not _is_on_card(board, order, chosen)
    parts = {"command": order.keyword, "chosen": chosen, "stepwise": is_stepwise}
    if isinstance(order.command.card, Shop) and chosen is not None:
        parts["goods"] = goods_in_line(board, text, order, chosen)
    return parts


def _is_on_card(board: OrderBoard, order: Order, chosen: dict[str, Any]) -> bool:
    """Return whether the card of a command, if it has one, can show this order."""
    card = order.command.card
    if isinstance(card, Shop):
        return is_in_shop(board, order, chosen)
    if card is None:
        return True
    before = {name: value for name, value in chosen.items() if name not in card.arguments}
    filled = board.card(order.keyword, before, chosen)
    return filled is not None and filled.values.keys() >= chosen.keys() - before.keys()


def _order_in(board: OrderBoard, text: str, number: int) -> Order:
    """Return the order in a line; raises FormError if there is none."""
    order = order_in_line(board, text, number)
    if order is None:
        raise FormError(
            LocalizedText("line {number} has no order", number=number),
            LocalizedText("choose the order again"),
        )
    return order


def _incomplete_form() -> FormError:
    return FormError(
        LocalizedText("the form is incomplete"), LocalizedText("choose the command again")
    )


def _localized(order: ComposedOrder) -> ComposedOrder:
    return evolve(order, step=order.step and localized_step(order.step))


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
    """Return an error as data, with the newest orders or the coming turn if it names them."""
    public = public_error(problem)
    answer = _translated(public.message, public.hint)
    status = UNAVAILABLE_STATUS if isinstance(problem, UNAVAILABLE) else 422
    if isinstance(problem, NewerOrdersError | FinalOrdersError):
        status, answer["newest"] = 409, problem.newest and _newest(problem.newest)
    elif isinstance(problem, OtherTurnError):
        status, answer["turn"] = 409, problem.coming
    return Response(answer, status_code=status)


def _newest(orders: SubmittedOrders) -> dict[str, Any]:
    return {
        "version": orders.version,
        "text": orders.text,
        "source": localized(orders.source),
        "submitted_at": orders.submitted_at,
        "final": orders.final,
    }


def _translated(message: str, hint: str) -> dict[str, Any]:
    return {"message": translate_plain(message), "hint": translate_plain(hint)}


ORDER_BOARD_PAGES = (check_text, compose_order)


@post("/games/{key:str}/orders/forms", sync_to_thread=True, status_code=200)
def order_forms_page(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template:
    """Show the commands that are possible now; with a `command`, the next step of its order."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    keyword, chosen, order, problem = data.get("command", ""), {}, None, None
    with service.database.game(key) as store:
        board = board_of(store, seat)
        if keyword:
            try:
                view = view_after(store, board, order_text(data.get("orders", "")).text, keyword)
                chosen = _with_answer(board, keyword, chosen_in(data), data, view)
                order = _localized(board.compose(keyword, chosen, view))
            except HorizonsError as error:
                problem = error
    return page(
        request,
        "order_forms.html.jinja",
        game=rights.game,
        access=rights,
        seat=seat,
        turn=board.view.turn + 1,
        written_for=data.get("turn", ""),
        after=after_of(data),
        comes_from=data.get("page", ""),
        text=data.get("orders", ""),
        plain_number=plain_number,
        stocks=board.stocks,
        groups=_by_group(options.command for options in board.options.values()),
        command=board.variant.command(keyword) if order else None,
        chosen=chosen,
        order=order,
        problem=problem,
        status=422 if problem else 200,
    )


def _with_answer(
    board: OrderBoard,
    keyword: str,
    chosen: dict[str, Any],
    fields: Mapping[str, str],
    view: View | None,
) -> dict[str, Any]:
    """Return the arguments with the answer to the current step: `value`, or `leave` for none."""
    value = None if "leave" in fields else fields.get("value", "").strip()
    step = None if value == "" else board.compose(keyword, chosen, view).step
    if step is None:
        return chosen
    return {**chosen, step.name: [*chosen.get(step.name, ()), value] if step.several else value}


def _by_group(commands: Iterable[Command]) -> dict[str, list[Command]]:
    """Return the commands by their groups, in the order of the first of each."""
    groups: dict[str, list[Command]] = {}
    for command in commands:
        groups.setdefault(command.group, []).append(command)
    return groups


ORDER_FORM_PAGES = (order_forms_page,)
