"""What pages are drawn with: the files beside them, read once, and no other file of the disk."""

from __future__ import annotations

import mimetypes
from functools import cache
from importlib.resources import files

from litestar import Response, get

from horizons_host.server.games.access import nothing_here
from horizons_host.server.injected import Key

#: After an upgrade a browser has the new files within this time.
_SECONDS = 300


@get("/static/{name:str}", sync_to_thread=True, include_in_schema=False)
def static_file(name: Key) -> Response[bytes]:
    """One of the files; raises NoGameError for every other name."""
    content = _contents().get(name)
    if content is None:
        raise nothing_here()
    kind, _ = mimetypes.guess_type(name)
    return Response(
        content,
        media_type=kind or "application/octet-stream",
        headers={"Cache-Control": f"public, max-age={_SECONDS}"},
    )


@cache
def _contents() -> dict[str, bytes]:
    found = files("horizons_host.server").joinpath("static").iterdir()
    return {one.name: one.read_bytes() for one in found if one.is_file()}
