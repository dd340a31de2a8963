"""Pages of an ended game's archive: the overview, its files, and the download."""

from __future__ import annotations

import json
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import File, Template

from horizons_host.desk.archive_pages import DATA
from horizons_host.desk.audit import archive_opened
from horizons_host.server.games import archiving, directory
from horizons_host.server.games.access import access, page_not_found
from horizons_host.server.games.archiving import NoArchiveError
from horizons_host.server.injected import InjectedService, Key
from horizons_host.server.pages.documents import html_answer
from horizons_host.server.pages.rendering import PageRequest, page

_KINDS = {".txt": "text/plain; charset=utf-8", ".json": "application/json"}


@get("/games/{key:str}/archive", sync_to_thread=True)
def archive_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show how the game ended, links into the archive, and how to verify it."""
    rights = access(service, request.user, key)
    if rights.game.state != directory.ENDED or rights.game.ended_at is None:
        raise page_not_found()
    with service.database.game(key) as store:
        opened = archive_opened(store)
        data = (
            json.loads(archiving.archived_file(archiving.opened_archive(store), DATA))
            if opened
            else None
        )
    return page(
        request,
        "archive_online.html.jinja",
        game=rights.game,
        access=rights,
        data=data,
        opens_at=archiving.opens_at(rights.game.ended_at),
    )


@get("/games/{key:str}/archive.zip", sync_to_thread=True)
def archive_zip(request: PageRequest, service: InjectedService, key: Key) -> File:
    """Download the complete archive as one file, for `horizons verify --archive`."""
    file = archiving.readable_archive(service, access(service, request.user, key))
    return File(file, filename=f"{key}-archive.zip", media_type="application/zip")


@get("/games/{key:str}/archive/{name:path}", sync_to_thread=True)
def archive_file(
    request: PageRequest, service: InjectedService, key: Key, name: FromPath[Path]
) -> Response[bytes]:
    """Show a file of the archive, and never any other file of the server."""
    file = archiving.readable_archive(service, access(service, request.user, key))
    try:
        content = archiving.archived_file(file, str(name).lstrip("/"))
    except NoArchiveError as problem:
        raise page_not_found() from problem
    if name.suffix == ".html":
        return html_answer(content.decode())
    return Response(content, media_type=_KINDS.get(name.suffix, "application/octet-stream"))


ARCHIVE_PAGES = (archive_page, archive_zip, archive_file)
