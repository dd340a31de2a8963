"""Sanitizing of request paths, before anything is looked up by them."""

from __future__ import annotations

from litestar.types import ASGIApp, Receive, Scope, Send


class PathSanitizer:
    """Middleware that removes NUL characters from paths, as databases and files fail on them.

    No page has one in its address, so another character in its place does no harm.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if "\0" in scope["path"]:
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        await self._app(scope, receive, send)
