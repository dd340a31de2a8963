"""The headers of every answer: what a browser may load, and where the page may stand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

#: A page of the site: its own style sheets, scripts, calls, pictures and forms, all of one origin,
#: and no script that stands in the page itself.
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';"
    " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
#: What is somebody's own is kept in no cache on the way, nor in the browser's.
_NOWHERE = "no-store"
_META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


async def add_headers(message: Message, scope: Scope) -> None:
    """Give an answer, refusals among them, the headers that it has not got."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if not scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", _NOWHERE)


def policy_of_document(page: str) -> str:
    """The policy for a report or replay, which names its own scripts by their digests."""
    found = _META.search(page)
    return f"{found.group(1)}; frame-ancestors 'none'" if found else POLICY
