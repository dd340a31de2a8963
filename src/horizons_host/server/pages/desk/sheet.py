"""The first page of the desk: the turn sheet, and what was done."""

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
from horizons_host.server.injected import Key, Served
from horizons_host.server.jobs import queue, turns
from horizons_host.server.pages.desk.room import desk_of
from horizons_host.server.pages.rendering import Asked, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore

_LATEST = 20


@get("/games/{key:str}/desk", sync_to_thread=True)
def desk_page(request: Asked, service: Served, key: Key) -> Template:
    """How every seat stands before the next turn, and what can be done with it."""
    return sheet_page(request, service, desk_of(request, service, key))


def demand_seen(store: GameStore, data: Mapping[str, str]) -> None:
    """Raises HorizonsError for a form of a page older than the latest turn, undoing or end."""
    if data.get("seen", "") not in {"", _seen(store)}:
        raise HorizonsError(
            LocalizedText("the game has changed since you opened this page, so nothing was done"),
            LocalizedText("check the current state, then send the form again"),
        )


def _seen(store: GameStore) -> str:
    """At which turn and attempt a game stands, and whether it has ended."""
    turn = store.latest() + 1
    ended = "-ended" if store.ending() else ""
    return f"{turn}-{len(store.undone(turn))}{ended}"


def sheet_page(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    given: Mapping[str, str] | None = None,
) -> Template:
    """The page, with what was refused and what was `given` in its form."""
    key = found.game.key
    with service.database.game(key) as store:
        sheet, first = turn_sheet(store), store.first()
        audit = list(reversed(entries(store)))[:_LATEST]
        opened, ending = archive_opened(store), store.ending()
        seen = _seen(store)
    return page(
        request,
        "desk.html.jinja",
        game=found.game,
        access=found,
        sheet=sheet,
        seen=seen,
        first=first,
        audit=audit,
        opened=opened,
        ending=ending,
        people=reliability.people(service, found),
        jobs=queue.of_game(service, key, turns.KIND)[:3],
        given=given or {},
        problem=problem,
        status=422 if problem else 200,
        **_trial(service, key),
    )


def _trial(service: Service, key: str) -> dict[str, Any]:
    """The latest trial: of which turn, how far it is, and what would change."""
    trials = queue.of_game(service, key, turns.TRIAL)
    if not trials:
        return {"trial": None, "effects": []}
    done = trials[0].state == queue.DONE
    return {"trial": trials[0], "effects": json.loads(trials[0].says) if done else []}


HANDLERS = (desk_page,)
