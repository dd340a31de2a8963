"""Pages that show a game's audit log, dice keys, diaries and archive."""

from __future__ import annotations

import json
from pathlib import Path

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import File, Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.games.archive import DATA
from horizons_host.games.audit import archive_opened, entries
from horizons_host.server.accounts import diary
from horizons_host.server.games import archiving, directory
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.archiving import NoArchiveError
from horizons_host.server.pages.documents import html_answer
from horizons_host.server.pages.rendering import (
    PageRequest,
    demand_account,
    page,
    page_access,
    redirect_to,
)
from horizons_host.server.pages.reports import turn_position
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service

_KINDS = {".txt": "text/plain; charset=utf-8", ".json": "application/json"}


@get("/games/{key:str}/audit", sync_to_thread=True)
def audit_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the audit log to all members of the game."""
    rights = page_access(request, service, key)
    rights.demand_member()
    with service.database.game(key) as store:
        log = list(reversed(entries(store, public=not rights.is_gamemaster)))
    return page(request, "audit.html.jinja", game=rights.game, access=rights, entries=log)


@get("/games/{key:str}/dice", sync_to_thread=True)
def dice_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the dice keys that the reader's reports contain, checked against the commitments."""
    rights = page_access(request, service, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store:
        known = archiving.dice_keys_of(store, seat)
    return page(request, "dice.html.jinja", game=rights.game, access=rights, known=known)


AUDIT_PAGES = (audit_page, dice_page)


@get("/games/{key:str}/diary", sync_to_thread=True)
def diary_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the reader's notes, and a form for the latest turn."""
    rights = page_access(request, service, key)
    rights.demand_seat()
    return _diary_page(request, service, rights)


@post("/games/{key:str}/diary/{turn:int}", sync_to_thread=True)
def save_note(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, data: Form
) -> Template | Redirect:
    """Save or delete a note on a turn for which the reader has a report."""
    account = demand_account(request)
    rights = access(service, account, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        turn_position(store, seat, turn)
    text = data.get("text", "")
    try:
        opened, before = data.get("opened") == "yes", data.get("before")
        diary.write_note(service, account, key, turn, text, opened=opened, before=before)
    except HorizonsError as problem:
        return _diary_page(request, service, rights, turn=turn, text=text, problem=problem)
    back = f"turns/{turn}#notes" if data.get("from") == "turn" else f"diary#turn-{turn}"
    return redirect_to(f"/games/{key}/{back}")


def _diary_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    *,
    turn: int | None = None,
    text: str = "",
    problem: HorizonsError | None = None,
) -> Template:
    account = demand_account(request)
    with service.database.game(rights.game.key) as store:
        turns = store.turns_reported(rights.demand_seat())
    notes = diary.notes_of(service, account, rights.game.key)
    return page(
        request,
        "diary.html.jinja",
        game=rights.game,
        access=rights,
        turns=list(reversed(turns)),
        notes={note.turn: note for note in notes},
        turn=max(turns, default=0) if turn is None else turn,
        text=text,
        longest=diary.MAX_NOTE_LENGTH,
        problem=problem,
        status=422 if problem else 200,
    )


@get("/games/{key:str}/diaries", sync_to_thread=True)
def public_diaries_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the published diaries, once the archive is open."""
    rights = page_access(request, service, key)
    if rights.game.state != directory.ENDED:
        raise page_not_found()
    with service.database.game(key) as store:
        if not archive_opened(store):
            raise page_not_found()
    diaries = diary.published_diaries(service, key)
    return page(request, "diaries.html.jinja", game=rights.game, access=rights, diaries=diaries)


DIARY_PAGES = (diary_page, save_note, public_diaries_page)


@get("/games/{key:str}/archive", sync_to_thread=True)
def archive_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show how the game ended, links into the archive, and how to verify it."""
    rights = page_access(request, service, key)
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
