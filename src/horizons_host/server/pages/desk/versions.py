"""The rules version at the desk: checking, pinning and migrating it."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games import upgrading
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.desk.room import desk_of
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.service import Service


@get("/games/{key:str}/desk/version", sync_to_thread=True)
def version_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the decisions about versions, and the result of the latest check."""
    return _version_page(request, service, desk_of(request, service, key))


def _version_page(
    request: PageRequest, service: Service, rights: Access, problem: HorizonsError | None = None
) -> Template:
    return page(
        request,
        "desk_version.html.jinja",
        game=rights.game,
        access=rights,
        version=upgrading.version_status(service, rights.game.key),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/version", sync_to_thread=True)
def change_version(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
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
        return _version_page(request, service, rights, problem)
    return redirect_to(f"/games/{key}/desk/version")


DESK_VERSION_PAGES = (version_page, change_version)
