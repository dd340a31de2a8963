"""The page with the figures, for a program on this machine or one that shows the token."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar import Response, get
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from horizons_host.server.games.access import nothing_here
from horizons_host.server.injected import Served
from horizons_host.server.monitoring.figures import Figures
from horizons_host.server.pages.rendering import Asked
from horizons_host.server.service import Settings

#: What a proxy adds to the requests that it hands on. Behind one everybody comes from this machine.
_BY_A_PROXY = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"})
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


def _from_here(request: Asked, settings: Settings) -> bool:
    """Whether a program on this machine asks, of a server that is for this machine alone.

    Of one that others reach by a proxy, nobody can say so: the proxy is on this machine, too.
    """
    if urlsplit(settings.public_url).hostname not in _HERE:
        return False
    asked = urlsplit(f"//{request.headers.get('host', '')}").hostname
    direct = _BY_A_PROXY.isdisjoint(request.headers.keys())
    return direct and asked in _HERE and request.client is not None and _local(request.client.host)


def _local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@get("/metrics", sync_to_thread=True, include_in_schema=False)
def metrics(request: Asked, service: Served) -> Response[bytes]:
    """The figures; to everybody else there is no such page."""
    token, given = service.settings.metrics_token, request.headers.get("authorization", "")
    shown = hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if not (shown if token else _from_here(request, service.settings)):
        raise nothing_here()
    figures: Figures = request.app.state.figures
    return Response(figures.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
