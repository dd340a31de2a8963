"""Error responses, as a page for browsers and as JSON for programs."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.api.shapes import ErrorResponse, NewerOrders, NewerOrdersResponse
from horizons_host.server.games.access import NoSeatError, access
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.monitoring import logs
from horizons_host.server.pages.rendering import PageRequest, SignInRequiredError, page, redirect_to
from horizons_host.server.security.authentication import MEASURES_PATH, BannedError
from horizons_host.server.security.rate_limits import TooManyError
from horizons_host.server.security.responses import UNAVAILABLE, UNAVAILABLE_STATUS, public_error
from horizons_host.store import NewerOrdersError

#: Largest request body, in bytes.
MAX_REQUEST_SIZE = 2_000_000
#: Message and hint by status code.
_TEXTS = {
    401: (LocalizedText("this API call needs a token"), "Authorization: Bearer hz_..."),
    403: (
        LocalizedText("this form is no longer valid"),
        LocalizedText("reload the page and try again"),
    ),
    404: (
        LocalizedText("page not found"),
        LocalizedText("you may need to sign in"),
    ),
    405: (
        LocalizedText("this action isn't available here"),
        LocalizedText("go back and use the button on the page"),
    ),
    408: (LocalizedText("the request was interrupted"), LocalizedText("please try again")),
    413: (
        LocalizedText("the request is too large"),
        LocalizedText("send at most {most:,} bytes", most=MAX_REQUEST_SIZE),
    ),
    415: (
        LocalizedText("this type of content isn't supported"),
        LocalizedText("send a form or JSON, uncompressed"),
    ),
    429: (LocalizedText("too many requests"), LocalizedText("wait a minute and try again")),
}
#: The hint for a missing page, for a reader who has signed in already.
_HINT_SIGNED_IN = LocalizedText("check the address, or open the page from your list of games")
#: The text for missing games and for hidden ones, so that it doesn't reveal which exist.
_API_NOT_FOUND = (
    LocalizedText("not found, or not visible to this account"),
    LocalizedText("check the game's key and the token"),
)
#: Texts of API calls that differ from those of pages.
_API_TEXTS = {
    404: (LocalizedText("no such API call"), "/api/v1/..., /schema/openapi.json"),
    405: (
        LocalizedText("this API call doesn't support this HTTP method"),
        LocalizedText("see /schema/openapi.json for the methods of each call"),
    ),
}

#: Status codes of pages that may work when they are opened again.
_TEMPORARY = frozenset({403, 408, 429, 500, UNAVAILABLE_STATUS})
#: Status codes of errors; all other errors have 422.
_STATUS_CODES = {BannedError: 403, NoSeatError: 404, NewerOrdersError: 409, TooManyError: 429}


def _status_code(problem: HorizonsError) -> int:
    if isinstance(problem, UNAVAILABLE):
        return UNAVAILABLE_STATUS
    codes = (code for kind, code in _STATUS_CODES.items() if isinstance(problem, kind))
    return next(codes, 422)


def _describe(request: PageRequest, problem: Exception) -> tuple[int, str, str]:
    """Return status, message and hint."""
    is_call = request.url.path.startswith("/api/")
    if isinstance(problem, NoGameError):
        return 404, *(_API_NOT_FOUND if is_call else _TEXTS[404])
    if isinstance(problem, HorizonsError):
        public = public_error(problem)
        return _status_code(problem), public.message, public.hint
    if isinstance(problem, HTTPException) and problem.status_code < 500:
        texts = _TEXTS.get(
            problem.status_code, (LocalizedText("the server couldn't understand this request"), "")
        )
        if is_call:
            texts = _API_TEXTS.get(problem.status_code, texts)
        return problem.status_code, *texts
    # The path itself may contain secret keys, so the log has only its template.
    number = logs.log_defect(problem, f"{request.method} {request.scope.get('path_template', '')}")
    remedy = LocalizedText(
        "try again; if it keeps happening, give the administrator the number {number}",
        number=number,
    )
    return 500, LocalizedText("something went wrong on the server; nothing was changed"), remedy


def _error_page(request: PageRequest, problem: Exception) -> Response[Any]:
    if request.url.path.startswith("/api/"):  # an unknown API path
        return _error_json(request, problem)
    if isinstance(problem, SignInRequiredError):
        return redirect_to(f"/sign-in?to={_path_after_sign_in(request)}")
    if isinstance(problem, BannedError):
        return redirect_to(MEASURES_PATH)
    request.scope.setdefault("user", None)  # authentication itself may have failed
    request.scope.setdefault("auth", "")
    status, message, hint = _describe(request, problem)
    if request.user is not None and hint == _TEXTS[404][1]:
        hint = _HINT_SIGNED_IN
    to = problem.path if isinstance(problem, NoSeatError) else ""
    path = request.url.path
    can_sign_in = status == 404 and request.user is None and path.startswith("/games/")
    return page(
        request,
        "problem.html.jinja",
        status=status,
        message=message,
        hint=hint,
        to=to,
        can_sign_in=can_sign_in,
        game_path="" if to else _game_path(request),
        retry=_path_after_sign_in(request) if status in _TEMPORARY else "",
    )


def _game_path(request: PageRequest) -> str:
    """Return the page of the game that a path is about, if the reader may see it, else ""."""
    _, section, key, *rest = [*request.url.path.split("/"), "", ""]
    if section != "games" or not rest[0]:
        return ""
    try:
        access(request.app.state.service, request.user, key)
    except HorizonsError:
        return ""
    return f"/games/{key}"


def _path_after_sign_in(request: PageRequest) -> str:
    """Return the page that was requested, or the page above it for a form without its own page."""
    path = request.url.path
    if request.method == "POST" and path.startswith(("/games/", "/account/")):
        return "/".join(path.split("/")[: 3 if path.startswith("/games/") else 2])
    return path


def _error_json(request: PageRequest, problem: Exception) -> Response[ErrorResponse]:
    status, message, hint = _describe(request, problem)
    if isinstance(problem, NewerOrdersError):
        content: ErrorResponse = NewerOrdersResponse(message, hint, _newest(problem))
    else:
        content = ErrorResponse(message, hint)
    return Response(content, status_code=status)


def _newest(problem: NewerOrdersError) -> NewerOrders | None:
    """Return the newer orders, or None if they were withdrawn."""
    orders = problem.newest
    if orders is None:
        return None
    return NewerOrders(
        problem.version, orders.turn, orders.text, orders.submitted_at, orders.source, orders.final
    )


#: Exception handlers of pages and of API calls.
PAGE_HANDLERS: ExceptionHandlersMap = {HTTPException: _error_page, Exception: _error_page}
CALL_HANDLERS: ExceptionHandlersMap = {HTTPException: _error_json, Exception: _error_json}
