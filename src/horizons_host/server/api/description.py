"""The OpenAPI description of calls: summaries from docstrings, and the errors of every call."""

from __future__ import annotations

import copy
import inspect

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from horizons_host.server.api.shapes import ErrorResponse, NewerOrdersResponse

INTRODUCTION = (
    "Games, orders, turns and messages of this server. Send a token with each call: "
    "`Authorization: Bearer hz_...`. Create tokens on your account page."
)


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
_ERRORS_OF_BODIES = {
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
    bodies = _ERRORS_OF_BODIES if "data" in inspect.signature(handler.fn).parameters else {}
    handler.responses = dict(sorted({**_ERRORS, **bodies, **(handler.responses or {})}.items()))
    return handler
