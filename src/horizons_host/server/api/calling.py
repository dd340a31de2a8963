"""Helpers of the API handlers, which find the calling account and describe calls in OpenAPI."""

from __future__ import annotations

import copy
import inspect
from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.games.order_texts import OrderText, decoded
from horizons_host.games.receipts import receipt_of
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.api.shapes import ErrorResponse, NewerOrdersResponse, OrdersReceipt
from horizons_host.server.games.access import Access, access
from horizons_host.server.service import Service
from horizons_host.store import Submission

INTRODUCTION = (
    "Games, orders, turns and messages of this server. Send a token with each call: "
    "`Authorization: Bearer hz_...`. Create tokens on your account page."
)

ApiRequest = Request[Account | None, str, Any]
SOURCE = "a program's call"


def _error(description: str, shape: type[ErrorResponse] = ErrorResponse) -> ResponseSpec:
    return ResponseSpec(shape, generate_examples=False, description=description)


#: Errors of every call.
_ERRORS = {
    400: _error("The request isn't of the described form."),
    401: _error("The token is missing or isn't valid."),
    404: _error("No such game, or the game or part of it isn't visible to you."),
    422: _error("The request can't be fulfilled; `hint` says what to change."),
    429: _error("Too many requests; wait a minute."),
    500: _error("An error in the program; nothing was changed."),
    503: _error("The database can't be reached; try again later."),
}
#: Errors of calls with a body.
_BODY_ERRORS = {
    408: _error("The body took too long to arrive."),
    413: _error("The body is too large."),
    415: _error("The body is compressed."),
}
#: The error of calls that replace orders.
NEWER_ORDERS = {
    409: _error(
        "Newer orders are stored; `newest` contains them, or is null if they were withdrawn.",
        NewerOrdersResponse,
    )
}


def described(handler: HTTPRouteHandler) -> HTTPRouteHandler:
    """Return a copy of a handler with the summary, description and errors of its call.

    The summary is the first sentence of the docstring, the description the whole docstring.
    """
    handler = copy.copy(handler)
    text = inspect.getdoc(handler.fn) or ""
    handler.summary = text.partition("\n\n")[0].replace("\n", " ").removesuffix(".")
    handler.description = text
    bodies = _BODY_ERRORS if "data" in inspect.signature(handler.fn).parameters else {}
    handler.responses = dict(sorted({**_ERRORS, **bodies, **(handler.responses or {})}.items()))
    return handler


def caller(request: ApiRequest) -> Account:
    """Return the account whose token the request carries; raises NotAuthorizedException."""
    if request.user is None:
        raise NotAuthorizedException("send a token: Authorization: Bearer hz_...")
    return request.user


def access_of(request: ApiRequest, service: Service, key: str) -> Access:
    """Return the caller's access to a game; raises NoGameError if it is hidden from them."""
    return access(service, caller(request), key)


def orders_receipt(examined: ExaminedOrders, stored: Submission | None = None) -> OrdersReceipt:
    """Build the answer for orders that were examined, and stored if `stored` is given."""
    receipt = receipt_of(examined).to_dict()
    if stored is None:
        return OrdersReceipt(None, examined.errors, receipt)
    replaced = None if stored.replaced is None else stored.version - 1
    return OrdersReceipt(stored.version, examined.errors, receipt, replaced, stored.repeated)


def order_text(text: str) -> OrderText:
    """Read the orders in a request; raises OrderTextError."""
    words, note = decoded(text.encode(), SOURCE)
    return OrderText(words, SOURCE, note)
