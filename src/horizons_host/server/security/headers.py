"""Headers of every response: what a browser may load, and where the page may be embedded."""

from __future__ import annotations

import re
from collections.abc import Mapping

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

#: For pages of the site: only their own style sheets, scripts, calls, pictures and forms, all of
#: one origin, and no inline scripts.
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
#: Private data is stored in no cache, neither on the way nor in the browser.
_NO_STORE = "no-store"
_META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the missing headers to a response, also to an error."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if not scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", _NO_STORE)


def policy_of_document(page: str) -> str:
    """Return the policy of a report or replay, which names its own scripts by their digests."""
    match = _META.search(page)
    return f"{match.group(1)}; frame-ancestors 'none'" if match else POLICY
