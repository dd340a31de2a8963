"""Route handlers that use a database do not block other requests."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from tests.host.server.browser import Site


def test_every_handler_is_a_coroutine_or_runs_in_a_thread(site: Site) -> None:
    routes = [route for route in site.app.routes if isinstance(route, HTTPRoute)]
    handlers: set[HTTPRouteHandler] = {h for route in routes for h in route.route_handlers}
    assert len(handlers) > 100
    waited_for = [handler for handler in handlers if handler.has_sync_callable]
    # Litestar's own handlers answer OPTIONS and serve the API schema.
    assert {handler.fn.__module__.partition(".")[0] for handler in waited_for} == {"litestar"}
