"""One's own diary of a game, and what others have opened of theirs when it is over."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.desk.audit import archive_opened
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.injected import Form, Key, Number, Served
from horizons_host.server.pages.rendering import Asked, demand_account, go, page
from horizons_host.server.pages.reports import around
from horizons_host.server.people import diary
from horizons_host.server.service import Service


@get("/games/{key:str}/diary", sync_to_thread=True)
def diary_page(request: Asked, service: Served, key: Key) -> Template:
    """All that one has written, and a field for the last turn."""
    found = access(service, request.user, key)
    found.demand_seat()
    return _diary(request, service, found)


@post("/games/{key:str}/diary/{turn:int}", sync_to_thread=True)
def write(
    request: Asked, service: Served, key: Key, turn: Number, data: Form
) -> Template | Redirect:
    """Write about a turn of which one has a report, or take back what was written."""
    account = demand_account(request)
    found = access(service, account, key)
    seat = found.demand_seat()
    with service.database.game(key) as store, store.moment():
        around(store, seat, turn)
    text = data.get("text", "")
    try:
        opened, before = data.get("opened") == "yes", data.get("before")
        diary.write(service, account, key, turn, text, opened=opened, before=before)
    except HorizonsError as problem:
        return _diary(request, service, found, turn=turn, text=text, problem=problem)
    back = f"turns/{turn}#notes" if data.get("from") == "turn" else f"diary#turn-{turn}"
    return go(f"/games/{key}/{back}")


def _diary(
    request: Asked,
    service: Service,
    found: Access,
    *,
    turn: int | None = None,
    text: str = "",
    problem: HorizonsError | None = None,
) -> Template:
    account = demand_account(request)
    with service.database.game(found.game.key) as store:
        turns = store.turns_reported(found.demand_seat())
    notes = diary.notes_of(service, account, found.game.key)
    return page(
        request,
        "diary.html.jinja",
        game=found.game,
        access=found,
        turns=list(reversed(turns)),
        notes={one.turn: one for one in notes},
        turn=max(turns, default=0) if turn is None else turn,
        text=text,
        longest=diary.LONGEST,
        problem=problem,
        status=422 if problem else 200,
    )


@get("/games/{key:str}/diaries", sync_to_thread=True)
def opened_diaries(request: Asked, service: Served, key: Key) -> Template:
    """The parts of diaries that their writers have opened, once the archive is."""
    found = access(service, request.user, key)
    if found.game.state != directory.ENDED:
        raise nothing_here()
    with service.database.game(key) as store:
        if not archive_opened(store):
            raise nothing_here()
    diaries = diary.opened_diaries(service, key)
    return page(request, "diaries.html.jinja", game=found.game, access=found, diaries=diaries)


HANDLERS = (diary_page, write, opened_diaries)
