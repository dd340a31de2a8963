"""The archive of a game that is over: its page, its files, and all of it to be taken along."""

from __future__ import annotations

import json
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import File, Template

from horizons_host.desk.archive_pages import DATA
from horizons_host.desk.audit import archive_opened
from horizons_host.server.games import archiving, directory
from horizons_host.server.games.access import access, nothing_here
from horizons_host.server.games.archiving import NoArchiveError
from horizons_host.server.injected import Key, Served
from horizons_host.server.pages.documents import html_answer
from horizons_host.server.pages.rendering import Asked, page

_KINDS = {".txt": "text/plain; charset=utf-8", ".json": "application/json"}


@get("/games/{key:str}/archive", sync_to_thread=True)
def archive_page(request: Asked, service: Served, key: Key) -> Template:
    """How the game ended, the way into the archive, and how everybody can check it."""
    found = access(service, request.user, key)
    if found.game.state != directory.ENDED or found.game.ended_at is None:
        raise nothing_here()
    with service.database.game(key) as store:
        opened = archive_opened(store)
        data = json.loads(archiving.content(archiving.opened(store), DATA)) if opened else None
    return page(
        request,
        "archive_online.html.jinja",
        game=found.game,
        access=found,
        data=data,
        opens_at=archiving.opens_at(found.game.ended_at),
    )


@get("/games/{key:str}/archive.zip", sync_to_thread=True)
def archive_zip(request: Asked, service: Served, key: Key) -> File:
    """The whole archive as one file, for `horizons verify --archive`."""
    file = archiving.readable(service, access(service, request.user, key))
    return File(file, filename=f"{key}-archive.zip", media_type="application/zip")


@get("/games/{key:str}/archive/{name:path}", sync_to_thread=True)
def archive_file(
    request: Asked, service: Served, key: Key, name: FromPath[Path]
) -> Response[bytes]:
    """A file of the archive: what is in it, and nothing else of the server's disk."""
    file = archiving.readable(service, access(service, request.user, key))
    try:
        content = archiving.content(file, str(name).lstrip("/"))
    except NoArchiveError as problem:
        raise nothing_here() from problem
    if name.suffix == ".html":
        return html_answer(content.decode())
    return Response(content, media_type=_KINDS.get(name.suffix, "application/octet-stream"))


HANDLERS = (archive_page, archive_zip, archive_file)
