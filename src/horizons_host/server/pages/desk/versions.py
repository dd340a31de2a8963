"""The rules version at the desk: checking, pinning and migrating it."""

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
    """Show the decisions about versions, and the result of the latest check."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: Asked, service: Service, rights: Access, problem: HorizonsError | None = None
) -> Template:
    return page(
        request,
        "desk_version.html.jinja",
        game=rights.game,
        access=rights,
        version=upgrading.standing(service, rights.game.key),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/version", sync_to_thread=True)
def decide(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Check, pin or unpin the version, or migrate to the installed one."""
    rights = desk_of(request, service, key)
    try:
        upgrading.decide(
            service,
            key,
            data.get("do", ""),
            request.user,
            anyway=data.get("anyway") == "yes",
        )
    except HorizonsError as problem:
        return _page(request, service, rights, problem)
    return go(f"/games/{key}/desk/version")


HANDLERS = (version_page, decide)
