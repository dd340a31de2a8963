"""The reader's own diary of a game, and the published diaries after its end."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.desk.audit import archive_opened
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.injected import Form, InjectedService, Key, Number
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to
from horizons_host.server.pages.reports import turn_position
from horizons_host.server.people import diary
from horizons_host.server.service import Service


@get("/games/{key:str}/diary", sync_to_thread=True)
def diary_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the reader's notes, and a form for the latest turn."""
    rights = access(service, request.user, key)
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
        longest=diary.LONGEST_NOTE,
        problem=problem,
        status=422 if problem else 200,
    )


@get("/games/{key:str}/diaries", sync_to_thread=True)
def public_diaries_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the published diaries, once the archive is open."""
    rights = access(service, request.user, key)
    if rights.game.state != directory.ENDED:
        raise page_not_found()
    with service.database.game(key) as store:
        if not archive_opened(store):
            raise page_not_found()
    diaries = diary.published_diaries(service, key)
    return page(request, "diaries.html.jinja", game=rights.game, access=rights, diaries=diaries)


DIARY_PAGES = (diary_page, save_note, public_diaries_page)
