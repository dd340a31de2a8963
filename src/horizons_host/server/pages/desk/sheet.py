"""The first page of the desk: the turn sheet and the audit log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from litestar import get
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.desk.audit import archive_opened, entries
from horizons_host.desk.turn_sheet import turn_sheet
from horizons_host.server.games import reliability
from horizons_host.server.games.access import Access
from horizons_host.server.injected import InjectedService, Key
from horizons_host.server.jobs import queue, turns
from horizons_host.server.pages.desk.room import desk_of
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore

_AUDIT_ENTRIES = 20


@get("/games/{key:str}/desk", sync_to_thread=True)
def desk_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the state of every seat before the next turn, and the actions on it."""
    return sheet_page(request, service, desk_of(request, service, key))


def demand_current(store: GameStore, data: Mapping[str, str]) -> None:
    """Raise HorizonsError for a form of a page older than the latest turn, undo or end."""
    if data.get("seen", "") not in {"", _state_mark(store)}:
        raise HorizonsError(
            LocalizedText("the game has changed since you opened this page, so nothing was done"),
            LocalizedText("check the current state, then send the form again"),
        )


def _state_mark(store: GameStore) -> str:
    """Return a mark of the current turn and attempt, and whether the game has ended."""
    turn = store.latest() + 1
    ended = "-ended" if store.ending() else ""
    return f"{turn}-{len(store.undone(turn))}{ended}"


def sheet_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    form_data: Mapping[str, str] | None = None,
) -> Template:
    """Render the page, with an error and the data of its form."""
    key = rights.game.key
    with service.database.game(key) as store:
        sheet, first = turn_sheet(store), store.first()
        audit = list(reversed(entries(store)))[:_AUDIT_ENTRIES]
        opened, ending = archive_opened(store), store.ending()
        seen = _state_mark(store)
    return page(
        request,
        "desk.html.jinja",
        game=rights.game,
        access=rights,
        sheet=sheet,
        seen=seen,
        first=first,
        audit=audit,
        opened=opened,
        ending=ending,
        people=reliability.players_by_seat(service, rights),
        jobs=queue.jobs_of_game(service, key, turns.TURN_KIND)[:3],
        entries=form_data or {},
        problem=problem,
        status=422 if problem else 200,
        **_latest_trial(service, key),
    )


def _latest_trial(service: Service, key: str) -> dict[str, Any]:
    """Return the latest trial run and its effects."""
    trials = queue.jobs_of_game(service, key, turns.TRIAL_KIND)
    if not trials:
        return {"trial": None, "effects": []}
    finished = trials[0].state == queue.DONE
    return {"trial": trials[0], "effects": json.loads(trials[0].message) if finished else []}


DESK_SHEET_PAGES = (desk_page,)
