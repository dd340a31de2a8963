"""Error responses: a page for browsers, JSON for programs."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.games.access import NoSeatError
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.monitoring import defects
from horizons_host.server.pages.rendering import Asked, StrangerError, go, page
from horizons_host.server.people.limits import TooManyError
from horizons_host.server.unavailable import STATUS, UNAVAILABLE, publicly
from horizons_host.store import NewerOrdersError

LARGEST_REQUEST = 2_000_000
_WORDS = {
    401: (LocalizedText("this API call needs a token"), "Authorization: Bearer hz_..."),
    403: (
        LocalizedText("this form is no longer valid"),
        LocalizedText("reload the page and try again"),
    ),
    404: (
        LocalizedText("page not found"),
        LocalizedText("you may need to sign in"),
    ),
    405: (LocalizedText("this action isn't available here"), LocalizedText("go to the home page")),
    408: (LocalizedText("the request was interrupted"), LocalizedText("please try again")),
    413: (
        LocalizedText("the request is too large"),
        LocalizedText("send at most {most:,} bytes", most=LARGEST_REQUEST),
    ),
    415: (
        LocalizedText("this type of content isn't supported"),
        LocalizedText("send a form or JSON, uncompressed"),
    ),
    429: (LocalizedText("too many requests"), LocalizedText("wait a minute and try again")),
}


#: Status codes of errors; all others are 422.
_STATUS = {NoSeatError: 404, NewerOrdersError: 409, TooManyError: 429}


def _status(problem: HorizonsError) -> int:
    if isinstance(problem, UNAVAILABLE):
        return STATUS
    return next((code for kind, code in _STATUS.items() if isinstance(problem, kind)), 422)


def _describe(request: Asked, problem: Exception) -> tuple[int, str, str]:
    """Return status, message and hint."""
    if isinstance(problem, NoGameError):
        return 404, *_WORDS[404]  # the same for missing and for hidden games
    if isinstance(problem, HorizonsError):
        public = publicly(problem)
        return _status(problem), public.message, public.hint
    if isinstance(problem, HTTPException) and problem.status_code < 500:
        if problem.status_code == 404 and request.url.path.startswith("/api/"):
            return 404, LocalizedText("no such API call"), "/api/v1/..., /schema/openapi.json"
        words = _WORDS.get(
            problem.status_code, (LocalizedText("the server couldn't understand this request"), "")
        )
        return problem.status_code, *words
    # The path itself may contain keys.
    number = defects.logged(problem, f"{request.method} {request.scope.get('path_template', '')}")
    remedy = LocalizedText(
        "try again; if it keeps happening, give the administrator the number {number}",
        number=number,
    )
    return 500, LocalizedText("something went wrong on the server; nothing was changed"), remedy


def _page(request: Asked, problem: Exception) -> Response[Any]:
    if request.url.path.startswith("/api/"):  # an unknown API path
        return _json(request, problem)
    if isinstance(problem, StrangerError):
        return go(f"/sign-in?to={request.url.path}")
    request.scope.setdefault("user", None)  # authentication itself may have failed
    request.scope.setdefault("auth", "")
    status, message, hint = _describe(request, problem)
    to = problem.path if isinstance(problem, NoSeatError) else ""
    return page(request, "problem.html.jinja", status=status, message=message, hint=hint, to=to)


def _json(request: Asked, problem: Exception) -> Response[dict[str, Any]]:
    status, message, hint = _describe(request, problem)
    content: dict[str, Any] = {"message": message, "hint": hint}
    if isinstance(problem, NewerOrdersError):
        content["newest"] = _newest(problem)
    return Response(content, status_code=status)


def _newest(problem: NewerOrdersError) -> dict[str, Any] | None:
    """Return the newer orders as JSON data, or None if they were withdrawn."""
    newest = problem.newest
    if newest is None:
        return None
    return {
        "version": problem.version,
        "turn": newest.turn,
        "text": newest.text,
        "given_at": newest.submitted_at,
        "source": newest.source,
        "final": newest.final,
    }


#: Exception handlers of pages, and of API calls.
ON_PAGES: ExceptionHandlersMap = {HTTPException: _page, Exception: _page}
ON_CALLS: ExceptionHandlersMap = {HTTPException: _json, Exception: _json}
