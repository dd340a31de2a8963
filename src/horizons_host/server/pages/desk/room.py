"""Shared code of the gamemaster's pages: access, and actions with error display."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.jobs import delivering
from horizons_host.server.pages.rendering import PageRequest, redirect_to
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Renders a page of the desk, with an error if there was one.
Renderer = Callable[[HorizonsError | None], Template]


def desk_of(request: PageRequest, service: Service, key: str) -> Access:
    """Return the gamemaster's rights; raises NoGameError for others, and before the start."""
    rights = access(service, request.user, key)
    rights.demand_gamemaster()
    if rights.game.state not in {RUNNING, ENDED}:
        raise page_not_found()
    return rights


def apply_change(
    service: Service, key: str, act: Callable[[GameStore], Any], render: Renderer, path: str
) -> Template | Redirect:
    """Apply a change to the game and go to a page; an error is shown on the page of the form."""
    try:
        with service.database.game(key) as store:
            act(store)
    except HorizonsError as problem:
        return render(problem)
    delivering.wake_delivery(service, key)
    return redirect_to(path)


def text_of(field: str) -> str:
    """Return the text of a multi-line field with line feeds as line ends."""
    return field.replace("\r\n", "\n")
