"""The version at the desk: whether the game goes on the same by the one installed, and by which."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games import upgrading
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.desk.room import desk_of
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.service import Service


@get("/games/{key:str}/desk/version", sync_to_thread=True)
def version_page(request: Asked, service: Served, key: Key) -> Template:
    """What was decided about versions, and what the latest check found."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: Asked, service: Service, found: Access, problem: HorizonsError | None = None
) -> Template:
    return page(
        request,
        "desk_version.html.jinja",
        game=found.game,
        access=found,
        version=upgrading.standing(service, found.game.key),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/version", sync_to_thread=True)
def decide(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Check, pin, unpin or go on by the version that is installed here."""
    found = desk_of(request, service, key)
    try:
        upgrading.decide(
            service,
            key,
            data.get("do", ""),
            request.user,
            anyway=data.get("anyway") == "yes",
        )
    except HorizonsError as problem:
        return _page(request, service, found, problem)
    return go(f"/games/{key}/desk/version")


HANDLERS = (version_page, decide)
