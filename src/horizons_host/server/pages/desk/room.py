"""What the pages of the desk share: whose it is, and acts that show what came of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.jobs import delivering
from horizons_host.server.pages.rendering import Asked, go
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Shows a page of the desk, with what was refused if something was.
Shown = Callable[[HorizonsError | None], Template]


def desk_of(request: Asked, service: Service, key: str) -> Access:
    """Whose desk it is; raises NoGameError for everybody else's, and before the game begins."""
    found = access(service, request.user, key)
    found.demand_gamemaster()
    if found.game.state not in {RUNNING, ENDED}:
        raise nothing_here()
    return found


def done(
    service: Service, key: str, act: Callable[[GameStore], Any], shown: Shown, path: str
) -> Template | Redirect:
    """Do something to the game and go on to a page; what is refused is told where it was asked."""
    try:
        with service.database.game(key) as store:
            act(store)
    except HorizonsError as problem:
        return shown(problem)
    delivering.wake(service, key)
    return go(path)


def text_of(field: str) -> str:
    """What was typed into a field of several lines, with ends of lines as files have them."""
    return field.replace("\r\n", "\n")
