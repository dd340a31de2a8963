"""Paths of requests, before anything is looked up by them."""

from __future__ import annotations

from litestar.types import ASGIApp, Receive, Scope, Send


class WithoutNul:
    """An application whose paths never hold the character NUL, at which databases and files fail.

    There is no page with it in its address, so that another character in its place is as good.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if "\0" in scope["path"]:
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        await self._app(scope, receive, send)
