"""Handlers of routes: one that looks into a database keeps no other requests waiting."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from tests.host.server.browser import Site


def test_every_handler_is_a_coroutine_or_runs_in_a_thread(site: Site) -> None:
    routes = [route for route in site.app.routes if isinstance(route, HTTPRoute)]
    handlers: set[HTTPRouteHandler] = {one for route in routes for one in route.route_handlers}
    assert len(handlers) > 100
    waited_for = [one for one in handlers if one.has_sync_callable]
    # Litestar's own answer OPTIONS and show what is there of the API.
    assert {one.fn.__module__.partition(".")[0] for one in waited_for} == {"litestar"}
