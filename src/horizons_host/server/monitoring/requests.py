"""Counting and logging of requests, by the template of their route.

The path may contain keys, and the query email addresses.
"""

from __future__ import annotations

import logging
import time

from litestar.enums import ScopeType
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from horizons_host.server.monitoring.logs import log_facts
from horizons_host.server.monitoring.metrics import Metrics
from horizons_host.server.security.requests import STREAM_PATHS

_log = logging.getLogger(__name__)
_GAME_ROUTES = ("/games/{key", "/api/v1/games/{key")


class RequestLog:
    """Middleware that counts and logs requests, including those without a route."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, then count and log it."""
        began, status = time.perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            # A stream ends long after it was answered, so only a refused one is counted.
            if scope["type"] == ScopeType.HTTP and not (
                scope["path"] in STREAM_PATHS and status == HTTP_200_OK
            ):
                self._record(scope, status, time.perf_counter() - began)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = str(scope.get("method", "")), str(scope.get("path_template", ""))
        figures: Metrics = scope["litestar_app"].state.figures
        figures.count(method, route, status, seconds)
        account = scope.get("user")
        _log.info(
            "request",
            extra=log_facts(
                method=method,
                route=route,
                status=status,
                seconds=round(seconds, 4),
                account=getattr(account, "id", None),
                game=_game_key(scope, route) if status < 400 else None,
            ),
        )


def _game_key(scope: Scope, route: str) -> str | None:
    """Return the key of the game that a request is about."""
    return scope["path_params"].get("key") if route.startswith(_GAME_ROUTES) else None
