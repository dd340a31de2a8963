"""Headers of every response, and public versions of errors without locations on the server."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from pathlib import Path

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.store.database import LostGameError, UnavailableError

#: For pages of the site: only their own style sheets, scripts, calls, pictures and forms, all of
#: one origin, and no inline scripts.
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';"
    " img-src 'self' data:; manifest-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
#: For pictures that contain their own styles, and nothing else.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_FRAMES = "X-Frame-Options"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    _FRAMES: "DENY",
}
#: Headers of a page that other sites may show in a frame; its policy allows that.
EMBEDDED: Mapping[str, str] = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
#: Private data is stored in no cache, neither on the way nor in the browser.
_NO_STORE = "no-store"
_META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')

_log = logging.getLogger(__name__)
#: Database errors, which are not the reader's fault: status 503.
UNAVAILABLE = (UnavailableError, LostGameError)
UNAVAILABLE_STATUS = 503
_HINT = (
    "wait a moment and check whether your change was saved before you try again; if it keeps"
    " happening, tell the administrator"
)
#: Absolute paths, in quotes or up to the next space, and database addresses.
_LOCATIONS = re.compile(
    r"'(?P<quoted>/[^'\"]+)'|(?<![\w/.:])(?P<bare>/[^\s'\",;:]+)|postgresql[+\w]*://[^\s'\"]+"
)
_REPLACEMENT = "a place on the server"


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the missing headers to a response, also to an error."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        is_embedded = headers.get("Content-Security-Policy") == EMBEDDED["Content-Security-Policy"]
        for name, value in HEADERS.items():
            if not (is_embedded and name == _FRAMES):
                headers.setdefault(name, value)
        if not scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", _NO_STORE)


def document_policy(page: str) -> str:
    """Return the policy of a report or replay, which names its own scripts by their digests."""
    match = _META.search(page)
    return f"{match.group(1)}; frame-ancestors 'none'" if match else POLICY


def public_error(problem: HorizonsError) -> HorizonsError:
    """Return the error without the locations it names; then the log has it in full."""
    if isinstance(problem, UNAVAILABLE):
        _log.warning("the database cannot be used: %s", problem.message)
        return HorizonsError(problem.public, _HINT)
    message, hint = without_locations(problem.message), without_locations(problem.hint)
    if (message, hint) == (problem.message, problem.hint):
        return problem
    _log.warning("not told in full: %s (%s)", problem.message, problem.hint)
    return HorizonsError(message, hint)


def without_locations(text: str) -> str:
    """Return the text without paths of this machine's files and addresses of its databases."""
    if "/" not in text:
        return text
    if isinstance(text, LocalizedText):
        return text.with_words(without_locations)
    return _LOCATIONS.sub(_public_path, text)


def _public_path(match: re.Match[str]) -> str:
    path = match["quoted"] or match["bare"]
    return match[0] if path and not _is_local_path(path) else _REPLACEMENT


def _is_local_path(path: str) -> bool:
    """Return whether a path begins in a folder of this machine, unlike the paths of pages."""
    top = path.split("/")[1]
    return top != "" and Path("/", top).is_dir()
