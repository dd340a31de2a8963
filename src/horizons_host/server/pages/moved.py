"""Permanent redirects from the addresses that pages had in earlier versions, as in old mails."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from litestar import get
from litestar.response import Redirect

from horizons_host.server.pages.rendering import PageRequest

#: Earlier parts of paths, below a game or its desk, and the present ones.
_MOVED: Mapping[str, str] = {
    "eyes": "perspectives",
    "notices": "notifications",
    "papers": "handover",
    "press": "messages",
}
_PATHS = [
    f"/games/{{key:str}}{parent}/{part}{rest}"
    for part in _MOVED
    for parent in ("", "/desk")
    for rest in ("", "/{rest:path}")
]


@get(_PATHS)
async def moved_page(request: PageRequest) -> Redirect:
    """Redirect to the present address of a page, whether or not the game exists."""
    parts = str(request.scope["path"]).split("/")
    index = 4 if parts[3] == "desk" else 3
    parts[index] = _MOVED[parts[index]]
    query = f"?{request.url.query}" if request.url.query else ""
    return Redirect(quote("/".join(parts)) + query, status_code=301)


MOVED_PAGES = (moved_page,)
